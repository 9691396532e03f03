"""What all chart types share of a reading: texts, frame, scales, legend, titles."""

from dataclasses import dataclass

import numpy as np

from counterpoint.pixels.axes import Frame, Scale, find_frame, fit_scale, place_labels, tick_places, value_labels
from counterpoint.pixels.glyphs import box_of
from counterpoint.pixels.labels import label_rows
from counterpoint.pixels.legend import Entry, find_legend
from counterpoint.pixels.ocr import Page, TextBox


@dataclass(frozen=True)
class Sheet:
    """A picture with what was read of it before its marks; `kind` is its chart type once that is known."""

    pixels: np.ndarray
    page: Page
    texts: list[TextBox]
    frame: Frame | None
    x_ticks: list[float]
    y_scale: Scale | None
    x_scale: Scale | None
    legend: list[Entry]
    title: str | None
    x_title: str | None
    y_title: str | None
    kind: str | None = None


def read_sheet(pixels: np.ndarray) -> Sheet:
    """Read texts, frame, scales, legend and titles of (height, width, 3) RGB pixels."""
    page = Page(pixels)
    texts = page.texts()
    frame = find_frame(pixels)
    x_ticks: list[float] = []
    x_scale = y_scale = None
    labels: list[TextBox] = []
    if frame:
        x_ticks = tick_places(pixels, frame, "x")
        beside, below = value_labels(texts, frame), place_labels(texts, frame)
        y_scale = fit_scale(beside, "y", tick_places(pixels, frame, "y"))
        x_scale = fit_scale(below, "x", x_ticks)
        labels = [*beside, *below]
    legend = find_legend(pixels, [text for text in texts if text not in labels])
    named = [entry.text for entry in legend]
    rest = [text for text in texts if text not in labels and text not in named]
    title = _title(rest, frame, pixels.shape)
    return Sheet(
        pixels,
        page,
        texts,
        frame,
        x_ticks,
        y_scale,
        x_scale,
        legend,
        " ".join(text.text for text in title) or None,
        _x_title([text for text in rest if text not in title], frame, _lowest_label(page, frame, x_ticks)),
        _y_title([text for text in rest if text not in title], frame),
    )


def _title(texts: list[TextBox], frame: Frame | None, shape: tuple[int, ...]) -> list[TextBox]:
    """Return the lines of the largest text at the top, above the frame where there is one."""
    limit = frame.top if frame else 0.25 * shape[0]
    above = [text for text in texts if text.upright and text.box[3] <= limit and len(text.text) >= 4]
    largest = max(above, key=lambda text: text.box[3] - text.box[1], default=None)
    if largest is None or largest.box[3] - largest.box[1] < 11:
        return []
    size = largest.box[3] - largest.box[1]
    return [
        text
        for text in above
        if abs(text.box[3] - text.box[1] - size) <= 4
        and abs(text.y - largest.y) <= 2 * size
        and text.y < largest.y + 30
    ]


def _lowest_label(page: Page, frame: Frame | None, places: list[float]) -> float:
    """Return the lower edge of the labels of the x axis, in px."""
    rows = label_rows(page, frame, places) if frame and places else []
    turned = [line.box[3] for line in page.lines if not line.upright and frame and line.box[1] > frame.outer_bottom]
    return max((*(box_of(row)[3] for row in rows), *turned), default=frame.outer_bottom + 18 if frame else 0)


def _x_title(texts: list[TextBox], frame: Frame | None, labels_end: float) -> str | None:
    """Return the text below the x axis and its labels, or at the axis's right end."""
    if not frame:
        return None
    below = [t for t in texts if t.upright and t.box[1] >= labels_end and frame.left < t.x < frame.right]
    if below:
        return max(below, key=lambda t: t.y).text
    beside = [t for t in texts if t.upright and t.box[0] > frame.right - 20 and abs(t.y - frame.axis_y) <= 30]
    return beside[0].text if beside else None


def _y_title(texts: list[TextBox], frame: Frame | None) -> str | None:
    """Return the text that runs upwards left of the y axis, or stands on the axis's upper end."""
    if not frame:
        return None
    turned = [t for t in texts if not t.upright and t.box[2] <= frame.left]
    if turned:
        return max(turned, key=lambda t: len(t.text)).text
    above = [t for t in texts if t.upright and 0 <= frame.top - t.box[3] <= 22 and t.box[0] <= frame.left + 40]
    return max(above, key=lambda t: t.y).text if above else None
