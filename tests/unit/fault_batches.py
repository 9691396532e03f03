"""The batch endpoints of the fault server: batches that run, end late, expire, fail, or are taken without a word."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from urllib.parse import parse_qs, urlparse

from fault_wire import Answer, Seen

RPC = {400: 3, 403: 7, 404: 5, 429: 8, 503: 14}
"""Gemini's code for the status with which it would have answered a direct call."""
ENDED = {
    "openai": {"completed": "completed", "expired": "expired", "cancelled": "cancelled", "failed": "failed"},
    "anthropic": dict.fromkeys(("completed", "expired", "cancelled", "failed"), "ended"),
    "gemini": {name: f"BATCH_STATE_{name.upper()}" for name in ("expired", "cancelled", "failed")}
    | {"completed": "BATCH_STATE_SUCCEEDED"},
}
RUNNING = {"openai": "in_progress", "anthropic": "in_progress", "gemini": "BATCH_STATE_RUNNING"}


@dataclass
class Submitted:
    """A batch as the server took it."""

    batch_id: str
    wire: str
    label: str | None
    items: list[tuple[str, dict]]
    """Key and body of each request, in the order sent."""
    created: float = field(default_factory=time.time)
    looks: int = 0
    """How often the client looked at it."""


class Batches:
    """The server's batches. Every item is answered as `behave` would answer it directly, in reverse order."""

    def __init__(self, behave: Callable[[Seen], Answer]) -> None:
        self.behave = behave
        self.submitted: list[Submitted] = []
        self.looks_until_ended = 1
        """Looks at a batch at which it still runs."""
        self.end = "completed"
        """completed, expired, cancelled or failed: how batches end."""
        self.reason = ("invalid_request", "line 1 is no request")
        """Code and words of a batch that failed."""
        self.unrun: Callable[[str], bool] = lambda question: False
        """Whether a request is left out when the batch ends."""
        self.on_submit: Callable[[int], Answer | None] = lambda number: None
        """What is answered to submission number 1, 2, ... in place of the batch; the batch is taken all the same."""
        self.refuse: Callable[[int], Answer | None] = lambda number: None
        """What is answered in place of taking a batch."""
        self.on_look: Callable[[int], Answer | None] = lambda number: None
        """What is answered to look number 1, 2, ... at any batch."""
        self.on_list: Callable[[], Answer | None] = lambda: None
        """What is answered in place of a list of batches."""
        self._files: dict[str, bytes] = {}
        self._tries = self._looks = 0

    def answer(self, method: str, path: str, headers: dict[str, str], content: bytes) -> Answer | None:
        """Answer a request to a batch endpoint; None for any other."""
        url = urlparse(path)
        if url.path.startswith("/v1/messages/batches"):
            return self._anthropic(method, url.path, headers, content)
        if url.path.startswith(("/v1/files", "/v1/batches")):
            return self._openai(method, url.path, headers, content)
        if "batch" in url.path or url.path.startswith("/upload/") or url.path.endswith(":download"):
            return self._gemini(method, url.path, parse_qs(url.query), headers, content)
        return None

    def _take(self, wire: str, label: str | None, items: list[tuple[str, dict]]) -> Answer:
        self._tries += 1
        refused = self.refuse(self._tries)
        if refused is not None:
            return refused
        batch_id = f"{'batches/' if wire == 'gemini' else ''}{wire}-{len(self.submitted) + 1}"
        self.submitted.append(Submitted(batch_id, wire, label, items))
        return self.on_submit(len(self.submitted)) or Answer(self._shown(self.submitted[-1], 0))

    def _look(self, batch_id: str, port: int = 0) -> Answer:
        self._looks += 1
        batch = next((b for b in self.submitted if b.batch_id == batch_id), None)
        if batch is None:
            return Answer({"error": {"message": f"no batch {batch_id}", "code": 404}}, 404)
        batch.looks += 1
        return self.on_look(self._looks) or Answer(self._shown(batch, port))

    def _shown(self, batch: Submitted, port: int) -> dict:
        ended = batch.looks > self.looks_until_ended
        state = ENDED[batch.wire][self.end] if ended else RUNNING[batch.wire]
        made = datetime.fromtimestamp(batch.created, UTC).isoformat()
        if batch.wire == "anthropic":
            counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
            counts["succeeded" if ended else "processing"] = len(batch.items)
            results = f"http://127.0.0.1:{port}/v1/messages/batches/{batch.batch_id}/results"
            shown = {"id": batch.batch_id, "type": "message_batch", "processing_status": state}
            shown |= {"request_counts": counts, "created_at": made, "expires_at": made}
            return shown | {"ended_at": made if ended else None, "results_url": results if ended else None}
        if batch.wire == "gemini":
            shown = {"name": batch.batch_id, "done": ended}
            metadata = {"displayName": batch.label, "state": state, "createTime": made, "model": "models/some"}
            if ended and self.end == "failed":
                shown["error"] = {"code": 3, "message": self.reason[1]}
            elif ended and self.end != "cancelled":
                metadata["output"] = {"responsesFile": f"files/results-{batch.batch_id.rpartition('/')[2]}"}
            return shown | {"metadata": metadata}
        shown = {"id": batch.batch_id, "object": "batch", "endpoint": "/v1/chat/completions", "status": state}
        shown |= {"completion_window": "24h", "created_at": int(batch.created), "input_file_id": "file-x"}
        shown["metadata"] = {"counterpoint": batch.label}
        if ended and self.end == "failed":
            code, words = self.reason
            shown["errors"] = {"object": "list", "data": [{"code": code, "message": words, "line": None}]}
        elif ended:
            shown |= {"output_file_id": f"out-{batch.batch_id}", "error_file_id": f"err-{batch.batch_id}"}
        return shown

    def _results(self, batch_id: str) -> list[tuple[str, Answer | None]]:
        """Return key and answer of each item of a batch, None for one that was not run."""
        batch = next(b for b in self.submitted if b.batch_id.rpartition("/")[2] == batch_id)
        found = []
        for key, body in reversed(batch.items):
            seen = Seen(batch.wire, "", {}, body, 0)
            found.append((key, None if self.unrun(seen.question) else self.behave(seen)))
        return found

    def _listed(self, wire: str, answer: Callable[[list[dict]], dict]) -> Answer:
        shown = [self._shown(b, 0) for b in reversed(self.submitted) if b.wire == wire]
        return self.on_list() or Answer(answer(shown))

    def _openai(self, method: str, path: str, headers: dict[str, str], content: bytes) -> Answer:
        if path == "/v1/files" and method == "POST":
            form = message_from_bytes(f"content-type: {headers['content-type']}\r\n\r\n".encode() + content)
            parts = {p.get_param("name", header="content-disposition"): p for p in form.get_payload()}
            assert parts["purpose"].get_payload() == "batch"
            name = f"file-{len(self._files) + 1}"
            self._files[name] = parts["file"].get_payload(decode=True)
            said = {"id": name, "object": "file", "bytes": 1, "created_at": 1, "filename": "f", "purpose": "batch"}
            return Answer(said | {"status": "processed"})
        if path.startswith("/v1/files/"):
            kind, _, batch_id = path.split("/")[3].partition("-")
            rows = []
            for key, answer in self._results(batch_id):
                if answer is None and kind == "err" and self.end in ("expired", "cancelled"):
                    rows.append({"custom_id": key, "error": {"code": f"batch_{self.end}", "message": "late"}})
                elif answer is not None and (answer.status < 300) == (kind == "out"):
                    said = {"status_code": answer.status, "request_id": "r", "body": answer.body}
                    rows.append({"id": "x", "custom_id": key, "response": said, "error": None})
            return _lines(rows)
        if method == "POST":
            wanted = json.loads(content)
            rows = [json.loads(line) for line in self._files[wanted["input_file_id"]].splitlines()]
            assert {row["url"] for row in rows} == {wanted["endpoint"]} == {"/v1/chat/completions"}
            items = [(row["custom_id"], row["body"]) for row in rows]
            return self._take("openai", wanted["metadata"]["counterpoint"], items)
        if path == "/v1/batches":
            return self._listed("openai", lambda found: {"object": "list", "data": found, "has_more": False})
        return self._look(path.split("/")[3])

    def _anthropic(self, method: str, path: str, headers: dict[str, str], content: bytes) -> Answer:
        if method == "POST":
            requests = json.loads(content)["requests"]
            return self._take("anthropic", None, [(row["custom_id"], row["params"]) for row in requests])
        if path == "/v1/messages/batches":
            end = {"has_more": False, "first_id": None, "last_id": None}
            return self._listed("anthropic", lambda found: {"data": found} | end)
        if not path.endswith("/results"):
            return self._look(path.split("/")[4], int(headers["host"].rpartition(":")[2]))
        rows = []
        for key, answer in self._results(path.split("/")[4]):
            if answer is None:
                result: dict = {"type": "canceled" if self.end == "cancelled" else "expired"}
            elif answer.status < 300:
                result = {"type": "succeeded", "message": answer.body}
            else:
                result = {"type": "errored", "error": answer.body}
            rows.append({"custom_id": key, "result": result})
        return _lines(rows)

    def _gemini(self, method: str, path: str, query: dict, headers: dict[str, str], content: bytes) -> Answer:
        if path.startswith("/upload/"):
            if "upload_id" not in query:
                address = f"http://{headers['host']}{path}?upload_id=1"
                return Answer({}, headers={"x-goog-upload-url": address, "x-goog-upload-status": "active"})
            name = f"files/{len(self._files) + 1}"
            self._files[name] = content
            return Answer({"file": {"name": name}}, headers={"x-goog-upload-status": "final"})
        if path.endswith(":download"):
            rows = []
            for key, answer in self._results(path.partition("results-")[2].partition(":")[0]):
                if answer is not None and answer.status < 300:
                    rows.append({"key": key, "response": answer.body})
                elif answer is not None:
                    words = answer.body["error"]["message"]
                    rows.append({"key": key, "error": {"code": RPC.get(answer.status, 13), "message": words}})
            return _lines(rows)
        if method == "POST":
            wanted = json.loads(content)["batch"]
            source = wanted.get("inputConfig") or wanted["input_config"]
            file = source.get("fileName") or source["file_name"]
            rows = [json.loads(line) for line in self._files[file].splitlines()]
            label = wanted.get("displayName") or wanted["display_name"]
            return self._take("gemini", label, [(row["key"], row["request"]) for row in rows])
        if path.rpartition("/")[2] == "batches":
            return self._listed("gemini", lambda found: {"operations": found})
        return self._look(f"batches/{path.rpartition('/')[2]}")


def _lines(rows: list[dict]) -> Answer:
    return Answer("".join(json.dumps(row) + "\n" for row in rows).encode(), content_type="application/x-jsonl")
