"""Verdicts held against the items' keys: the outcome of every trial."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.errors import UserError
from counterpoint.judging.no_verdict import JUDGE_FAILED
from counterpoint.tables import as_table

OUTCOMES = ("visual", "factual", "distractor", "omit", "unresolved", "refused", "left_out")
NO_OPTION = -1


def score_trials(verdicts: pa.Table, trials: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `scores`: one row a trial, in the order of `trials`.

    Trials whose response is `answered` or `refused` are counted; any other status is `left_out`, and so is a reply
    that the judge failed to read, which takes the status `judge_failed`. A counted
    trial is `visual` or `factual` when its option is the item's visual or factual answer (visual wins where
    both are one option), else omit, distractor, unresolved or refused. Raises ValueError when an earlier
    stage broke its contract: a trial without verdict or item, an answered trial whose reply was not read, a
    position that the item does not have. Raises UserError when a cell mixes replies that were asked for as free text
    and as JSON: they are read by different rules.
    """
    verdict_row = _rows(trials["request_id"], verdicts["request_id"], "trials without a verdict")
    item_row = _rows(trials["item_id"], items["item_id"], "trials without an item")

    status = verdicts["status"].combine_chunks().take(verdict_row)
    verdict = _numpy(verdicts["verdict"].combine_chunks().take(verdict_row))
    position = _indices(verdicts["position"].take(verdict_row))
    orders, starts, lengths = _flat_orders(trials["order"])
    visual = _indices(items["visual_index"].take(item_row))
    factual = _indices(items["factual_index"].take(item_row))
    omit = _indices(items["omit_index"].take(item_row))

    failed = verdict == JUDGE_FAILED
    status = pc.if_else(pa.array(failed), JUDGE_FAILED, status)
    answered = _numpy(pc.equal(status, "answered"))
    refused = _numpy(pc.equal(status, "refused"))
    chose = answered & (verdict == "option")
    declined = answered & (verdict == "omit")
    unresolved = answered & (verdict == "unresolved")
    _refuse(answered & ~(chose | declined | unresolved), "answered trials whose reply was not read")
    _refuse(chose & ((position < 0) | (position >= lengths)), "trials whose position is not one of the item's")

    option = np.full(len(trials), NO_OPTION)
    option[chose] = orders[(starts + position)[chose]]
    option[declined] = omit[declined]
    # the parser knows Omit by its words, whatever letter stands before it; its position is where it was shown
    position[declined] = _position_of(omit[declined], orders, starts[declined], lengths[declined])
    position[~(chose | declined)] = NO_OPTION

    outcome = np.full(len(trials), OUTCOMES.index("left_out"))
    outcome[chose] = OUTCOMES.index("distractor")
    outcome[declined | (chose & (option == omit))] = OUTCOMES.index("omit")
    outcome[chose & (option == factual)] = OUTCOMES.index("factual")
    outcome[chose & (option == visual)] = OUTCOMES.index("visual")
    outcome[unresolved] = OUTCOMES.index("unresolved")
    outcome[refused] = OUTCOMES.index("refused")

    route = verdicts["route"].combine_chunks().take(verdict_row)
    _refuse_mixed(trials["cell"].to_pylist(), route.to_pylist())
    columns = {name: trials[name] for name in ("suite", "cell", "item_id", "unit_id", "order_index", "request_id")}
    columns |= {
        "status": status,
        "failure_class": verdicts["failure_class"].take(verdict_row),
        "position": _nullable(position),
        "option_index": _nullable(option),
        "outcome": pa.array(OUTCOMES).take(pa.array(outcome)),
        "route": route,
        "text_chars": verdicts["text_chars"].take(verdict_row),
    }
    return as_table("scores", pa.table(columns))


def _rows(wanted: pa.ChunkedArray, keys: pa.ChunkedArray, fault: str) -> pa.Array:
    """Return, for each wanted key, its row among `keys`."""
    rows = pc.index_in(wanted.combine_chunks(), value_set=keys.combine_chunks())
    _refuse(_numpy(pc.is_null(rows)), fault)
    return rows


def _refuse(faulty: np.ndarray, fault: str) -> None:
    if faulty.any():
        raise ValueError(f"{int(faulty.sum())} {fault}")


def _refuse_mixed(cells: list[str], routes: list[str | None]) -> None:
    route_of: dict[str, str] = {}
    for cell, route in zip(cells, routes, strict=True):
        if route is not None and route_of.setdefault(cell, route) != route:
            raise UserError(
                f"cell {cell}: some replies were asked for as free_text and some as json_schema; allowed: one of the "
                "two in a cell; give the model's entry `structured` one value and make its responses again"
            )


def _numpy(array: pa.Array) -> np.ndarray:
    return array.to_numpy(zero_copy_only=False)


def _indices(column: pa.ChunkedArray) -> np.ndarray:
    """Return a nullable index column as integers, NO_OPTION where it is null."""
    return pc.fill_null(column, NO_OPTION).to_numpy().astype(np.int64)


def _nullable(indices: np.ndarray) -> pa.Array:
    return pa.array(indices.astype(np.int8), mask=indices == NO_OPTION)


def _flat_orders(column: pa.ChunkedArray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all orders end to end, where each begins, and how long each is."""
    lists = column.combine_chunks()
    lengths = _numpy(pc.list_value_length(lists)).astype(np.int64)
    return _numpy(lists.flatten()).astype(np.int64), np.cumsum(lengths) - lengths, lengths


def _position_of(option: np.ndarray, orders: np.ndarray, starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return at which position each trial showed an option."""
    found = np.full(len(option), NO_OPTION)
    for position in range(int(lengths.max(initial=0))):
        inside = position < lengths
        shown = orders[np.where(inside, starts + position, 0)]
        found[inside & (shown == option)] = position
    return found
