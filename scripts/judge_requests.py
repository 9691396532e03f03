"""Plan what a judge is asked about one model's replies: tables `requests`, `judge_links` and `truth`."""

from counterpoint.job import logged
from counterpoint.judging.judge_requests import ASKED, plan_judging
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    plan = plan_judging(
        load_rubrics(found.rubrics),
        read_table("requests", found.requests, columns=ASKED),
        (read_table("responses", path, columns=["request_id", "status", "text", "route"]) for path in found.responses),
        params.extraction,
        params.votes,
        params.planted,
    )
    write_table("requests", snakemake.output.requests, plan.requests)
    write_table("judge_links", snakemake.output.links, plan.links)
    write_table("truth", snakemake.output.truth, plan.truth)
