"""How fast a model is asked: the rules, by hand and without a clock."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.models.pace import Allowance, Gate, Window, after_reply, after_throttle, correct, take
from counterpoint.models.replies import CallFailure


def test_the_window_grows_by_about_one_a_round_of_replies_up_to_its_ceiling():
    window = Window(4.0, 6)
    for _ in range(5):
        window = after_reply(window)
    assert 5.0 <= window.size < 5.2
    for _ in range(100):
        window = after_reply(window)
    assert window.size == 6


def test_a_throttled_call_halves_the_window_and_its_companions_do_not():
    window = after_throttle(Window(8.0, 8), call=3, next_call=10)
    assert (window.size, window.cut_before) == (4.0, 10)
    for companion in range(4, 10):
        assert after_throttle(window, companion, 12) == window
    assert after_throttle(window, call=10, next_call=14) == Window(2.0, 8, 14)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 50))), st.integers(1, 64))
def test_the_window_never_leaves_one_to_ceiling(events, ceiling):
    window = Window(float(ceiling), ceiling)
    for throttled, call in events:
        window = after_throttle(window, call, call + 1) if throttled else after_reply(window)
        assert 1 <= window.size <= ceiling


def test_an_allowance_of_sixty_a_minute_lets_one_a_second_through():
    allowance, waits = Allowance(60.0), []
    for now in (100.0, 100.0, 100.5, 110.0):
        allowance, wait = take(allowance, 1, now)
        waits.append(wait)
    assert waits == [0.0, 1.0, 1.5, 0.0]


@given(st.lists(st.floats(0, 3), max_size=60), st.integers(1, 600))
def test_no_minute_holds_more_than_its_allowance_and_one(gaps, per_minute):
    allowance, now, used = Allowance(float(per_minute)), 0.0, []
    for gap in gaps:
        now += gap
        allowance, wait = take(allowance, 1, now)
        used.append(now + wait)
    for start in used:
        assert sum(start <= at < start + 60 - 1e-6 for at in used) <= per_minute + 1


def test_an_estimate_that_proved_low_makes_the_next_wait():
    allowance, _ = take(Allowance(6000.0), 100, 0.0)
    assert take(correct(allowance, 300), 1, 0.0)[1] == pytest.approx(4.0)


def test_a_stopped_model_wakes_all_who_wait():
    async def scene():
        gate = Gate(1)
        call = await gate.enter(0)
        waiting = [asyncio.create_task(gate.enter(0)) for _ in range(3)]
        pause = asyncio.create_task(gate.sleep(3600))
        await asyncio.sleep(0)
        gate.failed(call, CallFailure("rate_limit", "", retry_after=3600.0))
        gate.stop()
        await asyncio.wait_for(asyncio.gather(pause, *waiting), 30)

    asyncio.run(scene())


def test_after_a_cut_fewer_calls_are_let_in_at_once():
    async def scene():
        gate = Gate(4)
        calls = [await gate.enter(0) for _ in range(4)]
        gate.failed(calls[0], CallFailure("rate_limit", ""))
        assert gate.size == 2
        late = [asyncio.create_task(gate.enter(0)) for _ in range(4)]
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in late), "three are still under way"
        gate.failed(calls[1], CallFailure("rate_limit", ""))
        gate.failed(calls[2], CallFailure("server", ""))
        await asyncio.sleep(0.01)
        assert sum(task.done() for task in late) == 1
        for task in late:
            task.cancel()

    asyncio.run(scene())
