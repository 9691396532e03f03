"""Which measure of a mark a question is about: the value axis, the x axis, or the size of a bubble."""

import re

from counterpoint.pixels.questions.scene import Place, Scene
from counterpoint.pixels.questions.wording import says

_LITTLE = re.compile(
    r"the|are|what|was|were|that|than|and|for|from|with|its|does|has|have|which|total|average|number|general|more|less|"
    r"larger|smaller|shown|value|per"
)

_NAMES = {
    "x": r"x(?:[- ](?:value|coordinate)s?)?",
    "value": r"y(?:[- ](?:value|coordinate)s?)?",
    "size": "size",
}
_GOES = "increases?|decreases?|grows?|falls?|rises?"


def measures_in(text: str, scene: Scene) -> list[str]:
    """Return the measures that a text speaks of, x, value and size, the one most spoken of first; value for none."""
    if scene.type not in ("scatter", "bubble"):
        return ["value"]
    named = [
        (match.start(), measure)
        for measure, pattern in _NAMES.items()
        if (match := re.search(rf"(?<![\w'])(?:{pattern})(?![\w'])", text))
    ]
    if named:
        return [measure for _, measure in sorted(named)]
    words = _words(text)
    titles = {"value": _words(scene.chart.y_title), "x": _words(scene.chart.x_title)}
    if scene.type == "bubble":
        titles["size"] = _other_words(scene, titles["x"] | titles["value"])
    shared = {}
    for measure, own in titles.items():
        special = {word for word in own if not _among(word, _words(scene.chart.title))} or own
        if special:
            shared[measure] = sum(_among(word, words) for word in special) / len(special)
    return sorted((measure for measure in shared if shared[measure]), key=lambda m: -shared[m]) or ["value"]


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


def _words(text: str | None) -> set[str]:
    """Return the words of a text without a parenthesis, which holds a unit, and without those that say little."""
    words = re.findall(r"[A-Za-z]{3,}", re.sub(r"\([^)]*\)?", " ", text or ""))
    return {word.casefold() for word in words if not _LITTLE.fullmatch(word.casefold())}


def _among(word: str, others: set[str]) -> bool:
    """Whether a word is among others, in the singular or the plural."""
    return any(word.rstrip("s") == other.rstrip("s") for other in others)


def _other_words(scene: Scene, known: set[str]) -> set[str]:
    """Return the words at the right that are no name, tick label or axis title: those of a size legend."""
    names = {place.name for place in scene.places}
    texts = [text.text for text in scene.chart.texts if text.text not in names and text.x > 0.7 * scene.chart.width]
    return {word for text in texts for word in _words(text)} - known - _words(scene.chart.title)


def correlation_sign(text: str) -> tuple[int, list[str]] | None:
    """Return the sign of the relationship that a statement claims, and the parts of it that name the two measures."""
    if says(r"relationship|correlat\w*", text):
        up, down = says("positive(?:ly)?", text), says("negative(?:ly)?", text)
        return (1 if up else -1, [text]) if up != down else None
    match = re.match(rf"^(.*)\b({_GOES})\s+(?:as|when|with)\b(.*?)\b({_GOES})\b", text)
    if not match:
        return None
    first, second = (word.startswith(("inc", "gro", "ris")) for word in (match[2], match[4]))
    return (1 if first == second else -1), [match[1], match[3]]
