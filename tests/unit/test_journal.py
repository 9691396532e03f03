"""The journal keeps every reply that was paid for, whatever happens to its writer."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace

import pytest

from counterpoint.errors import UserError
from counterpoint.models.journal import Entry, JournalWriter, read_journal
from counterpoint.models.requests import bucket_of

ENTRY = Entry("key", "00" * 32, "answered", "(b)", "stop", None, 10, 3, 0.5, 1, 1_000)


def test_what_is_appended_is_read_back(tmp_path):
    awkward = replace(ENTRY, text='line\nbreak\u2028, "quotes", \U0001f600 and a lone surrogate \ud800')
    with JournalWriter(tmp_path) as writer:
        writer.append(awkward)
    assert read_journal(tmp_path, [0]) == ({"key": awkward}, 0)


def test_a_bucket_that_is_not_asked_for_is_not_read(tmp_path):
    with JournalWriter(tmp_path) as writer:
        writer.append(ENTRY)
        writer.append(replace(ENTRY, response_key="other", request_id="ff" * 32))
    assert set(read_journal(tmp_path, range(255))[0]) == {"key"}
    assert set(read_journal(tmp_path, [255])[0]) == {"other"}


def test_of_two_answers_to_one_key_the_earlier_counts_whoever_wrote_it(tmp_path):
    folder = tmp_path / "00"
    folder.mkdir()
    for writer, text, when in (("a", "late", 2_000), ("b", "first", 1_000), ("c", "later", 3_000)):
        line = json.dumps(asdict(replace(ENTRY, text=text, answered_at=when)))
        (folder / f"{writer}.jsonl").write_text(line + "\n")
    assert read_journal(tmp_path, [0])[0]["key"].text == "first"


def test_a_torn_last_line_is_dropped_and_the_lines_before_it_are_kept(tmp_path):
    with JournalWriter(tmp_path) as writer:
        writer.append(ENTRY)
        writer.append(replace(ENTRY, response_key="torn"))
    (file,) = (tmp_path / "00").iterdir()
    file.write_bytes(file.read_bytes()[:-20])
    assert read_journal(tmp_path, [0]) == ({"key": ENTRY}, 1)


@pytest.mark.parametrize("rubbish", [b"\x00" * 40, b"[1, 2]", b'{"response_key": "x"', b"\xff\xfe"])
def test_a_damaged_line_is_counted_and_passed_over(tmp_path, rubbish):
    (tmp_path / "00").mkdir()
    (tmp_path / "00" / "w.jsonl").write_bytes(rubbish + b"\n" + json.dumps(asdict(ENTRY)).encode() + b"\n")
    assert read_journal(tmp_path, [0]) == ({"key": ENTRY}, 1)


@pytest.mark.parametrize(
    "field, value", [("status", 5), ("status", "failed"), ("seconds", "x"), ("attempts", None), ("input_tokens", "10")]
)
def test_a_line_whose_values_no_version_wrote_is_damaged(tmp_path, field, value):
    (tmp_path / "00").mkdir()
    lines = [asdict(ENTRY) | {field: value, "answered_at": 1}, asdict(ENTRY)]
    (tmp_path / "00" / "w.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert read_journal(tmp_path, [0]) == ({"key": ENTRY}, 1)


def test_a_reply_written_by_a_later_version_is_still_found(tmp_path):
    (tmp_path / "00").mkdir()
    line = json.dumps(asdict(ENTRY) | {"cost": 0.01})
    (tmp_path / "00" / "w.jsonl").write_text(line + "\n")
    assert read_journal(tmp_path, [0]) == ({"key": ENTRY}, 0)


def test_a_reply_written_by_an_earlier_version_is_still_found(tmp_path):
    (tmp_path / "00").mkdir()
    added = ("route", "cached_tokens", "cost_usd", "sent_request_id")
    line = json.dumps({name: value for name, value in asdict(ENTRY).items() if name not in added})
    (tmp_path / "00" / "w.jsonl").write_text(line + "\n")
    assert read_journal(tmp_path, [0]) == ({"key": ENTRY}, 0)


def test_a_reply_in_another_format_stops_with_one_line_and_is_not_paid_for_again(tmp_path):
    (tmp_path / "00").mkdir()
    (tmp_path / "00" / "w.jsonl").write_text('{"response_key": "x", "reply": "(b)"}\n')
    with pytest.raises(UserError, match=r"w\.jsonl: a reply without .*status.*another version") as caught:
        read_journal(tmp_path, [0])
    assert "\n" not in str(caught.value)


def test_a_killed_writer_loses_nothing_that_it_appended(tmp_path):
    code = f"""
import sys
from pathlib import Path
from counterpoint.models.journal import Entry, JournalWriter
with JournalWriter(Path({str(tmp_path)!r})) as writer:
    for n in range(100_000_000):
        writer.append(Entry(str(n), "00" * 32, "answered", "(b)", "stop", None, 1, 1, 0.1, 1, n))
        print(n, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    told = [process.stdout.readline() for _ in range(200)]
    process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    process.wait()
    kept, _ = read_journal(tmp_path, [0])
    assert {line.strip() for line in told if line.endswith("\n")} <= set(kept)


def test_a_full_disk_is_one_clear_line_and_keeps_what_was_written(tmp_path):
    # A limit on file size stands in for a full disk: the system refuses to write more.
    code = f"""
import resource, signal
from pathlib import Path
from counterpoint.errors import UserError
from counterpoint.models.journal import Entry, JournalWriter
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    with JournalWriter(Path({str(tmp_path)!r})) as writer:
        for n in range(100):
            writer.append(Entry(str(n), "00" * 32, "answered", "(b)", "stop", None, 1, 1, 0.1, 1, n))
except UserError as error:
    print(n, error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    stopped_at, message = told.split(" ", 1)
    assert "the journal cannot be written" in message
    assert "run again" in message
    assert message.count("\n") == 1
    kept, torn = read_journal(tmp_path, [0])
    assert set(kept) == {str(n) for n in range(int(stopped_at))}
    assert torn <= 1


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path):
    (tmp_path / "journal").write_text("a file where the folder should be")
    with (
        pytest.raises(UserError, match="the journal cannot be written"),
        JournalWriter(tmp_path / "journal") as writer,
    ):
        writer.append(ENTRY)


def test_lines_reach_the_disk_while_the_writer_is_still_at_work(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr("counterpoint.models.journal.SYNC_SECONDS", 0.01)
    with JournalWriter(tmp_path) as writer:
        writer.append(ENTRY)
        deadline = time.monotonic() + 10
        while not synced and time.monotonic() < deadline:
            time.sleep(0.01)
        assert synced


def test_a_disk_that_fails_after_the_last_reply_is_told(tmp_path, monkeypatch):
    def fail(file):
        raise OSError(5, "Input/output error")

    with pytest.raises(UserError, match="Input/output error"), JournalWriter(tmp_path) as writer:
        writer.append(ENTRY)
        monkeypatch.setattr(os, "fsync", fail)


def test_the_name_of_a_new_file_reaches_the_disk_like_its_lines(tmp_path, monkeypatch):
    folders = []
    monkeypatch.setattr("counterpoint.models.journal.sync_folder", folders.append)
    with JournalWriter(tmp_path) as writer:
        writer.append(ENTRY)
        writer.append(ENTRY)
    assert folders == [tmp_path / f"{bucket_of(ENTRY.request_id):02x}"]
