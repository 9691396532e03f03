"""The process between a job and its server: when the job is gone, however it ended, so are the server and its children.

It is run as a file, `python guard.py GRACE COMMAND ...`, and imports nothing of the library. Standard input is a pipe
whose other end only the job holds: it closes when the job closes it, and when the job dies, of `kill -9` too.
If this process dies first, the kernel kills the server (prctl's PR_SET_PDEATHSIG). Children that leave the server's
process group, or outlive it, become this process's own (PR_SET_CHILD_SUBREAPER) and are ended with it. Linux only.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

LOOK_SECONDS = 0.1
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Numbers of prctl's options (linux/prctl.h)."""


def main(grace: float, command: list[str]) -> int:
    """Run a server until it ends, the job is gone, or a signal asks this process to end; return its exit code.

    `grace` is the time, in seconds, between the request to end and the kill.
    """
    libc, guard, asked_to_end = ctypes.CDLL(None), os.getpid(), []

    def tied_to_guard() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:  # it died before the line above
            os._exit(1)

    def end(number: int, _: FrameType | None) -> None:
        asked_to_end.append(number)

    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    try:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=tied_to_guard)
    except OSError as error:
        print(f"{command[0]}: cannot be started ({error.strerror})", file=sys.stderr)
        return 127
    while server.poll() is None and not asked_to_end and not select.select([0], [], [], LOOK_SECONDS)[0]:
        pass
    code = server.poll()
    # The children of a server that ended by itself have nothing left to finish.
    end_all(grace if code is None else 0.0)
    return 0 if code is None else code if code >= 0 else 128 - code


def end_all(grace: float) -> None:
    """Ask all descendants to end, kill those that have not within `grace` seconds, and wait until none is left."""
    if grace:
        _signal_all(signal.SIGTERM)
        deadline = time.monotonic() + grace
        while descendants() and time.monotonic() < deadline:
            time.sleep(LOOK_SECONDS)
    while descendants():
        _signal_all(signal.SIGKILL)
        time.sleep(LOOK_SECONDS)


def _signal_all(number: int) -> None:
    for process in descendants():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def descendants() -> list[int]:
    """Return the living processes below this one; those of its own children that have ended are taken leave of."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                # The name of the program, in parentheses, may hold anything, spaces and parentheses too.
                state, parent = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    parents[int(entry.name)] = int(parent)
    found, waiting = [], [os.getpid()]
    while waiting:
        above = waiting.pop()
        below = [process for process, parent in parents.items() if parent == above]
        found += below
        waiting += below
    return found


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
