"""Figures of one's own as the suite shows them: pictures opened and checked, texts found, and what to blur chosen."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.findings import finding
from counterpoint.stimuli.opened import open_picture
from counterpoint.stimuli.png import Picture, pixel_digest
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.names import SUITE
from counterpoint.suites.scifig.own.manifest import OwnFigure
from counterpoint.suites.scifig.own.targets import own_targets
from counterpoint.suites.scifig.own.texts import elements_of
from counterpoint.suites.scifig.pictures.saved import PicturedFigure, Source
from counterpoint.suites.scifig.probes.blur_targets import target_row

MADE = "own"
LEAST_SIDE = 200
"""px of a picture's shorter side below which its texts can hardly be read."""


def own_sources(figures: Sequence[OwnFigure], seed: int, audit: list[dict[str, Any]]) -> Iterator[Source]:
    """Give what makes each figure whose picture can be shown; every picture is opened once before.

    A figure whose picture cannot be opened, or is that of a figure above, is left out and becomes a row of `audit`, as
    does what a reader of the results must know: a picture that was turned or laid on white, another format than its
    name says, a page that cannot be opened, a box that reaches beyond it, odd texts.
    """
    seen: dict[str, str] = {}
    for figure in figures:
        found = partial(_found, figure, audit)
        picture = _opened(figure, "figure", found)
        if picture is None:
            continue
        digest = pixel_digest(picture.image.convert("RGB"))
        if (other := seen.setdefault(digest, figure.figure_id)) != figure.figure_id:
            found("duplicate_figure", f"{figure.figure.name}: holds the pixels of figure {other}", True)
            continue
        if min(picture.image.size) < LEAST_SIDE:
            found("small_picture", f"{figure.figure.name}: is {picture.image.width} x {picture.image.height} px")
        for detail in figure.odd:
            found("odd_text", detail)
        _check_page(figure, found)
        yield partial(own_figure, figure, seed)


def own_figure(figure: OwnFigure, seed: int) -> PicturedFigure:
    """Open a figure and its page, find its texts, and choose those to blur. Raises UserError without its picture."""
    picture, _ = open_picture(figure.figure)
    clean = np.asarray(picture.image.convert("RGB"))
    page = _page(figure)
    elements = elements_of(figure.figure_id, clean)
    chosen = own_targets(figure.figure_id, elements, clean.shape[:2], figure.caption, seed)
    return PicturedFigure(
        figure_id=figure.figure_id,
        chart_type=figure.chart_type,
        clean=clean,
        page=page,
        box=None if page is None or figure.box is None else Box(*figure.box),
        targets=[target_row(figure, target) for target in chosen],
        source=figure.source,
        licence=figure.licence,
        others={"scifig_figures": [_row(figure, page is not None)], "elements": elements},
        source_mode=picture.source_mode,
        flattened=picture.flattened,
    )


def check_names(rows: Sequence[Mapping[str, Any]]) -> None:
    """Stop where one's own figure has the name of one that the run draws, or where there is no figure at all.

    `rows` are those of `scifig_figures`. Raises UserError.
    """
    if not rows:
        raise UserError("suites.scifig.own: none of its figures can be shown; mend their pictures, or draw `figures`")
    drawn = {row["figure_id"] for row in rows if row["made"] != MADE}
    for row in rows:
        if row["made"] == MADE and row["figure_id"] in drawn:
            raise UserError(f"suites.scifig.own: the run draws a figure {row['figure_id']!r} too; allowed: other names")


def _found(figure: OwnFigure, audit: list[dict[str, Any]], fault: str, detail: str, kept_out: bool = False) -> None:
    audit.append(finding(SUITE, f"figure {figure.figure_id}", None, fault, detail, kept_out))


def _opened(figure: OwnFigure, what: str, found: partial) -> Picture | None:
    """Return one of a figure's pictures, figure or page, its faults told; None where it cannot be opened."""
    path = getattr(figure, what)
    try:
        picture, notes = open_picture(path)
    except UserError as error:
        found(f"unreadable_{what}", str(error), what == "figure")
        return None
    for fault, detail in notes:
        found(fault, f"{path.name}: {detail}")
    return picture


def _check_page(figure: OwnFigure, found: partial) -> None:
    if figure.page is None:
        return
    page = _opened(figure, "page", found)
    if page is None:
        return
    if figure.box is None:
        found("no_box_on_page", f"{figure.page.name}: x0 to y1 are empty: it is not shown with the figure blurred")
    elif Box(*figure.box).within(*page.image.size) != Box(*figure.box):
        found("box_outside_page", f"{figure.box} reaches beyond {page.image.width} x {page.image.height} px")


def _page(figure: OwnFigure) -> np.ndarray | None:
    """Return the pixels of a figure's page; None where there is none, or one that cannot be opened."""
    if figure.page is None:
        return None
    try:
        return np.asarray(open_picture(figure.page)[0].image.convert("RGB"))
    except UserError:
        return None  # told among the audit's findings when the file was first opened


def _row(figure: OwnFigure, paged: bool) -> dict[str, Any]:
    """Return a figure as a row of `scifig_figures`."""
    box = (None,) * 4 if figure.box is None or not paged else tuple(map(float, figure.box))
    return {
        "figure_id": figure.figure_id,
        "chart_type": figure.chart_type,
        "made": MADE,
        "data": None,
        "description": figure.description,
        "caption": figure.caption,
        "page_stimulus_id": f"{figure.figure_id}/page" if paged else None,
        **dict(zip(("x0", "y0", "x1", "y1"), box, strict=True)),
        "source": figure.source,
        "licence": figure.licence,
    }
