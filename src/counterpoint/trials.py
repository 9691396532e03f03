"""Trials and the distinct requests behind them, and trials never sent: what every suite's plan is made of."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from counterpoint.asked import Asked
from counterpoint.models.replies import SKIPPED
from counterpoint.models.requests import Request, bucket_of

READERS = ("question", "answer", "options", "omit_position", "claims", "rubric", "material")
"""Columns of table `requests` that say how a reply is read."""
READING = tuple(name for name in READERS if name != "question")
"""What decides how a reply is read: the question is what it was asked."""
NO_EVIDENCE = "no_evidence"
"""Reason of a skip: there is no picture to send, as a pair or figure cannot have the view."""


def request_row(
    suite: str, request: Request, first_order: int = 0, readers: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a request as a row of table `requests`.

    `readers` are the columns READERS; without them replies are read by who asked, as a judge's are.
    """
    return {
        "request_id": request.request_id,
        "suite": suite,
        "bucket": bucket_of(request.request_id),
        "system": request.system,
        "parts": [{"kind": part.kind, "value": part.value} for part in request.parts],
        "response_schema": request.response_schema,
        "repeat": request.repeat,
        "first_order": first_order,
        **(dict.fromkeys(READERS) if readers is None else readers),
    }


def never_sent(no_evidence: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the trials of rows of `no_evidence` as rows of `scores`, but for the suite: skipped, and left out."""
    skipped = {"request_id": None, "status": SKIPPED, "failure_class": NO_EVIDENCE, "outcome": "left_out"}
    skipped |= {"position": None, "option_index": None, "route": None, "text_chars": 0}
    return [
        {name: row[name] for name in ("cell", "item_id", "unit_id")} | {"order_index": index} | skipped
        for row in no_evidence
        for index in range(row["trials"])
    ]


class Plan:
    """Collects a suite's trials; identical requests are planned once and joined back by their identity."""

    def __init__(self, suite: str) -> None:
        self._suite = suite
        self.trials: list[dict[str, Any]] = []
        """Rows of the table `trials`."""
        self.no_evidence: list[dict[str, Any]] = []
        """Rows of the table `no_evidence`."""
        self._requests: dict[str, dict[str, Any]] = {}
        self._truth: dict[str, str] = {}
        self._given: dict[str, dict[tuple[Any, ...], int]] = {}

    def add(
        self,
        cell: str,
        item: Mapping[str, Any],
        order_index: int,
        order: Sequence[int],
        request: Request,
        truth: Mapping[str, Any],
        asked: Asked,
    ) -> None:
        """Add one trial: an item in a cell, its options in an order, and the request that it sends.

        `truth` is what planted respondents are told of the request, `asked` what its readers are; of identical requests
        the first tells. A request that is read in another way, as a description of one figure is against another's
        checklist, is a repetition of its own: a reply has one reading.
        """
        readers = {
            "question": item["question"],
            "answer": asked.answer,
            "options": None if asked.options is None else list(asked.options),
            "omit_position": asked.omit_position,
            "claims": asked.claims,
            "rubric": asked.rubric,
            "material": asked.material,
        }
        reading = (readers[name] for name in READING)
        request = self._with_one_reading(request, tuple(tuple(v) if isinstance(v, list) else v for v in reading))
        self.trials.append(
            {
                "suite": self._suite,
                "cell": cell,
                "item_id": item["item_id"],
                "unit_id": item["unit_id"],
                "order_index": order_index,
                "order": list(order),
                "request_id": request.request_id,
            }
        )
        planned = self._requests.get(request.request_id)
        if planned is not None:
            planned["first_order"] = min(planned["first_order"], order_index)
        else:
            self._requests[request.request_id] = request_row(self._suite, request, order_index, readers)
            self._truth[request.request_id] = json.dumps(truth, sort_keys=True)

    def leave_out(self, cell: str, item: Mapping[str, Any], trials: int, reason: str) -> None:
        """Add an item that a cell does not ask, for want of a picture, with the trials that it would have had."""
        place = {"cell": cell, "item_id": item["item_id"], "unit_id": item["unit_id"]}
        self.no_evidence.append(place | {"trials": trials, "reason": reason})

    def _with_one_reading(self, request: Request, reading: tuple[Any, ...]) -> Request:
        """Return a request with the repeat that is its own in this reading.

        That is the one it was asked for, unless a reading that came before has it: then the next that is free. What is
        to be repeated is so in every reading: no two of one reading's repeats become one.
        """
        plain = request if request.repeat == 0 else replace(request, repeat=0)
        given = self._given.setdefault(plain.request_id, {})
        place = (*reading, request.repeat)
        if place not in given:
            taken, repeat = set(given.values()), request.repeat
            while repeat in taken:
                repeat += 1
            given[place] = repeat
        return request if given[place] == request.repeat else replace(request, repeat=given[place])

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Rows of the table `requests`, sorted by bucket, so that a shard reads its own part of the file."""
        return sorted(self._requests.values(), key=lambda row: (row["bucket"], row["request_id"]))

    @property
    def truth(self) -> list[dict[str, str]]:
        """Rows of the table `truth`, in the order of the requests."""
        return [{"request_id": r["request_id"], "truth": self._truth[r["request_id"]]} for r in self.requests]
