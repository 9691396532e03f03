"""Plan trials and requests: tables `trials`, `requests`, `truth`, `no_evidence` and `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.prive.audit import balance
from counterpoint.suites.prive.decisions import read_decisions, unmatched, without_rejected
from counterpoint.suites.prive.plan import plan
from counterpoint.suites.prive.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, params, out = snakemake.input, snakemake.params, snakemake.output
    items = read_table("prive_items", found.item_table).to_pylist()
    views = read_table("prive_views", found.views).to_pylist()
    rejected = read_decisions(found.qc[0]) if found.qc else {}
    audit = unmatched(views, rejected, found.qc[0]) if found.qc else []
    pairs = read_table("prive_pairs", found.pairs, columns=["pair_id", "subject"]).to_pylist()
    planned = plan(
        items,
        {pair["pair_id"]: pair["subject"] for pair in pairs},
        without_rejected(views, rejected),
        read_prompts(Path(found.prompts)),
        params.cells,
        params.formats,
        params.prime,
        params.orders,
        params.seed,
    )
    write_table("audit", out.audit, audit + balance(items, planned.trials))
    write_table("no_evidence", out.no_evidence, planned.no_evidence)
    write_table("trials", out.trials, planned.trials)
    write_table("truth", out.truth, planned.truth)
    write_table("requests", out.requests, planned.requests)
