"""What the paper printed in its tables 3 and 4 beside what a run found: table `scifig_table_published`."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from counterpoint.statistics.estimates import Found
from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE, PREMISE_KINDS, REASONING_KINDS
from counterpoint.suites.scifig.results.dimensions import CLEAN, FALSE_CAPTION, FALSE_PREMISE, PAPER, PROFILE, REASON
from counterpoint.suites.scifig.results.mqm import ENGINES
from counterpoint.tables import as_table

Published = Mapping[str, Mapping[str, float]]
"""A table of the paper: its numbers by model and column, 0 to 100."""
NO_CAPTION = "asked without captions; the paper's figures stood above theirs"


@dataclass(frozen=True)
class Measure:
    """A column of the paper's tables, and the estimate that stands for it."""

    column: str
    label: str
    statistic: str
    cell: str
    kind: str = ""
    scale: float = 1.0
    """What takes the estimate to 0 to 100."""
    captioned: bool | None = None
    """Whether the paper's figures stood above captions; None where none are shown or the caption is what is tested."""


_CONDITIONS = (
    Measure("base", "clean, with caption", "mqm", CLEAN, captioned=True),
    Measure("original", "clean, no caption", "mqm", CLEAN, captioned=False),
    Measure("noise", "noise", "mqm", "describe/noise_25", captioned=True),
    Measure("rotation", "rotation", "mqm", "describe/rotation_cropped_15", captioned=True),
    Measure("low_contrast", "low contrast", "mqm", "describe/contrast_dark_0.3", captioned=True),
    Measure("in_paper", "page", "mqm", "describe/page"),
    Measure("caption_bias", "false caption", "mqm", FALSE_CAPTION),
    Measure("admittance_blur", "unrecoverable blur", "mqm", f"{ADMITTANCE}/passive_blurred", captioned=True),
    Measure("inductance_blur", "recoverable blur", "mqm", f"{INDUCTANCE}/passive_blurred", captioned=True),
    Measure("in_paper_figure_blurred", "page, figure blurred", "mqm", "describe/page_blurred"),
)
"""Columns of table 3, each of them by either engine."""
_MODES = [(task, mode) for task in (ADMITTANCE, INDUCTANCE) for mode in ("active", "passive")]
_BEHAVIOUR = (
    *(Measure(f"reasoning_{k}_pct", f"reasoning: {k}", "accuracy_percent", REASON, k) for k in REASONING_KINDS),
    *(Measure(f"resist_{k}", f"resists: {k}", "resistance", FALSE_PREMISE, k, 100.0) for k in PREMISE_KINDS),
    Measure("resist_caption", "resists: caption", "caption_resistance", FALSE_CAPTION, scale=100.0),
    *(
        Measure(f"{task}_{mode}_pct", f"{task}: {mode}", PROFILE[PAPER][task].statistic, f"{task}/{mode}_blurred")
        for task, mode in _MODES
    ),
)
"""Columns of table 4."""


def read_published(path: str | Path) -> dict[str, dict[str, float]]:
    """Return a table of the paper from its CSV in resources/published, resistance, printed from 0 to 1, times 100."""
    with open(path, encoding="utf-8", newline="") as stream:
        rows = [dict(row) for row in csv.DictReader(stream)]
    return {
        row["model"]: {
            name: float(value) * (100.0 if name.startswith("resist_") else 1.0)
            for name, value in row.items()
            if name != "model"
        }
        for row in rows
    }


def beside_published(
    estimates: pa.Table, groups: Mapping[str, str], quality: Published, behaviour: Published, captioned: bool
) -> pa.Table:
    """Return the table `scifig_table_published`: a row a model and measure that the run asked, in the paper's order.

    `estimates` are those of all models, `groups` each model's group in the order of the rows. `quality` and
    `behaviour` are the paper's tables 3 and 4. `captioned` says whether the run's figures stood above captions: of the
    paper's two conditions of clean figures only the one of that kind has a row. A model of the run is one of the
    paper's where their names have the same letters and digits.
    """
    found, rows = Found(estimates), []
    for model, group in groups.items():
        for number, measure, statistic in _measures(captioned):
            printed = behaviour if number == 4 else quality
            breakdown = ("kind", measure.kind) if measure.kind else ("all", "")
            one = found.row(model, statistic, measure.cell, PAPER, *breakdown)
            if one["estimate"] is None:
                continue
            ours = {f"ours{end}": one[name] for end, name in (("", "estimate"), ("_low", "low"), ("_high", "high"))}
            same = next((name for name in printed if _bare(name) == _bare(model)), None)
            column = [values[measure.column] for values in printed.values()]
            rows.append(
                {"model": model, "group": group, "table": number, "measure": measure.label}
                | {"statistic": statistic, "cell": measure.cell, "n_items": one["n_items"]}
                | {name: None if value is None else value * measure.scale for name, value in ours.items()}
                | {"published_model": same, "published": None if same is None else printed[same][measure.column]}
                | {"published_lowest": min(column), "published_highest": max(column)}
                | {"note": NO_CAPTION if measure.captioned and not captioned else ""}
            )
    return as_table("scifig_table_published", rows)


def _measures(captioned: bool) -> Iterator[tuple[int, Measure, str]]:
    """Give each measure with the number of its table and its statistic."""
    for measure in _CONDITIONS:
        if measure.cell != CLEAN or measure.captioned == captioned:
            yield from ((3, measure, f"{measure.statistic}_{engine}") for engine in ENGINES)
    yield from ((4, measure, measure.statistic) for measure in _BEHAVIOUR)


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
