"""Which places, series and groups of a chart a text names, and where in the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.pixels.questions.moments import moments_in, years_in
from counterpoint.pixels.questions.scene import Scene, interval_of
from counterpoint.pixels.words import likeness
from counterpoint.states import STATES

MISREAD = 0.8
"""A name is taken for a misread one when they are at least this alike, out of 1."""
LONG = 3
"""Names of so many characters or more are found in any case."""
_SUFFIX = re.compile(r"[\s,]+(?:inc|ltd|corp|co|plc|ag|se)\.?$", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;:?!()]+")


@dataclass(frozen=True)
class Mention:
    """A name in a text: `kind` is place, series or group; `which` the number among the scene's."""

    kind: str
    which: int
    start: int
    end: int


def mentions_in(text: str, scene: Scene) -> list[Mention]:
    """Return what a text names of a scene, in the order of the text; longer names win over those inside them."""
    found = [*_moments(text, scene), *_intervals(text, scene)]
    names = [("series", n, name) for n, name in enumerate(scene.series)]
    names += [("group", n, name) for n, name in enumerate(scene.groups)]
    names += [("place", n, place.name) for n, place in enumerate(scene.places) if place.name and not place.moment]
    names += [("place", n, STATES_BY_CODE[name]) for _, n, name in names if _is_map(scene, name)]
    known = {(kind, which) for kind, which, _ in names}
    for match in (_exactly, _beginning, _misread):
        for kind, which, name in sorted(names, key=lambda entry: -len(entry[2])):
            if match is not _exactly and any(m.kind == kind and m.which == which for m in found):
                continue
            for start, end in match(text, name, [n for _, _, n in names]):
                if all(end <= m.start or start >= m.end for m in found):
                    found.append(Mention(kind, which, start, end))
    return sorted((m for m in found if (m.kind, m.which) in known or m.kind == "place"), key=lambda m: m.start)


STATES_BY_CODE = {code: name for name, code in STATES.items()}


def _is_map(scene: Scene, name: str) -> bool:
    return scene.type == "choropleth" and name in STATES_BY_CODE


def _moments(text: str, scene: Scene) -> list[Mention]:
    """Return the months that a text names, where the axis shows months."""
    if not any(place.moment for place in scene.places):
        return []
    found = []
    for moment, start, end in moments_in(text):
        fits = [n for n, place in enumerate(scene.places) if place.moment and place.moment.covers(moment)]
        if len(fits) == 1:
            found.append(Mention("place", fits[0], start, end))
    return found


def year_places(text: str, scene: Scene) -> list[int]:
    """Return the places of the year that a text names without a month, where the axis shows months of several."""
    dated = {place.moment.year for place in scene.places if place.moment}
    months = [(start, end) for _, start, end in moments_in(text)]
    years = {year for year, start, _ in years_in(text) if not any(a <= start < b for a, b in months)}
    if len(years) != 1 or len(dated) < 2:
        return []
    return [n for n, place in enumerate(scene.places) if place.moment and place.moment.year in years]


def _intervals(text: str, scene: Scene) -> list[Mention]:
    """Return the intervals that a text names, such as "between 5 and 9", where the chart's places are intervals."""
    intervals = [interval_of(place.name) for place in scene.places]
    if scene.type != "histogram" or not any(intervals):
        return []
    pattern = r"\d+(?:\.\d+)?[^\d\s]*\s*(?:[a-z]+\s+)?(?:and|to|[-–—−~])\s*\d+(?:\.\d+)?|(?:above|over) \d+|\d+\s*\+"
    found = []
    for match in re.finditer(pattern, text, re.IGNORECASE):
        wanted = interval_of(re.sub(r"(?<=\d)\s+[a-z]+(?=\s+and)", "", match[0]))
        if wanted in intervals and intervals.count(wanted) == 1:
            found.append(Mention("place", intervals.index(wanted), match.start(), match.end()))
    return found


def _exactly(text: str, name: str, names: Sequence[str]) -> list[tuple[int, int]]:
    words = [re.escape(word) for word in re.split(r"[\s-]+", name.strip()) if word]
    if not words:
        return []
    flags = re.IGNORECASE if len(name) >= LONG else 0
    found = re.finditer(rf"(?<![\w]){'[ -]+'.join(words)}(?!\w)", text, flags)
    return [(match.start(), match.end()) for match in found if not _article(text, match)]


def _article(text: str, match: re.Match) -> bool:
    """Whether a single A at the beginning of a text is the article."""
    return match[0] == "A" and match.start() == 0 and bool(re.match(r"A [a-z]{3,}", text))


def _beginning(text: str, name: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Find a name that the text gives without its suffix, such as Inc., or by its first word alone."""
    short = _SUFFIX.sub("", name)
    first = name.split()[0]
    if short == name and len(first) >= 4 and sum(other.startswith(first) for other in names) == 1:
        short = first
    return _exactly(text, short, names) if short != name else []


def _misread(text: str, name: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Find a name of which a character or two were misread."""
    if len(name) <= LONG:
        return []
    words = list(_WORD.finditer(text))
    count = len(name.split())
    best: tuple[float, int, int] | None = None
    for size in {max(count - 1, 1), count, count + 1}:
        for n in range(len(words) - size + 1):
            start, end = words[n].start(), words[n + size - 1].end()
            part = re.sub(r"[’']s$", "", text[start:end])
            if not (part[:1].isupper() or part[:1].isdigit() or name.islower()):
                continue
            alike = likeness(part, name)
            if alike >= MISREAD and (best is None or alike > best[0]) and part not in names:
                best = (alike, start, start + len(part))
    return [best[1:]] if best else []
