"""What runs again after a change, and above all what is asked again: counted in jobs and in journalled replies."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest
import yaml
from conftest import copy_of

from counterpoint.tables import read_table

SRC = Path(__file__).resolve().parents[2] / "src"
PER_MODEL = {"query": 1, "verdicts": 1, "cvlat_scores": 1, "cvlat_statistics": 1, "cvlat_planted_truth": 1}
GATHERING = {"estimates": 1, "cvlat_tables": 1, "cvlat_figures": 1, "run_report": 1}
ASKING = GATHERING | {"spending": 1}


def test_a_run_leaves_every_table_figure_and_the_report(finished):
    for folder, endings in (("tables", ("parquet", "csv")), ("figures", ("svg", "png"))):
        stems = {ending: {p.stem for p in (finished.results / folder).glob(f"*.{ending}")} for ending in endings}
        first, second = stems.values()
        assert first == second
        assert len(first) >= 9
    assert (finished.results / "report.html").stat().st_size > 100_000
    scores = read_table("scores", finished.results / "scores" / "reader" / "cvlat.parquet")
    assert scores.num_rows == read_table("trials", finished.results / "trials" / "cvlat" / "trials.parquet").num_rows


def test_a_second_run_does_nothing_and_says_so(finished):
    assert "Nothing to be done" in finished.run()


def test_adding_a_model_runs_its_jobs_and_what_gathers_them_and_asks_nobody_else(finished):
    before = {model: finished.paid(model) for model in ("reader", "recaller")}
    finished.configure(models=["reader", "recaller", "newcomer"])
    assert finished.jobs(finished.run()) == PER_MODEL | ASKING
    assert {model: finished.paid(model) for model in before} == before
    assert len(finished.paid("newcomer")) == finished.receipt("newcomer")["requests"]


def test_changing_a_models_entry_reruns_that_model_only(finished):
    registry = yaml.safe_load((finished.folder / "models.yaml").read_text())
    registry["reader"]["prefers"] = 0.2
    (finished.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    assert finished.jobs(finished.run("--dry-run")) == PER_MODEL | ASKING


def test_how_hard_a_model_may_be_asked_changes_nothing_that_is_done(finished):
    registry = yaml.safe_load((finished.folder / "models.yaml").read_text())
    registry["reader"] |= {"concurrency": 3, "attempts": 2, "seconds_between_attempts": 0.5}
    (finished.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    finished.configure(failures_allowed=0.4)
    jobs = finished.jobs(finished.run("--dry-run"))
    assert jobs == {"run_report": 1}, "the report alone, because it shows the digest of the configuration"


def test_changing_a_prompt_asks_its_cell_again_and_no_other(finished):
    before = {model: len(finished.paid(model)) for model in ("reader", "recaller")}
    prompts = yaml.safe_load((finished.folder / "prompts.yaml").read_text())
    prompts["visual_priority"] += " Look closely."
    (finished.folder / "prompts.yaml").write_text(yaml.safe_dump(prompts))
    finished.run("--until", "query")
    for model, count in before.items():
        new = {reply["request_id"] for reply in finished.paid(model)}
        assert len(finished.paid(model)) - count == len(finished.requests_of("cvlat/visual_priority"))
        assert finished.requests_of("cvlat/visual_priority") <= new


def test_adding_a_cell_asks_that_cell_only(finished):
    before = len(finished.paid("reader"))
    cells = yaml.safe_load((finished.folder / "config.yaml").read_text())["suites"]["cvlat"]["cells"]
    finished.configure(cvlat={"cells": [*cells, "cvlat/factual_priority"]})
    finished.run("--until", "query")
    assert len(finished.paid("reader")) - before == len(finished.requests_of("cvlat/factual_priority"))


def test_changing_a_statistic_asks_nothing(finished):
    finished.configure(bootstrap_draws=300)
    assert finished.jobs(finished.run("--dry-run")) == {"cvlat_statistics": 2} | GATHERING


def test_another_number_of_shards_asks_nothing_and_gives_the_same_verdicts(finished):
    def verdicts():
        table = read_table("verdicts", finished.results / "verdicts" / "reader" / "cvlat.parquet")
        return sorted(table.to_pylist(), key=lambda row: row["request_id"])

    before, paid = verdicts(), len(finished.paid("reader"))
    finished.configure(models=["reader"], shards=12)
    printed = finished.run("--verbose", "--until", "verdicts")
    jobs = finished.jobs(printed)
    assert jobs["query"] == 12
    assert len(finished.paid("reader")) == paid
    assert verdicts() == before
    # Snakemake looks at what waits when a job has ended, and not ever more often as jobs end.
    assert printed.count("Ready jobs: ") <= jobs.total() + 2


def changed_library(finished, module, old, new):
    """Put a copy of the library first on the path, with one module changed."""
    library = finished.folder / "library"
    shutil.copytree(SRC / "counterpoint", library / "counterpoint")
    path = library / "counterpoint" / module
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return {"PYTHONPATH": str(library)}


def test_a_changed_statistics_module_reruns_the_statistics_and_asks_nothing(finished):
    environment = changed_library(finished, "statistics/bootstrap.py", "import numpy", "UNUSED = 1\nimport numpy")
    jobs = finished.jobs(finished.run("--dry-run", **environment))
    assert jobs["cvlat_statistics"] == 2
    assert not set(jobs) & {"query", "verdicts", "cvlat_scores", "cvlat_plan"}


def test_a_changed_engine_module_reruns_the_queries_and_asks_nothing_that_is_journalled(finished):
    paid = {model: finished.paid(model) for model in ("reader", "recaller")}
    environment = changed_library(finished, "models/query.py", "LONGEST_WAIT = 60.0", "LONGEST_WAIT = 61.0")
    assert finished.jobs(finished.run("--until", "query", **environment))["query"] == 2
    assert {model: finished.paid(model) for model in paid} == paid


def everything(results):
    """Return every table and picture of a run."""
    paths = [path for path in sorted(results.rglob("*")) if path.suffix in (".parquet", ".csv", ".png", ".svg")]
    return {path.relative_to(results): path.read_bytes() for path in paths}


def test_every_truncated_or_lost_file_is_made_again_the_same_elsewhere_too_and_nothing_is_asked(finished):
    """Tables are cut off, all else is gone, and another locale, time zone and hash seed change no byte."""
    before, paid = everything(finished.results), len(finished.paid("reader"))
    tables = list(finished.results.rglob("*.parquet"))
    for path in tables:
        path.write_bytes(path.read_bytes()[:-10])
    for path in before:
        if path.suffix != ".parquet":
            (finished.results / path).unlink()
    printed = finished.run(PYTHONHASHSEED="1", LC_ALL="C", TZ="Pacific/Auckland")
    assert printed.count("damaged, set aside and made again") == len(tables) > 20
    after = everything(finished.results)
    assert after.keys() == before.keys()
    assert [path for path in before if after[path] != before[path]] == []
    assert len(before) > 60
    assert len(finished.paid("reader")) == paid


def test_a_lost_figure_is_drawn_again_and_shown_again(finished):
    (finished.results / "figures" / "cvlat_figure4.svg").unlink()
    assert finished.jobs(finished.run("--dry-run")) == {"cvlat_figures": 1, "run_report": 1}


@pytest.mark.slow
def test_every_lost_stage_is_made_again_and_nothing_is_asked(finished):
    paid = len(finished.paid("reader"))
    stages = ("tables", "figures", "scores", "trials", "stimuli", "report.html")
    for stage in stages:
        path = finished.results / stage
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    finished.run()
    assert all((finished.results / stage).exists() for stage in stages)
    assert len(finished.paid("reader")) == paid


@pytest.mark.slow
def test_deleting_all_results_asks_nothing_and_gives_the_same_tables(finished):
    before, paid = everything(finished.results), len(finished.paid("reader"))
    shutil.rmtree(finished.folder / "results")
    finished.run()
    assert len(finished.paid("reader")) == paid
    after = everything(finished.results)
    assert after.keys() == before.keys()
    assert [path for path in before if before[path] != after[path]] == []


@pytest.mark.slow
def test_two_fresh_runs_give_the_same_pictures_verdicts_and_statistics(finished, fresh):
    """Times of replies differ, so the table of responses does; nothing that is computed from it does."""
    fresh.run(PYTHONHASHSEED="1", LC_ALL="C", TZ="Pacific/Auckland")
    one, other = everything(finished.results), everything(fresh.results)
    assert one.keys() == other.keys()
    timed = [path for path in one if path.parts[0] == "responses" or path.stem == "spending"]
    # the latter says in how many minutes replies came
    assert [path for path in one if one[path] != other[path] and path not in timed] == []
    assert len(one) - len(timed) > 60


def test_what_was_given_up_is_asked_again_only_by_a_new_retry_number(finished):
    verdicts = [f"results/small/verdicts/{model}/cvlat.parquet" for model in ("reader", "flaky")]
    registry = yaml.safe_load((finished.folder / "models.yaml").read_text())
    registry["flaky"]["shards"] = 4
    (finished.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    finished.configure(models=["reader", "flaky"])
    finished.run(*verdicts)
    failed = [finished.receipt("flaky", shard)["failed"] for shard in range(4)]
    assert sum(failed) > 0
    assert "Nothing to be done" in finished.run(*verdicts)
    jobs = finished.jobs(finished.run(*verdicts, "--dry-run", "--config", "retry=1"))
    assert jobs["query"] == sum(count > 0 for count in failed), "the reader's shard and shards without failures rest"
    paid = len(finished.paid("flaky"))
    finished.run(*verdicts, "--config", "retry=1")
    asked = [finished.receipt("flaky", shard)["asked"] for shard in range(4)]
    assert asked == failed, "only what failed was asked again"
    assert len(finished.paid("flaky")) == paid
    assert "Nothing to be done" in finished.run(*verdicts), "what the retry number brought stays without it"


def test_a_shard_with_too_many_failures_fails_loudly_and_keeps_its_answers(finished):
    finished.configure(models=["reader", "flaky"], failures_allowed=0.01)
    printed = finished.run("--until", "query", fails=True)
    assert "more than failures_allowed = 0.01" in printed
    assert finished.paid("flaky"), "the answers that came are in the journal"
    paid = len(finished.paid("flaky"))
    finished.configure(failures_allowed=0.5)
    finished.run("--until", "query")
    assert finished.receipt("flaky")["from_journal"] == paid
    assert len(finished.paid("flaky")) == paid


def test_kill_9_in_the_middle_of_a_shard_costs_at_most_what_was_in_flight(finished):
    finished.configure(models=["reader", "slow"])
    process = finished.start("--until", "query")
    deadline = time.monotonic() + 120
    while len(finished.paid("slow")) < 40:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = finished.paid("slow")
    finished.run("--unlock")
    finished.run("--until", "query")
    receipt = finished.receipt("slow")
    assert receipt["from_journal"] == len({reply["response_key"] for reply in kept}) >= 40
    assert receipt["calls"] == receipt["requests"] - receipt["from_journal"]
    # Whoever keeps the provider's count sees each request once, but for those under way when the job died.
    assert len(finished.paid("slow")) == receipt["requests"]


def test_two_runs_at_once_on_one_journal_ask_nothing_twice(unasked):
    unasked.configure(models=["slow"], cvlat={"cells": ["cvlat/normal"]})
    prepared = unasked.run("--until", "cvlat_plan")
    assert "Nothing" not in prepared
    second = copy_of(unasked, unasked.folder.parent / "second")
    processes = [
        space.start("--until", "query", "--config", f"journal={unasked.folder.parent / 'journal'}")
        for space in (unasked, second)
    ]
    assert [process.wait(timeout=250) for process in processes] == [0, 0]
    lines = [json.loads(line) for path in (unasked.folder.parent / "journal").rglob("*.jsonl") for line in path.open()]
    assert len(lines) == len({line["response_key"] for line in lines}) == unasked.receipt("slow")["requests"]


def test_a_job_that_outlives_its_snakemake_and_a_restart_ask_nothing_twice(unasked):
    unasked.configure(models=["slow"], cvlat={"cells": ["cvlat/normal"]})
    process = unasked.start("--until", "query")
    deadline = time.monotonic() + 120
    while len(unasked.paid("slow")) < 20:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()  # Snakemake alone, as a system short of memory does: its job goes on
    process.wait()
    unasked.run("--unlock")
    unasked.run("--until", "query")
    paid = unasked.paid("slow")
    assert len(paid) == len({reply["response_key"] for reply in paid}) == unasked.receipt("slow")["requests"]


def test_estimate_asks_nothing_and_counts_per_model_and_cell(unasked):
    printed = unasked.run("estimate")
    assert not list((unasked.folder / "journal").rglob("*.jsonl"))
    requests = len(unasked.requests_of("cvlat/normal"))
    (line,) = [line for line in printed.splitlines() if line.startswith("reader") and "cvlat/normal" in line]
    assert line.split()[3:6] == [f"{requests:,}", "0", f"{requests:,}"]


def test_estimate_knows_what_the_journal_holds(finished):
    printed = finished.run("estimate")
    (line,) = [line for line in printed.splitlines() if line.startswith("all models")]
    requests, journalled, to_ask = line.split()[5:8]
    assert (journalled, to_ask) == (requests, "0")


def test_snakemakes_own_report_is_made_with_captions(finished):
    finished.run("--report", "snakemake-report.html")
    text = (finished.folder / "snakemake-report.html").read_text()
    assert "cvlat_figure4" in text


def test_independent_repeats_are_each_asked(unasked):
    unasked.configure(
        models=["recaller"], cvlat={"cells": ["cvlat/question_only"], "orders": 12, "repeats": "independent"}
    )
    unasked.run("--until", "query")
    trials = read_table("trials", unasked.results / "trials" / "cvlat" / "trials.parquet").num_rows
    assert unasked.receipt("recaller")["requests"] == trials == len(unasked.paid("recaller"))
