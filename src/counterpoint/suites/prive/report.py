"""PriVE's section of the report: its headline, tables, warnings and gallery, in its own words."""

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
from counterpoint.suites.prive.cells import CELLS
from counterpoint.suites.prive.figures.captions import CAPTIONS
from counterpoint.suites.prive.names import DOMAINS, SUITE
from counterpoint.suites.prive.report_gallery import pair_gallery
from counterpoint.tables import read_table

MACRO = "mean over domains, a domain's value being the mean over its items, all forms together"
TABLES: dict[str, tuple[str, str]] = {
    "prive_table1": (
        "Overview (the paper's table 1)",
        f"Percent, {MACRO}; gains in percentage points on matched items. PFER is the rate of errors that follow the "
        "prior. The tool is the model's own best of those "
        "that every domain has, so that its gain is picked from several and flatters.",
    ),
    "prive_table7": (
        "Single pictures (the paper's table 7)",
        f"Accuracy on originals; accuracy, PFER and other on counterfactuals: percent, {MACRO}. Columns ending in "
        "all: trials that were sent and brought nothing count as other.",
    ),
    "prive_table5": ("Counterfactuals by domain (the paper's table 5)", "Percent, mean over a domain's items."),
    "prive_table6": ("Originals by domain (the paper's table 6)", "Percent, mean over a domain's items."),
    "prive_table10": (
        "Both pictures (the paper's table 10)",
        f"Percent, {MACRO}: questions about the counterfactual beside its original, and about the pair itself.",
    ),
    "prive_table8": ("Both pictures by domain (the paper's table 8)", "Percent, mean over a domain's items."),
    "prive_table11": (
        "What the original beside it brings (the paper's table 11)",
        "Both pictures minus the counterfactual alone: percentage points on matched items, mean over domains.",
    ),
    "prive_table9": (
        "What the original beside it brings, by domain (the paper's table 9)",
        "Both pictures minus the counterfactual alone: percentage points on matched items.",
    ),
    "prive_table13": (
        "What each view brings (the paper's table 13)",
        "Raw picture and view minus raw picture, on counterfactuals: percentage points on matched items, mean over "
        "domains; Holm over a model's tools; McNemar's test takes items as independent, the bootstrap does not.",
    ),
    "prive_table14": (
        "Top common tool (the paper's table 14)",
        "Of the tools that every domain has, the one with the highest mean gain over models. It is the best of as many "
        "as were compared, on the very answers that its gain is of.",
    ),
    "prive_table15": (
        "What each view brings, by domain (the paper's table 15)",
        "Raw picture and view minus raw picture, on counterfactuals: percentage points on matched items.",
    ),
    "prive_baselines": (
        "Baselines",
        "What answering without looking would get of the same items: always yes, always no, the option shown first, "
        "always the prior, always against it; and each model's answers without a picture (blind).",
    ),
    "prive_cells": (
        "Every cell",
        f"Percent, {MACRO}; then by domain, form and both. Unresolved and refused are parts of other.",
    ),
    "prive_difficulty": (
        "Difficulty of the items",
        "Mean accuracy and PFER over models, planted ones left out, hardest first. A report only: no item is removed "
        "for what models answer.",
    ),
    "prive_sources": ("Sources", "Where the pairs of each domain come from."),
}
"""Tables shown in the part of tables, in this order."""
CHECKS: dict[str, tuple[str, tuple[str, str]]] = {
    "Left out": ("prive_left_out", LEFT_OUT),
    "Planted truth": ("prive_planted", PLANTED),
    "Agreement": ("agreement", AGREEMENT),
    "No evidence": (
        "no_evidence",
        ("Views that do not exist", "Items that are not asked in a cell because their pair cannot have its view."),
    ),
    "Audit": (
        "audit",
        ("Audit of pictures and items", "Faults found; what cannot be asked about is kept out, nothing is repaired."),
    ),
}
"""Tables that say how far the numbers can be trusted: short name, schema, title and caption."""
TERMS = {
    "Accuracy": "is the share of answers that the picture shows to be right, for originals and for counterfactuals, "
    "in which one attribute was changed.",
    "PFER": "is the rate of errors that follow the prior: the share of answers about counterfactuals that prior "
    "knowledge gives against the picture, 0 none, 100 all. In brackets: 95 % intervals over originals.",
}
PHANTOM = "phantom"
PLACE = ("statistic", "cell", "level")
"""What names an estimate of a model."""


def prive_section(
    items: str | Path,
    pairs: str | Path,
    views: str | Path,
    no_evidence: str | Path,
    audit: Iterable[str | Path],
    stimuli: str | Path,
    images: str | Path,
    masks: str | Path,
    tables: Iterable[str | Path],
    figures: Iterable[str | Path],
    scores: Mapping[str, str | Path],
    responses: Mapping[str, Sequence[str | Path]],
) -> SuiteSection:
    """Return the section of PriVE, read from its tables one model after another.

    `tables` are the Parquet files of result tables, each named by its schema, and `figures` the SVG and PNG files.
    `audit` are the findings of pictures and of the plan; `images` and `masks` are the folders of the pictures.
    `scores` and `responses` (its shards) are those of each model, in the order of the run. Raises UserError when a
    table is damaged or of another version, or a picture cannot be read.
    """
    found = result_tables(tables, SUITE)
    found["audit"] = pa.concat_tables(read_table("audit", path) for path in audit)
    found["no_evidence"] = read_table("no_evidence", no_evidence)
    pair_table, item_table = read_table("prive_pairs", pairs), read_table("prive_items", items)
    answers = {model: model_answers(scores[model], responses[model]) for model in scores}
    drawn = {path.name: path for path in map(Path, figures)}
    return SuiteSection(
        name=SUITE,
        title="PriVE",
        guide=guide(answers, _asked(pair_table, item_table)),
        headline=headline(found.get("prive_table7")),
        cells=[cell for cell in CELLS if cell in asked_cells(answers)],
        warnings=[*warnings(found, pair_table), *resized_pictures(answers)],
        tables=[table_view(name, heading, found.get(name)) for name, heading in TABLES.items()],
        figures=[figure_view(name, heading, drawn) for name, heading in CAPTIONS.items()],
        checks={
            label: table_view(name, heading, found.get(name))
            for label, (name, heading) in CHECKS.items()
            if name in found or name != "agreement"
        },
        gallery=pair_gallery(
            pair_table, item_table, read_table("prive_views", views), read_table("stimuli", stimuli), Path(images),
            Path(masks), answers,
        ),
        asked={model: answer.asked for model, answer in answers.items()},
    )  # fmt: skip


def headline(table: pa.Table | None) -> Headline:
    """Return a row a model from `prive_table7`: accuracy on either picture, and PFER with its place from 0 to 100."""
    lines = []
    for row in sorted(records_of(table), key=lambda r: (-r["accuracy"] if known(r["accuracy"]) else 1.0, r["model"])):
        pfer = (row["pfer"], row["pfer_low"], row["pfer_high"])
        lines.append([HeadlineCell(row["model"]), HeadlineCell(row["group"])])
        for name in ("original_accuracy", "accuracy", "pfer"):
            interval = (row[name], row[f"{name}_low"], row[f"{name}_high"])
            lines[-1].append(HeadlineCell(estimate_text(*interval, signed=False, decimals=1), row["note"]))
        lines[-1].append(HeadlineCell(place=pfer if known(*pfer) else None))
    return Headline(
        columns=(
            HeadlineColumn("model"),
            HeadlineColumn("group"),
            HeadlineColumn("originals: accuracy (%)", "number"),
            HeadlineColumn("counterfactuals: accuracy", "number"),
            HeadlineColumn("errors that follow the prior (PFER)", "number"),
            HeadlineColumn("0 picture … prior 100", "plot"),
        ),
        rows=lines,
        empty="No model was asked about originals or counterfactuals without a view.",
        terms=TERMS,
    )


def warnings(tables: Mapping[str, pa.Table], pairs: pa.Table) -> list[str]:
    """Return what a reader must know before trusting the numbers, a sentence each, most serious first."""
    found = []
    phantoms = sorted({row["domain"] for row in pairs.to_pylist() if row["made"] == PHANTOM}, key=DOMAINS.index)
    if phantoms:
        found.append(
            f"The pictures of the domain {' and '.join(phantoms)} are phantoms, drawn for this run: they show no "
            "patient, and say nothing of how a model reads real scans."
        )
    findings = records_of(tables.get("audit"))
    if kept_out := [row for row in findings if row["kept_out"]]:
        sources = sorted({row["item_id"] or row["source"] for row in kept_out})
        found.append(f"Kept out because they cannot be asked about ({fault_counts(kept_out)}): {some_of(sources)}.")
    if noted := [row for row in findings if not row["kept_out"]]:
        found.append(f"Found in the pictures or items and left as they are (see Audit): {fault_counts(noted)}.")
    found += planted_misses(records_of(tables.get("prive_planted")), PLACE)
    found += trials_left_out(records_of(tables.get("prive_left_out")))
    whole = [row for row in records_of(tables.get("prive_cells")) if row["breakdown"] == "all"]
    found += unread_replies(whole, "unresolved", "could not be read")
    found += views_missing(records_of(tables.get("no_evidence")), "pair")
    return found


def _asked(pairs: pa.Table, items: pa.Table) -> str:
    of_domain = Counter(pairs["domain"].to_pylist())
    phantom = {row["domain"] for row in pairs.to_pylist() if row["made"] == PHANTOM}
    counts = ", ".join(
        f"{domain} {of_domain[domain]}{' (phantoms)' if domain in phantom else ''}"
        for domain in DOMAINS
        if domain in of_domain
    )
    return f"{items.num_rows:,} questions about {pairs.num_rows} pairs of pictures ({counts})"
