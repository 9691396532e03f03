"""A view by its name, and whether a region can have it."""

from collections.abc import Sequence

import numpy as np

from counterpoint.stimuli.views.closer import crop, crop_same_pixels, zoom_panel
from counterpoint.stimuli.views.lines import boxed, contoured, marked, outlined
from counterpoint.stimuli.views.region import Box, Region
from counterpoint.stimuli.views.settings import LARGEST_SHARE, SMALLEST_SIDE, ViewSettings

CLOSER = ("crop", "crop_same_pixels", "zoom")
NEEDS_MASK = ("contour", "outline")


def why_not(view: str, region: Region | None, size: tuple[int, int], padding: float) -> str | None:
    """Return why a region of a picture, `size` px wide and high, cannot have a view; None where it can.

    The reasons: no_region, region_outside, region_too_small, region_too_large (a crop of it would show nothing
    closer) and no_mask.
    """
    if view in ("raw", "raw_twice"):
        return None
    if region is None:
        return "no_region"
    width, height = size
    inside = region.box.within(width, height)
    if inside != region.box or inside.area == 0:
        return "region_outside"
    if min(inside.width, inside.height) < SMALLEST_SIDE:
        return "region_too_small"
    if view in CLOSER and inside.padded(padding, width, height).area > LARGEST_SHARE * width * height:
        return "region_too_large"
    if view in NEEDS_MASK and region.mask is None:
        return "no_mask"
    return None


def make_view(
    view: str,
    source: np.ndarray,
    sent: np.ndarray,
    region: Region,
    settings: ViewSettings,
    others: Sequence[Region] = (),
) -> np.ndarray:
    """Return a view of a picture, uint8 (height, width, 3), as it is sent beside the raw one.

    `source` holds the picture's own pixels, `sent` those of the raw picture that is sent. `region` and the
    `others`, further regions for set-of-marks, are in source pixels. Lines are drawn at the size that is sent, so
    that none is thinned by scaling. Raises ValueError for a view without a name here.
    """
    side = max(sent.shape[:2])
    grown = side / settings.reference
    box_line = max(1, round(settings.box_line * grown))
    if view in ("raw", "raw_twice"):
        return sent
    if view == "crop":
        return crop(source, region.box, settings.crop_padding, side)
    if view == "crop_same_pixels":
        return crop_same_pixels(sent, region.box, settings.crop_padding, side, source.shape[1])
    if view == "zoom":
        margin = round(settings.inset_margin * grown)
        panel = (settings.crop_padding, settings.inset, margin, box_line, settings.colour)
        return zoom_panel(sent, source, region.box, *panel)
    here = _at_size(region, sent, source)
    if view == "box":
        return boxed(sent, here.box, box_line, settings.colour)
    if view == "contour":
        return contoured(sent, here.mask, max(1, round(settings.contour_line * grown)), settings.colour)
    if view == "outline":
        return outlined(sent, here.mask, max(1, round(settings.outline_line * grown)), settings.colour)
    if view == "marks":
        places = sorted([here, *(_at_size(other, sent, source) for other in others)], key=_reading_order)
        return marked(sent, places, max(4, round(0.02 * side)))
    raise ValueError(f"no view is called {view!r}")


def _reading_order(region: Region) -> tuple[int, int]:
    """Marks take their colours in this order, so that a colour does not say which region is the one asked about."""
    return region.box.y0, region.box.x0


def _at_size(region: Region, sent: np.ndarray, source: np.ndarray) -> Region:
    """Return a region of the source in pixels of the picture that is sent."""
    if sent.shape[:2] == source.shape[:2]:
        return region
    across, down = sent.shape[1] / source.shape[1], sent.shape[0] / source.shape[0]
    box = region.box
    x0, y0 = int(np.floor(box.x0 * across)), int(np.floor(box.y0 * down))
    x1, y1 = int(np.ceil(box.x1 * across)), int(np.ceil(box.y1 * down))
    mask = region.mask
    if mask is not None:
        rows = np.minimum((np.arange(sent.shape[0]) + 0.5) / down, mask.shape[0] - 1).astype(int)
        columns = np.minimum((np.arange(sent.shape[1]) + 0.5) / across, mask.shape[1] - 1).astype(int)
        mask = mask[np.ix_(rows, columns)]
    return Region(Box(x0, y0, x1, y1), mask)
