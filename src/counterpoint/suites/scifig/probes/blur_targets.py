"""Texts to blur: one that cannot be recovered, one that follows from what is left, and another label as a control."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.sequences import derivation, even, number_of, rule_of, shape
from counterpoint.suites.scifig.contents.values import letter
from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE, SHAM, SUITE

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SLACK = 4.0
"""Pixels by which boxes of a row or column may be off it."""
GUESSABLE = frozenset(
    word
    for words in (
        "control controls untreated treated placebo sham vehicle baseline before after pre post low medium high lower",
        "higher male female males females men women boys girls north south east west northern southern eastern",
        "western spring summer autumn fall winter day night morning evening dry wet wild mutant knockout none other",
        "others rest unknown total all both with without old new young adult adults children early late small large",
        "short long shallow deep left right top bottom inner outer red orange yellow green blue purple pink brown",
        "black white grey gray cold warm hot light dark slow fast first last mean median average never always",
        "sometimes yes no middle fine coarse upper over under above below open closed single double half full standard",
        "normal rural urban public private domestic foreign inside outside indoor outdoor upstream downstream dawn",
        "dusk noon midday midnight observed modelled predicted measured simulated expected mild moderate severe bare",
        "january february march april may june july august september october november december",
        "monday tuesday wednesday thursday friday saturday sunday",
    )
    for word in words.split()
)
"""Words that readers guess from a text's partners or its colour: no text that holds one counts as unrecoverable."""


@dataclass(frozen=True)
class Target:
    """One text to blur."""

    dimension: str
    kind: str
    """legend_entry, category, slice or title; tick, percentage or sequence; of a control the role of its element; in a
    figure whose data are unknown text or number."""
    element: Mapping[str, Any]
    where: str
    """Which text it is, in words that do not hold it."""
    derivation: str | None = None

    @property
    def text(self) -> str:
        """The text, which is the expected answer as well."""
        return self.element["text"]

    @property
    def question(self) -> str:
        """What asks for it."""
        return f"What does {self.where} say?"

    @property
    def wordings(self) -> list[str]:
        """The text as replies may write it; numbers with and without separators."""
        number = number_of(self.text)
        if number is None or re.search(r"[A-Za-z]", self.text):
            return list(dict.fromkeys([self.text, unicodedata.normalize("NFKC", self.text)]))  # Li3 for Li₃ too
        power = [f"10^{round(math.log10(number))}"] if self.text[2:3] in tuple("⁰¹²³⁴⁵⁶⁷⁸⁹⁻") else []
        return list(dict.fromkeys([self.text, f"{number:.10g}", f"{number:,.10g}", *power]))


def targets(figure: ScientificFigure, elements: Sequence[Mapping[str, Any]], seed: int) -> list[Target]:
    """Return a figure's targets: one of each dimension where it has one, and a control for them.

    `elements` are the rows of `elements` of its clean picture. Which text is blurred is drawn by kind first.
    """
    texts = [row for row in elements if row["text"]]
    found = []
    for dimension, candidates in ((ADMITTANCE, _unrecoverable), (INDUCTANCE, _recoverable)):
        rng = generator(seed, SUITE, "target", dimension, figure.figure_id)
        possible = list(candidates(figure, texts))
        if possible:
            kinds = sorted({target.kind for target in possible})
            if len(kinds) > 1 and "title" in kinds:  # a title is long, and is taken where there is nothing else
                kinds.remove("title")
            kind = kinds[int(rng.integers(len(kinds)))]
            possible = [target for target in possible if target.kind == kind]
            found.append(possible[int(rng.integers(len(possible)))])
    sham = _sham(figure, texts, found)
    return [*found, *([] if sham is None else [sham])]


class Named(Protocol):
    """A figure, drawn by the run or of one's own."""

    figure_id: str
    chart_type: str


def target_row(figure: Named, target: Target) -> dict[str, Any]:
    """Return a target as a row of `scifig_targets`."""
    return {
        "target_id": target_id(figure, target),
        "figure_id": figure.figure_id,
        "chart_type": figure.chart_type,
        "dimension": target.dimension,
        "element_id": target.element["element_id"],
        "text": target.text,
        "where": target.where,
        "question": target.question,
        "derivation": target.derivation,
        **{side: float(target.element[side]) for side in ("x0", "y0", "x1", "y1")},
    }


def target_id(figure: Named, target: Target) -> str:
    """Return a target's name."""
    return f"{figure.figure_id}/{target.dimension}"


def _unrecoverable(figure: ScientificFigure, texts: Sequence[Mapping[str, Any]]) -> Iterator[Target]:
    for row in texts:
        kind = _arbitrary_kind(figure, row)
        if kind is None or not stands_alone(row, texts) or guessable(figure, row, texts):
            continue
        if (where := place_of(figure, row, texts)) is not None:
            yield Target(ADMITTANCE, kind, row, where)


def _arbitrary_kind(figure: ScientificFigure, row: Mapping[str, Any]) -> str | None:
    """Return the kind of a text that names something by choice; None for numbers and labels that follow."""
    if row["role"] == "tick":
        return "category" if row["series"] == "x" and figure.x_values is None else None
    if _names_slice(figure, row):
        return "slice"
    if row["role"] == "legend_entry" and figure.reference is not None and row["text"] == figure.reference.label:
        return None
    return row["role"] if row["role"] in ("legend_entry", "title") else None


def _names_slice(figure: ScientificFigure, row: Mapping[str, Any]) -> bool:
    """Return whether a text is the name beside a slice, not its percentage."""
    return figure.chart_type == "pie" and row["role"] == "data_label" and row["value"] is None


def stands_alone(row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether neither a text nor any of its longer words stands elsewhere in the figure."""
    rest = [other["text"].casefold() for other in texts if other["element_id"] != row["element_id"]]
    parts = {row["text"].casefold(), *(word for word in _words(row["text"]) if len(word) > 3)}
    return not any(re.search(rf"(?<!\w){re.escape(part)}", other) for part in parts for other in rest)


def guessable(figure: ScientificFigure, row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a text can be guessed: it follows from others, or holds a word that its partners suggest."""
    partners = [other for other in texts if other["role"] == row["role"] and other["element_id"] != row["element_id"]]
    follows = row["role"] == "tick" and (bool(figure.sequence) or rule_of(figure.categories) is not None)
    shaped = {shape(other["text"]) for other in partners}
    numbered = _numbered(row) and any(map(_numbered, partners))
    worded = bool(GUESSABLE & set(_words(row["text"])))
    return follows or worded or numbered or shape(row["text"]) in shaped or len(row["text"]) < 3


def _numbered(row: Mapping[str, Any]) -> bool:
    return number_of(row["text"]) is not None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def _recoverable(figure: ScientificFigure, texts: Sequence[Mapping[str, Any]]) -> Iterator[Target]:
    for row in texts:
        found = derived(figure, row, texts)
        if found is None or not _once(row, texts):
            continue
        if (where := place_of(figure, row, texts)) is not None:
            kind, how = found
            yield Target(INDUCTANCE, kind, row, where, how)


def _once(row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a text stands once in the figure, panels that repeat an axis apart."""
    same = [other for other in texts if other["text"] == row["text"] and other["element_id"] != row["element_id"]]
    return all(other["role"] == row["role"] == "tick" and other["group"] != row["group"] for other in same)


def derived(
    figure: ScientificFigure, row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]
) -> tuple[str, str] | None:
    """Return the kind of derivation by which a text follows from the others, and the derivation; else None."""
    if row["role"] == "tick":
        ticks = _in_order(figure, row, [other for other in texts if _of_axis(other, row)])
        names, index = [other["text"] for other in ticks], _index(ticks, row)
        if row["value"] is not None and row["series"] == "y":
            numbers = [other["value"] for other in ticks]
            if 0 < index < len(ticks) - 1 and (rule := even(numbers)) is not None:
                between = f"between {names[index - 1]} and {names[index + 1]}"
                return "tick", f"the ticks of this axis go in {rule}; {between} stands {row['text']}"
            return None
        how = derivation(names, index)
        return None if how is None else ("sequence" if figure.x_values is None else "tick", how)
    if row["role"] == "data_label" and figure.chart_type == "pie" and row["value"] is not None:
        return _complement(row, texts)
    return None


def _complement(row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    others = [
        other
        for other in texts
        if (other["role"], other["group"]) == ("data_label", row["group"])
        and other["value"] is not None
        and other["element_id"] != row["element_id"]
    ]
    numbers, own = [number_of(other["text"]) for other in others], number_of(row["text"])
    if own is None or None in numbers or len(others) < 2:
        return None
    rest = 100 - sum(numbers)
    if abs(rest - own) > 1e-6:
        return None
    listed = " + ".join(f"{number:g}" for number in numbers)
    return "percentage", f"the slices add up to 100 %: 100 - ({listed}) = {rest:g}"


def _of_axis(other: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    return other["role"] == "tick" and (other["series"], other["group"]) == (row["series"], row["group"])


def _index(rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> int:
    return next(i for i, other in enumerate(rows) if other["element_id"] == row["element_id"])


def _in_order(
    figure: ScientificFigure, row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """Return an axis' ticks in the order that they are counted in: from the left, or from the bottom or the top."""
    if _lies(figure, row):
        return sorted(rows, key=lambda other: other["x0"] + other["x1"])
    return sorted(rows, key=lambda other: other["y0"] + other["y1"], reverse=row["series"] == "y")


def _lies(figure: ScientificFigure, row: Mapping[str, Any]) -> bool:
    """Return whether a tick stands on the horizontal axis."""
    return (row["series"] == "x") != figure.horizontal


def place_of(figure: ScientificFigure, row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> str | None:
    """Return which text a row is, in words that do not hold it; None where no place can be told simply."""
    panel = f" in panel {letter(int(row['group']))}" if row["group"] is not None else ""
    if row["role"] == "title":
        return "the title of the figure"
    if _names_slice(figure, row):
        return _slice_place(row, texts, panel)
    if row["role"] == "data_label" and figure.chart_type == "pie":
        return f"the percentage of the slice {row['category']}{panel}"
    if row["role"] == "data_label":
        of = f" of {row['series']}" if len(figure.series) > 1 else ""
        return f"the value label{of} for {row['category']}{panel}"
    if row["role"] == "tick":
        ticks = _in_order(figure, row, [other for other in texts if _of_axis(other, row)])
        index = _index(ticks, row)
        start = "left" if _lies(figure, row) else "bottom" if row["series"] == "y" else "top"
        axis = "x" if _lies(figure, row) else "y"
        return (
            None
            if index >= len(_ORDINALS)
            else f"the {_ORDINALS[index]} label from the {start} on the {axis} axis{panel}"
        )
    if row["role"] == "legend_entry":
        return _legend_place(row, [other for other in texts if other["role"] == "legend_entry"])
    if row["role"] == "axis_title":
        axis = "x" if _lies(figure, row) else "y"
        return f"the title of the {axis} axis{panel}"
    return None


def _slice_place(row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]], panel: str) -> str | None:
    """Return which name beside a slice a text is, by the slice's percentage."""
    shares = [other for other in texts if other["role"] == "data_label" and other["value"] is not None]
    shares = [other for other in shares if other["group"] == row["group"]]
    own = [other["text"] for other in shares if other["category"] == row["category"]]
    if len(own) != 1 or [other["text"] for other in shares].count(own[0]) != 1:
        return None
    return f"the name beside the slice of {own[0]}{panel}"


def _legend_place(row: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str | None:
    for low, high, start in (("x0", "y0", "top"), ("y0", "x0", "left")):
        if max(other[low] for other in entries) - min(other[low] for other in entries) <= _SLACK:
            index = _index(sorted(entries, key=lambda other, key=high: other[key]), row)
            return f"the {_ORDINALS[index]} entry of the legend from the {start}"
    return None


def _sham(figure: ScientificFigure, texts: Sequence[Mapping[str, Any]], found: Sequence[Target]) -> Target | None:
    """Return another label, as like a target as there is in role, then in width, that no target's question names."""
    taken = {target.element["element_id"] for target in found}
    said = " ".join(target.where for target in found).casefold()
    for target in found:
        free = [
            (abs(_width(row) - _width(target.element)), row["element_id"], row, where)
            for row in texts
            if _alike(row, target.element)
            if row["element_id"] not in taken and row["text"].casefold() not in said
            if (where := place_of(figure, row, texts)) is not None
        ]
        if free:
            _, _, row, where = min(free, key=lambda entry: entry[:2])
            return Target(SHAM, row["role"], row, where)
    return None


def _alike(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two texts are of one role, and name things of one kind."""
    same = row["role"] == other["role"] and (row["value"] is None) == (other["value"] is None)
    return same and (row["role"] != "tick" or row["series"] == other["series"])


def _width(row: Mapping[str, Any]) -> float:
    return row["x1"] - row["x0"]
