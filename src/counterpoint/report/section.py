"""What a suite gives to the report: one SuiteSection, which is all that the page knows of a suite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Look = Literal["blue", "orange", "grey", "white", "purple", "black"]
"""How a bar's part is filled, and a mark is framed: told apart by hatching too, and by lightness."""


@dataclass(frozen=True)
class HeadlineColumn:
    """A column of the headline; a `plot` draws each row's `place` instead of its text."""

    label: str
    kind: Literal["text", "number", "plot"] = "text"


@dataclass(frozen=True)
class HeadlineCell:
    """One value of the headline: what it says, a note on it, and where an interval lies in a plot."""

    text: str = ""
    note: str = ""
    place: tuple[float, float, float] | None = None
    """Estimate and both ends of its interval, in percent of the plot's width."""


@dataclass(frozen=True)
class Headline:
    """The result of a suite at a glance: one row a model, its name first."""

    columns: Sequence[HeadlineColumn]
    rows: Sequence[Sequence[HeadlineCell]]
    empty: str
    """What is said when there is no row."""
    terms: Mapping[str, str]
    """The words of the headline, each with the rest of a sentence that explains it."""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table, as the page heads it."""

    label: str
    meaning: str
    numeric: bool


@dataclass(frozen=True)
class Table:
    """A table: title, one-sentence caption, formatted rows, and all of its rows as a CSV data URI.

    `made` is false for a table that the run did not make; `silent` holds the rows that say nothing, gathered
    in a line each; `notes` are those of the rows, and say why cells are empty.
    """

    name: str
    title: str
    caption: str
    made: bool = False
    columns: Sequence[TableColumn] = ()
    rows: Sequence[Sequence[str]] = ()
    head: int = 0
    """Column that heads each row."""
    left: int = 0
    """Rows that only the CSV holds, because there are so many."""
    open: bool = True
    silent: Sequence[str] = ()
    notes: Sequence[str] = ()
    """Distinct notes of the rows, numbered from 1."""
    marks: Sequence[int] = ()
    """Of each row the number of its note, 0 without one."""
    csv: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure: title, caption, and the picture as a data URI, absent where the run did not draw it."""

    name: str
    title: str
    caption: str
    source: str | None


@dataclass(frozen=True)
class Outcome:
    """An outcome of counted trials and how bars show it."""

    name: str
    look: Look


@dataclass(frozen=True)
class Mark:
    """What an option is in its item's key, e.g. the picture's answer."""

    name: str
    look: Look | Literal[""] = ""


@dataclass(frozen=True)
class GalleryItem:
    """One item, as a suite hands it to the gallery."""

    item_id: str
    unit_id: str
    group: str
    """What is shown together under one heading, with its pictures once: a chart, an image pair, a figure."""
    group_note: str
    shown: Mapping[str, Sequence[str]]
    """Stimuli whose pictures belong to the item, by cell; a cell without pictures is not in it."""
    task: str
    where: str
    """The form of the unit that this item is, e.g. instrument and naming."""
    question: str
    options: Sequence[str]
    marks: Mapping[int, Sequence[Mark]]
    """Marks of options, by option index."""
    note: str = ""


@dataclass(frozen=True)
class GalleryPicture:
    """One picture, as a suite hands it to the gallery."""

    stimulus_id: str
    file: str
    """PNG file."""
    pixel_digest: str
    width: int
    height: int
    label: str
    """What tells it from the other pictures of its group, e.g. its variant."""
    alt: str
    """What it shows, without giving an answer away."""


@dataclass(frozen=True)
class Option:
    """An option of a question, with the marks of the key."""

    letter: str
    text: str
    marks: Sequence[Mark]


@dataclass
class Wording:
    """One question with its options, and the items that ask it so."""

    question: str
    options: Sequence[Option]
    where: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Bar:
    """What one model's trials of an item in a cell ended in: shares (percent) by look, and the most frequent choice."""

    parts: Sequence[tuple[Look, float]]
    choice: str
    says: str


@dataclass(frozen=True)
class Example:
    """One reply, shortened, and how it was read; `read` is empty where there was no reply to read."""

    text: str
    read: str


@dataclass(frozen=True)
class UnitRow:
    """One model's bars and example replies to a unit, by cell."""

    model: str
    bars: Sequence[Bar | None]
    examples: Sequence[Example | None]


@dataclass(frozen=True)
class Unit:
    """One unit of the gallery: its wordings with their keys, and what each model answered in each cell."""

    name: str
    task: str
    wordings: Sequence[Wording]
    cells: Sequence[str]
    rows: Sequence[UnitRow]
    legend: Mapping[Look, Sequence[str]]
    """What each look stands for in this unit's bars: the outcomes that came about, in the order of the bars."""


@dataclass
class Picture:
    """A picture in the page, once for all stimuli that have its pixels."""

    source: str
    """Data URI."""
    reduced: bool
    labels: list[str]
    alt: str
    width: int
    height: int
    digest: str
    file: str


@dataclass(frozen=True)
class Group:
    """What the gallery shows under one heading: its pictures once, and its units."""

    name: str
    note: str
    pictures: Sequence[Picture]
    units: Sequence[Unit]


@dataclass(frozen=True)
class Gallery:
    """Every question with its key and what each model answered."""

    groups: Sequence[Group]
    note: str = ""
    """What of the suite the gallery does not hold; empty where it holds everything."""

    @property
    def options(self) -> bool:
        """Whether any question has options to choose from."""
        return any(wording.options for group in self.groups for unit in group.units for wording in unit.wordings)


@dataclass(frozen=True)
class Asked:
    """How much one model was asked in a suite, and what came back."""

    trials: int
    statuses: Mapping[str, int]
    """Trials by status."""
    requests: int
    replied: int
    """Requests to which a reply came, whatever it is worth."""
    failed: int
    skipped: int
    calls: int
    """Calls made, those that failed and were repeated included."""
    resized: int = 0
    """Trials that saw a picture scaled down to a limit of the provider."""


@dataclass(frozen=True)
class SuiteSection:
    """All that the page shows of one suite."""

    name: str
    """Short name, a prefix of the page's anchors: letters and digits."""
    title: str
    guide: str
    """What was asked, in one sentence."""
    headline: Headline
    cells: Sequence[str]
    """Cells that were asked, in the suite's order."""
    warnings: Sequence[str]
    """What a reader must know before trusting the numbers, a sentence each, most serious first."""
    tables: Sequence[Table]
    figures: Sequence[Figure]
    checks: Mapping[str, Table]
    """Tables that say how far the numbers can be trusted, by the short name of the part that each has to itself."""
    gallery: Gallery
    asked: Mapping[str, Asked]
    """By model, in the order of the run."""
