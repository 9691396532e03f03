"""The plan of a CVLAT run: every trial of every cell, the distinct requests behind them, and their truth."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from counterpoint.asked import LETTER, Asked
from counterpoint.errors import UserError
from counterpoint.judging.json_answer import answer_schema
from counterpoint.models.requests import Part, Request
from counterpoint.orders import LETTERS, option_orders
from counterpoint.seeds import generator
from counterpoint.suites.cvlat.cells import CELLS, Cell
from counterpoint.trials import Plan

SUITE = "cvlat"


def plan(
    items: Iterable[Mapping],
    pixel_digests: Mapping[str, str],
    prompts: Mapping[str, str],
    cells: Iterable[str],
    n_orders: int,
    repeats: str,
    seed: int,
    picture: str = "after_text",
    replies: str = "free_text",
) -> tuple[Plan, list[str]]:
    """Plan every trial: item x cell x option order, identical requests once.

    `pixel_digests` maps stimulus_id to the digest of the picture as sent. `repeats` is `shared` (trials that
    send the same request share its answer) or `independent` (each is asked by itself). The orders of a unit
    are the same in all its cells, so that cells are compared on equal orders. `picture` is `after_text` or
    `before_text`: where in a message its picture stands. `replies` is `free_text`, or `structured`: requests then
    carry a schema of their answer.

    Returns the plan, and the chosen cells that the source has no item for (a bundle may hold no VLAT). Raises
    UserError when no chosen cell has any item.
    """
    items = list(items)
    result = Plan(SUITE)
    absent = []
    for name in cells:
        cell = CELLS[name]
        chosen = [i for i in items if i["instrument"] == cell.instrument and i["form"] == cell.form]
        if not chosen:
            absent.append(name)
        for item in chosen:
            image = pixel_digests[item["stimulus_id"]] if cell.picture else None
            asked = _item_requests(item, cell, image, prompts, n_orders, repeats, seed, picture, replies)
            for index, order, request in asked:
                shown = [item["options"][option] for option in order]
                read_as = Asked(LETTER, shown, order.index(item["omit_index"]))
                result.add(name, item, index, order, request, _truth(item, cell, order), read_as)
    if not result.trials:
        raise UserError(
            f"suites.cvlat.cells: the source holds no item for any of {', '.join(absent)}; "
            "name other cells or a source that has them"
        )
    return result, absent


def _item_requests(
    item: Mapping,
    cell: Cell,
    image: str | None,
    prompts: Mapping[str, str],
    n_orders: int,
    repeats: str,
    seed: int,
    picture: str,
    replies: str,
) -> Iterator[tuple[int, tuple[int, ...], Request]]:
    """Give number, order and request of each trial of one item in one cell."""
    rng = generator(seed, SUITE, "orders", item["unit_id"])
    times: Counter = Counter()
    schema = answer_schema(len(item["options"])) if replies == "structured" else None
    for index, order in enumerate(option_orders(len(item["options"]), n_orders, rng)):
        lines = [f"({LETTERS[p]}) {item['options'][option]}" for p, option in enumerate(order)]
        parts = [Part("text", "\n".join([item["question"], "", *lines]))]
        if image is not None:
            parts.insert(1 if picture == "after_text" else 0, Part("image", image))
        repeat = times[order] if repeats == "independent" else 0
        times[order] += 1
        yield index, order, Request(prompts[cell.prompt], tuple(parts), schema, repeat)


def _truth(item: Mapping, cell: Cell, order: tuple[int, ...]) -> dict[str, Any]:
    """What planted respondents may know: the visual answer if a picture is sent, the factual one if names are.

    And where they may know both, by how much the two values differ.
    """
    factual = item["factual_index"] if cell.form == "real" else None
    return {
        "options": [item["options"][option] for option in order],
        "omit": order.index(item["omit_index"]),
        "visual": order.index(item["visual_index"]) if cell.picture else None,
        "factual": None if factual is None else order.index(factual),
        "mismatch": item["conflict_magnitude"] if cell.picture and factual is not None else None,
        "instruction": cell.instruction,
    }
