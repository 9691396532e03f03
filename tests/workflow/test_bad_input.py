"""Bad input and bad surroundings: one clear line, a non-zero exit, and nothing already computed is lost."""

import os
import subprocess

import pytest


def lines_with(printed, text):
    found = [line for line in printed.splitlines() if text in line]
    assert found, printed
    return found


def test_a_mistake_in_the_configuration_stops_before_any_job(finished):
    printed = finished.run("--config", "shards=-1", fails=True)
    *_, line = printed.splitlines()
    assert line.startswith("--config: shards: -1")
    assert "1 to 256" in line
    assert "Snakefile" not in printed
    assert ".smk" not in printed


def test_a_malformed_chart_file_is_named_and_the_finished_run_stays(finished):
    chart = sorted((finished.folder / "charts").iterdir())[0]
    chart.write_text(chart.read_text() + "\nno_such_key: 1\n")
    paid = len(finished.paid("reader"))
    printed = finished.run(fails=True)
    (line,) = set(lines_with(printed, "error: "))
    assert chart.name in line
    assert "no_such_key" in line
    assert "Traceback (most recent call last)" not in printed.split("error: ")[1]
    assert len(finished.paid("reader")) == paid


def test_a_results_folder_that_cannot_be_written_is_one_clear_line(fresh):
    (fresh.folder / "taken").write_text("a file where the results should go")
    printed = fresh.run("--config", "results=taken", fails=True)
    (line,) = lines_with(printed, "cannot be written")
    assert line.startswith("taken: cannot be written (Not a directory)") or line.startswith(
        "taken: cannot be written (File exists)"
    )
    assert "Traceback" not in printed


def test_a_damaged_receipt_does_not_block_the_run(finished):
    (finished.results / "responses" / "reader" / "cvlat" / "0.json").write_text("")
    paid = len(finished.paid("reader"))
    finished.run("--until", "query", "--config", "retry=1")
    assert len(finished.paid("reader")) == paid


def test_journal_and_results_may_not_lie_in_each_other(fresh):
    printed = fresh.run("--config", "journal=results/journal", fails=True)
    assert "lie in each other" in printed


@pytest.mark.skipif(os.geteuid() != 0, reason="a tiny disk can be mounted by root only")
def test_a_full_disk_while_journalling_stops_with_one_line_and_keeps_what_was_answered(unasked):
    journal = unasked.folder / "journal"
    journal.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(journal)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"a tiny disk cannot be mounted here: {mounted.stderr.strip()}")
    try:
        printed = unasked.run("--until", "query", fails=True)
        lines_with(printed, "the journal cannot be written (No space left on device)")
        kept = len(unasked.paid("reader")) + len(unasked.paid("recaller"))
        assert kept > 0
        subprocess.run(["mount", "-o", "remount,size=100m", str(journal)], check=True)
        unasked.run("--until", "query")
        assert sum(unasked.receipt(model)["from_journal"] for model in ("reader", "recaller")) >= kept
        assert len(unasked.paid("reader")) == unasked.receipt("reader")["requests"]
    finally:
        subprocess.run(["umount", str(journal)], check=True)


def test_a_model_without_its_key_stops_before_any_job_but_can_be_estimated(finished):
    registry = finished.folder / "models.yaml"
    registry.write_text(
        registry.read_text() + "remote: {provider: openai, group: proprietary, access: api, snapshot: some-model}\n"
    )
    finished.configure(models=["reader", "remote"])
    printed = finished.run(fails=True)
    assert "the environment variable OPENAI_API_KEY is not set" in printed
    assert "remote" in finished.run("estimate")
