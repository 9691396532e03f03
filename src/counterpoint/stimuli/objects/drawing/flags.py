"""National flags of simple geometry."""

from collections.abc import Mapping

from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import Part, around, circle, polygon, rect, star_points


def _pole(style: Style) -> Part:
    pole = rect(8, 22, 6, 172, "#8a6a42", style.edge, 2) + circle(11, 20, 6, "#d9a520", style.edge)
    return Part("pole", pole)


def _border(style: Style, height: float) -> Part:
    return Part("border", rect(14, 34, 180, height, "none", style.edge))


def bands(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a flag of equal bands: `way` is upright or level, `order` their colours from the pole or from the top."""
    names, level = values["order"].split(", "), values["way"] == "level"
    size, parts = (120 if level else 180) / len(names), []
    for i, name in enumerate(names):
        place = (14, 34 + i * size, 180, size) if level else (14 + i * size, 34, size, 120)
        parts.append(Part(f"band/{i}", rect(*place, COLOURS[name])))
    return [_pole(style), *parts, _border(style, 120)]


def disc(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a white flag; the figure in its middle has a `shape` (circle, square, triangle, star) and a `colour`."""
    fill = COLOURS[values["colour"]]
    shapes = {
        "circle": circle(104, 94, 36, fill),
        "square": rect(70, 60, 68, 68, fill),
        "triangle": polygon([(104, 54), (146, 126), (62, 126)], fill),
        "star": polygon(star_points(104, 97, 42, 17, 5), fill),
    }
    return [
        _pole(style),
        Part("field", rect(14, 34, 180, 120, "#fdfdfd")),
        Part("mark", shapes[values["shape"]]),
        _border(style, 120),
    ]


def cross(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a flag with a cross: `kind` is centred or nordic; `field` and `cross` are colours."""
    field, fill = rect(14, 34, 180, 120, COLOURS[values["field"]]), COLOURS[values["cross"]]
    if values["kind"] == "nordic":
        bars = rect(64, 34, 24, 120, fill) + rect(14, 82, 180, 24, fill)
    else:
        bars = rect(91, 54, 26, 80, fill) + rect(64, 81, 80, 26, fill)
    return [_pole(style), Part("field", field), Part("cross", bars), _border(style, 120)]


def us_stripes(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the flag of the United States with `stripes` stripes, red and white by turns."""
    count = int(values["stripes"])
    high = 110 / count
    stripes = [
        Part(f"stripe/{i}", rect(14, 34 + i * high, 180, high, "#fdfdfd" if i % 2 else "#b22234")) for i in range(count)
    ]
    stars = "".join(
        polygon(star_points(14 + 6 * (i + 1), 34 + 5.9 * (j + 1), 2.6, 1.05, 5), "#fdfdfd")
        for j in range(9)
        for i in range(11)
        if (i + j) % 2 == 0
    )
    return [_pole(style), *stripes, Part("canton", rect(14, 34, 72, 59.2, "#3c3b6e") + stars), _border(style, 110)]


def ring_of_stars(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the flag of Europe: a ring of `stars` golden stars on blue."""
    count = int(values["stars"])
    stars = [
        Part(f"star/{i}", polygon(star_points(*around(104, 94, 40, i * 360 / count), 8, 3.1, 5), "#ffcc00"))
        for i in range(count)
    ]
    return [_pole(style), Part("field", rect(14, 34, 180, 120, "#1f3c9a")), *stars, _border(style, 120)]


def big_and_small_stars(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the flag of China with `small` small stars beside the large one."""
    places = {3: (0, 1, 3), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3, 4)}[int(values["small"])]
    where = [(82, 46), (96, 60), (96, 78), (82, 92), (60, 100)]
    small = [Part(f"star/{i}", polygon(star_points(*where[i], 6.5, 2.5, 5, 20 * i), "#ffde00")) for i in places]
    large = polygon(star_points(46, 66, 20, 7.6, 5), "#ffde00")
    return [
        _pole(style),
        Part("field", rect(14, 34, 180, 120, "#de2910")),
        Part("large", large),
        *small,
        _border(style, 120),
    ]
