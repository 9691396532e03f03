"""Trials and the distinct requests behind them: what every suite's plan is made of."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from counterpoint.asked import Asked
from counterpoint.models.requests import Request, bucket_of

READING = ("answer", "options", "omit_position", "claims", "rubric", "material")
"""What decides how a reply is read."""


class Plan:
    """Collects a suite's trials; identical requests are planned once and joined back by their identity."""

    def __init__(self, suite: str) -> None:
        self._suite = suite
        self.trials: list[dict[str, Any]] = []
        """Rows of the table `trials`."""
        self._requests: dict[str, dict[str, Any]] = {}
        self._truth: dict[str, str] = {}

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
        while not self._read_alike(request, readers):
            request = replace(request, repeat=request.repeat + 1)
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
            self._requests[request.request_id] = {
                "request_id": request.request_id,
                "suite": self._suite,
                "bucket": bucket_of(request.request_id),
                "system": request.system,
                "parts": [{"kind": part.kind, "value": part.value} for part in request.parts],
                "response_schema": request.response_schema,
                "repeat": request.repeat,
                "first_order": order_index,
                **readers,
            }
            self._truth[request.request_id] = json.dumps(truth, sort_keys=True)

    def _read_alike(self, request: Request, readers: Mapping[str, Any]) -> bool:
        """Return whether a request is new, or is read in the same way as it is planned already."""
        planned = self._requests.get(request.request_id)
        return planned is None or all(planned[name] == value for name, value in readers.items() if name in READING)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Rows of the table `requests`, sorted by bucket, so that a shard reads its own part of the file."""
        return sorted(self._requests.values(), key=lambda row: (row["bucket"], row["request_id"]))

    @property
    def truth(self) -> list[dict[str, str]]:
        """Rows of the table `truth`, in the order of the requests."""
        return [{"request_id": r["request_id"], "truth": self._truth[r["request_id"]]} for r in self.requests]
