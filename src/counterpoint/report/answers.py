"""What one model answered: outcomes by item and cell, an example reply of each, and how much was asked."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.models.replies import FAILED, REPLIED, SKIPPED
from counterpoint.orders import LETTERS
from counterpoint.report.section import Asked, Example
from counterpoint.tables import read_table

LONGEST = 300
"""Characters of a reply that the page shows."""


@dataclass
class Answer:
    """What one model answered to one item in one cell: counted trials by outcome and by option, and an example."""

    outcomes: Counter[str] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)
    left_out: int = 0
    example: Example | None = None

    @property
    def counted(self) -> int:
        """Trials in the denominator."""
        return self.outcomes.total()


@dataclass(frozen=True)
class ModelAnswers:
    """What one model answered in a suite: by item and cell, and in sum."""

    by_item: dict[tuple[str, str], Answer]
    cells: frozenset[str]
    asked: Asked


def asked_cells(answers: Mapping[str, ModelAnswers]) -> frozenset[str]:
    """Return the cells in which any model was asked."""
    return frozenset().union(*(answer.cells for answer in answers.values()))


def guide(answers: Mapping[str, ModelAnswers], asked: str) -> str:
    """Return the sentence that says how many models answered `asked`, e.g. "9 questions about 3 charts"."""
    trials, requests = (sum(getattr(a.asked, name) for a in answers.values()) for name in ("trials", "requests"))
    return (
        f"{len(answers)} model{'' if len(answers) == 1 else 's'} answered {asked} "
        f"in {len(asked_cells(answers))} cells: {trials:,} trials, {requests:,} distinct requests."
    )


def model_answers(scores: str | Path, responses: Iterable[str | Path]) -> ModelAnswers:
    """Return what one model answered, from its table `scores` and its shards of `responses`.

    Reads the columns needed and groups them in Arrow; no trial outlives the call. The example of an item and
    cell is the reply in its first option order. Raises UserError when a table cannot be read.
    """
    columns = ["item_id", "cell", "outcome", "option_index", "status", "failure_class", "order_index", "request_id"]
    table = read_table("scores", scores, columns=columns)
    answers: dict[tuple[str, str], Answer] = {}
    grouped = table.group_by(["item_id", "cell", "outcome", "option_index"]).aggregate([([], "count_all")])
    for row in grouped.to_pylist():
        answer, trials = answers.setdefault((row["item_id"], row["cell"]), Answer()), row["count_all"]
        if row["outcome"] == "left_out":
            answer.left_out += trials
            continue
        answer.outcomes[row["outcome"]] += trials
        if row["option_index"] is not None:
            answer.options[row["option_index"]] += trials
    first = table.filter(pc.equal(table["order_index"], 0))
    shards = list(responses)
    replies = _replies(shards, first["request_id"])
    for row in first.to_pylist():
        answers[row["item_id"], row["cell"]].example = _example(row, replies.get(row["request_id"]))
    statuses = table.group_by("status").aggregate([([], "count_all")]).to_pylist()
    return ModelAnswers(
        answers,
        frozenset(pc.unique(table["cell"]).to_pylist()),
        Asked(
            table.num_rows,
            {row["status"]: row["count_all"] for row in statuses},
            **asked_counts(shards),
            resized=_resized(shards, table["request_id"]),
        ),
    )


def _resized(shards: Iterable[str | Path], asked: pa.ChunkedArray) -> int:
    """Return how many of the trials that asked these requests saw a resized picture."""
    resized = pc.field("sent_request_id").is_valid()
    requests = [
        request
        for shard in shards
        for request in read_table("responses", shard, columns=["request_id"], filters=resized)["request_id"].to_pylist()
    ]
    return pc.sum(pc.is_in(asked, value_set=pa.array(requests, pa.string()))).as_py() or 0


def asked_counts(responses: Iterable[str | Path]) -> dict[str, int]:
    """Return how many requests the shards of a model hold, were replied to, failed and were skipped, and all calls."""
    requests, calls = 0, 0
    statuses: Counter[str] = Counter()
    for shard in responses:
        table = read_table("responses", shard, columns=["status", "attempts"])
        requests += table.num_rows
        calls += pc.sum(table["attempts"]).as_py() or 0
        for row in table.group_by("status").aggregate([([], "count_all")]).to_pylist():
            statuses[row["status"]] += row["count_all"]
    return {
        "requests": requests,
        "replied": sum(statuses[status] for status in REPLIED),
        "failed": statuses[FAILED],
        "skipped": statuses[SKIPPED],
        "calls": calls,
    }


def _replies(shards: Iterable[str | Path], wanted: pa.ChunkedArray) -> dict[str, str]:
    """Return the replies to the wanted requests, each cut to what the page shows."""
    chosen = pc.field("request_id").isin(pc.unique(wanted))
    replies = {}
    for shard in shards:
        table = read_table("responses", shard, columns=["request_id", "text"], filters=chosen)
        for row in table.to_pylist():
            if row["text"] is not None:
                text = row["text"].strip()
                replies[row["request_id"]] = _visible(text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…")
    return replies


def _visible(text: str) -> str:
    """Return a text with what cannot be seen, or turns other text around, spelled out: "\\u202e"."""
    hidden = {c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    return text.translate({ord(c): f"\\u{ord(c):04x}" for c in hidden})


def _example(trial: dict[str, Any], reply: str | None) -> Example:
    if not reply:
        reason = trial["status"] + (f": {trial['failure_class']}" if trial["failure_class"] else "")
        return Example(f"({reason.replace('_', ' ')})", "")
    if trial["outcome"] == "left_out":
        return Example(reply, f"{trial['status']}, left out")
    if trial["option_index"] is None:
        return Example(reply, trial["outcome"])
    return Example(reply, f"{LETTERS[trial['option_index']]}, {trial['outcome']}")
