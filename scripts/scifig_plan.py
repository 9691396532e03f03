"""Plan trials and requests: tables `trials`, `requests`, `truth` and `no_evidence`."""

import json
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.scifig.plan import plan
from counterpoint.suites.scifig.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, params, out = snakemake.input, snakemake.params, snakemake.output
    rules = read_table("scifig_validity", found.validity, columns=["probe", "passed"]).to_pylist()
    failed = {row["probe"] for row in rules if not row["passed"]}
    targets = read_table("scifig_targets", found.targets).to_pylist()
    planned = plan(
        read_table("scifig_items", found.item_table).to_pylist(),
        read_table("scifig_views", found.views).to_pylist(),
        [target for target in targets if target["target_id"] not in failed],
        read_prompts(Path(found.prompts)),
        params.cells,
        json.loads(params.levels),
        params.captioned,
    )
    write_table("no_evidence", out.no_evidence, planned.no_evidence)
    write_table("trials", out.trials, planned.trials)
    write_table("truth", out.truth, planned.truth)
    write_table("requests", out.requests, planned.requests)
