"""Write the self-contained report of a run."""

import json
from itertools import islice

from counterpoint.job import logged
from counterpoint.report.page import report_context, write_report
from counterpoint.suites.sections import SECTIONS
from counterpoint.tables import read_table

with logged(snakemake.log[0]):
    params, found = snakemake.params, snakemake.input
    models = json.loads(params.models)
    names = [model["name"] for model in models]
    scores, shards = iter(found.scores), iter(found.responses)
    sections = [
        SECTIONS[suite](
            **{part: found[f"{suite}_{part}"] for part in parts},
            scores={name: next(scores) for name in names},
            responses={name: list(islice(shards, count)) for name, count in zip(names, params.shards, strict=True)},
        )
        for suite, parts in params.suites.items()
    ]
    run = {name: params[name] for name in ("seed", "digest")}
    run |= {"name": params.run, "models": models, "reading": json.loads(params.reading)}
    spending = read_table("spending", found.spending)
    write_report(snakemake.output.html, report_context(run, sections, spending, params.benchmarks))
