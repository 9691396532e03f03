"""A model's server inside a job's own allocation: started when first needed, and ended however the job ends.

Three things keep strangers apart who share a node. The server listens on loopback, on a port that was free a moment
ago; if another process took it meanwhile, another is tried. It is told a random key through its environment and
answers nobody else. And it counts as ours only when it refuses a caller without the key and takes ours, so that a
stranger's server on the same port is never asked.
"""

import asyncio
import logging
import os
import re
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2

from counterpoint.errors import UserError
from counterpoint.models import guard
from counterpoint.models.engines import ENGINES, HOST, command_of, program_of, version_in
from counterpoint.models.failures import scrubbed

log = logging.getLogger(__name__)

PORTS = 5
"""Ports that are tried."""
LOOK_SECONDS = 0.2
"""Between two looks whether the server is ready."""
ANSWER_SECONDS = 5.0
"""Time for the answer to a look."""
GRACE_SECONDS = 10.0
"""Between the request to end and the kill: an engine frees its shared memory in it."""
STOP_SECONDS = 60.0
"""Time for the kill, which a driver can hold up."""
DEATH_SECONDS = 2.0
"""Time between a broken connection and the end of the process that broke it."""
TAIL_BYTES = 1 << 20
"""Of the server's output, what its last words are looked for in."""
LAST_LINES = 3
KILLED = 128 + 9
"""Exit code of what the kernel or a cluster has killed."""
PORT_TAKEN = re.compile(r"address already in use|couldn't bind|errno 98", re.I)
OUT_OF_MEMORY = re.compile(r"out of memory|failed to allocate|larger than the (?:available|maximum)", re.I)
CAUSE = re.compile(r"\b\w*(?:Error|Exception): |\berror\b[a-z ]*: |^[\d.]+ E ")
"""An error as Python or llama.cpp words it. Of a traceback that ends in others, the first is the cause."""
CALL = re.compile(r'"(?:GET|POST) /\S* HTTP/')
"""A line about a call, our own looks among them, which says nothing of the server."""


class LocalServer:
    """One server, for as long as its context is entered. `start` starts it, and is asked before each use.

    `model` is the model's name in messages, `serving` what the registry's `serving_of` says, `threads` the cores of
    the job, `output` the file that takes all that the server prints.
    """

    def __init__(self, model: str, serving: Mapping[str, Any], threads: int, output: Path) -> None:
        self._model, self._serving, self._threads, self.output = model, serving, threads, output
        self._engine = ENGINES[serving["engine"]]
        self._guard: subprocess.Popen | None = None
        self._begins = 0  # of the output, where that of the present attempt begins
        self.key = secrets.token_hex()
        self.address = ""
        self.version: str | None = None
        """What the server says of its version, once it was started."""

    def __enter__(self) -> "LocalServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def start(self) -> None:
        """Start the server, unless it was, and wait until it answers.

        Raises UserError, one line with the server's own last words, when it ends before that or takes longer than its
        `startup_seconds`, or is not of the version that the model's entry names.
        """
        if self._guard is not None:
            return
        started = time.monotonic()
        logging.getLogger("httpx2").setLevel(logging.WARNING)  # it logs each look
        # A proxy of the cluster, which its environment may name, does not lead to this machine.
        async with httpx2.AsyncClient(trust_env=False, timeout=ANSWER_SECONDS) as http:
            for _ in range(PORTS):
                port = free_port()
                self.address = f"http://{HOST}:{port}"
                self._launch(command_of(self._serving, port, self._threads))
                if await self._ready(http):
                    break
            else:
                raise self._failure(f"found each of {PORTS} ports taken by another process;")
            await self._check_version(http)
        log.info(
            "%s %s is ready after %.0f s at %s; its output is in %s",
            self._serving["engine"],
            self.version,
            time.monotonic() - started,
            self.address,
            self.output,
        )

    def stop(self) -> None:
        """End the server and all its children; return when they are gone, so that their GPUs are free."""
        if self._guard is None:
            return
        self._guard.stdin.close()
        try:
            self._guard.wait(GRACE_SECONDS + STOP_SECONDS)
        except subprocess.TimeoutExpired:
            log.warning("process %d has not ended its server yet; does a driver hold it?", self._guard.pid)

    async def ended(self, seconds: float) -> str | None:
        """Return the last words of a server that has ended, or ends within some seconds; None of one that goes on."""
        deadline = time.monotonic() + seconds
        while self._guard.poll() is None:
            if time.monotonic() >= deadline:
                return None
            await asyncio.sleep(LOOK_SECONDS)
        return self.last_words()

    def last_words(self) -> str:
        """Return the lines of the server's output that say most about its end, in one line without the key."""
        lines = self._lines()
        causes = [next(filter(pattern.search, lines), None) for pattern in (OUT_OF_MEMORY, CAUSE)]
        telling = [next(filter(None, causes), None), *lines[-LAST_LINES:]]
        return " | ".join(dict.fromkeys(filter(None, telling))) or "nothing"

    def _lines(self) -> list[str]:
        """Return the lines of the server's output, without those about calls."""
        try:
            with open(self.output, "rb") as file:
                file.seek(max(self._begins, os.fstat(file.fileno()).st_size - TAIL_BYTES))
                text = file.read().decode("utf-8", "replace")
        except OSError:
            text = ""
        lines = [line for piece in re.split(r"[\r\n]+", text) if (line := scrubbed(piece, (self.key,)))]
        return [line for line in lines if not CALL.search(line)]

    def _launch(self, command: list[str]) -> None:
        """Start the guard with the server below it, each in a session of its own: Ctrl-C reaches the job alone."""
        log.info("starting %s", command)
        first = self._guard is None
        self.output.parent.mkdir(parents=True, exist_ok=True)
        with open(self.output, "wb" if first else "ab") as output:
            self._begins = output.tell()
            self._guard = subprocess.Popen(
                [sys.executable, "-I", "-S", guard.__file__, str(GRACE_SECONDS), *command],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {self._engine.key_variable: self.key},
                start_new_session=True,
            )

    async def _ready(self, http: httpx2.AsyncClient) -> bool:
        """Wait until the server is ready and ours; return False where its port was taken. Raises UserError."""
        deadline = time.monotonic() + self._serving["startup_seconds"]
        while self._guard.poll() is None:
            if await self._is_ours(http):
                return True
            if time.monotonic() > deadline:
                raise self._failure(
                    f"was not ready within serve.startup_seconds = {self._serving['startup_seconds']:g}; raise it if "
                    "it was still loading, and"
                )
            await asyncio.sleep(LOOK_SECONDS)
        if any(map(PORT_TAKEN.search, self._lines())):
            log.warning("%s: another process took the port; trying another one", self.address)
            return False
        raise self._failure(f"ended with exit code {self._guard.returncode} before it was ready;")

    async def _is_ours(self, http: httpx2.AsyncClient) -> bool:
        """Whether the server is ready, refuses strangers, and knows our key."""
        guarded = self._engine.guarded
        looks = [("/health", None, (200,)), (guarded, None, (401, 403)), (guarded, self.key, (200,))]
        for path, key, wanted in looks:
            answer = await self._get(http, path, key)
            if answer is None or answer.status_code not in wanted:
                return False
        return True

    async def _get(self, http: httpx2.AsyncClient, path: str, key: str | None) -> httpx2.Response | None:
        """Return the answer to a look, None without one."""
        try:
            headers = {} if key is None else {"authorization": f"Bearer {key}"}
            return await http.get(self.address + path, headers=headers)
        except httpx2.HTTPError:
            return None

    async def _check_version(self, http: httpx2.AsyncClient) -> None:
        answer = await self._get(http, self._engine.version[0], self.key)
        try:
            told = answer.json() if answer is not None and answer.status_code == 200 else {}
        except ValueError:
            told = {}
        self.version = version_in(self._serving, told if isinstance(told, dict) else {})
        wanted = self._serving["engine_version"]
        if wanted not in (None, self.version):
            raise UserError(
                f"model {self._model!r}: its entry says engine_version: {wanted}, and the server that "
                f"{program_of(self._serving)[0]} starts is {self._serving['engine']} "
                f"{self.version or 'of no version'}: start that version, or write this one into the entry, whose "
                "replies are then another model's"
            )

    def _failure(self, how: str) -> UserError:
        words = self.last_words()
        advice = ""
        if OUT_OF_MEMORY.search(words):
            advice = "; take more serve.gpus, fewer serve.context_tokens or a smaller model"
        elif self._guard.returncode == KILLED:
            advice = "; it was killed, as it is for want of main memory: raise serve.mem_mb"
        return UserError(
            f"model {self._model!r}: its {self._serving['engine']} server {how} see {self.output}; it said: "
            f"{words}{advice}"
        )


def free_port() -> int:
    """Return a port of loopback that no process uses at this moment."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        return taken.getsockname()[1]
