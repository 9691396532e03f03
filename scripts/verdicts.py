"""Read one model's replies by rule: table `verdicts`."""

from counterpoint.job import logged
from counterpoint.judging.verdicts import parse_replies
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    requests = read_table("requests", snakemake.input.requests, columns=["request_id", "options", "omit_position"])
    responses = [
        read_table("responses", path, columns=["request_id", "status", "failure_class", "text", "route"])
        for path in snakemake.input.responses
    ]
    write_table("verdicts", snakemake.output.verdicts, parse_replies(requests, responses))
