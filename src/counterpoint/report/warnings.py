"""What suites warn with: planted truth missed, trials left out or unread, views that are none, pictures resized."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from counterpoint.models.replies import BY_DESIGN, SKIPPED
from counterpoint.report.answers import ModelAnswers
from counterpoint.report.tables import some_of

LEFT_OUT, UNRESOLVED = 0.05, 5.0
"""Share of left-out trials, and percent of unresolved replies, from which a cell is warned of."""


def planted_misses(rows: Iterable[Mapping[str, Any]], place: Sequence[str]) -> list[str]:
    """Return the sentence that says which intervals miss the planted truth, each named by the columns of `place`."""
    held = [row for row in rows if row["covered"] is not None]
    missed = [row for row in held if not row["covered"]]
    if not missed:
        return []
    names = [f"{row['model']} ({', '.join(filter(None, (row[name] for name in place)))})" for row in missed]
    return [
        f"{len(missed)} of {len(held)} intervals miss the planted truth (by chance about one in twenty does): "
        f"{some_of(names)}."
    ]


def trials_left_out(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the sentence that says which cells lost many of the trials that a model was to answer."""
    lost: Counter[tuple[str, str]] = Counter()  # shares of a cell's trials
    not_meant: Counter[tuple[str, str]] = Counter()
    for row in rows:
        of = not_meant if row["status"] == SKIPPED and row["failure_class"] in BY_DESIGN else lost
        of[row["model"], row["cell"]] += row["share"]
    shares = {key: share / (1 - not_meant[key]) for key, share in lost.items()}
    large = [f"{model} {cell} ({100 * share:.1f} %)" for (model, cell), share in shares.items() if share > LEFT_OUT]
    if not large:
        return []
    return [
        f"More than {100 * LEFT_OUT:.0f} % of the trials that a model was to answer are left out: {some_of(large)}."
    ]


def unread_replies(rows: Iterable[Mapping[str, Any]], column: str, what: str) -> list[str]:
    """Return the sentence that says in which cells many replies are unresolved, by percent in `column`.

    `what` says of such replies what they lack.
    """
    unread = [
        f"{row['model']} {row['cell']} ({row[column]:.0f} %)" for row in rows if (row[column] or 0.0) > UNRESOLVED
    ]
    return [f"More than {UNRESOLVED:.0f} % of replies {what}: {some_of(unread)}."] if unread else []


def views_missing(rows: Iterable[Mapping[str, Any]], what: str) -> list[str]:
    """Return the sentence that counts the items that cells do not ask, as their `what` has no view (`no_evidence`)."""
    absent = Counter(row["cell"] for row in rows)
    if not absent:
        return []
    cells = some_of([f"{cell} ({count} items)" for cell, count in absent.items()])
    return [f"Not asked, because the {what} cannot have the view; differences are of matched items: {cells}."]


def fault_counts(findings: Iterable[Mapping[str, Any]]) -> str:
    """Return the faults of an audit's findings, the most frequent first, each with how often it was found."""
    counts = Counter(row["fault"] for row in findings)
    return ", ".join(f"{fault.replace('_', ' ')} {count}" for fault, count in counts.most_common())


def resized_pictures(answers: Mapping[str, ModelAnswers]) -> list[str]:
    """Return the sentence that says which models saw pictures scaled down, if any did."""
    models = [
        f"{model} ({answer.asked.resized:,} of {answer.asked.trials:,} trials)"
        for model, answer in answers.items()
        if answer.asked.resized
    ]
    if not models:
        return []
    return [
        "Saw pictures scaled down to a limit of the provider, not the pictures that others saw (tables `views` beside "
        f"the responses): {some_of(models)}."
    ]
