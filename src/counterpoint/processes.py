"""Work shared out to processes, its results in the order of what they were made from."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def in_order(function: Callable[[Thing], Result], things: Iterable[Thing], processes: int) -> Iterator[Result]:
    """Yield `function` of each thing, in their order, from `processes` processes; by this one itself if that is 1.

    Things are taken as they are needed, two a process ahead, so that memory does not grow with their number. With more
    than one process, things and results must be picklable. What `function` raises is raised here.
    """
    if processes == 1:
        yield from map(function, things)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        left = iter(things)
        running = [pool.submit(function, thing) for thing in islice(left, 2 * processes)]
        while running:
            yield running.pop(0).result()
            running += [pool.submit(function, thing) for thing in islice(left, 1)]
