"""Bar charts that no drawing of ours made, for tests of what sees pixels only."""

from collections.abc import Mapping

from PIL import Image, ImageDraw, ImageFont


def painted_bars(bars: Mapping[str, float], colour: str) -> Image.Image:
    """Return bars with their names below, on an axis from 0 to 40."""
    width = 120 + 100 * len(bars)
    image = Image.new("RGB", (width, 320), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(14)
    pen.line([(60, 30), (60, 270)], "black")
    pen.line([(60, 270), (width - 20, 270)], "black")
    for value in (0, 10, 20, 30, 40):
        y = 270 - 5.75 * value
        pen.line([(55, y), (60, y)], "black")
        pen.text((50, y), str(value), "black", font, anchor="rm")
    for place, (name, value) in enumerate(bars.items()):
        left = 90 + 100 * place
        pen.rectangle([left, 270 - 5.75 * value, left + 60, 269], colour)
        pen.text((left + 30, 280), name, "black", font, anchor="ma")
    return image
