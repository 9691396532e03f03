"""A description cut into statements: sentences, entries of lists, cells of tables, each with what it stands under."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile("(?<=10)[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|boxed)\s*\{([^{}]*)\}")
_SIGNS = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "−": "-",
        "–": "-",
        "—": " - ",
        "≈": "~",
        "×": "x",
        "·": "x",
        "\u00a0": " ",
    }
)
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_BULLET = re.compile(r"^(\s*)(?:[•◦▪]|(?:[-+*]|\d{1,2}[.)])(?=\s))\s*(.*)$")
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\b[Aa]pprox\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bca\.)(?<!\bc\.)(?<!\b[Ff]ig\.)(?<!\bresp\.)"
    r"[\"')\]]*\s+(?=[^a-z\s])"
)
_LABEL = re.compile(r"^[^\d.~+-]|^(?:1[5-9]|20)\d\d$")
_RULE = re.compile(r"^[\s|:+-]+$")
_LABELS = 3
"""Leading columns of a table that may say what a row is about."""
_WRAPPED, _LONGEST_PARAGRAPH = 60, 5_000
"""Characters of a line that may go on in the next, and that a joined one may have."""
_LONGEST_LEAD = 80
"""Characters of an entry's beginning under which other entries may stand."""
_MOST_CELLS = 60
"""Columns of a table that are read."""


@dataclass(frozen=True)
class Statement:
    """One statement, in plain characters and its own capitals."""

    text: str
    under: str = ""
    """Headings and the beginnings of entries above it: what it is about where it does not say so itself."""
    cell: bool = False
    """A table's cell behind the labels of its row and column."""


def statements(text: str) -> Iterator[Statement]:
    """Give the statements of a text in Markdown, in order.

    A sentence ends at a full stop, not at a semicolon. An entry of a list stands under the headings and under the
    entries that it is indented below, up to the colon of each; later sentences of an entry under its own beginning. A
    table gives a statement for each cell: the labels of its row, the title of its column, and the cell.
    """
    heading, above = "", list[tuple[int, str]]()
    titles: list[str] | None = None
    for line in _lines(cleaned(text)):
        if "|" in line and line.count("|") > 1:
            cells = [cell.strip(" *_`") for cell in line.strip().strip("|").split("|")][:_MOST_CELLS]
            if _RULE.match(line):
                continue
            if titles is None:
                titles = cells
            else:
                yield from _cells(titles, cells, heading)
            continue
        titles = None
        if not line.strip():
            continue
        if found := _heading(line.strip()):
            heading, above = _bare(found), []
            yield Statement(heading)
            continue
        entry = _BULLET.match(line)
        if entry is None:
            if not line[0].isspace():
                above = []
            if line.rstrip().endswith(":"):  # what introduces a list
                above = [(-1, _bare(line.strip(": "))[-_LONGEST_LEAD:])]
            yield from _sentences(line, f"{heading}. {'. '.join(lead for _, lead in above)}")
            continue
        depth, content = len(entry[1].expandtabs(4)), entry[2]
        above = [(other, lead) for other, lead in above if other < depth]
        yield from _sentences(content, f"{heading}. {'. '.join(lead for _, lead in above)}")
        above.append((depth, _bare(content[:_LONGEST_LEAD].split(":")[0])))


def _lines(text: str) -> Iterator[str]:
    """Give the lines of a text, those of one paragraph joined: a long one without an end goes on in the next."""
    held = ""
    for line in text.split("\n"):
        begins = not line.strip() or line.count("|") > 1 or _BULLET.match(line) or line.lstrip().startswith(("#", "**"))
        if held and not begins and len(held) >= _WRAPPED and not held.rstrip().endswith((".", ":", "!", "?", "|")):
            line = f"{held} {line.strip()}"
        elif held:
            yield held
        held = line if len(line) < _LONGEST_PARAGRAPH else ""
        if line and not held:
            yield line
    yield held


def _heading(line: str) -> str:
    """Return what a line says that is a heading as a whole: after "#", or all of it bold; else nothing."""
    if line.startswith("#"):
        return line.strip("# ")
    bold = line.rstrip(":")
    whole = len(bold) > 4 and bold.startswith("**") and bold.endswith("**") and bold.count("**") == 2
    return bold.strip("*: ") if whole else ""


def _sentences(line: str, under: str) -> Iterator[Statement]:
    """Give the sentences of a line; those behind its first stand under its beginning, if that ends in a colon."""
    lead, colon, _ = line.partition(":")
    for number, sentence in enumerate(_SENTENCE.split(line)):
        if sentence.strip():
            own = f"{under}. {lead}" if number and colon and len(lead) <= 60 else under
            yield Statement(_bare(sentence), _bare(own).strip(". "))


def _cells(titles: list[str], cells: list[str], heading: str) -> Iterator[Statement]:
    # Behind the first column a number is a value, unless it is a year.
    labels = [cell for n, cell in enumerate(cells[:_LABELS]) if cell and (not n or _LABEL.search(cell))]
    for place, cell in enumerate(cells):
        if place and cell:
            title = titles[place] if place < len(titles) else ""
            before = [label for label in labels if label is not cell]
            yield Statement(f"{'; '.join([*before, title])}: {cell}", _bare(heading), True)


def cleaned(text: str) -> str:
    """Return a text without thinking and LaTeX, with plain quotes, dashes, powers and line breaks."""
    text = _THINKING.sub(" ", text)
    text = _RAISED.sub(lambda raised: "^" + raised[0].translate(_SUPERSCRIPTS), text)
    text = _LATEX.sub(r"\1", unicodedata.normalize("NFKC", text.translate(_SIGNS))).translate(_SIGNS)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\\%", "%").replace("$", "")


def _bare(text: str) -> str:
    return re.sub(r"[*`]|(?<!\w)_+|_+(?!\w)", "", text)
