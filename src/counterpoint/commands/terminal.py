"""What commands print: texts from models and files shown as they are, without their control over the terminal."""

from collections.abc import Iterable

LABEL = 10
"""Characters of the column of labels."""


def safe(text: str) -> str:
    """Return a text of others with every character escaped that a terminal may obey or hide; lines stay lines."""
    return "".join(c if c == "\n" or c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def block(label: str, lines: Iterable[str]) -> str:
    """Return lines under a label: it stands before the first, and the others are indented as far.

    What is printed passes here, and is made safe here.
    """
    texts = [line for text in lines for line in safe(text).split("\n")]
    return "\n".join(f"{label if n == 0 else '':<{LABEL}} {line}".rstrip() for n, line in enumerate(texts))


def columns(rows: Iterable[Iterable[str]]) -> list[str]:
    """Return rows of cells as lines, each column as wide as its longest cell."""
    cells = [[" ".join(safe(cell).split()) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
