"""Gather all models' statistics into the paper's tables and ours, as Parquet and CSV."""

import json
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.prive.baselines import baselines
from counterpoint.suites.prive.result_tables import result_tables, sources
from counterpoint.tables import gathered, read_table, write_csv, write_table

with logged(snakemake.log[0]):
    groups = {model["name"]: model["group"] for model in json.loads(snakemake.params.models)}
    estimates = gathered("estimates", snakemake.input.estimates)
    pairs = read_table("prive_pairs", snakemake.input.pairs)
    tables = result_tables(
        estimates,
        gathered("prive_item_rates", snakemake.input.item_rates),
        gathered("prive_left_out", snakemake.input.left_out),
        groups,
        gathered("prive_planted_truth", snakemake.input.planted),
    )
    trials = read_table("trials", snakemake.input.trials, columns=["cell", "item_id", "order"])
    items = read_table("prive_items", snakemake.input.item_table)
    tables["prive_baselines"] = baselines(trials, items, pairs, estimates, groups)
    tables["prive_sources"] = sources(pairs)
    for path in map(Path, snakemake.output.parquet):
        write_table(path.stem, path, tables[path.stem])
        write_csv(path.with_suffix(".csv"), tables[path.stem])
