"""People's labels of replies: the sample that is written for them, and what they wrote, read back."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.files import write_text
from counterpoint.judging.judge_requests import LABEL, blocks, letters_of, rubric_of
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.orders import LETTERS
from counterpoint.tables import defused

COLUMNS = ("response_key", "cell", "question", "options", "allowed", "reply", "label")
"""Columns of the file that people fill in; all but response_key and label are there to be read."""
LABELS = {
    LABEL: ("correct", "biased", "other", "abstained", UNRESOLVED),
    "premise": ("rejects", "partly", "accepts", UNRESOLVED),
    "blurred": ("correct", "correct_hedged", "wrong", "wrong_hedged", "abstained", "not_addressed", UNRESOLVED),
}
"""What a reply may be labelled where no options are shown, by rubric: what a judge under it may say."""


def sample(strata: Sequence[tuple[str, ...]], n: int, rng: np.random.Generator) -> list[int]:
    """Return `n` positions in `strata`, or all if there are fewer: a systematic sample ordered by stratum.

    Within a stratum the order is random; every (N / n)th reply is taken from a random start, so each reply has the
    same chance and each stratum its share, to within one.
    """
    total = len(strata)
    if n >= total:
        return list(range(total))
    shuffled = rng.permutation(total)
    ordered = sorted(shuffled, key=lambda place: strata[place])
    places = np.floor((np.arange(n) + rng.random()) * total / n).astype(int)
    # In random order again, so that who labels a part of the file labels a bit of everything.
    return [int(ordered[place]) for place in rng.permutation(places)]


def allowed_labels(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what people may label a reply to a request of table `requests`; nothing where no single label would do.

    That is so of a structured rubric: a description is not right or wrong as a whole.
    """
    if letters := letters_of(row):
        return (*letters, UNRESOLVED)
    return LABELS.get(rubric_of(row) or LABEL, ())


def write_sample(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write the file to label. Each row holds `response_key`, `cell`, `text` and its request's columns.

    Neither model nor verdict is shown; where there are no options, what the reply is compared with stands in their
    place. A reply that a spreadsheet would take for a formula gets an apostrophe in
    front. Raises UserError when the file cannot be written.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        options = [f"({letter}) {text}" for letter, text in zip(letters_of(row), row["options"] or (), strict=True)]
        if not options and rubric_of(row) is not None:
            known = {name: value for name, value in blocks(row, "").items() if name not in ("question", "reply")}
            options = [f"{name}: {value}" for name, value in known.items()]
        allowed = "/".join(allowed_labels(row))
        shown = [row["response_key"], row["cell"], row["question"], "\n".join(options), allowed, row["text"], ""]
        writer.writerow(map(defused, shown))
    write_text(path, stream.getvalue())


def read_labels(path: str | Path, requests: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Read a filled-in file: the label of each response_key that has one; rows without a label are left out.

    `requests` maps the response keys of the run to the rows of their requests; a key that is not among them (of a
    reply that the run no longer has) is passed over. Raises UserError with file, row (the header is row 1), column,
    value and what is allowed; also where not one label is about a reply of the run.
    """
    try:
        with open(path, encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            names = reader.fieldnames or []
            rows = list(enumerate(reader, 2))  # as a spreadsheet numbers them: a reply may have many lines
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path}: cannot be read as a CSV in UTF-8 ({error})") from error
    if missing := [name for name in ("response_key", "label") if name not in names]:
        raise UserError(
            f"{path}: row 1: has no column {missing[0]!r}; allowed: the columns of `counterpoint labels sample`"
        )
    labels: dict[str, str] = {}
    given = 0
    for line, row in rows:
        key, label = (row["response_key"] or "").strip(), (row["label"] or "").strip().lower()
        if not label:
            continue
        given += 1
        request = requests.get(key)
        if request is None:
            continue
        meant = _meant(label, request)
        if meant is None:
            allowed = list(allowed_labels(request))
            if letters_of(request):
                allowed.insert(-1, "omit")
            said = f"{', '.join(allowed)}, or empty" if allowed else "nothing, for it is judged point by point"
            raise UserError(f"{path}: row {line}: column 'label': {label!r}; allowed: {said}")
        if labels.setdefault(key, meant) != meant:
            raise UserError(
                f"{path}: row {line}: column 'label': {label!r} for a reply labelled {labels[key]!r} above; "
                "allowed: one label a reply"
            )
    if not labels:
        why = f"none of its {given} labels is about a reply of this run" if given else "holds no label yet"
        raise UserError(f"{path}: {why}; fill in the column label of a sample of this run, or set human_labels: null")
    return labels


def _meant(label: str, request: Mapping[str, Any]) -> str | None:
    letters = letters_of(request)
    if not letters:
        return label if label in allowed_labels(request) else None
    label = label.strip("() .")
    if label == "omit" and request["omit_position"] is not None:
        return LETTERS[request["omit_position"]]
    return label if label in [*letters, UNRESOLVED] else None
