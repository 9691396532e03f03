"""A pair of pictures: one attribute, its value in either, the value that prior knowledge expects, and where it is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from counterpoint.errors import UserError
from counterpoint.orders import LETTERS
from counterpoint.suites.prive.names import COUNTERFACTUAL, DOMAINS, ORIGINAL


@dataclass(frozen=True)
class Value:
    """A value that the attribute has in a picture, or could have."""

    text: str
    """As an open answer: `4 legs`, `red`, `nothing`."""
    option: str
    """As an option of a multiple choice."""
    asks: str | None = None
    """Yes/no question whether the picture shows this value: `Does the dog have exactly 4 legs?`; None of a value that
    only a multiple choice offers."""
    states: str | None = None
    """The same as a statement: `The dog has exactly 4 legs.`."""
    wordings: tuple[str, ...] = ()
    """Other wordings by which an open answer may give it."""
    number: float | None = None
    """The value as a number, where the attribute is counted."""


@dataclass(frozen=True)
class Pair:
    """One pair of pictures that differ in one attribute and nowhere else."""

    pair_id: str
    domain: str
    original_id: str
    """What the pairs of one original share: intervals are clustered by it."""
    edit: str
    """Kind of edit: removal, addition, recolouring, rearrangement, replacement or swap."""
    subject: str
    """What is looked at, in words: `the dog`."""
    attribute: str
    """What is asked about, in words: `the number of legs of the dog`."""
    alike: tuple[str, ...]
    """What else the pictures could differ in and do not, in words, of the same subject: `the colour of the dog`."""
    asks: str
    """Open question for the attribute's value: `How many legs does the dog have?`."""
    asks_choice: str
    """The same with options; often in the same words."""
    original: Value
    counterfactual: Value
    distractors: tuple[Value, ...]
    """Further values that a picture of the subject could plausibly show, for multiple choice."""
    prior: str | None
    """Picture whose value prior knowledge expects: original, counterfactual, or None where neither is."""
    source: str
    licence: str
    made: str
    """How the pictures came about: generated, phantom, brats, or as a manifest says, such as web."""

    def value(self, picture: str) -> Value:
        """Return the attribute's value in one of the two pictures."""
        return {ORIGINAL: self.original, COUNTERFACTUAL: self.counterfactual}[picture]


def pair_row(pair: Pair, box: Sequence[int] | None, size: Sequence[int], mask: str | None) -> dict[str, Any]:
    """Return a pair as a row of table `prive_pairs`.

    `box` is what has to be seen to answer (x0, y0, x1, y1), None where it is not known, `size` the pictures' width
    and height, in source px; `mask` is the path of its exact mask relative to the folder of the run.
    """
    values = [asdict(value) for value in (pair.original, pair.counterfactual, *pair.distractors)]
    named = {name: getattr(pair, name) for name in NAMED}
    edges = dict(zip(("x0", "y0", "x1", "y1"), box or [None] * 4, strict=True))
    named |= {"alike": list(pair.alike)}
    return named | edges | {"width": int(size[0]), "height": int(size[1]), "mask": mask, "values": json.dumps(values)}


def pair_of(row: Mapping[str, Any]) -> Pair:
    """Return the pair of a row of table `prive_pairs`."""
    values = [Value(**value | {"wordings": tuple(value["wordings"])}) for value in json.loads(row["values"])]
    named = {name: row[name] for name in NAMED}
    alike = tuple(row["alike"])
    return Pair(**named, alike=alike, original=values[0], counterfactual=values[1], distractors=tuple(values[2:]))


def check_pair(pair: Pair, where: str) -> None:
    """Refuse a pair that nothing can be asked about. Raises UserError, one line that begins with `where`."""
    texts = [value.option for value in (pair.original, pair.counterfactual, *pair.distractors)]
    if pair.domain not in DOMAINS:
        raise UserError(f"{where}: domain: {pair.domain!r} is not allowed; allowed: one of {', '.join(DOMAINS)}")
    if pair.original.text.casefold() == pair.counterfactual.text.casefold():
        raise UserError(f"{where}: both pictures show {texts[0]!r}; allowed: a value that differs between them")
    if len(texts) > len(LETTERS):
        raise UserError(f"{where}: has {len(texts)} values; allowed: {len(LETTERS)}, distractors and all")
    if len({text.casefold() for text in texts}) < len(texts):
        raise UserError(f"{where}: a value stands twice among {', '.join(texts)}; allowed: each value once")
    if any(value.asks is None or value.states is None for value in (pair.original, pair.counterfactual)):
        raise UserError(f"{where}: a value that a picture shows has no yes/no question or statement; add both")
    for what in ("asks", "states"):
        if getattr(pair.original, what).casefold() == getattr(pair.counterfactual, what).casefold():
            raise UserError(
                f"{where}: original_{what} and counterfactual_{what} are both {getattr(pair.original, what)!r}; "
                "allowed: one that is true of the original alone, and one of the counterfactual alone"
            )
    if both := _words(pair.original) & _words(pair.counterfactual):
        raise UserError(f"{where}: {min(both)!r} is a wording of either value; allowed: each of one value alone")
    if pair.original.number is not None and pair.original.number == pair.counterfactual.number:
        raise UserError(f"{where}: both numbers are {pair.original.number:g}; allowed: two that differ, or none")
    if (pair.original.number is None) != (pair.counterfactual.number is None):
        raise UserError(f"{where}: one value is a number and the other is none; allowed: both or neither")
    if pair.prior not in (ORIGINAL, COUNTERFACTUAL, None):
        raise UserError(f"{where}: prior: {pair.prior!r} is not allowed; allowed: original, counterfactual or nothing")


def _words(value: Value) -> set[str]:
    return {text.casefold() for text in (value.text, *value.wordings)}


NAMED = (
    "pair_id",
    "domain",
    "original_id",
    "edit",
    "subject",
    "attribute",
    "asks",
    "asks_choice",
    "prior",
    "source",
    "licence",
    "made",
)
"""Fields of a pair that are columns of table `prive_pairs` by the same name."""
