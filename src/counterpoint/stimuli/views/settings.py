"""What a view looks like: sizes and colours, with the published values as defaults."""

from dataclasses import dataclass

VIEWS = ("raw", "raw_twice", "box", "contour", "outline", "crop", "crop_same_pixels", "zoom", "marks")
"""Names of views. `raw` is the picture by itself; of every other one the view follows the raw picture."""


@dataclass(frozen=True)
class ViewSettings:
    """Sizes in px of a picture whose longer side is `reference`; on any other picture they grow with it."""

    reference: int
    """Longer side, in px, of the picture that the other values belong to."""
    box_line: int
    """Width of a box's line."""
    contour_line: int
    """Width of the line along a mask's inner edge."""
    outline_line: int
    """Width of the line around a mask, outside it."""
    crop_padding: float
    """Share of the box's width and height that a crop shows more on each side."""
    inset: float
    """Longer side of a zoom panel's inset, as a share of the picture's shorter side."""
    inset_margin: int
    """Distance of the inset from the picture's edges."""
    colour: tuple[int, int, int] = (255, 210, 0)
    """Of lines, red, green and blue."""


MEDICAL = ViewSettings(240, box_line=2, contour_line=1, outline_line=1, crop_padding=0.35, inset=1 / 3, inset_margin=16)
"""As in PriVE's medical domain (arXiv 2607.16311); its slices are 240 px wide."""
NATURAL = ViewSettings(
    512, box_line=3, contour_line=1, outline_line=1, crop_padding=0.05, inset=170 / 512, inset_margin=8
)
"""As in PriVE's natural domains, whose pictures were drawn on at 512 px."""
LARGEST_SHARE = 0.5
"""A crop of more than this share of the picture shows nothing closer."""
SMALLEST_SIDE = 4
"""Px below which a region has no shape to point at."""
