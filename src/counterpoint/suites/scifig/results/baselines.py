"""What answering without looking would get: table `scifig_table_baselines`, to stand beside the models' rates."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE, REASONING, REASONING_KINDS
from counterpoint.suites.scifig.results.scoring import within
from counterpoint.tables import as_table

CONSTANT, ANOTHER_FIGURE, AMONG_NAMES = "constant", "another_figure", "among_names"
"""The one answer that is right most often; the answer of another figure's question; one of the names at random."""


@dataclass(frozen=True)
class Key:
    """What is right for one item, and of how many names it is one; None where it is not chosen among names."""

    answer: str | float
    tolerance: float = 0.0
    names: int | None = None

    def takes(self, answer: str | float) -> bool:
        """Return whether an answer is right: a number within the tolerance, a text but for its case."""
        if isinstance(self.answer, float) and isinstance(answer, float):
            return within(answer, self.answer, self.tolerance)
        return str(self.answer).casefold() == str(answer).casefold()


def baselines(items: pa.Table) -> pa.Table:
    """Return the table `scifig_table_baselines`: a row a kind of question of `items` and way of answering.

    Questions of reasoning stand by kind, those for blurred texts by whether these can be recovered. Every item of a
    kind counts once, whatever its figure's type.
    """
    columns = ["dimension", "kind", "condition", "correct_number", "tolerance", "claims", "material"]
    rows = items.select(columns).to_pylist()
    asked = []
    for kind in REASONING_KINDS:
        mine = [row for row in rows if (row["dimension"], row["kind"]) == (REASONING, kind)]
        asked.append((REASONING, kind, [_of_reasoning(row) for row in mine]))
    for dimension in (ADMITTANCE, INDUCTANCE):
        active = [row for row in rows if (row["dimension"], row["condition"]) == (dimension, "active")]
        asked.append((dimension, "active", [Key(json.loads(row["material"])["text"]) for row in active]))
    return as_table("scifig_table_baselines", [row for one in asked for row in _rows(*one)])


def _of_reasoning(row: Mapping[str, Any]) -> Key:
    if row["correct_number"] is not None:
        return Key(float(row["correct_number"]), row["tolerance"] or 0.0)
    claims = json.loads(row["claims"])
    return Key(claims["correct"][0], names=1 + len(claims["biased"]))


def _rows(dimension: str, kind: str, keys: Sequence[Key]) -> Iterable[dict[str, Any]]:
    for name, found in ((n, way(keys)) for n, way in _WAYS.items()):
        if found is not None:
            share, n, answer = found
            row = {"dimension": dimension, "kind": kind, "baseline": name, "n_items": n, "of_items": len(keys)}
            yield row | {"correct": 100 * share, "answer": answer}


Found = tuple[float, int, str | None] | None
"""Share that is right, of how many items, and the answer where it is always one; None where nothing can be said."""


def _constant(keys: Sequence[Key]) -> Found:
    hits = {key.answer: sum(other.takes(key.answer) for other in keys) for key in keys}
    if not hits:
        return None
    best = max(hits, key=lambda answer: hits[answer])
    return hits[best] / len(keys), len(keys), f"{best:g}" if isinstance(best, float) else best


def _another(keys: Sequence[Key]) -> Found:
    if len(keys) < 2:
        return None
    hits = sum(key.takes(other.answer) for i, key in enumerate(keys) for j, other in enumerate(keys) if i != j)
    return hits / (len(keys) * (len(keys) - 1)), len(keys), None


def _among_names(keys: Sequence[Key]) -> Found:
    shares = [1 / key.names for key in keys if key.names is not None]
    return (sum(shares) / len(shares), len(shares), None) if shares else None


_WAYS: dict[str, Callable[[Sequence[Key]], Found]] = {
    CONSTANT: _constant,
    ANOTHER_FIGURE: _another,
    AMONG_NAMES: _among_names,
}
