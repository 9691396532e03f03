"""How far readers of the same replies agree: a judge's votes, two judges, judge and parser, and people."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from counterpoint.judging.judge_requests import number_label
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.verdicts import FINDINGS, PARSER
from counterpoint.judging.votes import Vote, by_key, decide
from counterpoint.orders import LETTERS
from counterpoint.seeds import generator
from counterpoint.statistics.agreement import (
    Statistic,
    cohen_kappa,
    coincidences,
    confusions,
    interval,
    nominal_alpha,
    share,
)

Reply = tuple[str, str]
"""What is labelled: a model's reply, by request_id, and the key of a structured rubric, else empty."""
Labels = dict[Reply, str]
"""What one reader says of each reply that it reads: a letter, a label, a finding's signature, or unresolved."""
Tally = Counter[tuple[str, tuple[str, ...]]]
"""How many replies about a unit two readers, or a judge's votes, said something of: by unit and by what they said."""
PEOPLE, VERDICT = "people", "verdict"
ALL = "all models"
"""The model of rows about all models together: no model's name has a space."""


class Readings:
    """Everybody's readings of the replies in one suite, added up model by model: no reply by itself is kept."""

    def __init__(self) -> None:
        self.judges: dict[str, None] = {}
        """The judges, in the order in which they were met."""
        self.votes: dict[tuple[str, str], Tally] = defaultdict(Counter)
        """By model and judge: the labels that its votes gave, in alphabetical order."""
        self.failed: Counter[tuple[str, str]] = Counter()
        """By model and judge: votes that gave none."""
        self.voted: set[tuple[str, str]] = set()
        """Models and judges with several votes on a reply."""
        self.pairs: dict[tuple[str, str, str], Tally] = {}
        """By model and two readers: what both said of the same reply."""

    def add(
        self,
        model: str,
        units: Mapping[str, str],
        requests: Mapping[str, Mapping[str, Any]],
        verdicts: Iterable[Mapping[str, Any]],
        votes: Iterable[Mapping[str, Any]],
        people: Mapping[str, str],
    ) -> None:
        """Add one model's rows of `verdicts` and `votes`.

        `units` maps request_id to unit_id, `requests` to the row of table `requests`, `people` response_key to the
        label that a person gave.
        """
        labels: dict[str, Labels] = defaultdict(dict)
        for row in verdicts:
            if (label := verdict_label(row, requests[row["request_id"]])) is not None:
                labels[VERDICT] |= {(row["request_id"], key): said for key, said in by_key(label).items()}
            if row["response_key"] in people:
                labels[PEOPLE][row["request_id"], ""] = people[row["response_key"]]
        cast: dict[tuple[str, str], list[Vote]] = defaultdict(list)
        for row in votes:
            if row["judge"] == PARSER:
                labels[PARSER][row["request_id"], ""] = row["label"]
            else:
                cast[row["judge"], row["request_id"]].append(Vote(row["label"], row["reason"]))
        for (judge, request_id), of_reply in cast.items():
            self.judges[judge] = None
            # A vote that failed stands under every key of its reply, and is one nevertheless.
            self.failed[model, judge] += sum(vote.label is None for vote in of_reply)
            if len(of_reply) > 1:
                self.voted.add((model, judge))
            decided = labels[judge]  # a judge all of whose votes failed is a reader too
            for key, on_key in _of_keys(of_reply).items():
                said = tuple(sorted(vote.label for vote in on_key if vote.label is not None))
                self.votes[model, judge][units[request_id], said] += 1
                if (label := decide(on_key).label) is not None:
                    decided[request_id, key] = label
        for first, second in _compared(list(self.judges), labels):
            both = labels[first].keys() & labels[second].keys()
            self.pairs[model, first, second] = Counter(
                (units[reply[0]], (labels[first][reply], labels[second][reply])) for reply in both
            )


def _compared(judges: Sequence[str], readers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Give the pairs of readers that are compared, of those who read anything."""
    present = set(readers)
    yield from ((judge, PARSER) for judge in judges if {judge, PARSER} <= present)
    yield from ((one, two) for i, one in enumerate(judges) for two in judges[i + 1 :] if {one, two} <= present)
    yield from ((reader, PEOPLE) for reader in (VERDICT, PARSER, *judges) if {reader, PEOPLE} <= present)


def _of_keys(votes: Sequence[Vote]) -> dict[str, list[Vote]]:
    """Return the votes on one reply by key; a failed vote is one under every key that the others have."""
    read = [None if vote.label is None else by_key(vote.label) for vote in votes]
    keys = next((found for found in read if found is not None), {"": ""})
    return {
        key: [vote if found is None else Vote(found[key]) for vote, found in zip(votes, read, strict=True)]
        for key in keys
    }


def verdict_label(row: Mapping[str, Any], request: Mapping[str, Any]) -> str | None:
    """Return a row of `verdicts` on a reply to a request as a judge would say it; None where there is no verdict."""
    if row["verdict"] in ("none", "judge_failed"):
        return None
    if row["verdict"] == FINDINGS:
        return row["findings"]
    if row["number"] is not None:
        return number_label(request, row["number"])
    return row["verdict"] if row["position"] is None else LETTERS[row["position"]]


def agreement_rows(suite: str, readings: Readings, models: Sequence[str], draws: int, seed: int) -> list[dict]:
    """Return the rows of `agreement` of one suite: for all models where there are several, and for each.

    What a structured rubric finds is compared key by key, each key of a reply as if it were a reply.

    Compared are the votes of each judge; each judge's majority with the parser, on replies that both could read;
    the judges with each other; and parser, judges and the verdicts that count with people. Unresolved is a label
    like any other, except beside the parser. Intervals resample units (`draws` times).
    """
    judges = list(readings.judges)
    readers = {reader for _, *two in readings.pairs for reader in two}
    rows = []
    for place, of in [*([(ALL, list(models))] if len(models) > 1 else []), *((model, [model]) for model in models)]:
        found: list[dict[str, Any]] = []
        for judge in judges:
            if any((model, judge) in readings.voted for model in of):
                tally = _added(readings.votes.get((model, judge)) for model in of)
                failed = sum(readings.failed[model, judge] for model in of)
                found += _votes(judge, tally, failed, draws, seed)
        for first, second in _compared(judges, readers):
            tally = _added(readings.pairs.get((model, first, second)) for model in of)
            found += _pair(first, second, tally, draws, seed)
        rows += [{"suite": suite, "model": place} | row for row in found]
    return rows


def _added(tallies: Iterable[Tally | None]) -> Tally:
    total: Tally = Counter()
    for tally in tallies:
        total.update(tally or {})
    return total


def _columns(tally: Tally) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return units' codes and how many replies, shape (rows of the tally,), and all labels in alphabetical order."""
    clusters = np.unique([unit for unit, _ in tally], return_inverse=True)[1]
    return clusters, np.array(list(tally.values())), sorted({label for _, said in tally for label in said})


def _votes(judge: str, tally: Tally, failed: int, draws: int, seed: int) -> list[dict[str, Any]]:
    """Return the rows about one judge's own votes: how often all are one, and alpha."""
    tally = Counter({(unit, said): replies for (unit, said), replies in tally.items() if len(said) > 1})
    note = f"{failed} votes failed" if failed else ""
    judges = f"votes of {judge}"
    if not tally:
        return [_row(name, judges, 0, note) for name in ("share_unanimous", "krippendorff_alpha")]
    clusters, replies, names = _columns(tally)
    counts = np.array([[said.count(name) for name in names] for _, said in tally])
    several = np.array([len(set(said)) > 1 for _, said in tally]).astype(int)
    unanimous = confusions(np.zeros_like(several), several, clusters, 2, replies)
    paired = coincidences(counts, clusters, replies)
    rng = generator(seed, "agreement", judges)
    return [
        _row("share_unanimous", judges, tally.total(), note, unanimous, share, draws, rng),
        _row("krippendorff_alpha", judges, tally.total(), note, paired, nominal_alpha, draws, rng),
    ]


def _pair(first: str, second: str, tally: Tally, draws: int, seed: int) -> list[dict[str, Any]]:
    """Return the rows about two readers of the same replies."""
    judges, note = f"{first}, {second}", ""
    if second == PARSER:
        read: Counter[tuple[bool, ...]] = Counter()
        for (_, said), replies in tally.items():
            read[tuple(label != UNRESOLVED for label in said)] += replies
        alone = [read[pattern] for pattern in ((True, False), (False, True), (False, False))]
        note = f"besides, {first} alone read {alone[0]}, the parser alone {alone[1]}, neither {alone[2]}"
        tally = Counter({(unit, said): n for (unit, said), n in tally.items() if UNRESOLVED not in said})
    if not tally:
        return [_row(name, judges, 0, note) for name in ("share_equal", "cohen_kappa", "krippendorff_alpha")]
    clusters, replies, names = _columns(tally)
    one, two = (np.array([names.index(said[reader]) for _, said in tally]) for reader in (0, 1))
    sums = confusions(one, two, clusters, len(names), replies)
    rng = generator(seed, "agreement", judges)
    return [
        _row("share_equal", judges, tally.total(), note, sums, share, draws, rng),
        _row("cohen_kappa", judges, tally.total(), note, sums, cohen_kappa, draws, rng),
        # Of two votes a reply, each pair counts once in either order.
        _row("krippendorff_alpha", judges, tally.total(), note, sums + sums.swapaxes(1, 2), nominal_alpha, draws, rng),
    ]


def _row(
    statistic: str,
    judges: str,
    n: int,
    note: str,
    sums: np.ndarray | None = None,
    of: Statistic | None = None,
    draws: int = 0,
    rng: np.random.Generator | None = None,
) -> dict[str, Any]:
    row = {"statistic": statistic, "judges": judges, "n": n, "estimate": None, "low": None, "high": None}
    if sums is None:
        return row | {"note": "; ".join(filter(None, ["no reply that both read", note]))}
    estimate = float(of(sums.sum(axis=0)))
    if np.isnan(estimate):
        return row | {"note": "; ".join(filter(None, ["undefined: one label alone was given", note]))}
    low, high = (None if np.isnan(end) else end for end in interval(sums, of, draws, rng))
    return row | {"note": note, "estimate": estimate, "low": low, "high": high}
