"""The server of a soak, in a process of its own: prints its port, tells its counts in a file until its input ends."""

import json
import select
import sys
from collections import Counter
from pathlib import Path

from fault_server import Answer, FaultServer, Seen, error, reply

from counterpoint.files import write_text

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
    lambda: Answer(error("openai", 500, "late").body, 500, delay=7.0),
)
"""What one request in twenty meets when it is asked first."""
TELL_SECONDS = 0.1


def main(counts: Path) -> None:
    """Serve until standard input ends. The counts are replies sent, and questions that were answered."""
    answered: Counter[int] = Counter()
    faults = 0

    def behave(seen: Seen) -> Answer:
        nonlocal faults
        number = int(seen.question.split()[-1])
        if number % 20 == 0 and not seen.asked_before:
            faults += 1
            return FAULTS[number // 20 % len(FAULTS)]()
        answered[number] += 1
        return Answer(reply("openai", f"reply {number}"), delay=0.02)

    with FaultServer(behave) as server:
        server.keep_bodies = False
        print(server.port, flush=True)
        ended = False
        while not ended:
            ended = bool(select.select([sys.stdin], [], [], TELL_SECONDS)[0])
            told = {"replies": sum(answered.copy().values()), "questions": len(answered), "faults": faults}
            write_text(counts, json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
