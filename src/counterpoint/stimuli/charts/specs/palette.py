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
RAMP: tuple[str, ...] = ("#DDEAF6", "#B3D2EA", "#82B6DB", "#4A94C6", "#1F6CAE", "#093F7C")
"""Colours of a map's classes, light to dark: after ColorBrewer's Blues (Harrower and Brewer 2003), in one hue so that
order shows, and each darker than the last by a step that colour-blind readers see; even the lightest is no white."""
MAP_LINE = "#5A5A5A"
NO_DATA = "#F4F4F4"
"""Ground of a map's regions without a value, which are hatched too."""
