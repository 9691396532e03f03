"""Mistakes in a chart specification, and the key at which each stands."""

from counterpoint.errors import UserError
from counterpoint.problems import Key


class Mistake(ValueError):
    """What is wrong, found while a specification is validated; its key counts from the part that is validated."""

    def __init__(self, text: str, *key: str | int) -> None:
        super().__init__(text)
        self.key: Key = key


class ChartError(UserError):
    """What is wrong with a chart, found when its questions are chosen or its variants are made.

    `key` is the key of its specification that is to be changed; `loading.located` says in which line it stands.
    """

    def __init__(self, chart: str, key: Key, text: str) -> None:
        super().__init__(chart, key, text)  # as it is called, so that it can come from another process
        self.chart, self.key, self.text = chart, key, text

    def __str__(self) -> str:
        return f"chart {self.chart}: {self.text}"
