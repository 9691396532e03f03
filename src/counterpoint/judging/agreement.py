"""How far readers of the same replies agree: a judge's votes, two judges, judge and parser, and people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import krippendorff
import numpy as np

from counterpoint.judging.judge_requests import number_label
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.verdicts import FINDINGS, PARSER
from counterpoint.judging.votes import Vote, by_key, decide
from counterpoint.orders import LETTERS
from counterpoint.seeds import generator
from counterpoint.statistics.agreement import cohen_kappa, coincidences, confusions, interval, nominal_alpha, share

Reply = tuple[str, str, str]
"""What is labelled: the model that gave a reply, its request_id, and the key of a structured rubric, else empty."""
Labels = Mapping[Reply, str]
"""What one reader says of each reply that it reads: a letter, a label, a finding's signature, or unresolved."""
PEOPLE, VERDICT = "people", "verdict"
ALL = "all models"
"""The model of rows about all models together: no model's name has a space."""


class Readings:
    """Everybody's readings of the replies in one suite, gathered model by model."""

    def __init__(self) -> None:
        self.units: dict[tuple[str, str], str] = {}
        """Unit that each reply, by model and request_id, is about: what replies are resampled by."""
        self.votes: dict[str, dict[Reply, list[Vote]]] = defaultdict(dict)
        """Votes of each judge, by its name."""
        self.labels: dict[str, dict[Reply, str]] = defaultdict(dict)
        """The labels of the parser, of the verdicts that count, and of people."""

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
        for row in verdicts:
            reply = (model, row["request_id"])
            self.units[reply] = units[row["request_id"]]
            if (label := verdict_label(row, requests[row["request_id"]])) is not None:
                self.labels[VERDICT] |= {(*reply, key): said for key, said in by_key(label).items()}
            if row["response_key"] in people:
                self.labels[PEOPLE][*reply, ""] = people[row["response_key"]]
        cast: dict[tuple[str, str], list[Vote]] = defaultdict(list)
        for row in votes:
            if row["judge"] == PARSER:
                self.labels[PARSER][model, row["request_id"], ""] = row["label"]
            else:
                cast[row["judge"], row["request_id"]].append(Vote(row["label"], row["reason"]))
        for (judge, request_id), of_reply in cast.items():
            self.votes[judge] |= {(model, request_id, key): said for key, said in _of_keys(of_reply).items()}


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
    labels: dict[str, Labels] = dict(readings.labels)
    for judge, votes in readings.votes.items():
        decided = {reply: decide(cast).label for reply, cast in votes.items()}
        labels[judge] = {reply: label for reply, label in decided.items() if label is not None}
    judges = list(readings.votes)
    pairs = [(judge, PARSER) for judge in judges if PARSER in labels]
    pairs += [(first, second) for i, first in enumerate(judges) for second in judges[i + 1 :]]
    if PEOPLE in labels:
        pairs += [(reader, PEOPLE) for reader in (VERDICT, PARSER, *judges) if reader in labels]

    rows = []
    for model in [*([ALL] if len(models) > 1 else []), *models]:
        place = {"suite": suite, "model": model}
        for judge in judges:
            cast = {reply: votes for reply, votes in readings.votes[judge].items() if model in (reply[0], ALL)}
            if any(len(votes) > 1 for votes in cast.values()):
                rows += [place | row for row in _votes(judge, cast, readings.units, draws, seed)]
        for first, second in pairs:
            both = [reply for reply in labels[first] if model in (reply[0], ALL) and reply in labels[second]]
            found = _pair(first, second, both, labels, readings.units, draws, seed)
            rows += [place | row for row in found]
    return rows


def _votes(
    judge: str, cast: Mapping[Reply, Sequence[Vote]], units: Mapping[tuple[str, str], str], draws: int, seed: int
) -> list[dict[str, Any]]:
    """Return the rows about one judge's own votes: how often all are one, and alpha."""
    said = {reply: [vote.label for vote in votes if vote.label is not None] for reply, votes in cast.items()}
    # A vote that failed stands under every key of its reply, and is one nevertheless.
    of_replies = {reply[:2]: votes for reply, votes in cast.items()}
    failed = sum(vote.label is None for votes in of_replies.values() for vote in votes)
    said = {reply: found for reply, found in said.items() if len(found) > 1}
    note = f"{failed} votes failed" if failed else ""
    judges = f"votes of {judge}"
    if not said:
        return [_row(name, judges, 0, note) for name in ("share_unanimous", "krippendorff_alpha")]
    names = sorted({label for found in said.values() for label in found})
    counts = np.array([[found.count(name) for name in names] for found in said.values()])
    clusters = _codes([units[reply[:2]] for reply in said])
    unanimous = np.zeros((int(clusters.max()) + 1, 2, 2))
    np.add.at(unanimous, (clusters, 0, (counts.max(axis=1) < counts.sum(axis=1)).astype(int)), 1)
    rng = generator(seed, "agreement", judges)
    alpha = _alpha(counts)
    return [
        _row("share_unanimous", judges, len(said), note, share(unanimous.sum(axis=0)), unanimous, share, draws, rng),
        _row(
            "krippendorff_alpha",
            judges,
            len(said),
            note,
            alpha,
            coincidences(counts, clusters),
            nominal_alpha,
            draws,
            rng,
        ),
    ]


def _pair(
    first: str,
    second: str,
    both: Sequence[Reply],
    labels: Mapping[str, Labels],
    units: Mapping[tuple[str, str], str],
    draws: int,
    seed: int,
) -> list[dict[str, Any]]:
    """Return the rows about two readers of the same replies."""
    judges, note = f"{first}, {second}", ""
    if second == PARSER:
        read = [[labels[reader][reply] != UNRESOLVED for reader in (first, second)] for reply in both]
        alone = [sum(r == pattern for r in read) for pattern in ([True, False], [False, True], [False, False])]
        note = f"besides, {first} alone read {alone[0]}, the parser alone {alone[1]}, neither {alone[2]}"
        both = [reply for reply, pattern in zip(both, read, strict=True) if all(pattern)]
    if not both:
        return [_row(name, judges, 0, note) for name in ("share_equal", "cohen_kappa", "krippendorff_alpha")]
    said = [[labels[reader][reply] for reply in both] for reader in (first, second)]
    names = sorted(set(said[0]) | set(said[1]))
    one, two = (np.array([names.index(label) for label in column]) for column in said)
    clusters = _codes([units[reply[:2]] for reply in both])
    sums = confusions(one, two, clusters, len(names))
    counts = np.eye(len(names), dtype=int)[one] + np.eye(len(names), dtype=int)[two]
    rng = generator(seed, "agreement", judges)
    total = sums.sum(axis=0)
    return [
        _row("share_equal", judges, len(both), note, share(total), sums, share, draws, rng),
        _row("cohen_kappa", judges, len(both), note, cohen_kappa(total), sums, cohen_kappa, draws, rng),
        _row(
            "krippendorff_alpha",
            judges,
            len(both),
            note,
            _alpha(counts),
            coincidences(counts, clusters),
            nominal_alpha,
            draws,
            rng,
        ),
    ]


def _alpha(counts: np.ndarray) -> float:
    """Return Krippendorff's alpha of votes by reply and label, shape (replies, labels); NaN for a single label."""
    if counts.shape[1] < 2:
        return float("nan")
    return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))


def _row(
    statistic: str,
    judges: str,
    n: int,
    note: str,
    estimate: float | None = None,
    sums: np.ndarray | None = None,
    of: Any = None,
    draws: int = 0,
    rng: np.random.Generator | None = None,
) -> dict[str, Any]:
    low = high = None
    if estimate is None:
        note = "; ".join(filter(None, ["no reply that both read", note]))
    elif np.isnan(estimate):
        estimate, note = None, "; ".join(filter(None, ["undefined: one label alone was given", note]))
    else:
        low, high = (None if np.isnan(end) else end for end in interval(sums, of, draws, rng))
    row = {"statistic": statistic, "judges": judges, "n": n, "note": note}
    return row | {"estimate": None if estimate is None else float(estimate), "low": low, "high": high}


def _codes(names: Sequence[str]) -> np.ndarray:
    return np.unique(names, return_inverse=True)[1]
