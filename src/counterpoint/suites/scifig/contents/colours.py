"""What a colour is called: the eleven basic families, with the neighbours that a reader may say as well."""

import colorsys

FAMILIES = ("black", "white", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
"""Basic colour terms of English (Berlin and Kay 1969), as the paper's checklist compares colours."""
_SAID = {
    "grey": ("grey", "gray"),
    "blue": ("blue", "navy", "azure"),
    "green": ("green", "olive"),
    "purple": ("purple", "violet"),
    "pink": ("pink", "magenta"),
    "red": ("red", "crimson", "vermilion"),
    "orange": ("orange",),
    "brown": ("brown", "tan", "beige"),
    "yellow": ("yellow", "gold"),
}
_HUES = ((15, "red"), (45, "orange"), (70, "yellow"), (165, "green"), (260, "blue"), (305, "purple"), (345, "pink"))
"""Upper ends of the families' hues, in degrees; what lies above the last is red again."""
_NEAR = 10
"""Degrees from the end of a family's hues within which its neighbour is said as well."""


def families(colour: str) -> tuple[str, ...]:
    """Return the families that a colour, #RRGGBB, may be counted to; the one that fits best comes first."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    if light < 0.12 or light > 0.94 or saturation < 0.12:
        return ("black", "grey") if light < 0.2 else ("white",) if light > 0.94 else ("grey",)
    degrees = hue * 360
    found = [_family(degrees), _family(degrees - _NEAR), _family(degrees + _NEAR)]
    if 165 <= degrees < 200:
        found.append("green")
    if degrees < 50 and (light < 0.4 or saturation < 0.5):
        found.insert(0, "brown") if light < 0.4 and degrees >= 15 else found.append("brown")
    if (degrees < 20 or degrees > 290) and light > 0.6:
        found.append("pink")
    return tuple(dict.fromkeys(found))


def colour_words(colour: str) -> tuple[str, ...]:
    """Return the words for a colour's families, and for what lies between green and blue."""
    found = families(colour)
    between = ("teal", "turquoise", "cyan") if {"green", "blue"} & set(found) else ()
    return (*(word for family in found for word in _SAID.get(family, (family,))), *between)


def other_words(colour: str) -> tuple[str, ...]:
    """Return the words for the families that a colour is not of."""
    return tuple(word for family in FAMILIES if family not in families(colour) for word in _SAID.get(family, (family,)))


def _family(degrees: float) -> str:
    return next((name for end, name in _HUES if degrees % 360 < end), "red")
