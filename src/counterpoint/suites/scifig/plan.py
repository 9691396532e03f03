"""The plan of a SciFig run: every trial of every cell, the distinct requests behind them, and what is not sent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterpoint.asked import NAME, NUMBER, Asked
from counterpoint.errors import UserError
from counterpoint.models.requests import Part, Request
from counterpoint.suites.scifig.cells import CELLS, Cell, levelled_cells
from counterpoint.suites.scifig.names import CAPTION, PERCEPTION, REASONING, RESISTANCE, SHAM, SUITE
from counterpoint.suites.scifig.planted_truth import truth_of
from counterpoint.trials import Plan

CLEAN, NO_IMAGE, WRONG_IMAGE, PAGE = "clean", "no_image", "wrong_image", "page"
NO_OTHER_FIGURE, NO_SHAM = "no_other_figure", "no_sham_target"
"""Why there is no wrong picture, and why no other label can be blurred."""


@dataclass(frozen=True)
class Shown:
    """The picture of one trial: the view it is, its pixel digest, and the figure that it shows."""

    view: str
    figure_id: str | None = None
    digest: str | None = None
    missing: str = ""


class _Pictures:
    """Which picture a figure is shown by under a condition."""

    def __init__(self, views: Iterable[Mapping[str, Any]], targets: Iterable[Mapping[str, Any]]) -> None:
        self._views = {(row["figure_id"], row["view"]): row for row in views}
        self._shams = {row["figure_id"]: row["target_id"] for row in targets if row["dimension"] == SHAM}
        clean: dict[str, list[str]] = {}
        for (figure_id, view), row in self._views.items():
            if view == CLEAN and row["pixel_digest"] is not None:
                clean.setdefault(row["chart_type"], []).append(figure_id)
        # The one before it, whatever comes after: more figures ask nothing else of the first ones.
        self._others = {
            figure_id: of_type[at - 1] if at else of_type[1]
            for of_type in clean.values()
            for at, figure_id in enumerate(of_type)
            if len(of_type) > 1
        }

    def of(self, item: Mapping[str, Any], view: str) -> Shown:
        """Return the picture of an item's figure in a view, in which a target stands for the item's own."""
        figure = item["figure_id"]
        if view == NO_IMAGE:
            return Shown(view)
        if view == WRONG_IMAGE:
            other = self._others.get(figure)
            if other is None:
                return Shown(view, missing=NO_OTHER_FIGURE)
            return Shown(view, other, self._views[other, CLEAN]["pixel_digest"])
        if view == SHAM and figure not in self._shams:
            return Shown(view, missing=NO_SHAM)
        if view in ("blurred", SHAM):
            target = item["target_id"] if view == "blurred" else self._shams[figure]
            row = self._views[figure, f"blurred/{target}"]
        else:
            row = self._views[figure, view]
        if row["pixel_digest"] is None:
            return Shown(view, missing=row["reason"])
        return Shown(view, figure, row["pixel_digest"])


def plan(
    items: Sequence[Mapping[str, Any]],
    views: Iterable[Mapping[str, Any]],
    targets: Iterable[Mapping[str, Any]],
    prompts: Mapping[str, str],
    cells: Iterable[str],
    levels: Mapping[str, Sequence[float]],
    captioned: bool,
) -> Plan:
    """Plan every trial: item x cell, identical requests once.

    `views` are rows of `scifig_views`, `targets` those of `scifig_targets` that hold every validity rule; `levels` the
    levels of severity by transform, of which each is a cell. With `captioned` every described figure stands above its
    true caption. The wrong picture is that of the figure before it, of the same type. A picture that a figure does not
    have makes the item a row of `no_evidence` in that cell: nothing is sent there. Raises UserError when no chosen cell
    has any item.
    """
    pictures, result = _Pictures(views, targets), Plan(SUITE)
    captions = {
        item["figure_id"]: item["caption"]
        for item in items
        if captioned and item["dimension"] == CAPTION and item["condition"] == "true"
    }
    descriptions = {item["figure_id"]: item for item in items if item["dimension"] == PERCEPTION}
    for family in cells:
        for name, view in levelled_cells(CELLS[family], levels):
            for item in _asked(items, CELLS[family]):
                shown = pictures.of(item, view)
                if shown.missing:
                    result.leave_out(name, item, 1, shown.missing)
                    continue
                caption = item["caption"] or (
                    captions.get(item["figure_id"]) if family.startswith("describe/") else None
                )
                request = _request(item, shown, prompts, caption)
                truth = truth_of(item, shown.view, descriptions.get(shown.figure_id or ""))
                asked = Asked(item["answer"], claims=item["claims"], rubric=item["rubric"], material=item["material"])
                result.add(name, item, 0, (), request, truth, asked)
    if not result.trials:
        raise UserError("suites.scifig.cells: no item can be asked in any of them; name other cells or more figures")
    return result


def _asked(items: Iterable[Mapping[str, Any]], cell: Cell) -> Iterator[Mapping[str, Any]]:
    """Give the items that a cell asks."""
    for item in items:
        dimension, condition = item["dimension"], item["condition"]
        if cell.task == "describe":
            wanted = (CAPTION, cell.condition.removesuffix("_caption")) if cell.captioned else (PERCEPTION, "")
        elif cell.task == "reason":
            wanted = (REASONING, "")
        elif cell.task == "resist":
            wanted = (RESISTANCE, cell.condition.removesuffix("_premise"))
        else:
            wanted = (cell.task, cell.condition.split("_")[0])
        if (dimension, condition) == wanted:
            yield item


def _request(item: Mapping[str, Any], shown: Shown, prompts: Mapping[str, str], caption: str | None) -> Request:
    """Return the picture first, then its caption where there is one, then the question.

    What asks for a description is the question of its item; the system text says how to answer the others.
    """
    describes = item["dimension"] in (PERCEPTION, CAPTION) or item["condition"] == "passive"
    lines = [] if describes else [prompts[{NUMBER: "number", NAME: "name"}.get(item["answer"], "answer")]]
    lines += [prompts["page"]] * (shown.view in (PAGE, "page_blurred"))
    lines += [prompts["blind"]] * (shown.view == NO_IMAGE)
    parts = [] if shown.digest is None else [Part("image", shown.digest)]
    text = item["question"] if caption is None else f"{prompts['caption']}\n{caption}\n\n{item['question']}"
    return Request("\n\n".join(lines) or None, (*parts, Part("text", text)))
