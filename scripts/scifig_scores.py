"""Hold one model's verdicts against the keys: tables `scores`, `scifig_facts`, `_penalties`, `_claims`, ..."""

from counterpoint.job import logged
from counterpoint.judging.facts import read_facts
from counterpoint.suites.scifig.results.scoring import score_trials
from counterpoint.tables import read_table, rows_of, write_table

with logged(snakemake.log[0]):
    found = snakemake.input
    replies = {
        row["request_id"]: row["text"]
        for path in found.responses
        for row in rows_of(read_table("responses", path, columns=["request_id", "status", "text"]))
        if row["status"] == "answered"
    }
    tables = score_trials(
        snakemake.wildcards.model,
        read_table("verdicts", found.verdicts),
        read_table("trials", found.trials),
        read_table("scifig_items", found.item_table),
        replies,
        read_table("no_evidence", found.no_evidence).to_pylist(),
        read_facts,
    )
    for name, table in tables.items():
        write_table(name, snakemake.output[name.removeprefix("scifig_")], table)
