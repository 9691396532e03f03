"""Names that both sources of items share: the suite, the folder of its pictures, and units."""

SUITE = "cvlat"
IMAGES = "stimuli/cvlat/images"
"""Folder of the pictures, relative to the folder of the run."""


def unit_id(instrument: str, chart: str, number: int | str) -> str:
    """Return the unit of a chart's question: one for vlat and revlat, which ask the same question of two pictures.

    Comparisons join on it: the loss of accuracy from vlat to revlat, the forms of cvlat.
    """
    return f"{'cvlat' if instrument == 'cvlat' else 'aligned'}/{chart}/{number}"
