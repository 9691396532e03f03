"""Texts of one line: which characters cannot stand in them or be seen, and how a message shows these."""

import unicodedata

BREAKING = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that no text of a question or picture may hold: controls, lone surrogates, line breaks."""

JOINERS = "\u200c\u200d"
"""Characters that cannot be seen but shape the letters beside them in some scripts."""


def unprintable(text: str) -> str | None:
    """Return the first character that breaks a line or cannot be encoded as 'U+000A', or None."""
    return next((f"U+{ord(c):04X}" for c in text if unicodedata.category(c) in BREAKING), None)


def hidden(text: str) -> str | None:
    """Return the first character that cannot be seen, such as one that turns text around, as 'U+202E', or None."""
    return next((f"U+{ord(c):04X}" for c in text if unicodedata.category(c) == "Cf" and c not in JOINERS), None)


def escaped(text: str) -> str:
    """Return a text of one line that can be encoded: such characters as backslash escapes."""
    return "".join(ascii(c)[1:-1] if unicodedata.category(c) in BREAKING else c for c in text)
