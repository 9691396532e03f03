"""From replies to verdicts: each reply that arrived is read by the parser, everything else has no verdict."""

from collections.abc import Iterable

import pyarrow as pa

from counterpoint.judging.json_answer import JSON_READER_VERSION, read_json_answer
from counterpoint.judging.options import READER_VERSION, read_option
from counterpoint.models.replies import ANSWERED, JSON_SCHEMA


def parse_replies(requests: pa.Table, responses: Iterable[pa.Table]) -> list[dict]:
    """Return the rows of `verdicts` for one model's responses.

    `requests` needs request_id, options, omit_position; each table of `responses` needs request_id, status,
    failure_class, text, route. What the provider held to a schema is read as JSON, all else by the parser. Only
    replies with status `answered` are read: a refusal, an empty or a cut-off reply says nothing that may be
    interpreted.
    """
    shown = {
        request_id: (options, omit)
        for request_id, options, omit in zip(
            *(requests[name].to_pylist() for name in ("request_id", "options", "omit_position")), strict=True
        )
    }
    rows = []
    for table in responses:
        for row in table.to_pylist():
            text = row["text"] or ""
            verdict, position, rule = "none", None, "not_read"
            read, version = read_option, READER_VERSION
            if row["route"] == JSON_SCHEMA:
                read, version = read_json_answer, JSON_READER_VERSION
            if row["status"] == ANSWERED:
                reading = read(text, *shown[row["request_id"]])
                verdict, position, rule = reading.verdict, reading.position, reading.rule
            rows.append(
                {
                    "request_id": row["request_id"],
                    "status": row["status"],
                    "failure_class": row["failure_class"],
                    "verdict": verdict,
                    "position": position,
                    "rule": rule,
                    "reader_version": version,
                    "route": row["route"],
                    "text_chars": len(text),
                }
            )
    return rows
