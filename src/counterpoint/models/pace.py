"""How fast a model may be asked: pure rules over frozen values, and the gate that every call passes."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, replace

from counterpoint.models.replies import CallFailure


@dataclass(frozen=True, slots=True)
class Window:
    """How many calls may be under way at once: it grows by one a round of replies and halves when throttled."""

    size: float
    """Calls allowed at once; its whole part counts."""
    ceiling: int
    """The most that the configuration allows."""
    cut_before: int = 0
    """Calls numbered below this were under way at the last cut, and cut no further."""


def after_reply(window: Window) -> Window:
    """Return the window after a reply: larger by one when as many replies came as fit into it."""
    return replace(window, size=min(window.ceiling, window.size + 1 / window.size))


def after_throttle(window: Window, call: int, next_call: int) -> Window:
    """Return the window after the provider throttled call number `call`: half, and never below one.

    A burst throttles many calls that were sent together; they tell the same, so only the first of them counts.
    `next_call` is the number that the next call will have.
    """
    if call < window.cut_before:
        return window
    return replace(window, size=max(1.0, window.size / 2), cut_before=next_call)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A cap a minute, spent evenly: what is taken must be worked off before more is."""

    per_minute: float
    """Requests or tokens a minute."""
    free_at: float = 0.0
    """Time at which all that was taken is worked off, in seconds."""


def take(allowance: Allowance, amount: float, now: float) -> tuple[Allowance, float]:
    """Take an amount at time `now`: return the allowance after it, and the seconds to wait before it is used."""
    start = max(allowance.free_at, now)
    return replace(allowance, free_at=start + amount * 60 / allowance.per_minute), start - now


def correct(allowance: Allowance, difference: float) -> Allowance:
    """Return the allowance after an estimate proved wrong by `difference`: positive where more was used."""
    return replace(allowance, free_at=allowance.free_at + difference * 60 / allowance.per_minute)


class Gate:
    """Lets calls to one model through: no more at once, and no more a minute, than the model takes.

    Of the rules above it holds the state and the clock. All calls of a process pass one gate, so that a wait that
    the provider asks for is a wait of all of them.
    """

    def __init__(
        self, ceiling: int, requests_per_minute: float | None = None, tokens_per_minute: float | None = None
    ) -> None:
        self._window = Window(float(ceiling), ceiling)
        self._requests = Allowance(requests_per_minute) if requests_per_minute else None
        self._tokens = Allowance(tokens_per_minute) if tokens_per_minute else None
        self._under_way = 0
        self._next_call = 0
        self._closed_until = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._stopped = asyncio.Event()

    async def enter(self, tokens: int) -> int:
        """Wait until a call of about `tokens` tokens may be made; return the call's number."""
        while self._under_way >= int(self._window.size) and not self._stopped.is_set():
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        self._under_way += 1
        try:
            await self._paced(tokens)
        except BaseException:
            self._let_in(-1)
            raise
        call, self._next_call = self._next_call, self._next_call + 1
        return call

    async def _paced(self, tokens: int) -> None:
        pause = 0.0
        if self._requests is not None:
            self._requests, pause = take(self._requests, 1, time.monotonic())
        if self._tokens is not None:
            self._tokens, for_tokens = take(self._tokens, tokens, time.monotonic())
            pause = max(pause, for_tokens)
        if pause > 0:
            await self.sleep(pause)
        while self._closed_until and (left := self._closed_until - time.monotonic()) > 0 and not self._stopped.is_set():
            await self.sleep(left + random.uniform(0.0, 0.1) * left)  # else all callers come back in one instant

    def replied(self, estimated: int, used: int | None) -> None:
        """Note that a call brought a reply, for which the provider counted `used` tokens."""
        self._window = after_reply(self._window)
        if self._tokens is not None and used is not None:
            self._tokens = correct(self._tokens, used - estimated)
        self._let_in(-1)

    def failed(self, call: int, failure: CallFailure) -> None:
        """Note that a call failed: when throttled, fewer calls are let in, and none before the time asked for."""
        if failure.failure_class == "rate_limit":
            self._window = after_throttle(self._window, call, self._next_call)
            if failure.retry_after:
                self._closed_until = max(self._closed_until, time.monotonic() + failure.retry_after)
        self._let_in(-1)

    def stop(self) -> None:
        """Wake every waiting caller: the model was stopped, and nothing more is sent."""
        self._stopped.set()
        self._let_in(0)

    async def sleep(self, seconds: float) -> None:
        """Wait, or until the model is stopped."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._stopped.wait(), seconds)
        except TimeoutError:
            return

    @property
    def size(self) -> int:
        """Calls let in at once at present."""
        return int(self._window.size)

    def _let_in(self, change: int) -> None:
        self._under_way += change
        free = len(self._waiting) if self._stopped.is_set() else int(self._window.size) - self._under_way
        while free > 0 and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1
