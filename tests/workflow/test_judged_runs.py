"""Judges in whole runs: what they are asked, what is never asked twice, and what their verdicts come to."""

import csv
from collections import Counter

import pytest
import yaml

from counterpoint.cli import main
from counterpoint.judging.human_labels import COLUMNS
from counterpoint.tables import read_table

JUDGES = {
    "rule-judge": {"provider": "rule_judge"},
    "wobbly": {"provider": "planted", "respondent": "judge", "right": 0.8},
    "sloppy": {
        "provider": "planted",
        "respondent": "judge",
        "right": 1.0,
        "failures": {"malformed": 0.4, "permanent": 0.1},
    },
}


def judged_by(space, extraction="judge", **changes):
    """Let a run's replies be read by judges."""
    registry = yaml.safe_load((space.folder / "models.yaml").read_text()) | JUDGES
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    space.configure(**changes, cvlat={"extraction": extraction})


def table(space, name, model):
    return read_table(name, space.results / name / model / "cvlat.parquet").to_pylist()


def agreement(space):
    rows = read_table("agreement", space.results / "tables" / "agreement.parquet").to_pylist()
    return {(row["model"], row["statistic"], row["judges"]): row for row in rows}


@pytest.mark.slow
def test_a_planted_judge_and_the_rule_judge_read_a_whole_run_and_a_new_model_costs_only_its_own_replies(finished):
    judged_by(finished, judge="wobbly", second_judge="rule-judge")
    jobs = finished.jobs(finished.run())
    assert (jobs["judge_requests"], jobs["judge_query"], jobs["verdicts"]) == (4, 4, 2)
    assert "query" not in jobs, "no model is asked anew"
    verdicts = table(finished, "verdicts", "reader")
    votes = table(finished, "votes", "reader")
    assert Counter(row["judge"] for row in votes) == {
        "wobbly": 5 * len(verdicts),
        "rule-judge": len(verdicts),
        "parser": len(verdicts),
    }
    assert {row["extraction"] for row in verdicts} == {"judge"}
    found = agreement(finished)
    assert found["reader", "share_equal", "rule-judge, parser"]["estimate"] > 0.98
    unanimous = found["reader", "share_unanimous", "votes of wobbly"]
    assert unanimous["low"] < 0.8**5 < unanimous["high"], "five votes, each right with .8"
    assert (finished.results / "report.html").read_text().count("cvlat-table-agreement") == 2
    assert "Nothing to be done" in finished.run()

    paid = {judge: finished.paid(judge) for judge in ("wobbly", "rule-judge")}
    finished.configure(models=["reader", "recaller", "newcomer"])
    jobs = finished.jobs(finished.run())
    assert (jobs["judge_requests"], jobs["judge_query"], jobs["verdicts"], jobs["query"]) == (2, 2, 1, 1)
    for judge, before in paid.items():
        lines = finished.paid(judge)
        assert [line for line in lines if line in before] == [line for line in before if line in lines]
        keys = Counter(line["response_key"] for line in lines)
        assert set(keys.values()) == {1}, "what two models said alike is judged once"
        receipt = finished.results / "judging" / "newcomer" / "cvlat" / judge / "0.json"
        told = yaml.safe_load(receipt.read_text())
        assert told["from_journal"] > 0
        assert told["asked"] == len(lines) - len(before)


def test_where_the_judge_fails_no_trial_is_scored_and_a_retry_asks_what_failed(finished):
    judged_by(finished, judge="sloppy", models=["reader"], failures_allowed=1.0)
    wanted = ["results/small/statistics/reader/cvlat/item_rates.parquet", "results/small/tables/spending.parquet"]
    finished.run(*wanted)
    verdicts = table(finished, "verdicts", "reader")
    failed = {row["request_id"] for row in verdicts if row["verdict"] == "judge_failed"}
    assert 0.2 < len(failed) / len(verdicts) < 0.8, "three of five votes must come, each does with .5"
    scores = table(finished, "scores", "reader")
    assert {row["outcome"] for row in scores if row["request_id"] in failed} == {"left_out"}
    assert {row["status"] for row in scores if row["request_id"] in failed} == {"judge_failed"}
    rates = read_table("item_rates", finished.results / "statistics" / "reader" / "cvlat" / "item_rates.parquet")
    assert sum(rates["left_out_judge_failed"].to_pylist()) == sum(row["request_id"] in failed for row in scores)
    spending = read_table("spending", finished.results / "tables" / "spending.parquet").to_pylist()
    (row,) = [row for row in spending if row["model"] == "sloppy (judge)"]
    assert (row["replies"], row["spent_usd"]) == (len(finished.paid("sloppy")), 0.0)
    jobs = finished.jobs(finished.run(*wanted, "--dry-run", "--config", "retry=1"))
    assert jobs["judge_query"] == 1
    assert "query" not in jobs


def test_with_the_parser_first_a_judge_is_asked_about_what_it_leaves(finished):
    judged_by(finished, "parser_then_judge", judge="rule-judge", models=["reader", "flaky"])
    finished.run("results/small/scores/flaky/cvlat.parquet")
    verdicts = table(finished, "verdicts", "flaky")
    assert {row["extraction"] for row in verdicts} <= {"parser", "judge", None}
    judged = [row for row in verdicts if row["extraction"] == "judge"]
    links = read_table("judge_links", finished.results / "judging" / "flaky" / "cvlat" / "rule-judge" / "links.parquet")
    assert len(judged) == links.num_rows


def test_peoples_labels_are_sampled_filled_in_and_read_back(finished, monkeypatch):
    monkeypatch.chdir(finished.folder)
    arguments = ["--run", "results/small", "--suite", "cvlat", "--n", "40", "--out", "labels.csv"]
    assert main(["labels", "sample", *arguments]) == 0
    with open("labels.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    positions = {
        row["response_key"]: row["position"]
        for model in ("reader", "recaller")
        for row in table(finished, "verdicts", model)
    }
    with open("labels.csv", "w", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        for row in rows:
            writer.writerow(row | {"label": "abcdefgh"[positions[row["response_key"]]]})
    finished.configure(cvlat={"human_labels": "labels.csv"})
    jobs = finished.jobs(finished.run())
    assert jobs == {"agreement": 1, "run_report": 1}
    row = agreement(finished)["all models", "share_equal", "verdict, people"]
    assert (row["n"], row["estimate"]) == (40, 1.0)


def test_an_estimate_says_how_much_a_judge_may_be_asked(unasked):
    judged_by(unasked, judge="wobbly", models=["reader"])
    printed = unasked.run("estimate")
    requests = read_table("requests", unasked.results / "trials" / "cvlat" / "requests.parquet").num_rows
    assert f"Judge wobbly, cvlat: at most {5 * requests:,} requests about each model's replies" in printed
    assert not list((unasked.folder / "journal").rglob("*.jsonl"))
