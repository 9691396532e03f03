"""A journal that several nodes share: no lock is needed, and what a table was made from stays what counts."""

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import UserError
from counterpoint.models.jobs import Job
from counterpoint.models.journal import Entry, JournalWriter, open_journal, read_journal, settle
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import BUCKETS, Part, Request, response_key, shard_buckets
from counterpoint.models.settled import Marks, add_mark, read_marks

ENTRY = Entry("key", "00" * 32, "answered", "first", "stop", None, 10, 3, 0.5, 1, 1_000)
LIMITS = Limits(concurrency=4, attempts=1, seconds_between_attempts=0.0)
ALL = range(BUCKETS)

# One job on one node. It asks all requests of its shard, says who answered, and starts when it is told to.
JOB = """
import asyncio, json, sys
from contextlib import nullcontext
from pathlib import Path
import counterpoint.models.query as engine
from counterpoint.models.replies import Reply
from counterpoint.models.requests import shard_buckets
from test_journal_shared import LIMITS, jobs
folder, me, shard, shards, locks = sys.argv[1:]
if locks == "without locks":
    engine.asking = lambda folder, buckets: nullcontext()
async def ask(request, attempt):
    await asyncio.sleep(0.001)
    return Reply(me)
buckets = shard_buckets(int(shard), int(shards))
mine = [job for job in jobs(300) if int(job.request.request_id[:2], 16) in buckets]
print("ready", flush=True)
sys.stdin.readline()
outcome = engine.query(mine, ask, LIMITS, Path(folder), buckets)
print(json.dumps([outcome.asked, {row["response_key"]: row["text"] for row in outcome.rows}]))
"""


def jobs(number):
    requests = [Request("system", (Part("text", f"question {n}"),)) for n in range(number)]
    return [Job(request, response_key(request.request_id, "model")) for request in requests]


def at_once(folder: Path, *each: tuple[str, int, int, str]) -> list[tuple[int, dict[str, str]]]:
    """Run jobs at the same time; return how much each asked, and the answers of its table."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", JOB, str(folder), *map(str, arguments)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for arguments in each
    ]
    assert all(process.stdout.readline() == "ready\n" for process in started)
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    printed = [process.communicate(timeout=120)[0] for process in started]
    return [tuple(json.loads(text)) for text in printed]


def test_jobs_of_one_model_on_several_nodes_ask_their_shards_beside_each_other(tmp_path):
    told = at_once(tmp_path, *((f"node{shard}", shard, 4, "with locks") for shard in range(4)))
    assert sum(asked for asked, _ in told) == 300
    kept, unreadable = read_journal(tmp_path, ALL)
    assert unreadable == 0
    assert {key: entry.text for key, entry in kept.items()} == {
        key: text for _, rows in told for key, text in rows.items()
    }
    for shard in range(4):
        texts = {entry.text for entry in read_journal(tmp_path, shard_buckets(shard, 4))[0].values()}
        assert texts == {f"node{shard}"}


def test_where_there_are_no_locks_jobs_that_ask_the_same_make_the_same_table_at_any_time(tmp_path):
    told = at_once(tmp_path, *((f"node{n}", 0, 1, "without locks") for n in range(3)))
    assert sum(asked for asked, _ in told) > 300  # else they did not run at once, and this test shows nothing
    first = told[0][1]
    assert len(first) == 300
    assert all(rows == first for _, rows in told)
    kept, unreadable = read_journal(tmp_path, ALL)
    assert unreadable == 0
    assert {key: entry.text for key, entry in kept.items()} == first


def test_with_locks_jobs_that_are_given_the_same_shard_pay_once(tmp_path):
    told = at_once(tmp_path, *((f"node{n}", 0, 1, "with locks") for n in range(3)))
    assert sorted(asked for asked, _ in told) == [0, 0, 300]
    assert told[0][1] == told[1][1] == told[2][1]


def test_a_stale_writer_that_appends_after_the_table_was_written_changes_no_result(tmp_path):
    async def ask(request, attempt):
        return Reply("in the table")

    table = query(jobs(20), ask, LIMITS, tmp_path, ALL).rows
    # A node that was cut off comes back and writes what it was told long before, or by a clock that is behind.
    with JournalWriter(tmp_path) as stale:
        for job in jobs(20):
            stale.append(replace(ENTRY, response_key=job.key, request_id=job.request.request_id, text="stale"))
    assert query(jobs(20), ask, LIMITS, tmp_path, ALL).rows == table
    # One more request settles the stale lines too: after those that the table was made from.
    assert query(jobs(21), ask, LIMITS, tmp_path, ALL).rows[:20] == table
    assert query(jobs(20), ask, LIMITS, tmp_path, ALL).rows == table


def test_a_line_that_was_half_written_when_the_table_was_made_counts_after_it(tmp_path):
    folder = tmp_path / "00"
    folder.mkdir()
    stale = json.dumps(asdict(replace(ENTRY, text="stale", answered_at=1))).encode() + b"\n"
    (folder / "stale.jsonl").write_bytes(stale[:-1])
    (folder / "w.jsonl").write_text(json.dumps(asdict(ENTRY)) + "\n")
    reading = open_journal(tmp_path, ALL)
    assert reading.entries["key"].text == "first"
    settle(tmp_path, ALL, reading, None)
    (folder / "stale.jsonl").write_bytes(stale)
    assert read_journal(tmp_path, ALL)[0]["key"].text == "first"


def test_what_others_wrote_while_a_job_asked_is_in_its_table_where_it_came_first(tmp_path):
    (job,) = jobs(1)
    other = JournalWriter(tmp_path)

    async def ask(request, attempt):
        with other as writer:
            writer.append(replace(ENTRY, response_key=job.key, request_id=job.request.request_id, text="other"))
        return Reply("own")

    assert [row["text"] for row in query([job], ask, LIMITS, tmp_path, ALL).rows] == ["other"]


def test_a_request_that_failed_here_is_a_failure_here_whatever_others_wrote(tmp_path):
    (job,) = jobs(1)

    async def ask(request, attempt):
        with JournalWriter(tmp_path) as writer:
            writer.append(replace(ENTRY, response_key=job.key, request_id=job.request.request_id))
        raise CallFailure("bad_request", "says the provider")

    outcome = query([job], ask, LIMITS, tmp_path, ALL)
    assert [row["status"] for row in outcome.rows] == ["failed"]
    assert outcome.failures == {"bad_request": 1}


KEYS = st.sampled_from(["a", "b"])
APPEND = st.tuples(st.just("append"), st.sampled_from(["w1", "w2", "w3"]), KEYS, st.integers(0, 5))
STEPS = st.lists(APPEND | st.just(("settle",)), max_size=25)


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_what_is_settled_counts_for_ever(steps):
    with TemporaryDirectory() as name:
        journal, counts = Path(name), {}
        (journal / "00").mkdir()
        for number, step in enumerate(steps):
            if step[0] == "append":
                _, writer, key, when = step
                entry = replace(ENTRY, response_key=key, text=str(number), answered_at=when)
                with open(journal / "00" / f"{writer}.jsonl", "a") as file:
                    file.write(json.dumps(asdict(entry)) + "\n")
            else:
                reading = open_journal(journal, [0])
                settle(journal, range(1), reading, None)
                counts = {key: entry.text for key, entry in reading.entries.items()} | counts
            found = {key: entry.text for key, entry in read_journal(journal, [0])[0].items()}
            assert counts.items() <= found.items()


def test_of_two_jobs_that_settle_at_once_one_reads_again(tmp_path):
    seen_by_both = read_marks(tmp_path)
    assert add_mark(tmp_path, seen_by_both, {"00/a.jsonl": 10})
    assert not add_mark(tmp_path, seen_by_both, {"00/a.jsonl": 20})
    assert add_mark(tmp_path, read_marks(tmp_path), {"00/a.jsonl": 20})
    assert read_marks(tmp_path) == Marks(2, {"00/a.jsonl": [(10, 1), (20, 2)]})


def test_a_job_that_finds_nothing_new_leaves_no_mark(tmp_path):
    async def ask(request, attempt):
        return Reply("(a)")

    for _ in range(3):
        query(jobs(5), ask, LIMITS, tmp_path, ALL)
    assert [path.name for path in (tmp_path / "settled").iterdir()] == ["00000001.json"]


def test_a_mark_whose_writer_died_settles_nothing_and_is_in_nobodys_way(tmp_path):
    (tmp_path / "settled").mkdir()
    (tmp_path / "settled" / "00000001.json").write_bytes(b'{"00/w.js')
    assert read_marks(tmp_path) == Marks(1, {})
    assert add_mark(tmp_path, read_marks(tmp_path), {"00/w.jsonl": 10})
    assert read_marks(tmp_path) == Marks(2, {"00/w.jsonl": [(10, 2)]})


def test_marks_that_cannot_be_written_stop_the_job_with_one_line(tmp_path):
    (tmp_path / "00").mkdir()
    (tmp_path / "00" / "w.jsonl").write_text(json.dumps(asdict(ENTRY)) + "\n")
    (tmp_path / "settled").write_text("a file where the folder should be")
    with pytest.raises(UserError, match="the journal cannot be written"):
        settle(tmp_path, ALL, open_journal(tmp_path, ALL), None)


def test_a_dead_machine_keeps_every_line_of_the_seconds_before_the_last(tmp_path, monkeypatch):
    # What a file holds when it is synced is what a dead machine keeps of it.
    kept: dict[str, int] = {}

    def sync(file):
        kept[os.readlink(f"/proc/self/fd/{file}")] = os.fstat(file).st_size

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr("counterpoint.models.journal.SYNC_SECONDS", 0.01)
    with JournalWriter(tmp_path) as writer:
        for bucket in range(20):
            for n in range(5):
                writer.append(replace(ENTRY, response_key=f"{bucket} {n}", request_id=f"{bucket:02x}" * 32))
        written = {str(path): path.stat().st_size for path in tmp_path.rglob("*.jsonl")}
        deadline = time.monotonic() + 30
        while not written.items() <= kept.items() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert written.items() <= kept.items()  # while the writer is still at work
    assert len(written) == 20
