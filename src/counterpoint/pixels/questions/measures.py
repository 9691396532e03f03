"""Which measure of a mark a question is about: the value axis, the x axis, or the size of a bubble."""

import re

from counterpoint.pixels.questions.scene import Place, Scene
from counterpoint.pixels.questions.wording import says

_LITTLE = frozenset(
    "the of a an in is are what was were that than and for to from with as it its does has have which on at by "
    "total average number general more less larger smaller shown value per".split()
)


def measures_in(text: str, scene: Scene) -> list[str]:
    """Return the measures that a text speaks of, x, value and size, in the order of the text; value where none is told."""
    if scene.type not in ("scatter", "bubble"):
        return ["value"]
    found: list[tuple[int, str]] = []
    for measure, pattern in (("x", r"x(?:[- ](?:value|coordinate)s?)?"), ("value", r"y(?:[- ](?:value|coordinate)s?)?"), ("size", "size")):
        match = re.search(rf"(?<![\w'])(?:{pattern})(?![\w'])", text)
        if match:
            found.append((match.start(), measure))
    if not found:
        words = _words(text)
        titles = {"x": _words(scene.chart.x_title or ""), "value": _words(scene.chart.y_title or "")}
        if scene.type == "bubble":
            titles["size"] = _other_words(scene, {*titles["x"], *titles["value"]})
        for measure, own in titles.items():
            shared = [word for word in words if any(_same(word, other) for other in own)]
            if shared:
                found.append((min(words[word] for word in shared), measure))
    return [measure for _, measure in sorted(found)] or ["value"]


def measured(place: Place, measure: str) -> float | None:
    """Return one measure of a point or bubble."""
    mark = place.mark
    return {"x": mark.x, "value": mark.value, "size": mark.size_area_px}[measure]


def precision(scene: Scene, measure: str) -> float:
    """Return by how much two marks must differ in a measure for their order to be sure."""
    if measure == "x" and scene.chart.x_scale:
        return 5 * abs(scene.chart.x_scale.slope)
    if measure == "size":
        sizes = [place.mark.size_area_px or 0 for place in scene.places]
        return 0.06 * max(sizes, default=1)
    return 5 * scene.pixel


def _words(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for match in re.finditer(r"[A-Za-z]{3,}", text):
        word = match[0].casefold()
        if word not in _LITTLE:
            found.setdefault(word, match.start())
    return found


def _same(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) >= 4 and a.rstrip("s") == b.rstrip("s"))


def _other_words(scene: Scene, known: set[str]) -> set[str]:
    """Return the words right of the value axis that are no name, tick label or axis title: those of a size legend."""
    names = {place.name for place in scene.places}
    title = set(_words(scene.chart.title or ""))
    texts = [text.text for text in scene.chart.texts if text.text not in names and text.x > 0.7 * scene.chart.width]
    return {word for text in texts for word in _words(text) if word not in known and word not in title}


def correlation_sign(text: str) -> tuple[int, list[str]] | None:
    """Return the sign of the relationship that a statement claims, and the parts of the text that name the two measures."""
    if says(r"relationship|correlat\w*", text):
        if says("positive(?:ly)?", text) or says("negative(?:ly)?", text):
            return (1 if says("positive(?:ly)?", text) else -1), [text]
        return None
    match = re.match(r"^(.*)\b(increases?|decreases?|grows?|falls?|rises?)\s+(?:as|when|with)\b(.*?)\b(increases?|decreases?|grows?|falls?|rises?)\b", text)
    if not match:
        return None
    up = [word.startswith(("inc", "gro", "ris")) for word in (match[2], match[4])]
    return (1 if up[0] == up[1] else -1), [match[1], match[3]]
