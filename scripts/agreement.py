"""Compare what parser, judges and people read in the same replies: table `agreement`, as Parquet and CSV."""

from itertools import islice

from counterpoint.job import logged
from counterpoint.judging.agreement import Readings, agreement_rows
from counterpoint.judging.human_labels import read_labels
from counterpoint.judging.judge_requests import READ_AS
from counterpoint.tables import as_table, read_table, write_csv, write_table

VERDICT = ["request_id", "response_key", "verdict", "position", "number", "findings"]

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    verdict_files, vote_files, people_files = iter(found.verdicts), iter(found.votes), iter(found.people)
    rows = []
    for suite, requests, trials in zip(params.suites, found.requests, found.trials, strict=True):
        verdicts = [
            read_table("verdicts", path, columns=VERDICT).to_pylist()
            for path in islice(verdict_files, len(params.models))
        ]
        asked = {row["request_id"]: row for row in read_table("requests", requests, columns=READ_AS).to_pylist()}
        people = {}
        if suite in params.labelled:
            keys = {row["response_key"]: asked[row["request_id"]] for model in verdicts for row in model}
            people = read_labels(next(people_files), keys)
        units = read_table("trials", trials, columns=["request_id", "unit_id"])
        of_request = dict(zip(units["request_id"].to_pylist(), units["unit_id"].to_pylist(), strict=True))
        readings = Readings()
        for model, read in zip(params.models, verdicts, strict=True):
            readings.add(model, of_request, asked, read, read_table("votes", next(vote_files)).to_pylist(), people)
        rows += agreement_rows(suite, readings, params.models, params.draws, params.seed)
    table = as_table("agreement", rows)
    write_table("agreement", snakemake.output.parquet, table)
    write_csv(snakemake.output.csv, table)
