"""What runs again after a change, and above all what is asked again: counted in jobs and in journalled replies."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

import yaml
from conftest import Workspace

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
    finished.run()
    for model, count in before.items():
        new = {reply["request_id"] for reply in finished.paid(model)}
        assert len(finished.paid(model)) - count == len(finished.requests_of("cvlat/visual_priority"))
        assert finished.requests_of("cvlat/visual_priority") <= new


def test_adding_a_cell_asks_that_cell_only(finished):
    before = len(finished.paid("reader"))
    cells = yaml.safe_load((finished.folder / "config.yaml").read_text())["suites"]["cvlat"]["cells"]
    finished.configure(cvlat={"cells": [*cells, "cvlat/factual_priority"]})
    finished.run()
    assert len(finished.paid("reader")) - before == len(finished.requests_of("cvlat/factual_priority"))


def test_changing_a_statistic_asks_nothing(finished):
    finished.configure(bootstrap_draws=300)
    assert finished.jobs(finished.run("--dry-run")) == {"cvlat_statistics": 2} | GATHERING


def test_another_number_of_shards_asks_nothing_and_gives_the_same_verdicts(finished):
    def verdicts():
        table = read_table("verdicts", finished.results / "verdicts" / "reader" / "cvlat.parquet")
        return sorted(table.to_pylist(), key=lambda row: row["request_id"])

    before, paid = verdicts(), len(finished.paid("reader"))
    finished.configure(shards=12)
    printed = finished.run("--verbose")
    jobs = finished.jobs(printed)
    assert jobs["query"] == 24
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
    assert finished.jobs(finished.run(**environment))["query"] == 2
    assert {model: finished.paid(model) for model in paid} == paid


def test_every_truncated_table_is_found_and_made_again_and_nothing_is_asked(finished):
    paid = len(finished.paid("reader"))
    whole = {path: path.read_bytes() for path in finished.results.rglob("*.parquet")}
    for path, content in whole.items():
        path.write_bytes(content[:-10])
    assert finished.run().count("damaged, set aside and made again") == len(whole) > 20
    computed = [path for path in whole if "responses" not in path.parts]
    assert [path for path in computed if path.read_bytes() != whole[path]] == []
    assert len(finished.paid("reader")) == paid


def test_every_lost_output_is_made_again_and_nothing_is_asked(finished):
    paid = len(finished.paid("reader"))
    stages = ("tables", "figures", "scores", "trials", "stimuli", "report.html")
    for stage in stages:
        path = finished.results / stage
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    finished.run()
    assert all((finished.results / stage).exists() for stage in stages)
    assert len(finished.paid("reader")) == paid
    figure = finished.results / "figures" / "cvlat_figure4.svg"
    figure.unlink()
    assert finished.jobs(finished.run("--dry-run")) == {"cvlat_figures": 1, "run_report": 1}


def test_deleting_all_results_asks_nothing_and_gives_the_same_tables(finished):
    def tables():
        return {
            path.relative_to(finished.results): path.read_bytes()
            for path in sorted(finished.results.rglob("*"))
            if path.suffix in (".parquet", ".csv", ".png", ".svg")
        }

    before, paid = tables(), len(finished.paid("reader"))
    shutil.rmtree(finished.folder / "results")
    finished.run()
    assert len(finished.paid("reader")) == paid
    after = tables()
    assert after.keys() == before.keys()
    assert [path for path in before if before[path] != after[path]] == []


def test_two_fresh_runs_give_the_same_pictures_verdicts_and_statistics(finished, fresh):
    """Times of replies differ, so the table of responses does; nothing that is computed from it does."""
    fresh.run(PYTHONHASHSEED="1", LC_ALL="C", TZ="Pacific/Auckland")
    compared = 0
    for path in sorted(finished.results.rglob("*")):
        stage = path.relative_to(finished.results).parts[0]
        timed = stage == "responses" or path.stem == "spending"  # the latter says in how many minutes replies came
        if path.suffix in (".parquet", ".csv", ".png", ".svg") and not timed:
            assert path.read_bytes() == (fresh.results / path.relative_to(finished.results)).read_bytes(), path
            compared += 1
    assert compared > 60


def test_what_was_given_up_is_asked_again_only_by_a_new_retry_number(finished):
    finished.configure(models=["reader", "flaky"], shards=4)
    finished.run()
    failed = [finished.receipt("flaky", shard)["failed"] for shard in range(4)]
    assert sum(failed) > 0
    assert "Nothing to be done" in finished.run()
    jobs = finished.jobs(finished.run("--dry-run", "--config", "retry=1"))
    assert jobs["query"] == sum(count > 0 for count in failed), "the reader's shards and shards without failures rest"
    paid = len(finished.paid("flaky"))
    finished.run("--config", "retry=1")
    asked = [finished.receipt("flaky", shard)["asked"] for shard in range(4)]
    assert asked == failed, "only what failed was asked again"
    assert len(finished.paid("flaky")) == paid
    later = finished.jobs(finished.run("--dry-run"))
    assert later == {"run_report": 1}, "the report alone, because it shows the digest of the configuration"


def test_a_shard_with_too_many_failures_fails_loudly_and_keeps_its_answers(finished):
    finished.configure(models=["reader", "flaky"], failures_allowed=0.01)
    printed = finished.run(fails=True)
    assert "more than failures_allowed = 0.01" in printed
    assert finished.paid("flaky"), "the answers that came are in the journal"
    paid = len(finished.paid("flaky"))
    finished.configure(failures_allowed=0.5)
    finished.run()
    assert len(finished.paid("flaky")) == paid


def test_kill_9_in_the_middle_of_a_shard_costs_at_most_what_was_in_flight(finished):
    finished.configure(models=["reader", "slow"])
    process = finished.start()
    deadline = time.monotonic() + 120
    while len(finished.paid("slow")) < 40:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = finished.paid("slow")
    finished.run("--unlock")
    finished.run()
    receipt = finished.receipt("slow")
    assert receipt["from_journal"] == len({reply["response_key"] for reply in kept}) >= 40
    assert receipt["calls"] == receipt["requests"] - receipt["from_journal"]
    # Whoever keeps the provider's count sees each request once, but for those under way when the job died.
    assert len(finished.paid("slow")) == receipt["requests"]


def test_two_runs_at_once_on_one_journal_ask_nothing_twice(fresh):
    fresh.configure(models=["slow"], cvlat={"cells": ["cvlat/normal"]})
    prepared = fresh.run("--until", "cvlat_plan")
    assert "Nothing" not in prepared
    second = shutil.copytree(fresh.folder, fresh.folder.parent / "second")
    processes = [
        Workspace(folder).start("--until", "query", "--config", f"journal={fresh.folder.parent / 'journal'}")
        for folder in (fresh.folder, second)
    ]
    assert [process.wait(timeout=250) for process in processes] == [0, 0]
    lines = [json.loads(line) for path in (fresh.folder.parent / "journal").rglob("*.jsonl") for line in path.open()]
    assert len(lines) == len({line["response_key"] for line in lines}) == fresh.receipt("slow")["requests"]


def test_a_job_that_outlives_its_snakemake_and_a_restart_ask_nothing_twice(fresh):
    fresh.configure(models=["slow"], cvlat={"cells": ["cvlat/normal"]})
    process = fresh.start()
    deadline = time.monotonic() + 120
    while len(fresh.paid("slow")) < 20:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()  # Snakemake alone, as a system short of memory does: its job goes on
    process.wait()
    fresh.run("--unlock")
    fresh.run("--until", "query")
    paid = fresh.paid("slow")
    assert len(paid) == len({reply["response_key"] for reply in paid}) == fresh.receipt("slow")["requests"]


def test_estimate_asks_nothing_and_counts_per_model_and_cell(fresh):
    printed = fresh.run("estimate")
    assert not list((fresh.folder / "journal").rglob("*.jsonl"))
    requests = len(fresh.requests_of("cvlat/normal"))
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


def test_independent_repeats_are_each_asked(fresh):
    fresh.configure(
        models=["recaller"], cvlat={"cells": ["cvlat/question_only"], "orders": 12, "repeats": "independent"}
    )
    fresh.run("--until", "query")
    trials = read_table("trials", fresh.results / "trials" / "cvlat" / "trials.parquet").num_rows
    assert fresh.receipt("recaller")["requests"] == trials == len(fresh.paid("recaller"))
