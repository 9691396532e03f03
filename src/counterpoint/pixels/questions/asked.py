"""A question as it is sent: its wording, and its options in the order shown."""

import re
from dataclasses import dataclass

_OPTION = re.compile(r"^\s*\(([a-z])\)\s+(.*?)\s*$")


@dataclass(frozen=True)
class Asked:
    """A question and its options; `letters` are those shown before the options."""

    question: str
    options: tuple[str, ...]
    letters: tuple[str, ...] = ()

    @property
    def omit(self) -> int | None:
        """Index of the option that declines, or None."""
        return next((n for n, option in enumerate(self.options) if option.strip().casefold() == "omit"), None)

    @property
    def answers(self) -> list[int]:
        """Indices of the options that answer."""
        return [n for n in range(len(self.options)) if n != self.omit]


def read_request(text: str) -> Asked | None:
    """Return the question of a request's text, whose options are lines such as "(a) 40"; None without options."""
    question, letters, options = [], [], []
    for line in text.splitlines():
        option = _OPTION.match(line)
        if option:
            letters.append(option[1])
            options.append(option[2])
        elif not options:
            question.append(line.strip())
    if not options:
        return None
    return Asked(" ".join(filter(None, question)), tuple(options), tuple(letters))
