"""The colours of the charts: Okabe and Ito's palette, which colour-blind readers can tell apart."""

COLOURS: dict[str, str] = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "vermilion": "#D55E00",
    "sky": "#56B4E9",
    "purple": "#CC79A7",
    "yellow": "#F0E442",
    "grey": "#999999",
}
"""Okabe and Ito, Color Universal Design (2008), grey in place of black: neighbours in a pie differ in lightness."""

INK = "#222222"
GRID = "#D9D9D9"
