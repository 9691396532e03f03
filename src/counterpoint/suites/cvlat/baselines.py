"""What answering without reading or knowing would get: table `cvlat_baselines`, to stand beside every table."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.orders import LETTERS
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.tables import as_table

FOCAL = ("visual", "factual")


def baselines(trials: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `cvlat_baselines` of a run: what each baseline gets in each cell, mean over items.

    `uniform_guess` draws evenly from all options, Omit among them; `constant_position` names one position as
    shown, whatever stands there; `constant_slot` one place in the items' own order, as a respondent could that
    had seen the items but no picture; `constant_text` one answer, e.g. True, that at least two items offer.
    Of positions and slots those best at the visual and at the factual answer are given, chosen on these very
    items. An item that does not offer the answer counts as neither, as does a factual answer that is the
    visual one, or that there is none of.
    """
    columns = ["item_id", "options", "visual_index", "factual_index"]
    keys = {row["item_id"]: row for row in items.select(columns).to_pylist()}
    orders: dict[str, dict[str, list[list[int]]]] = defaultdict(lambda: defaultdict(list))
    columns = [trials[name].to_pylist() for name in ("cell", "item_id", "order")]
    for cell, item, order in zip(*columns, strict=True):
        orders[cell][item].append(order)
    rows: list[dict[str, Any]] = []
    for cell in (c for c in CELLS if c in orders):
        asked = [keys[item] for item in orders[cell]]
        targets = [_targets(key) for key in asked]
        place = {"cell": cell, "n_items": len(asked)}
        chance = np.array(
            [[(t is not None) / len(k["options"]) for t in ts] for k, ts in zip(asked, targets, strict=True)]
        )
        rows.append(place | _row("uniform_guess", "", "", chance, len(asked)))
        widest = max(len(key["options"]) for key in asked)
        shown = np.array([_by_position(o, t, widest) for o, t in zip(orders[cell].values(), targets, strict=True)])
        own = np.array(
            [_by_position([range(len(k["options"]))], t, widest) for k, t in zip(asked, targets, strict=True)]
        )
        for baseline, hits in (("constant_position", shown), ("constant_slot", own)):
            for i, target in enumerate(FOCAL):
                best = int(hits[:, :, i].mean(axis=0).argmax())
                if hits[:, best, i].any():
                    offered = sum(len(key["options"]) > best for key in asked)
                    rows.append(place | _row(baseline, target, LETTERS[best], hits[:, best], offered))
        rows += [place | row for row in _constant_texts(asked, targets)]
    return as_table("cvlat_baselines", rows)


def _targets(key: Mapping[str, Any]) -> tuple[int, int | None]:
    """Return the option that counts as visual, and the one that counts as factual if there is one."""
    factual = key["factual_index"]
    return key["visual_index"], None if factual == key["visual_index"] else factual


def _by_position(orders: Any, targets: tuple[int, int | None], positions: int) -> np.ndarray:
    """Return the share of orders that show each target at each position, shape (positions, 2)."""
    share = np.zeros((positions, 2))
    for order in orders:
        for i, target in enumerate(targets):
            if target is not None:
                share[order.index(target), i] += 1
    return share / len(orders)


def _constant_texts(asked: list[Mapping[str, Any]], targets: list[tuple[int, int | None]]) -> list[dict[str, Any]]:
    """Return the row of each answer text that is right in at least one and offered in at least two of the items."""
    texts = [[" ".join(option.split()).casefold() for option in key["options"]] for key in asked]
    spelling = {
        text: option
        for key, row in zip(asked, texts, strict=True)
        for text, option in zip(row, key["options"], strict=True)
    }
    rows = []
    for text in sorted(spelling):
        offered = sum(text in row for row in texts)
        hits = np.array(
            [[t is not None and row[t] == text for t in ts] for row, ts in zip(texts, targets, strict=True)]
        )
        if offered > 1 and hits.any():
            rows.append(_row("constant_text", "", spelling[text], hits, offered))
    return rows


def _row(baseline: str, target: str, answer: str, hits: np.ndarray, offered: int) -> dict[str, Any]:
    visual, factual = 100 * hits.mean(axis=0)
    row = {"baseline": baseline, "best_for": target, "answer": answer, "n_offered": offered}
    return row | {"visual_pct": float(visual), "factual_pct": float(factual)}
