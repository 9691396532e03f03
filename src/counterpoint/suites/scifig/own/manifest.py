"""Figures of one's own as their file describes them: rows read and checked, before any picture is opened.

It is read whenever Snakemake starts, so it imports nothing that takes time.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.manifests import EDGES, Rows, box_in, files_named, listed, read_rows
from counterpoint.stimuli.text import hidden, unprintable
from counterpoint.suites.scifig.names import CHART_TYPES

NEEDED = ("figure_id", "chart_type", "figure", "description", "source", "licence")
OPTIONAL = ("caption", "page", *EDGES)
PICTURES = ("figure", "page")
ONE_LINE = ("figure_id", "chart_type", "figure", "page", "source", "licence")
"""Columns whose texts hold no line break; descriptions and captions may run over several."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""Names of figures: they are parts of the names of items."""


@dataclass(frozen=True)
class OwnFigure:
    """A figure as its row says."""

    figure_id: str
    chart_type: str
    figure: Path
    descriptions: tuple[str, ...]
    """As experts wrote them; of several, none is before another."""
    source: str
    licence: str
    caption: str | None
    page: Path | None
    """Picture of the page that holds the figure."""
    box: tuple[int, int, int, int] | None
    """The figure's place on that page, in px."""
    odd: tuple[str, ...] = ()
    """What is odd about its texts."""

    @property
    def description(self) -> str:
        """All its descriptions as one text."""
        return "\n\n".join(self.descriptions)


def own_figures(path: str | Path) -> list[OwnFigure]:
    """Return the figures of a file; paths in it are relative to its folder.

    Raises UserError with file, row (the header is row 1), column, value and what is allowed for a mistake in it.
    """
    found: dict[str, OwnFigure] = {}
    for number, row in _read(path):
        figure = _figure(row, f"{path}: row {number}", Path(path).parent)
        if figure.figure_id in found:
            raise UserError(
                f"{path}: row {number}: column 'figure_id': {figure.figure_id!r} stands above already; allowed: each "
                "name once"
            )
        found[figure.figure_id] = figure
    return list(found.values())


def files_of(path: str | Path) -> list[str]:
    """Return the pictures that a file of figures names and that are there, so that a run sees when they change.

    Raises UserError as `own_figures` does for columns and rows, and for names with braces.
    """
    return files_named(path, _read(path), PICTURES)


def _read(path: str | Path) -> Rows:
    return read_rows(path, NEEDED, OPTIONAL, "figure")


def _figure(row: dict[str, str], where: str, folder: Path) -> OwnFigure:
    def refuse(name: str, allowed: str) -> None:
        raise UserError(f"{where}: column {name!r}: {row[name]!r}; allowed: {allowed}")

    for name in NEEDED:
        if not row[name]:
            raise UserError(f"{where}: column {name!r}: is empty; allowed: a text")
    for name in (name for name in ONE_LINE if name in row):
        if character := unprintable(row[name]) or hidden(row[name]):
            raise UserError(f"{where}: column {name!r}: holds {character}; allowed: texts of one line")
    if not NAME.fullmatch(row["figure_id"]):
        refuse("figure_id", "letters, digits, '.', '_' and '-', beginning with a letter or digit")
    if row["chart_type"] not in CHART_TYPES:
        refuse("chart_type", ", ".join(CHART_TYPES))
    box = box_in(row, where)
    if box is not None and not row.get("page"):
        raise UserError(
            f"{where}: column 'page': is empty, but x0 to y1 say where on it the figure is; allowed: a path"
        )
    odd: list[str] = []
    descriptions = tuple(_plain(text, "description", odd) for text in listed(row["description"]))
    if not descriptions:
        refuse("description", "a text, or several between which '|' stands")
    caption = _plain(row["caption"], "caption", odd) if row.get("caption") else None
    return OwnFigure(
        row["figure_id"],
        row["chart_type"],
        folder / row["figure"],
        descriptions,
        row["source"],
        row["licence"],
        caption,
        folder / row["page"] if row.get("page") else None,
        box,
        tuple(odd),
    )


def _plain(text: str, name: str, odd: list[str]) -> str:
    """Return a text on one line without characters that no text needs; what was odd is added to `odd`."""
    joined = re.sub(r"\s+", " ", text).strip()
    strange = sorted({character for character in joined if _strange(character)})
    if strange:
        odd.append(f"{name}: holds {', '.join(f'U+{ord(c):04X}' for c in strange)}, which were left out")
    if "\ufffd" in joined:
        odd.append(f"{name}: holds U+FFFD, where a character was lost in another encoding")
    joined = "".join(character for character in joined if character not in strange)
    if name == "description" and len(joined.split()) < 5:
        odd.append(f"{name}: has {len(joined.split())} words, by which no description can be judged: {joined!r}")
    return joined


def _strange(character: str) -> bool:
    """Return whether a character is a control, of private use or unassigned."""
    return unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn")
