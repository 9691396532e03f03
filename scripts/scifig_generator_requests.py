"""Plan what the generator is asked about one's own figures: table `requests`."""

from pathlib import Path

from counterpoint.config_prompts import load_candidate_prompts
from counterpoint.job import logged
from counterpoint.suites.scifig.own.generator import generator_requests, request_rows
from counterpoint.suites.scifig.own.items import own_shown
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found = snakemake.input
    planned = generator_requests(
        own_shown(read_table("scifig_figures", found.figures).to_pylist(), snakemake.params.probes),
        read_table("scifig_views", found.views).to_pylist(),
        load_candidate_prompts(Path(found.prompts)),
    )
    write_table("requests", snakemake.output.requests, request_rows(planned.values()))
