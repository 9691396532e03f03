"""The plan of a CVLAT run: every trial of every cell, the distinct requests behind them, and their truth."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from counterpoint.errors import UserError
from counterpoint.models.requests import Part, Request, bucket_of
from counterpoint.orders import option_orders
from counterpoint.seeds import generator
from counterpoint.suites.cvlat.cells import CELLS, Cell

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SUITE = "cvlat"


@dataclass
class Plan:
    """Rows of the tables `trials`, `requests` and `truth`, and the cells that the source has no items for."""

    trials: list[dict] = field(default_factory=list)
    requests: list[dict] = field(default_factory=list)
    truth: list[dict] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


def plan(
    items: Iterable[Mapping],
    pixel_digests: Mapping[str, str],
    prompts: Mapping[str, str],
    cells: Iterable[str],
    n_orders: int,
    repeats: str,
    seed: int,
) -> Plan:
    """Plan every trial: item x cell x option order, identical requests once.

    `pixel_digests` maps stimulus_id to the digest of the picture as sent. `repeats` is `shared` (trials that
    send the same request share its answer) or `independent` (each is asked by itself). The orders of a unit
    are the same in all its cells, so that cells are compared on equal orders. Requests come sorted by bucket,
    then picture, then cell. A cell without items (a bundle that holds no VLAT) is named in `absent`.

    Raises UserError when no chosen cell has any item.
    """
    items = list(items)
    result = Plan()
    requests: dict[str, tuple[tuple, dict]] = {}
    for number, name in enumerate(cells):
        cell = CELLS[name]
        chosen = [i for i in items if i["instrument"] == cell.instrument and i["form"] == cell.form]
        if not chosen:
            result.absent.append(name)
        for item in chosen:
            image = pixel_digests[item["stimulus_id"]] if cell.picture else None
            for index, order, request in _item_requests(item, cell, image, prompts, n_orders, repeats, seed):
                result.trials.append(
                    {
                        "suite": SUITE,
                        "cell": name,
                        "item_id": item["item_id"],
                        "unit_id": item["unit_id"],
                        "order_index": index,
                        "order": list(order),
                        "request_id": request.request_id,
                    }
                )
                if request.request_id not in requests:
                    place = (bucket_of(request.request_id), image or "", number)
                    requests[request.request_id] = (place, _request_row(request, item, order))
                    result.truth.append(_truth_row(request, item, cell, order))
    if not result.trials:
        raise UserError(
            f"suites.cvlat.cells: the source holds no item for any of {', '.join(result.absent)}; "
            "name other cells or a source that has them"
        )
    result.requests = [row for _, row in sorted(requests.values(), key=lambda pair: pair[0])]
    return result


def _item_requests(
    item: Mapping,
    cell: Cell,
    image: str | None,
    prompts: Mapping[str, str],
    n_orders: int,
    repeats: str,
    seed: int,
) -> Iterator[tuple[int, tuple[int, ...], Request]]:
    """Give number, order and request of each trial of one item in one cell; the text comes before the picture."""
    rng = generator(seed, SUITE, "orders", item["unit_id"])
    times: Counter = Counter()
    for index, order in enumerate(option_orders(len(item["options"]), n_orders, rng)):
        lines = [f"({LETTERS[p]}) {item['options'][option]}" for p, option in enumerate(order)]
        parts = [Part("text", "\n".join([item["question"], "", *lines]))]
        if image is not None:
            parts.append(Part("image", image))
        repeat = times[order] if repeats == "independent" else 0
        times[order] += 1
        yield index, order, Request(prompts[cell.prompt], tuple(parts), repeat=repeat)


def _request_row(request: Request, item: Mapping, order: tuple[int, ...]) -> dict:
    return {
        "request_id": request.request_id,
        "suite": SUITE,
        "bucket": bucket_of(request.request_id),
        "system": request.system,
        "parts": [{"kind": part.kind, "value": part.value} for part in request.parts],
        "response_schema": request.response_schema,
        "repeat": request.repeat,
        "options": [item["options"][option] for option in order],
        "omit_position": order.index(item["omit_index"]),
    }


def _truth_row(request: Request, item: Mapping, cell: Cell, order: tuple[int, ...]) -> dict:
    """What planted respondents may know: the visual answer if a picture is sent, the factual one if names are."""
    factual = item["factual_index"] if cell.form == "real" else None
    return {
        "request_id": request.request_id,
        "n_options": len(order),
        "omit_position": order.index(item["omit_index"]),
        "visual_position": order.index(item["visual_index"]) if cell.picture else None,
        "factual_position": None if factual is None else order.index(factual),
        "instruction": cell.instruction,
    }
