"""Write the self-contained report of a run."""

import json
from pathlib import Path

from counterpoint.job import logged
from counterpoint.report.page import report_context, write_report

with logged(snakemake.log[0]):
    params = snakemake.params
    run = {
        "name": params.run,
        "seed": params.seed,
        "digest": params.digest,
        "models": json.loads(params.models),
    }
    write_report(
        snakemake.output.html, report_context(Path(snakemake.output.html).parent, run, snakemake.input.receipts)
    )
