"""Made-up CVLAT runs for tests: items, trials, and verdicts drawn from a planted respondent's probabilities."""

import hashlib
import itertools
import math

import numpy as np
import pyarrow as pa

from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.tables import as_table

CHARTS = 12


def make_items(options_of: list[int]) -> pa.Table:
    """One unit a number of options in every instrument and form: option 0 is visual, 1 factual, the last Omit."""
    rows = []
    for number, n_options in enumerate(options_of):
        for instrument, form in (("vlat", "real"), ("revlat", "real"), ("cvlat", "real"), ("cvlat", "anonymised")):
            unit = f"{'cvlat' if instrument == 'cvlat' else 'aligned'}/chart-{number % CHARTS}/{number}"
            rows.append(
                {
                    "item_id": f"{instrument}-{form}-{number}",
                    "unit_id": unit,
                    "suite": "cvlat",
                    "instrument": instrument,
                    "form": form,
                    "cluster_id": f"chart-{number % CHARTS}",
                    "chart_type": ("bar", "line", "pie")[number % 3],
                    "task": ("Retrieve Value", "Find Extremum")[number % 2],
                    "task_detail": "",
                    "question": f"Which of {number}?",
                    "options": [f"option {i}" for i in range(n_options - 1)] + ["Omit"],
                    "visual_index": 0,
                    "factual_index": {"vlat": 0, "revlat": None, "cvlat": 1}[instrument],
                    "omit_index": n_options - 1,
                    "stimulus_id": f"{instrument}-{form}-{number}",
                    "manipulation": None,
                    "conflict_magnitude": None,
                    "source": "made up",
                }
            )
    return as_table("items", rows)


def make_trials(items: pa.Table, cells: list[str], n_orders: int = 120) -> pa.Table:
    """Every item of every cell under `n_orders` orders; identical orders of an item share a request."""
    rows = []
    for cell in cells:
        for item in items.to_pylist():
            if (item["instrument"], item["form"]) != (CELLS[cell].instrument, CELLS[cell].form):
                continue
            n = len(item["options"])
            orders = list(itertools.islice(itertools.permutations(range(n)), min(n_orders, math.factorial(n))))
            for index in range(n_orders):
                order = orders[index % len(orders)]
                name = f"{cell}|{item['item_id']}|{order}"
                rows.append(
                    {
                        "suite": "cvlat",
                        "cell": cell,
                        "item_id": item["item_id"],
                        "unit_id": item["unit_id"],
                        "order_index": index,
                        "order": list(order),
                        "request_id": hashlib.sha256(name.encode()).hexdigest(),
                    }
                )
    return as_table("trials", rows)


def make_verdicts(trials: pa.Table, choose, status: dict[str, tuple[str, str | None]] | None = None) -> pa.Table:
    """One verdict a request: `choose(cell, item_id, order)` names the option index chosen.

    `status` gives cells another status than answered, with its class.
    """
    rows: dict[str, dict] = {}
    columns = [trials[name].to_pylist() for name in ("request_id", "cell", "item_id", "order")]
    for request, cell, item_id, order in zip(*columns, strict=True):
        if request in rows:
            continue
        state, cause = (status or {}).get(cell, ("answered", None))
        row = {"request_id": request, "status": state, "failure_class": cause, "rule": "made up"}
        row |= {"response_key": request, "extraction": "parser", "votes_for": None, "votes_cast": None}
        row |= {"reader_version": "test", "text_chars": 0, "verdict": "none", "position": None}
        if state == "answered":
            option = choose(cell, item_id, order)
            row |= {"verdict": "option", "position": order.index(option), "text_chars": 10, "route": "free_text"}
        rows[request] = row
    return as_table("verdicts", list(rows.values()))


def arbiter(reads: float, knows: float, prefers: float, rng: np.random.Generator, told: dict | None = None):
    """Return a chooser that reads, knows and prefers, on items as `make_items` makes them."""

    def choose(cell: str, item_id: str, order: list[int]) -> int:
        condition = CELLS[cell]
        w = (told or {}).get(condition.instruction, prefers)
        sees = rng.random() < reads and condition.picture
        remembers = rng.random() < knows and condition.form == "real" and condition.instrument != "revlat"
        follows = rng.random() < w
        if sees and (follows or not remembers):
            return 0
        if remembers:
            return 0 if condition.instrument == "vlat" else 1
        return int(rng.integers(len(order)))

    return choose
