"""Gather all models' statistics into the paper's tables and ours, as Parquet and CSV."""

import json
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.bank_balance import strategy_scores
from counterpoint.suites.cvlat.baselines import baselines
from counterpoint.suites.cvlat.humans import human_table, read_answers, score_participants
from counterpoint.suites.cvlat.result_tables import result_tables
from counterpoint.tables import as_table, gathered, read_table, write_csv, write_table

with logged(snakemake.log[0]):
    models = json.loads(snakemake.params.models)
    estimates = gathered("estimates", snakemake.input.estimates)
    tables = result_tables(
        estimates,
        gathered("item_rates", snakemake.input.item_rates),
        gathered("cvlat_left_out", snakemake.input.left_out),
        {model["name"]: model["group"] for model in models},
        gathered("cvlat_planted_truth", snakemake.input.planted),
    )
    items = read_table("items", snakemake.input.item_table)
    trials = read_table("trials", snakemake.input.trials, columns=["cell", "item_id", "order"])
    tables["cvlat_baselines"] = baselines(trials, items)
    tables["cvlat_strategies"] = as_table("cvlat_strategies", strategy_scores(items.to_pylist()))
    if snakemake.input.humans:
        tables["cvlat_participants"] = score_participants(read_answers(snakemake.input.humans, items), items)
        tables["cvlat_humans"] = human_table(tables["cvlat_participants"])
    for path in map(Path, snakemake.output.parquet):
        write_table(path.stem, path, tables[path.stem])
        write_csv(path.with_suffix(".csv"), tables[path.stem])
