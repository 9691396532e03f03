"""Read one model's replies, by rule or by judge: tables `verdicts` and `votes`."""

from itertools import islice

from counterpoint.job import logged
from counterpoint.judging.judge_requests import READ_AS
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.judging.verdicts import judged, read_replies, vote_rows
from counterpoint.tables import read_table, write_table

READ = ["request_id", "response_key", "status", "failure_class", "text", "route"]

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    requests = read_table("requests", found.requests, columns=READ_AS)
    responses = [read_table("responses", path, columns=READ) for path in found.responses]
    rubrics = load_rubrics(found.rubrics)
    files = iter(found.judge_responses)
    judges = []
    for number, (judge, shards) in enumerate(zip(params.judges, params.judge_shards, strict=True)):
        replies = [
            read_table("responses", path, columns=["request_id", "status", "failure_class", "text"])
            for path in islice(files, shards)
        ]
        links = read_table("judge_links", found.judge_links[number])
        asked = read_table("requests", found.judge_requests[number], columns=["request_id", "response_schema"])
        judges.append(judged(judge, rubrics, requests, links, asked, replies))
    first = judges[0] if judges else None
    write_table("verdicts", snakemake.output.verdicts, read_replies(requests, responses, params.extraction, first))
    write_table("votes", snakemake.output.votes, vote_rows(requests, responses, judges))
