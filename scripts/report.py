"""Write the self-contained report of a run."""

import json
from itertools import islice

from counterpoint.job import logged
from counterpoint.report.page import report_context, write_report
from counterpoint.suites.cvlat.report import cvlat_section
from counterpoint.tables import read_table

with logged(snakemake.log[0]):
    params, found = snakemake.params, snakemake.input
    models = json.loads(params.models)
    names = [model["name"] for model in models]
    shards = iter(found.responses)
    section = cvlat_section(
        items=found.item_table,
        audit=found.audit,
        stimuli=found.stimuli,
        images=found.images,
        tables=found.tables,
        figures=found.figures,
        scores=dict(zip(names, found.scores, strict=True)),
        responses={name: list(islice(shards, count)) for name, count in zip(names, params.shards, strict=True)},
    )
    run = {name: params[name] for name in ("seed", "digest")}
    run |= {"name": params.run, "models": models, "reading": json.loads(params.reading)}
    spending = read_table("spending", found.spending)
    write_report(snakemake.output.html, report_context(run, [section], spending, params.benchmarks))
