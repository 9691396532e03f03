"""Animals whose legs, arms, ears or eyes are counted."""

from collections.abc import Callable, Mapping

from counterpoint.stimuli.objects.style import Style
from counterpoint.stimuli.objects.svg import (
    Part,
    around,
    circle,
    clipped,
    curve,
    edge_of,
    ellipse,
    line,
    number,
    path,
    polygon,
    rect,
    star_points,
)

COATS = {
    "dog": ("#b9814b", "#8a5a33", "#d6a56c"),
    "cat": ("#e39a4a", "#8c8f96", "#5d5048"),
    "cow": ("#f7f3ec", "#f2e8da", "#a8673a"),
    "horse": ("#7b4a28", "#9c6236", "#4c342a"),
    "elephant": ("#8f98a3", "#7f8791", "#9d9aa8"),
    "sheep": ("#f5f1e8", "#ece5d6", "#faf8f3"),
    "giraffe": ("#e7b754", "#dfa947", "#edc56c"),
    "pig": ("#f0a5ad", "#eeb2a6", "#e796a5"),
}
LEGS = {3: (54, 118, 140), 4: (54, 76, 118, 140), 5: (54, 75.5, 97, 118.5, 140)}
"""Left edges of the legs: a fifth one stands between the pairs, a missing one is of the front pair."""


def quadruped(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw an animal from the left side; of `animal` and `legs` (3 to 5, all of them to be seen)."""
    kind = values["animal"]
    coat, edge, ink = style.pick("coat", COATS[kind]), style.edge, style.ink
    hoof = {"cow": "#3b332e", "horse": "#2d2420", "sheep": "#37312d", "giraffe": "#5a4326", "pig": "#9c5d66"}.get(kind)
    leg_colour, wide = ("#4a423c" if kind == "sheep" else coat), (17 if kind == "elephant" else 13)
    bottom, parts = 184, []
    for position, left in enumerate(LEGS[int(values["legs"])]):
        leg = rect(left, 112, wide, bottom - 112, leg_colour, edge, 5)
        if hoof:
            leg += rect(left, bottom - 9, wide, 9, hoof, edge, 3)
        parts.append(Part(f"leg/{position}", leg))
    return [*ANIMALS[kind](coat, edge, ink, parts)]


def _dog(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    tail = path("M148 88C170 84 184 66 180 48C178 42 170 44 170 50C170 64 158 74 144 78Z", coat, edge)
    head = ellipse(44, 68, 27, 24, coat, edge) + rect(10, 70, 34, 21, coat, edge, 10) + ellipse(13, 74, 6, 5, ink)
    ear = path("M52 48C68 46 76 66 70 88C62 96 52 84 50 70Z", "#4f3524", edge)
    return [
        Part("tail", tail),
        *legs,
        Part("body", rect(46, 76, 112, 52, coat, edge, 26)),
        Part("head", head + circle(36, 60, 3.6, ink) + ear),
    ]


def _cat(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    tail = curve("M150 96C186 92 190 50 168 34", ink, 14) + curve("M150 96C186 92 190 50 168 34", coat, 10.5)
    ears = polygon([(20, 52), (20, 22), (42, 38)], coat, edge) + polygon([(44, 38), (66, 22), (66, 52)], coat, edge)
    eyes = ellipse(33, 60, 3.2, 4.6, ink) + ellipse(53, 60, 3.2, 4.6, ink)
    nose = polygon([(39, 70), (47, 70), (43, 75)], "#d86a78") + curve("M43 75v4M37 81q6 3 12 0", ink, 1.6)
    return [
        Part("tail", tail),
        *legs,
        Part("body", rect(46, 82, 112, 46, coat, edge, 23)),
        Part("head", ears + ellipse(43, 64, 29, 25, coat, edge) + eyes + nose),
    ]


def _cow(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    body = "M56 72H146Q162 72 162 90V112Q162 130 146 130H62Q44 130 44 110V90Q44 72 56 72Z"
    spots = ellipse(82, 84, 18, 14, ink) + ellipse(128, 110, 20, 14, ink) + ellipse(150, 78, 12, 10, ink)
    horns = curve("M30 44q-8 -8 -4 -16M52 44q8 -8 4 -16", "#cbb994", 5)
    ears = ellipse(16, 56, 11, 6, coat, edge) + ellipse(66, 56, 11, 6, coat, edge)
    face = path("M24 46H58L54 92Q41 102 28 92Z", coat, edge) + ellipse(41, 90, 16, 12, "#e9a9a4", edge)
    eyes = circle(33, 62, 3.2, ink) + circle(49, 62, 3.2, ink) + circle(36, 90, 2, ink) + circle(46, 90, 2, ink)
    return [
        Part("tail", curve("M160 84C174 92 172 120 174 136", coat if coat == "#a8673a" else ink, 5)),
        *legs,
        Part("body", path(body, coat, edge) + clipped(spots, body, "hide") + path(body, "none", edge)),
        Part("head", horns + ears + face + eyes),
    ]


def _horse(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    neck = "M46 106L30 44Q28 30 40 28Q56 30 62 44L96 84Z"
    mane = "M44 24Q62 24 70 44L104 82L90 82L60 48Q52 34 42 32Z"
    head = path("M52 34L10 66Q4 74 12 80Q20 84 28 78L58 60Z", coat, edge) + polygon(
        [(42, 32), (44, 14), (54, 30)], coat, edge
    )
    return [
        Part("tail", path("M154 84C178 86 184 120 176 150C168 146 168 120 150 106Z", "#2f2520", edge)),
        *legs,
        Part("body", rect(46, 78, 112, 50, coat, edge, 25)),
        Part(
            "head",
            path(neck, coat, edge)
            + path(mane, "#2f2520", edge)
            + head
            + circle(38, 50, 3.2, ink)
            + circle(14, 72, 2, ink),
        ),
    ]


def _elephant(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    trunk = path("M34 70C14 78 12 110 14 136C15 146 27 146 27 136C26 118 32 104 46 102Z", coat, edge)
    tusk = path("M38 104C32 114 24 118 18 117C26 112 28 106 30 100Z", "#fbf6e6", edge)
    ear = path("M60 44C92 40 98 76 84 98C70 104 58 88 58 70Z", coat, edge)
    return [
        Part("tail", curve("M168 88C180 98 180 116 178 126", ink, 4)),
        *legs,
        Part("body", path("M60 64Q110 44 150 62Q174 76 170 132H50Q46 90 60 64Z", coat, edge)),
        Part("head", trunk + ellipse(56, 76, 32, 32, coat, edge) + tusk + ear + circle(42, 68, 3.6, ink)),
    ]


def _sheep(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    puffs = [(62, 86), (84, 76), (108, 74), (130, 80), (148, 96), (140, 114), (116, 120), (90, 120), (64, 112)]
    wool = "".join(circle(x, y, 20, coat, edge) for x, y in puffs) + ellipse(104, 98, 50, 28, coat)
    face = path("M26 62Q44 50 62 62L56 98Q44 112 32 98Z", "#4a423c", edge)
    ears = ellipse(20, 70, 10, 5, "#4a423c", edge) + ellipse(68, 70, 10, 5, "#4a423c", edge)
    tuft = circle(36, 58, 10, coat, edge) + circle(52, 58, 10, coat, edge) + circle(44, 52, 10, coat, edge)
    eyes = circle(37, 76, 4, "#ffffff") + circle(51, 76, 4, "#ffffff") + circle(37, 76, 2, ink) + circle(51, 76, 2, ink)
    return [
        Part("tail", circle(168, 96, 9, coat, edge)),
        *legs,
        Part("body", wool),
        Part("head", ears + face + tuft + eyes),
    ]


GIRAFFE_SPOTS = (
    *((44, 46), (52, 62), (48, 80), (62, 76), (66, 96), (86, 92), (106, 94)),
    *((126, 96), (144, 98), (76, 114), (98, 114), (118, 116), (138, 116), (52, 104)),
)


def _giraffe(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    neck = "M44 104L34 34L58 30L88 88Z"
    body = "M60 80H142Q158 82 158 104Q158 128 142 128H58Q42 126 42 104Q46 84 60 80Z"
    spots = "".join(polygon(star_points(x, y, 7.5, 6, 3, x * 7), "#8a5424") for x, y in GIRAFFE_SPOTS)
    horns = line([(40, 22), (38, 8)], ink, 3) + line([(50, 20), (52, 8)], ink, 3)
    head = path("M32 28Q44 14 60 24Q62 38 50 42L20 50Q10 48 12 40Z", coat, edge)
    both = path(body, coat, edge) + path(neck, coat, edge)
    return [
        Part("tail", curve("M156 92C168 100 168 120 170 134", ink, 3.5)),
        *legs,
        Part("body", both + clipped(spots, body + neck, "hide")),
        Part("head", horns + head + circle(40, 30, 3, ink) + circle(18, 43, 1.6, ink)),
    ]


def _pig(coat: str, edge: str, ink: str, legs: list[Part]) -> list[Part]:
    ears = polygon([(30, 44), (26, 22), (46, 34)], coat, edge) + polygon([(54, 34), (72, 22), (70, 46)], coat, edge)
    snout = ellipse(34, 74, 15, 11, "#d9788a", edge) + ellipse(29, 74, 2.2, 3.6, ink) + ellipse(39, 74, 2.2, 3.6, ink)
    eyes = circle(34, 54, 3.2, ink) + circle(56, 54, 3.2, ink)
    return [
        Part("tail", curve("M160 92c12 -8 14 8 6 8s-4 -16 14 -12", "#c76f80", 3.5)),
        *legs,
        Part("body", rect(44, 68, 118, 62, coat, edge, 31)),
        Part("head", ears + circle(48, 62, 30, coat, edge) + eyes + snout),
    ]


ANIMALS: dict[str, Callable[[str, str, str, list[Part]], list[Part]]] = {
    "dog": _dog,
    "cat": _cat,
    "cow": _cow,
    "horse": _horse,
    "elephant": _elephant,
    "sheep": _sheep,
    "giraffe": _giraffe,
    "pig": _pig,
}


def _sides(count: int) -> list[tuple[int, int, int]]:
    """Split legs among two sides: side (-1 or 1), place and number of that side; the left has the odd one."""
    left, right = (count + 1) // 2, count // 2
    return [(side, i, total) for side, total in ((-1, left), (1, right)) for i in range(total)]


def spider(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a spider from above, with `legs` bent legs."""
    coat, edge = style.pick("coat", ("#3b3230", "#5a3b2a", "#2f3542")), style.edge
    parts = []
    for side, i, total in _sides(int(values["legs"])):
        bearing = 42 + 96 * i / (total - 1)
        root, knee = around(100, 84, 16, side * bearing), around(100, 84, 52, side * (bearing - 8))
        foot = around(knee[0], knee[1], 30, side * (bearing + (34 if bearing > 90 else -34)))
        parts.append(Part(f"leg/{side}{i}", line([root, knee, foot], coat, 5.5)))
    eyes = circle(94, 68, 3.4, "#ffffff") + circle(106, 68, 3.4, "#ffffff")
    body = ellipse(100, 126, 28, 34, coat, edge) + circle(100, 82, 20, coat, edge)
    mark = polygon([(100, 108), (110, 124), (100, 142), (90, 124)], style.pick("mark", ("#c8442f", "#d9a520")))
    return [*parts, Part("body", body + mark), Part("eyes", eyes)]


def insect(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw an insect from above: `kind` is ant, ladybird or beetle; with `legs` legs."""
    kind, edge, ink = values["kind"], style.edge, style.ink
    coat = {"ant": ("#5a2f22", "#33302f"), "ladybird": ("#d3202a", "#e04a1c"), "beetle": ("#2f6b4f", "#3c5a94")}[kind]
    shell, parts = style.pick("coat", coat), []
    middle, wide, leg = (100, 16, shell) if kind == "ant" else (112, 34, ink)
    for side, i, total in _sides(int(values["legs"])):
        y = middle + (i - (total - 1) / 2) * (17 if kind == "ant" else 28)
        out = (i - (total - 1) / 2) * (26 if kind == "ant" else 18)
        points = [
            (100 + side * wide * 0.7, y),
            (100 + side * (wide + 26), y + out * 0.6),
            (100 + side * (wide + 40), y + out + 16),
        ]
        parts.append(Part(f"leg/{side}{i}", line(points, leg, 5.5)))
    if kind == "ant":
        feelers = curve("M92 38C84 24 76 20 66 22M108 38C116 24 124 20 134 22", shell, 3.5)
        body = (
            ellipse(100, 152, 24, 32, shell, edge)
            + ellipse(100, 100, 15, 24, shell, edge)
            + circle(100, 54, 21, shell, edge)
        )
        return [
            *parts,
            Part("feelers", feelers),
            Part("body", body + circle(91, 46, 3, "#fff") + circle(109, 46, 3, "#fff")),
        ]
    feelers = curve("M90 42C84 32 78 28 72 28M110 42C116 32 122 28 128 28", ink, 3.5)
    body = (
        ellipse(100, 56, 26, 22, ink, edge)
        + ellipse(100, 116, 48, 60, shell, edge)
        + line([(100, 58), (100, 174)], ink, 2.5)
    )
    if kind == "ladybird":
        body += "".join(
            circle(100 + side * x, y, 8.5, ink) for side in (-1, 1) for x, y in ((24, 90), (28, 122), (17, 150))
        )
    body += circle(89, 46, 3.6, "#ffffff") + circle(111, 46, 3.6, "#ffffff")
    return [*parts, Part("feelers", feelers), Part("body", body)]


def octopus(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw an octopus from the front, with `arms` arms hanging side by side."""
    coat, count, parts = style.pick("coat", ("#b5478a", "#d65f4a", "#6d5bb0")), int(values["arms"]), []
    for i in range(count):
        share = i / (count - 1) * 2 - 1
        root, foot = 100 + share * 38, 100 + share * 82
        d = f"M{number(root)} 104C{number(root)} 140 {number(foot)} 130 {number(foot)} {number(184 - 26 * abs(share))}"
        parts.append(Part(f"arm/{i}", curve(d, style.ink, 14) + curve(d, coat, 11)))
    head = path("M54 108C40 40 70 16 100 16C130 16 160 40 146 108Q100 134 54 108Z", coat, edge_of(style.ink, 1.5))
    eyes = "".join(circle(x, 76, 10, "#ffffff", style.edge) + circle(x, 78, 5, style.ink) for x in (80, 120))
    return [*parts, Part("head", head), Part("eyes", eyes + curve("M88 100q12 8 24 0", style.ink, 2.5))]


def starfish(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a starfish from above, with `arms` arms."""
    coat, count = style.pick("coat", ("#e8743b", "#d9534f", "#c9752a")), int(values["arms"])
    points = star_points(100, 104, 78, 32, count)
    body = polygon(points, style.ink, edge_of(style.ink, 20)) + polygon(points, coat, edge_of(coat, 16))
    dots = [around(100, 104, r, i * 360 / count) for i in range(count) for r in (20, 40, 58)]
    return [Part("arm/all", body + "".join(circle(x, y, 3, "#fbe3c8") for x, y in dots))]


def chick(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a chick from the left side, with `legs` legs."""
    coat, edge, ink = style.pick("coat", ("#f5cf3d", "#f2c230", "#f7dc6f")), style.edge, style.ink
    xs = {1: (92,), 2: (82, 114), 3: (70, 98, 126)}[int(values["legs"])]
    legs = []
    for x in xs:
        foot = line([(x, 140), (x, 180)], "#d9731a", 6) + line([(x - 14, 186), (x, 176), (x + 6, 187)], "#d9731a", 6)
        legs.append(Part(f"leg/{x}", foot))
    beak = polygon([(30, 66), (54, 56), (54, 74)], "#e8861e", edge)
    body = ellipse(102, 112, 52, 42, coat, edge) + path("M146 96L176 84L160 122Z", coat, edge)
    wing = path("M92 102C112 98 130 106 136 120C120 136 96 130 92 102Z", "#e0ac25", edge)
    head = beak + circle(76, 62, 30, coat, edge) + circle(66, 56, 4.5, ink)
    return [*legs, Part("body", body + wing), Part("head", head)]


def rabbit(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a rabbit's face, with `ears` ears."""
    coat, edge, ink = style.pick("coat", ("#b7a392", "#d8c7b2", "#a4a8ae")), style.edge, style.ink
    ears = []
    for bearing in {1: (-18,), 2: (-18, 18), 3: (-30, 0, 30)}[int(values["ears"])]:
        turn = f'transform="rotate({bearing} 100 130)"'
        ear = ellipse(100, 52, 15, 44, coat, edge) + ellipse(100, 56, 8, 32, "#eeb4b4")
        ears.append(Part(f"ear/{bearing}", f"<g {turn}>{ear}</g>"))
    eyes = circle(80, 124, 6, ink) + circle(120, 124, 6, ink) + circle(82, 122, 2, "#fff") + circle(122, 122, 2, "#fff")
    mouth = polygon([(93, 140), (107, 140), (100, 148)], "#d9788a") + curve("M100 148v8M88 160q12 6 24 0", ink, 2.4)
    teeth = rect(94, 161, 12, 13, "#ffffff", edge, 2)
    return [*ears, Part("face", ellipse(100, 136, 54, 48, coat, edge) + eyes + mouth + teeth)]
