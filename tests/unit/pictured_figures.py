"""Figures as papers have them, drawn small, with the boxes of their texts: stand-ins for the suite's own."""

from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.pictures.saved import PicturedFigure

LABELS = ("Control", "Nitrogen", "Biochar")


def drawn(seed: int = 0, size: int = 10) -> tuple[np.ndarray, dict[str, tuple[float, float, float, float]]]:
    """Return a bar chart, uint8 (300, 400, 3), and the edges of each of its texts in px."""
    figure = Figure((4, 3), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.bar(LABELS, np.random.default_rng(seed).uniform(5, 40, len(LABELS)), color=["#4477aa", "#aa3377", "#222222"])
    axes.text(2, 2, "Peak", color="white", ha="center", size=size)
    axes.set_ylim(0, 40)
    axes.set_ylabel("Biomass carbon", size=size)
    axes.tick_params(labelsize=size)
    figure.canvas.draw()
    texts = [axes.yaxis.label, *axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]
    extents = {text.get_text(): text.get_window_extent() for text in texts}
    height = figure.bbox.height
    edges = {text: (at.x0, height - at.y1, at.x1, height - at.y0) for text, at in extents.items()}
    return np.asarray(figure.canvas.buffer_rgba())[..., :3].copy(), edges


def target(
    target_id: str, text: str, edges: tuple[float, ...], dimension: str = "admittance", figure_id: str = "figure"
) -> dict[str, Any]:
    """Return a row of table `scifig_targets`."""
    named = {"target_id": target_id, "figure_id": figure_id, "chart_type": "bar", "dimension": dimension, "text": text}
    asked = {"element_id": "tick/1", "where": "a label", "question": "Which label is it?", "derivation": None}
    return named | asked | dict(zip(("x0", "y0", "x1", "y1"), edges, strict=True))


def pictured(number: int, paged: bool = True) -> PicturedFigure:
    """Return a figure with one target of each dimension, on a page or on none."""
    clean, edges = drawn(number)
    page = np.full((500, 450, 3), 255, np.uint8)
    page[100:400, 25:425] = clean
    dimensions = ("admittance", "inductance", "sham")
    name = f"figure_{number}"
    return PicturedFigure(
        figure_id=name,
        chart_type="bar",
        clean=clean,
        page=page if paged else None,
        box=Box(25, 100, 425, 400) if paged else None,
        targets=[
            target(f"{name}/{dimension}", text, edges[text], dimension, name)
            for dimension, text in zip(dimensions, LABELS, strict=True)
        ],
        source="drawn for a test",
        licence="MIT",
    )
