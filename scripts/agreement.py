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
        verdicts = list(islice(verdict_files, len(params.models)))
        asked = {row["request_id"]: row for row in read_table("requests", requests, columns=READ_AS).to_pylist()}
        people = {}
        if suite in params.labelled:
            read = [read_table("verdicts", path, columns=["response_key", "request_id"]) for path in verdicts]
            keys = {row["response_key"]: asked[row["request_id"]] for table in read for row in table.to_pylist()}
            people = read_labels(next(people_files), keys)
        units = read_table("trials", trials, columns=["request_id", "unit_id"])
        of_request = dict(zip(units["request_id"].to_pylist(), units["unit_id"].to_pylist(), strict=True))
        readings = Readings()
        # One model's rows at a time: all models' together are as many as the run has trials.
        for model, path in zip(params.models, verdicts, strict=True):
            read = read_table("verdicts", path, columns=VERDICT).to_pylist()
            readings.add(model, of_request, asked, read, read_table("votes", next(vote_files)).to_pylist(), people)
        rows += agreement_rows(suite, readings, params.models, params.draws, params.seed)
    table = as_table("agreement", rows)
    write_table("agreement", snakemake.output.parquet, table)
    write_csv(snakemake.output.csv, table)
