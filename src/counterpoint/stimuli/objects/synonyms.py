"""Other words for the values of attributes: colours by other names, and lists with and without "and"."""

import itertools
import re
from collections.abc import Sequence

COLOUR_NAMES = {
    "gold": ("yellow", "golden"),
    "yellow": ("gold", "amber"),
    "silver": ("grey", "gray"),
    "grey": ("gray", "silver"),
    "navy blue": ("navy", "dark blue", "blue"),
    "light blue": ("sky blue", "pale blue", "blue"),
    "purple": ("violet",),
    "pink": ("rose",),
}
"""What people call a colour of `counterpoint.stimuli.objects.style.COLOURS` as well."""
_COLOUR = re.compile(rf"\b(?:{'|'.join(sorted(COLOUR_NAMES, key=len, reverse=True))})\b")
_SET = re.compile(r"(?:[a-z ]+, )*[a-z ]+ and [a-z ]+")


def other_wordings(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return for each value of an attribute the other wordings by which a reply may give it.

    A list ("black, red, gold") may be joined by "and" at its end; one that is joined so already ("red and white") tells
    of no order, and may be given in any. A colour may be called by another name throughout. What would be a wording of
    two values is one of neither.
    """
    found = {value: [text for text in dict.fromkeys(_variants(value)) if text != value] for value in values}
    given = [text for value in values for text in (value, *found[value])]
    return {value: tuple(text for text in texts if given.count(text) == 1) for value, texts in found.items()}


def _variants(value: str) -> list[str]:
    names = list(dict.fromkeys(_COLOUR.findall(value)))
    called = [
        _COLOUR.sub(lambda found, way=way: way[names.index(found[0])], value)
        for way in itertools.product(*((name, *COLOUR_NAMES[name]) for name in names))
    ]
    return [text for one in called for text in _joined(one)]


def _joined(text: str) -> list[str]:
    if _SET.fullmatch(text):
        return [
            f"{', '.join(order[:-1])} and {order[-1]}" for order in itertools.permutations(re.split(", | and ", text))
        ]
    *first, last = text.split(", ")
    return [text, f"{', '.join(first)} and {last}"] if first else [text]
