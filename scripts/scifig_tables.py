"""Gather all models into the paper's tables and ours, as Parquet and CSV."""

import json
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.scifig.own.review_table import review_table
from counterpoint.suites.scifig.probes.validity_table import validity_table
from counterpoint.suites.scifig.results.across_models import across_models
from counterpoint.suites.scifig.results.baselines import baselines
from counterpoint.suites.scifig.results.human_scores import human_agreement, read_human_scores
from counterpoint.suites.scifig.results.published import beside_published, read_published
from counterpoint.suites.scifig.results.result_tables import result_tables
from counterpoint.tables import gathered, read_table, write_csv, write_table

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    groups = {model["name"]: model["group"] for model in json.loads(params.models)}
    descriptions = gathered("scifig_descriptions", found.descriptions)
    penalties = gathered("scifig_penalties", found.penalties)
    estimates = gathered("estimates", found.estimates)
    tables = result_tables(
        estimates,
        gathered("scifig_item_rates", found.item_rates),
        penalties,
        gathered("scifig_claims", found.claims),
        gathered("scifig_left_out", found.left_out),
        groups,
        gathered("scifig_planted_truth", found.planted),
    )
    tables |= across_models(gathered("scifig_figure_scores", found.figure_scores), groups, params.seed, params.draws)
    printed = map(read_published, found.published)
    tables["scifig_table_published"] = beside_published(estimates, groups, *printed, params.captioned)
    tables["scifig_table_baselines"] = baselines(read_table("scifig_items", found.item_table))
    tables["scifig_validity_rules"] = validity_table(read_table("scifig_validity", found.validity))
    if found.candidates:
        tables["scifig_review"] = review_table(read_table("scifig_candidates", found.candidates[0]))
    if found.people:
        described = {(row["model"], row["cell"], row["figure_id"]) for row in descriptions.to_pylist()}
        people = read_human_scores(found.people[0], described)
        tables["scifig_table_human_scores"] = human_agreement(
            people, descriptions, penalties, params.seed, params.draws
        )
    for path in map(Path, snakemake.output.parquet):
        write_table(path.stem, path, tables[path.stem])
        write_csv(path.with_suffix(".csv"), tables[path.stem])
