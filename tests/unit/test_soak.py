"""Thousands of requests, one in twenty of them failing, killed on the way: every answer once, and nothing twice."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import soak_shard
from fault_server import Answer, FaultServer, error, reply

NUMBER = 2_000
FAULTS = (
    lambda: error("openai", 429, "slow down"),
    lambda: error("openai", 429, "slow down", Retry_After="0.2"),
    lambda: error("openai", 500, "oops"),
    lambda: error("openai", 503, "overloaded"),
    lambda: Answer(cut="before"),
    lambda: Answer(reply("openai"), cut="half"),
    lambda: Answer(reply("openai"), cut="short"),
    lambda: Answer(b"<html>", content_type="text/html"),
    lambda: Answer({"error": {"message": "upstream", "code": 502}}),
    lambda: Answer(reply("openai") | {"choices": []}),
    lambda: Answer(reply("openai", finish="abducted")),
    lambda: Answer(error("openai", 500, "late").body, 500, delay=2.0),
)


@pytest.mark.slow
def test_after_faults_and_two_kills_every_answer_is_there_once_and_repeats_are_what_was_in_flight(tmp_path):
    answered = Counter()

    def behave(seen):
        number = int(seen.question.split()[-1])
        if number % 20 == 0 and not seen.asked_before:
            return FAULTS[number // 20 % len(FAULTS)]()
        answered[number] += 1
        return Answer(reply("openai", f"reply {number}"), delay=0.02)

    with FaultServer(behave) as server:
        server.keep_bodies = False
        paths = [str(Path(soak_shard.__file__).parent), *sys.path]
        command = [
            sys.executable,
            soak_shard.__file__,
            server.address("openai"),
            str(tmp_path / "journal"),
            str(NUMBER),
        ]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        for share in (0.3, 0.6):
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            while len(answered) < share * NUMBER and process.poll() is None:
                time.sleep(0.01)
            assert process.poll() is None, "it ended by itself before it was killed"
            process.kill()
            process.wait()
        finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    told = json.loads(finished.stdout.splitlines()[-1])
    assert told["statuses"] == ["answered"]
    assert not told["failures"]
    assert told["from_journal"] >= 0.6 * NUMBER - 2 * soak_shard.CONCURRENCY
    lines = [
        json.loads(line)
        for path in (tmp_path / "journal").rglob("*.jsonl")
        for line in path.read_bytes().split(b"\n")[:-1]
    ]
    assert Counter(line["text"] for line in lines) == {f"reply {n}": 1 for n in range(NUMBER)}
    repeats = sum(answered.values()) - NUMBER
    print(f"repeats {repeats}, {told}")
    assert repeats <= 2 * soak_shard.CONCURRENCY
