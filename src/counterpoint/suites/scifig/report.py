"""SciFig's section of the report: its headline, tables, warnings and gallery, in its own words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from counterpoint.report.answers import asked_cells, guide, model_answers
from counterpoint.report.results import AGREEMENT, LEFT_OUT, PLANTED, result_tables
from counterpoint.report.section import Headline, HeadlineCell, HeadlineColumn, SuiteSection
from counterpoint.report.tables import estimate_text, figure_view, known, records_of, some_of, table_view
from counterpoint.report.warnings import (
    fault_counts,
    planted_misses,
    resized_pictures,
    trials_left_out,
    unread_replies,
    views_missing,
)
from counterpoint.suites.scifig.figures.captions import CAPTIONS
from counterpoint.suites.scifig.names import CHART_TYPES, SUITE
from counterpoint.suites.scifig.own.review_table import waiting
from counterpoint.suites.scifig.report_gallery import figure_gallery
from counterpoint.suites.scifig.results.dimensions import COUNTED
from counterpoint.tables import read_table

BOTH = 'Two readings stand side by side, by variant: "paper", over what could be read, and "counted", ours.'
TABLES: dict[str, tuple[str, str]] = {
    "scifig_table_profile": (
        "Profile",
        f"Each dimension with its interval over figures. {BOTH}",
    ),
    "scifig_table_quality": (
        "Descriptions by condition (the paper's table 3)",
        "MQM by the published and by the capped engine, and facts read without a judge; differences to clean pictures "
        f"on the same figures, Holm over a model's conditions. {BOTH}",
    ),
    "scifig_table_behaviour": (
        "Reasoning and behaviour (the paper's table 4)",
        "By kind of question, premise and target, all on a scale of 1; premises beside their true twins, so that mere "
        f"contradiction does not score. {BOTH}",
    ),
    "scifig_table_published": (
        "The paper's tables 3 and 4 beside this run",
        'Columns "ours" were measured here, columns "published" are printed in the paper: of the model of the same '
        "name where it has one, and the range of its eight models. All in percent or in MQM points, 0 to 100, in the "
        "paper's denominators. The paper's figures and judge are others: what differs need not be the model.",
    ),
    "scifig_table_chart_types": ("By chart type", f"The profile in bars, lines and pies. {BOTH}"),
    "scifig_table_penalties": (
        "Penalty profile",
        "What descriptions lose points by, in each cell and by either engine.",
    ),
    "scifig_table_captions": (
        "Caption bias by kind of claim",
        "Sides taken on claims that the picture contradicts, and on the same claims when they are true.",
    ),
    "scifig_table_outcomes": (
        "Blurred texts: outcomes and rates",
        "Exclusive outcomes, and every published rate as a sum of them; the points of the selective-risk curve. "
        f"{BOTH}",
    ),
    "scifig_table_blur_effects": (
        "Blurred texts: against controls",
        "Rates with the text blurred minus those with another label blurred, with nothing blurred, and without the "
        "figure, on the same targets.",
    ),
    "scifig_table_correlations": (
        "Correlations of the dimensions",
        "Spearman, over figures of a model and over models.",
    ),
    "scifig_table_pairs": (
        "Pairs of models",
        "Differences of figure means with intervals, Cliff's delta, and whether the same figures come out hard; Holm "
        "by dimension and variant.",
    ),
    "scifig_table_reliability": ("Split-half reliability", "Of the models' scores, over random halves of the figures."),
    "scifig_table_power": (
        "Power",
        "The difference between two models that runs of so many figures find in four of five, by this run's variance.",
    ),
    "scifig_table_baselines": (
        "Answers without looking",
        "What the best single answer gets, the answer to another figure's question, and a name drawn among the "
        "figure's own; blind models stand in the cells without a picture.",
    ),
    "scifig_table_human_scores": ("People's MQM scores", "People's scores and counts of errors against ours."),
    "scifig_table_shared_failures": (
        "Probes that most models fail alike",
        "A flag to look at the probe before the models: planted respondents left out.",
    ),
}
"""Tables shown in the part of tables, in this order."""
CHECKS: dict[str, tuple[str, tuple[str, str]]] = {
    "Left out": ("scifig_left_out", LEFT_OUT),
    "Planted truth": ("scifig_planted", PLANTED),
    "Validity": (
        "scifig_validity_rules",
        (
            "Validity rules",
            "Every rule held against every probe before anything is asked; a probe that fails one is not asked.",
        ),
    ),
    "Review": (
        "scifig_review",
        (
            "Review of proposals",
            "What was proposed to ask, and what a person decided: only what was accepted or "
            "edited, and fails no rule, is asked.",
        ),
    ),
    "Agreement": ("agreement", AGREEMENT),
    "No evidence": (
        "no_evidence",
        ("Views that do not exist", "Items that are not asked in a cell because their figure cannot have its view."),
    ),
    "Audit": ("audit", ("Audit of figures", "Faults found; what cannot be asked about is kept out, nothing repaired.")),
}
"""Tables that say how far the numbers can be trusted: short name, schema, title and caption."""
TERMS = {
    "MQM": "is 100 minus the weighted penalties of a description of the clean figure, by the published engine.",
    "Admittance": "is the share of unrecoverable blurred texts at which a model says so and gives no answer.",
    "Resistance": "is how much more often false premises are rejected than their true twins: at most 1, by chance 0.",
    "Inductance": "is the share of recoverable blurred texts that it gets right. In brackets: 95 % intervals over "
    "figures.",
}
COLUMNS = ("perception", "admittance", "resistance", "inductance")
PLACE = ("statistic", "cell", "variant", "level")
"""What names an estimate of a model."""


def scifig_section(
    items: str | Path,
    figure_table: str | Path,
    views: str | Path,
    targets: str | Path,
    no_evidence: str | Path,
    audit: str | Path,
    trials: str | Path,
    requests: str | Path,
    stimuli: str | Path,
    images: str | Path,
    tables: Iterable[str | Path],
    figures: Iterable[str | Path],
    scores: Mapping[str, str | Path],
    responses: Mapping[str, Sequence[str | Path]],
) -> SuiteSection:
    """Return the section of SciFig, read from its tables one model after another.

    `tables` are the Parquet files of result tables, each named by its schema, and `figures` the SVG and PNG files of
    results; `figure_table` is what was shown, `images` the folder of its pictures. `scores` and `responses` (its
    shards) are those of each model, in the order of the run. Raises UserError when a table is damaged or of another
    version, or a picture cannot be read.
    """
    found = result_tables(tables, SUITE)
    found["audit"], found["no_evidence"] = read_table("audit", audit), read_table("no_evidence", no_evidence)
    shown, asked = read_table("scifig_figures", figure_table), read_table("scifig_items", items)
    planned = read_table("trials", trials)
    # a cell of which no picture exists has no trial, and is told of all the same: it comes last
    cells = list(dict.fromkeys([*planned["cell"].to_pylist(), *found["no_evidence"]["cell"].to_pylist()]))
    answers = {model: model_answers(scores[model], responses[model]) for model in scores}
    drawn = {path.name: path for path in map(Path, figures)}
    return SuiteSection(
        name=SUITE,
        title="SciFig",
        guide=guide(answers, _asked(shown, asked)),
        headline=headline(found.get("scifig_table_profile")),
        cells=[cell for cell in cells if cell in asked_cells(answers)],
        warnings=[*warnings(found), *resized_pictures(answers)],
        tables=[
            table_view(name, heading, found.get(name))
            for name, heading in TABLES.items()
            if name in found or name != "scifig_table_human_scores"
        ],
        figures=[figure_view(name, heading, drawn) for name, heading in CAPTIONS.items()],
        checks={
            label: table_view(name, heading, found.get(name))
            for label, (name, heading) in CHECKS.items()
            if name in found or name not in ("agreement", "scifig_review")
        },
        gallery=figure_gallery(
            shown, asked, read_table("scifig_targets", targets), planned, read_table("requests", requests),
            read_table("stimuli", stimuli), Path(images), cells, answers,
        ),
        asked={model: answer.asked for model, answer in answers.items()},
    )  # fmt: skip


def headline(table: pa.Table | None) -> Headline:
    """Return a row a model from `scifig_table_profile`, in our reading: quality, and A-R-I."""
    lines = []
    for row in records_of(table):
        if row["variant"] != COUNTED:
            continue
        lines.append([HeadlineCell(row["model"]), HeadlineCell(row["group"])])
        for name in COLUMNS:
            scale = 100 if name == "perception" else 1
            interval = [None if row[f"{name}{end}"] is None else scale * row[f"{name}{end}"] for end in ENDS]
            lines[-1].append(
                HeadlineCell(estimate_text(*interval, signed=False, decimals=0 if scale > 1 else 2), row["note"])
            )
        admits = (row["admittance"], row["admittance_low"], row["admittance_high"])
        lines[-1].append(HeadlineCell(place=tuple(100 * end for end in admits) if known(*admits) else None))
    return Headline(
        columns=(
            HeadlineColumn("model"),
            HeadlineColumn("group"),
            HeadlineColumn("MQM", "number"),
            HeadlineColumn("admittance", "number"),
            HeadlineColumn("resistance", "number"),
            HeadlineColumn("inductance", "number"),
            HeadlineColumn("0 makes up … admits 1", "plot"),
        ),
        rows=lines,
        empty="No model has a profile: the run asks none of its cells.",
        terms=TERMS,
    )


ENDS = ("", "_low", "_high")


def warnings(tables: Mapping[str, pa.Table]) -> list[str]:
    """Return what a reader must know before trusting the numbers, a sentence each, most serious first."""
    found = []
    if kept_out := [row for row in records_of(tables.get("audit")) if row["kept_out"]]:
        found.append(f"Kept out because they cannot be asked about: {fault_counts(kept_out)}.")
    found += planted_misses(records_of(tables.get("scifig_planted")), PLACE)
    found += trials_left_out(records_of(tables.get("scifig_left_out")))
    outcomes = [row for row in records_of(tables.get("scifig_table_outcomes")) if row["variant"] == COUNTED]
    found += unread_replies([_unread(row) for row in outcomes], "unresolved", "about blurred texts could not be read")
    failed = [row for row in records_of(tables.get("scifig_validity_rules")) if row["failed"]]
    if failed:
        rules = some_of([f"{row['rule']} ({row['dimension']}: {row['failed']} of {row['probes']})" for row in failed])
        found.append(f"Probes that fail a validity rule are not asked: {rules}.")
    waits = waiting(tables["scifig_review"]) if "scifig_review" in tables else 0
    if waits:
        found.append(
            f"{waits} proposals of what to ask wait for review and are not asked: fill in "
            "items/scifig/candidates.csv and name it under `review`."
        )
    found += views_missing(records_of(tables.get("no_evidence")), "figure")
    return found


def _unread(row: Mapping) -> dict:
    """Return a row of outcomes with its unresolved replies in percent."""
    total = sum(value or 0 for name, value in row.items() if name.startswith("n_") and name != "n_items")
    return {**row, "unresolved": 100 * (row["n_unresolved"] or 0) / total if total else 0.0}


def _asked(figures: pa.Table, items: pa.Table) -> str:
    of_type = Counter(figures["chart_type"].to_pylist())
    counts = ", ".join(f"{kind} {of_type[kind]}" for kind in CHART_TYPES if kind in of_type)
    made = Counter(figures["made"].to_pylist())
    own = f", {made['own']} of them from a file of one's own" if made["own"] else ", drawn from data that are known"
    return f"{items.num_rows:,} items about {figures.num_rows} figures ({counts}{own})"
