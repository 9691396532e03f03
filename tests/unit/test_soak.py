"""Thousands of requests, one in twenty of them failing, killed on the way: every answer once, and nothing twice."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import soak_server
import soak_shard

PATHS = [str(Path(soak_shard.__file__).parent), *sys.path]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, PATHS))}
KB_A_REQUEST = 5
"""What a shard holds of each of its requests: the request, its job, its entry in the journal, its row."""
MB_AT_WORK = 30
"""What asking takes beside, however many requests there are."""


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("number", "kills"), [(2_000, 2), pytest.param(20_000, 20, marks=pytest.mark.slow)])
def test_after_faults_and_kills_every_answer_is_there_once_and_repeats_are_what_was_in_flight(tmp_path, number, kills):
    counts = tmp_path / "counts.json"
    command = [sys.executable, soak_server.__file__, str(counts)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=ENVIRONMENT, text=True, **pipes) as server:
        address = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        shard = [sys.executable, soak_shard.__file__, address, str(tmp_path / "journal"), str(number)]
        for kill in range(1, kills + 1):
            process = subprocess.Popen(shard, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
            while told(counts)["questions"] < kill / (kills + 1) * number and process.poll() is None:
                time.sleep(0.02)
            assert process.poll() is None, "it ended by itself before it was killed"
            process.kill()
            process.wait()
        finished = subprocess.run(shard, env=ENVIRONMENT, capture_output=True, text=True, check=True)
        server.stdin.close()
        server.wait()

    found, sent = json.loads(finished.stdout.splitlines()[-1]), told(counts)
    assert found["statuses"] == ["answered"]
    assert not found["failures"]
    assert found["from_journal"] >= kills / (kills + 1) * number - kills * soak_shard.CONCURRENCY
    assert sent["faults"] == number // 20
    lines = [
        json.loads(line)
        for path in (tmp_path / "journal").rglob("*.jsonl")
        for line in path.read_bytes().split(b"\n")[:-1]
    ]
    assert Counter(line["text"] for line in lines) == {f"reply {n}": 1 for n in range(number)}
    repeats = sent["replies"] - number
    print(f"repeats {repeats}, {found}")
    assert repeats <= kills * soak_shard.CONCURRENCY
    assert found["grown_mb"] <= MB_AT_WORK + KB_A_REQUEST * number / 1024


def told(counts):
    """Return what the server told last."""
    return json.loads(counts.read_text()) if counts.exists() else {"questions": 0}
