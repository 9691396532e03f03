"""A shard's job in a process of its own, to be killed: `python served_shard.py FOLDER ENTRY COUNT`."""

import sys
from pathlib import Path

from served_samples import ask, questions

from counterpoint.job import logged
from counterpoint.models import server
from counterpoint.registry import entry_from_json

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    server.GRACE_SECONDS = 1.0
    with logged(str(folder / "job.log")):
        ask(entry_from_json(sys.argv[2]), folder, questions(int(sys.argv[3])))
