"""CVLAT's section of the report: its headline, tables, warnings and gallery, in its own words."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from counterpoint.report.answers import asked_cells, guide, model_answers
from counterpoint.report.gallery import gallery
from counterpoint.report.results import AGREEMENT, LEFT_OUT, PLANTED, result_tables
from counterpoint.report.section import (
    GalleryItem,
    GalleryPicture,
    Headline,
    HeadlineCell,
    HeadlineColumn,
    Mark,
    Outcome,
    SuiteSection,
)
from counterpoint.report.tables import estimate_text, figure_view, known, records_of, some_of, table_view
from counterpoint.report.warnings import planted_misses, resized_pictures, trials_left_out, unread_replies
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT
from counterpoint.suites.cvlat.figures.captions import CAPTIONS
from counterpoint.tables import read_table, rows_of

TABLES: dict[str, tuple[str, str]] = {
    "cvlat_table2": (
        "Accuracy on VLAT and reVLAT (the paper's Table II)",
        "Percent of answers that are right, mean and SD over items; delta is VLAT minus reVLAT in percentage points.",
    ),
    "cvlat_table3": (
        "Reliance under conflict (the paper's Table III)",
        "Answers in percent; VF and FA are corrected rates divided by what the model reads (anonymised charts) and "
        "knows (question without chart); VFRI with its 95 % percentile interval over items. An index is empty where a "
        "reference is lacking; what the plain equation gives there is among the estimates.",
    ),
    "cvlat_table4": (
        "Control by prompt (the paper's Table IV)",
        "VFRI under the factual-priority and visual-priority prompts against the normal one; * p < .05, ** p < .01, "
        "*** p < .001, ns otherwise (paired bootstrap).",
    ),
    "cvlat_orientation": (
        "Orientation",
        "Which side a model takes when its VFRI's interval is clear of zero; p_holm is corrected over the models.",
    ),
    "cvlat_arbitration": (
        "Arbitration preference w",
        "Share of conflicts that the chart wins, given that the chart was read and the fact is known, by maximum "
        "likelihood; unlike VFRI it does not move with how well a model reads and knows.",
    ),
    "cvlat_magnitude": (
        "Override rate against mismatch",
        "Of the answers that are the chart's or the fact's, the share that are the chart's, by size of conflict; it is "
        "corrected for neither guessing nor ability, so what is read and what is known stand beside it.",
    ),
    "cvlat_cells": (
        "Every cell",
        "Outcomes in percent of counted trials, mean over items; VF, FA and VFRI where they are defined.",
    ),
    "cvlat_baselines": (
        "Baselines",
        "What answering without reading or knowing would get: an even guess, always the same position, place or text.",
    ),
    "cvlat_strategies": (
        "Strategies without a picture",
        "What always choosing one place, the largest or smallest number, the longest or shortest text, or one word "
        "would get of each instrument's answers, beside an even guess among the options without Omit.",
    ),
    "cvlat_breakdown": (
        "By chart type, task and conflict",
        "Accuracy and reliance of each level, means over its items.",
    ),
    "cvlat_positions": (
        "Option positions",
        "Share of counted trials that chose each position, by number of options.",
    ),
    "cvlat_zero_references": (
        "Zero references",
        "Items whose reference is zero under a non-zero numerator, which the paper's equation turns into about a "
        "million; VFRI, and VF or FA (ratio), by the plain equation and with these items left out.",
    ),
    "cvlat_humans": (
        "Human baseline",
        "Participants' corrected scores and reliance; against a published group, the difference with its 90 % "
        "interval and the p of equivalence within the margin.",
    ),
    "cvlat_participants": ("Participants", "Each participant's corrected scores and reliance."),
}
"""Tables shown in the part of tables, in this order: the paper's, then ours."""
OPTIONAL = ("cvlat_humans", "cvlat_participants", "cvlat_magnitude", "agreement")
"""Tables and figures that only a run with participants, sizes of conflict, or a judge or people's labels has.

Of any other the page says that it was not made.
"""
CHECKS: dict[str, tuple[str, tuple[str, str]]] = {
    "Left out": ("cvlat_left_out", LEFT_OUT),
    "Planted truth": ("cvlat_planted", PLANTED),
    "Agreement": ("agreement", AGREEMENT),
    "Audit": (
        "audit",
        ("Audit of the items", "Faults found in the items; an item is kept out only if it cannot be asked."),
    ),
}
"""Tables that say how far the numbers can be trusted: short name, schema, title and caption."""

TERMS = {
    "VFRI": "compares how often a model follows the chart and how often the fact when they disagree, each relative to "
    "what it can read and what it knows: +1 all chart, −1 all memory.",
    "w": "is the share of conflicts that the chart wins once the chart was read and the fact is known.",
    "Orientation": "is named only when the interval of VFRI is clear of zero.",
}
OUTCOMES = (
    Outcome("visual", "blue"),
    Outcome("factual", "orange"),
    Outcome("distractor", "grey"),
    Outcome("omit", "white"),
    Outcome("unresolved", "purple"),
    Outcome("refused", "black"),
)
"""Outcomes of counted trials, in the order in which bars stack them."""
MARKS = {
    "visual_index": Mark("chart", "blue"),
    "factual_index": Mark("fact", "orange"),
    "omit_index": Mark("omit"),
}
"""What an option can be in an item's key, by the column that says so."""
PLACE = ("statistic", "cell", "variant", "level")
"""What names an estimate of a model."""


def cvlat_section(
    items: str | Path,
    audit: Iterable[str | Path],
    stimuli: str | Path,
    images: str | Path,
    tables: Iterable[str | Path],
    figures: Iterable[str | Path],
    scores: Mapping[str, str | Path],
    responses: Mapping[str, Sequence[str | Path]],
) -> SuiteSection:
    """Return the section of CVLAT, read from its tables one model after another.

    `tables` are the Parquet files of result tables, each named by its schema, and `figures` the SVG and PNG
    files; what is not among them was not made. `audit` are the findings of items and of the plan, `images` is the
    folder of the pictures. `scores` and `responses` (its shards) are those of each model, in the order of the run.
    Raises UserError when a table is damaged or of another version, or a picture cannot be read.
    """
    found = result_tables(tables, "cvlat")
    item_table, stimulus_table = read_table("items", items), read_table("stimuli", stimuli)
    found["audit"] = pa.concat_tables(read_table("audit", path) for path in audit)
    answers = {model: model_answers(scores[model], responses[model]) for model in scores}
    drawn = {path.name: path for path in map(Path, figures)}
    asked = asked_cells(answers)
    return SuiteSection(
        name="cvlat",
        title="CVLAT",
        guide=guide(answers, _asked(item_table, stimulus_table)),
        headline=headline(found.get("cvlat_orientation"), found.get("cvlat_arbitration")),
        cells=[cell for cell in CELLS if cell in asked],
        warnings=[*warnings(found), *resized_pictures(answers)],
        tables=[
            table_view(name, TABLES[name], found.get(name), _silent(name))
            for name in TABLES
            if name in found or name not in OPTIONAL
        ],
        figures=[
            figure_view(name, CAPTIONS[name], drawn)
            for name in CAPTIONS
            if f"{name}.svg" in drawn or name not in OPTIONAL
        ],
        checks={
            label: table_view(name, heading, found.get(name))
            for label, (name, heading) in CHECKS.items()
            if name in found or name not in OPTIONAL
        },
        gallery=gallery(
            [_gallery_item(row) for row in rows_of(item_table)],
            [_gallery_picture(row, Path(images)) for row in rows_of(stimulus_table)],
            list(CELLS),
            OUTCOMES,
            answers,
        ),
        asked={model: answer.asked for model, answer in answers.items()},
    )


def headline(orientation: pa.Table | None, arbitration: pa.Table | None) -> Headline:
    """Return a row a model: VFRI with interval, orientation, w with interval, highest VFRI first."""
    preference = {row["model"]: row for row in records_of(arbitration) if row["cell"] == CONFLICT}
    lines = []
    for row in sorted(
        records_of(orientation), key=lambda row: (-row["vfri"] if known(row["vfri"]) else 2.0, row["model"])
    ):
        w = preference.get(row["model"], {})
        interval = (row["vfri"], row["low"], row["high"])
        # the plot runs from -1 to 1
        place = tuple(50 + 50 * value for value in interval) if known(*interval) else None
        lines.append(
            [
                HeadlineCell(row["model"]),
                HeadlineCell(row["group"]),
                HeadlineCell(estimate_text(*interval, signed=True), "" if place else row["orientation"]),
                HeadlineCell(place=place),
                HeadlineCell(row["orientation"]),
                HeadlineCell(
                    estimate_text(w.get("w"), w.get("w_low"), w.get("w_high"), signed=False), w.get("note") or ""
                ),
            ]
        )
    return Headline(
        columns=(
            HeadlineColumn("model"),
            HeadlineColumn("group"),
            HeadlineColumn("VFRI [95 % interval]", "number"),
            HeadlineColumn("−1 memory … chart +1", "plot"),
            HeadlineColumn("orientation"),
            HeadlineColumn("w [95 % interval]", "number"),
        ),
        rows=lines,
        empty="No model has a VFRI: the conflict cell or one of its two references was not asked.",
        terms=TERMS,
    )


def warnings(tables: Mapping[str, pa.Table]) -> list[str]:
    """Return what a reader must know before trusting the numbers, a sentence each, most serious first."""
    found = []
    kept_out = sorted({row["item_id"] or row["source"] for row in records_of(tables.get("audit")) if row["kept_out"]})
    if kept_out:
        found.append(f"Kept out because they cannot be asked: {some_of(kept_out)}.")
    absent = [row["source"] for row in records_of(tables.get("audit")) if row["fault"] == "cell_not_asked"]
    if absent:
        found.append(f"Not asked, because the source holds no items for them: {some_of(absent)}.")
    found += planted_misses(records_of(tables.get("cvlat_planted")), PLACE)
    found += trials_left_out(records_of(tables.get("cvlat_left_out")))
    found += unread_replies(records_of(tables.get("cvlat_cells")), "unresolved_pct", "name no single option")
    zero = [
        f"{row['model']} {row['cell']} ({row['items']} by {row['reference']})"
        for row in records_of(tables.get("cvlat_zero_references"))
        if row["items"]
    ]
    if zero:
        found.append(f"Items with a zero reference weigh on VF, FA or VFRI (see Zero references): {some_of(zero)}.")
    return found


def _silent(name: str) -> Callable[[Mapping[str, Any]], str]:
    """Return what tells of a table's row why it holds no information, if it does not."""
    if name == "cvlat_arbitration":
        return lambda row: "" if known(row["w"]) else row["note"] or "w is undefined"
    if name == "cvlat_zero_references":
        return lambda row: "" if row["items"] else "no item with a zero reference"
    return lambda row: ""


def _asked(items: pa.Table, stimuli: pa.Table) -> str:
    def distinct(table: pa.Table, column: str) -> int:
        return len(set(table[column].to_pylist()))

    asked = Counter(
        instrument
        for instrument, form in zip(*(items[name].to_pylist() for name in ("instrument", "form")), strict=True)
        if form == "real"
    )
    questions = ", ".join(f"{instrument} {count}" for instrument, count in asked.items())
    return (
        f"{asked.total()} questions ({questions}) about {distinct(items, 'cluster_id')} charts "
        f"({distinct(stimuli, 'pixel_digest')} pictures)"
    )


def _gallery_item(item: Mapping[str, Any]) -> GalleryItem:
    marks: dict[int, list[Mark]] = {}
    for column, mark in MARKS.items():
        if item[column] is not None:
            marks.setdefault(item[column], []).append(mark)
    return GalleryItem(
        item_id=item["item_id"],
        unit_id=item["unit_id"],
        group=item["cluster_id"],
        group_note=item["chart_type"].replace("_", " "),
        shown={cell.name: (item["stimulus_id"],) for cell in CELLS.values() if cell.picture},
        task=item["task"],
        where=f"{item['instrument']} ({item['form']})",
        question=item["question"],
        options=item["options"],
        marks=marks,
        note=item["manipulation"] or "",
    )


def _gallery_picture(stimulus: Mapping[str, Any], images: Path) -> GalleryPicture:
    return GalleryPicture(
        stimulus_id=stimulus["stimulus_id"],
        file=str(images / Path(stimulus["path"]).name),
        pixel_digest=stimulus["pixel_digest"],
        width=stimulus["width"],
        height=stimulus["height"],
        label=stimulus["variant"],
        alt=f"{stimulus['kind'].replace('_', ' ')} chart, variant {stimulus['variant']}",
    )
