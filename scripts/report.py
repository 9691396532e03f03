"""Write the self-contained report of a run."""

import json

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
    write_report(snakemake.output.html, report_context(params.folder, run, snakemake.input.receipts))
