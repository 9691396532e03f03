"""A run whose pictures are over a provider's limit: skipped, or asked about scaled down, as the model's entry says."""

import base64
import io
import json

import pytest
import yaml
from conftest import REGISTRY, Workspace, new_workspace
from PIL import Image, ImageDraw

from counterpoint.tables import read_table

SHARD = "results/small/responses/wide/cvlat/0.parquet"
VIEWS = "results/small/responses/wide/cvlat/0.views.parquet"


@pytest.fixture
def space(tmp_path, server, readings) -> Workspace:
    """A bundle of one chart of 9,000 px, and a model behind a server that speaks Anthropic's wire format."""
    space = new_workspace(tmp_path / "work", readings)
    question = {"Q": "Which is longer?", "Choices": ["A", "B", "Omit"], "VA": "A", "FA": "B", "Type": "Find Extremum"}
    for folder in ("CVLAT", "CVLAT_Anonymized"):
        image = Image.new("RGB", (9_000, 60), "white")
        ImageDraw.Draw(image).rectangle((0, 10, 8_000 if folder == "CVLAT" else 7_000, 20), "blue")
        for name in ("image", "QAset"):
            (space.folder / "bundle" / folder / name).mkdir(parents=True)
        image.save(space.folder / "bundle" / folder / "image" / "rivers.png")
        (space.folder / "bundle" / folder / "QAset" / "rivers_QAset.json").write_text(json.dumps({"1": question}))
    space.configure(
        models=["wide"],
        cvlat={
            "source": "bundle",
            "bundle": "bundle",
            "charts": "charts",
            "cells": ["cvlat/normal", "cvlat/question_only"],
            "orders": 6,
        },
    )
    return space


def ask(space, server, **entry):
    wide = {"provider": "anthropic", "group": "proprietary", "access": "api", "snapshot": "wide-2026-01-01"}
    wide |= {"base_url": server.address("anthropic"), "seconds_between_attempts": 0.01} | entry
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"wide": wide}))
    space.run(SHARD, VIEWS, ANTHROPIC_API_KEY="k" * 20)
    rows = read_table("responses", space.folder / SHARD).to_pylist()
    shown = space.requests_of("cvlat/normal")
    return [row for row in rows if row["request_id"] in shown], read_table("views", space.folder / VIEWS).to_pylist()


def test_a_large_picture_is_skipped_unless_its_models_entry_says_resize_and_nothing_is_paid_for_twice(space, server):
    rows, views = ask(space, server)
    assert {(row["status"], row["failure_class"]) for row in rows} == {("skipped", "image_over_limit")}
    assert (len(rows), views, len(server.seen)) == (6, [], 6)

    rows, (view,) = ask(space, server, over_limit="resize")
    assert {row["status"] for row in rows} == {"answered"}
    assert len({row["sent_request_id"] for row in rows} - {None}) == 6
    assert len(server.seen) == 12  # what was asked without a picture is not asked again
    sent = server.seen[-1].parts
    (content,) = [part["source"]["data"] for part in sent if part["type"] == "image"]
    with Image.open(io.BytesIO(base64.b64decode(content))) as picture:
        assert picture.size == (8_000, 53) == (view["width"], view["height"])
    kept = space.folder / "journal" / "wide" / view["path"]
    assert kept.read_bytes() == base64.b64decode(content)
    lines = [line for line in space.paid("wide") if line["sent_request_id"]]
    assert {line["sent_request_id"] for line in lines} == {row["sent_request_id"] for row in rows}

    (space.folder / SHARD).unlink()
    again, _ = ask(space, server, over_limit="resize")
    assert again == rows
    assert len(server.seen) == 12


def test_a_budget_holds_for_pictures_that_are_sent_scaled_down(space, server):
    rows, _ = ask(space, server, over_limit="resize", price={"input": 1, "output": 1}, budget=10)
    assert {row["status"] for row in rows} == {"answered"}
    receipt = json.loads((space.folder / SHARD).with_suffix(".json").read_text())
    leases = json.loads((space.results / "leases.json").read_text())
    assert receipt["over_budget"] == 0
    assert sum(leases.values()) == pytest.approx(10)
