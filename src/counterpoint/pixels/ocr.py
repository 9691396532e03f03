"""Texts of a picture: their places from the ink, their characters from a text recogniser that runs offline."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from PIL import Image

from counterpoint.pixels.glyphs import Glyph, Line, box_of, find_glyphs, find_lines
from counterpoint.pixels.picture import INK_CHROMA, chroma, pixels_of

LEAST_SCORE = 0.5
"""Confidence below which a text counts as unreadable."""
MARGINS = (0.3, 0.7)
"""White margins around a line that is recognised, as shares of its height: the next is tried when one fails."""


@dataclass(frozen=True)
class TextBox:
    """A text that was read: its characters, the recogniser's confidence and its box in px (left, top, right, bottom).

    `upright` is False for a text that runs upwards.
    """

    text: str
    score: float
    box: tuple[int, int, int, int]
    upright: bool = True

    @property
    def x(self) -> float:
        """Middle from left to right, in px."""
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        """Middle from top to bottom, in px."""
        return (self.box[1] + self.box[3]) / 2


class Page:
    """A picture with its glyphs and lines; texts are recognised when they are asked for, each once."""

    def __init__(self, pixels: np.ndarray, mask: np.ndarray | None = None) -> None:
        """Find the glyphs of (height, width, 3) RGB pixels; `mask` says which pixels may be text."""
        self.pixels = pixels
        self.glyphs, self.labels = find_glyphs(pixels, mask)
        self.lines = find_lines(self.glyphs)
        self._read: dict[tuple[Glyph, ...], TextBox | None] = {}

    def text(self, line: Line) -> TextBox | None:
        """Return what a line says, or None when it is unreadable."""
        if line.glyphs not in self._read:
            cut = self._black_on_white(line)
            tries = (recognise(_framed(cut, margin)) for margin in MARGINS)
            found = next(((text, score) for text, score in tries if text and score >= LEAST_SCORE), None)
            self._read[line.glyphs] = TextBox(*found, line.box, line.upright) if found else None
        return self._read[line.glyphs]

    def texts(self) -> list[TextBox]:
        """Return every line that is readable, from the top."""
        return [text for line in self.lines if (text := self.text(line))]

    def _black_on_white(self, line: Line) -> np.ndarray:
        """Return the line alone, its glyphs and their smoothed edges, dark on white and upright."""
        x0, y0, x1, y1 = box_of(line.glyphs)
        x0, y0 = max(x0 - 1, 0), max(y0 - 1, 0)
        labels = self.labels[y0 : y1 + 1, x0 : x1 + 1]
        mine = np.zeros(labels.shape, bool)
        for glyph in line.glyphs:
            place = (slice(glyph.y0 - y0, glyph.y1 - y0), slice(glyph.x0 - x0, glyph.x1 - x0))
            mine[place] |= np.isin(labels[place], glyph.labels)
        grown = mine.copy()
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                grown |= np.roll(mine, (dy, dx), (0, 1))
        grey = self.pixels[y0 : y1 + 1, x0 : x1 + 1].astype(np.float32).mean(axis=-1)
        ground = float(np.median(grey[~mine])) if (~mine).any() else 255.0
        ink_level = float(np.median(grey[mine]))
        ink_level = min(ink_level, float(grey[mine].min()) + 20) if ink_level < ground else ink_level
        contrast = np.clip((grey - ink_level) / (ground - ink_level or 1), 0, 1)
        # Faint dots that are no pieces of their own stay; other pieces and coloured marks go.
        kept = grown | ((labels == 0) & (chroma(self.pixels[y0 : y1 + 1, x0 : x1 + 1]) < INK_CHROMA))
        cut = np.where(kept, contrast * 255, 255).astype(np.uint8)
        return cut if line.upright else np.rot90(cut, -1)


def _framed(cut: np.ndarray, margin: float) -> np.ndarray:
    return np.pad(cut, max(2, round(margin * cut.shape[0])), constant_values=255)


def read_texts(image: Image.Image | np.ndarray) -> list[TextBox]:
    """Return the dark texts of a picture, from the top, then from the left."""
    return Page(pixels_of(image)).texts()


def recognise(grey: np.ndarray) -> tuple[str, float]:
    """Return the text of one line, dark on white (height, width), and the recogniser's confidence in it."""
    found = _engine()(np.repeat(grey[:, :, None], 3, axis=2), use_det=False, use_cls=False, use_rec=True)
    if not found.txts:
        return "", 0.0
    return found.txts[0].strip(), float(found.scores[0])


@cache
def _engine() -> Any:
    """Return the recogniser, loaded once a process from the files of its package, on one thread."""
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    return RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.use_det": False,
            "Global.use_cls": False,
            "Global.text_score": 0.0,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Rec.rec_img_shape": [3, 48, 96],
        }
    )
