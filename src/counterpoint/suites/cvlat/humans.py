"""The human baseline: participants' answers scored, and held against published groups of people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.errors import UserError
from counterpoint.manifests import read_rows
from counterpoint.orders import LETTERS
from counterpoint.statistics.tests import equivalence
from counterpoint.suites.cvlat.statistics import EPSILON
from counterpoint.tables import as_table

REQUIRED, OPTIONAL = ("participant", "item_id", "answer"), ("group",)
MARGIN = 10.0
"""Difference of corrected scores that would matter, in percentage points (arXiv 2606.03142)."""


@dataclass(frozen=True)
class Answer:
    """One participant's answer to one item; `option` is None when time ran out."""

    participant: str
    group: str
    item_id: str
    option: int | None


@dataclass(frozen=True)
class Published:
    """A published group's corrected scores: mean and standard deviation (percent) over `n` people."""

    name: str
    mean: float
    sd: float
    n: int


PUBLISHED = (
    Published("published group of 191 (arXiv 2606.03142)", 51.91, 16.57, 191),
    Published("published group of 199 (arXiv 2606.03142)", 53.08, 18.96, 199),
)
"""The two groups of people that the paper holds its own 30 participants (53.71, SD 14.92) against."""


def read_answers(path: str | Path, items: pa.Table) -> list[Answer]:
    """Read a CSV with the columns participant, item_id, answer and, optionally, group.

    An answer is an option's text, a letter (the option's place in the item's own order), Omit, or empty when
    time ran out. Raises UserError that names file, row (the header is row 1), column, value and what is
    allowed.
    """
    keys = {item["item_id"]: item for item in items.select(["item_id", "options", "omit_index"]).to_pylist()}
    answers: list[Answer] = []
    seen: dict[tuple[str, str], int] = {}
    group_of: dict[str, str] = {}
    for line, row in read_rows(path, REQUIRED, OPTIONAL, "answer"):
        participant, item_id, group = row["participant"], row["item_id"], row.get("group", "")
        if not participant:
            raise UserError(f"{path}: row {line}: column 'participant' is empty; allowed: any name")
        if item_id not in keys:
            raise UserError(f"{path}: row {line}: column 'item_id': unknown {item_id!r}; allowed: {_some(keys)}")
        if (first := seen.setdefault((participant, item_id), line)) != line:
            raise UserError(
                f"{path}: row {line}: column 'item_id': {participant!r} answered {item_id!r} in row {first} "
                "already; allowed: each item once a participant"
            )
        if (other := group_of.setdefault(participant, group)) != group:
            raise UserError(
                f"{path}: row {line}: column 'group': {group!r} for {participant!r}; allowed: {other!r}, as before"
            )
        option = _option(path, line, row["answer"], keys[item_id])
        answers.append(Answer(participant, group, item_id, option))
    return answers


def score_participants(answers: Iterable[Answer], items: pa.Table) -> pa.Table:
    """Return the table `cvlat_participants`: scores of each participant, in order of appearance.

    Corrected score CS = R - W / (C - 1), not clamped, in percent of the items shown; C counts Omit, which
    costs nothing, as time running out costs nothing. With the factual answer as target it is a diagnostic
    (over the items that have one). The index is (V - F) / (V + F + 1e-6) of the participant's visual and
    factual scores with W the answers that are neither, over C - 2, each clamped at 0: people have no
    reference cells to be normalised by (arXiv 2606.03142).
    """
    columns = ["item_id", "options", "visual_index", "factual_index", "omit_index"]
    keys = {item["item_id"]: item for item in items.select(columns).to_pylist()}
    by_participant: dict[str, list[Answer]] = {}
    for answer in answers:
        by_participant.setdefault(answer.participant, []).append(answer)
    return as_table("cvlat_participants", [_participant(a, keys) for a in by_participant.values()])


def human_table(participants: pa.Table, published: Iterable[Published] = PUBLISHED) -> pa.Table:
    """Return the table `cvlat_humans`: each group's mean scores, the visual one against published groups.

    The tests of equivalence have a margin of 10 points; a group of fewer than 2 has none.
    """
    published = list(published)
    rows = []
    frame = participants.to_pandas()
    for group, part in frame.groupby("group", sort=False):
        for statistic in ("cs_visual", "cs_factual", "vfri"):
            values = part[statistic].dropna().to_numpy()
            row = {"group": group, "statistic": statistic, "n": len(values), "reference": "", "note": ""}
            row["mean"] = values.mean() if len(values) else None
            row["sd"] = values.std(ddof=1) if len(values) > 1 else None
            rows.append(row)
            if statistic == "cs_visual":
                rows += [row | _against(row, reference) for reference in published]
    numbers = ("reference_n", "reference_mean", "reference_sd", "difference", "low", "high", "p", "margin")
    return as_table("cvlat_humans", [dict.fromkeys(numbers) | row for row in rows])


def _against(row: Mapping[str, Any], reference: Published) -> dict[str, Any]:
    found = {
        "reference": reference.name,
        "reference_n": reference.n,
        "reference_mean": reference.mean,
        "reference_sd": reference.sd,
        "margin": MARGIN,
    }
    if row["sd"] is None:
        return found | {"note": "fewer than 2 participants: no test"}
    if row["sd"] == reference.sd == 0:
        return found | {"note": "no spread in either group: no test"}
    test = equivalence(row["mean"], row["sd"], row["n"], reference.mean, reference.sd, reference.n, MARGIN)
    return found | {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}


def _participant(answers: list[Answer], keys: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    target = {"visual": [], "factual": []}
    contrast = {"visual": [], "factual": []}
    for answer in answers:
        key = keys[answer.item_id]
        options, visual, factual = len(key["options"]), key["visual_index"], key["factual_index"]
        chose = answer.option is not None and answer.option != key["omit_index"]
        for name, index in (("visual", visual), ("factual", factual)):
            if index is not None:
                right = answer.option == index
                target[name].append(right - (chose and not right) / (options - 1))
        if factual not in (None, visual):
            neither = (chose and answer.option not in (visual, factual)) / (options - 2)
            contrast["visual"].append((answer.option == visual) - neither)
            contrast["factual"].append((answer.option == factual) - neither)
    v, f = (max(0.0, float(np.mean(x))) if x else 0.0 for x in contrast.values())
    omits = sum(a.option == keys[a.item_id]["omit_index"] for a in answers)
    timeouts = sum(a.option is None for a in answers)
    return {
        "participant": answers[0].participant,
        "group": answers[0].group,
        "n_items": len(answers),
        "n_answered": len(answers) - omits - timeouts,
        "n_omit": omits,
        "n_timeout": timeouts,
        "cs_visual": 100 * float(np.mean(target["visual"])),
        "cs_factual": 100 * float(np.mean(target["factual"])) if target["factual"] else None,
        "vfri": (v - f) / (v + f + EPSILON) if contrast["visual"] else None,
    }


def _option(path: str | Path, line: int, answer: str, key: Mapping[str, Any]) -> int | None:
    """Return the option that an answer means; an option's text goes before its letter."""
    if not answer:
        return None
    texts = [text.strip().casefold() for text in key["options"]]
    letters = list(LETTERS[: len(texts)])
    given = answer.casefold()
    if given in texts:
        return texts.index(given)
    if given in letters:
        return letters.index(given)
    if given == "omit":
        return key["omit_index"]
    raise UserError(
        f"{path}: row {line}: column 'answer': {answer!r}; allowed: {', '.join(map(repr, key['options']))}, "
        f"a letter {letters[0]} to {letters[-1]}, Omit, or empty for no answer in time"
    )


def _some(names: Iterable[str]) -> str:
    names = sorted(names)
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
