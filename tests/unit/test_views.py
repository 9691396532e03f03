"""Resize views: what is over a provider's limit is sent scaled down, kept, and recorded; never silently."""

import base64
import io

import numpy as np
import pytest
from fault_server import FaultServer
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from provider_samples import identity, open_provider

from counterpoint.models import image_limits
from counterpoint.models.image_limits import Allowed, ImageLimits, in_base64, patches
from counterpoint.models.journal import read_journal
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import BUCKETS, Part, Request
from counterpoint.models.shard import shard_jobs
from counterpoint.models.views import Views, scaled
from counterpoint.stimuli.png import pixel_digest, save_png
from counterpoint.tables import read_table, write_table

ALL = range(BUCKETS)


def saved(folder, image):
    """Write a picture and return its row, as table `stimuli` has it."""
    found = save_png(image, folder / "stimuli")
    return {
        "pixel_digest": found.pixel_digest,
        "file_digest": found.file_digest,
        "path": f"stimuli/{found.path.name}",
        "width": found.width,
        "height": found.height,
        "bytes": found.bytes,
    }


def rows_of_requests(*requests):
    return [
        {"request_id": r.request_id, "system": r.system, "response_schema": None, "repeat": 0}
        | {"parts": [{"kind": p.kind, "value": p.value} for p in r.parts]}
        for r in requests
    ]


def about(*rows):
    return Request("Look.", (Part("text", "Which?"), *(Part("image", row["pixel_digest"]) for row in rows)))


def noise(width, height):
    return Image.fromarray(np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8))


@pytest.fixture
def wide(tmp_path):
    """A picture of 9,000 x 90 px, and one within every limit."""
    return [saved(tmp_path, Image.new("RGB", size, (9, 99, 199))) for size in ((9_000, 90), (40, 30))]


def ask(server, folder, rows, requests, resize=True):
    pictures, journal = Pictures(rows, folder), folder / "journal"
    views = Views("anthropic", pictures, journal) if resize else None
    jobs = shard_jobs(rows_of_requests(*requests), identity("anthropic"), {}, False, pictures, views=views)
    model = open_provider(server, "anthropic", pictures)
    return query(jobs, model.ask, Limits(2, 1, 0.0), journal, ALL, model), views


def sent_pictures(seen):
    contents = [part["source"]["data"] for part in seen.parts if part["type"] == "image"]
    return [Image.open(io.BytesIO(base64.b64decode(content))) for content in contents]


def test_a_picture_over_the_limit_is_sent_scaled_down_as_a_request_of_its_own_and_recorded(tmp_path, wide):
    requests = [about(row) for row in wide]
    with FaultServer() as server:
        outcome, views = ask(server, tmp_path, wide, requests)
        again, _ = ask(server, tmp_path, wide, requests)
        assert len(server.seen) == 2
    (large,) = [p for seen in server.seen for p in sent_pictures(seen) if p.width > 40]
    assert large.size == (8_000, 80)
    (view,) = views.rows
    assert (view["pixel_digest"], view["sent_digest"]) == (wide[0]["pixel_digest"], pixel_digest(large))
    assert (view["width"], view["height"], view["original_width"]) == (8_000, 80, 9_000)
    assert view["reason"].startswith("9000 px on a side; anthropic takes at most 8000 (")
    with Image.open(tmp_path / "journal" / view["path"]) as kept:
        assert pixel_digest(kept) == view["sent_digest"]
    sent = Request("Look.", (Part("text", "Which?"), Part("image", view["sent_digest"])))
    rows = {row["request_id"]: row for row in outcome.rows}
    assert {name: row["sent_request_id"] for name, row in rows.items()} == {
        requests[0].request_id: sent.request_id,
        requests[1].request_id: None,
    }
    assert again.rows == outcome.rows
    entries = {entry.request_id: entry for entry in read_journal(tmp_path / "journal", ALL)[0].values()}
    assert entries[requests[0].request_id].sent_request_id == sent.request_id
    write_table("views", tmp_path / "views.parquet", views.rows)
    assert read_table("views", tmp_path / "views.parquet").to_pylist() == views.rows


def test_without_views_the_picture_is_skipped_and_nothing_is_written(tmp_path, wide):
    with FaultServer() as server:
        outcome, _ = ask(server, tmp_path, wide, [about(wide[0])], resize=False)
        assert not server.seen
    assert [(row["status"], row["failure_class"]) for row in outcome.rows] == [("skipped", "image_over_limit")]
    assert not (tmp_path / "journal" / "views").exists()


def test_a_view_that_was_sent_once_is_sent_again_as_it_is(tmp_path, wide):
    with FaultServer() as server:
        _, views = ask(server, tmp_path, wide, [about(wide[0])])
        path = tmp_path / "journal" / views.rows[0]["path"]
        other = Image.new("RGB", (8_000, 80), (10, 99, 199))  # as another version of the imaging library may draw it
        other.save(path)
        outcome, again = ask(server, tmp_path, wide, [about(wide[0])])
        (sent,) = sent_pictures(server.seen[-1])
    assert pixel_digest(sent) == pixel_digest(other) == again.rows[0]["sent_digest"]
    assert outcome.rows[0]["status"] == "answered"


def test_too_many_pictures_or_too_large_a_request_cannot_be_mended_and_are_skipped(tmp_path, wide, monkeypatch):
    few = ImageLimits("here", side=8_000, count=1, bytes_in_all=10**6)
    monkeypatch.setitem(image_limits.LIMITS, "anthropic", few)
    pictures = Pictures(wide, tmp_path)
    skip = Views("anthropic", pictures, tmp_path / "journal").fitted(about(*wide))
    assert (skip.reason, skip.detail) == ("image_over_limit", "2 pictures; anthropic takes at most 1 (here)")
    tight = ImageLimits("here", bytes_in_all=10)
    monkeypatch.setitem(image_limits.LIMITS, "anthropic", tight)
    assert "bytes in base64 of all pictures" in Views("anthropic", pictures, tmp_path).fitted(about(wide[0])).detail


def test_each_of_many_pictures_keeps_to_the_smaller_limit(tmp_path):
    rows = [saved(tmp_path, Image.new("RGB", (2_100 + n, 21), (n, 0, 0))) for n in range(21)]
    views = Views("anthropic", Pictures(rows, tmp_path), tmp_path / "journal")
    resized = views.fitted(about(*rows))
    assert {row["width"] for row in views.rows} == {2_000}
    assert resized.images == tuple(row["sent_digest"] for row in views.rows)


def test_two_pictures_with_one_view_are_answered_once_and_each_has_a_row_of_its_own(tmp_path):
    rows = [saved(tmp_path, Image.new("RGB", (width, 90), "white")) for width in (9_000, 9_001)]
    requests = [about(row) for row in rows]
    with FaultServer() as server:
        outcome, _ = ask(server, tmp_path, rows, requests)
        assert len(server.seen) == 1
    assert {row["request_id"] for row in outcome.rows} == {request.request_id for request in requests}
    assert len({row["sent_request_id"] for row in outcome.rows}) == 1


def test_bytes_are_met_by_the_largest_size_that_fits():
    image, each = noise(300, 200), Allowed(bytes=100_000, side=None, patches=None)
    content = scaled(image, each)
    with Image.open(io.BytesIO(content)) as small:
        size = small.size
    assert in_base64(len(content)) <= 100_000
    larger = scaled(image, Allowed(None, size[0] + 1, None))
    assert in_base64(len(larger)) > 100_000
    assert size[0] / size[1] == pytest.approx(1.5, abs=0.01)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400), st.integers(1, 400), st.none() | st.integers(1, 300), st.none() | st.integers(1, 60))
def test_what_is_scaled_keeps_to_side_and_patches_and_never_grows(width, height, side, most):
    content = scaled(Image.new("L", (width, height)), Allowed(None, side, most))
    with Image.open(io.BytesIO(content)) as small:
        assert side is None or max(small.size) <= side
        assert most is None or patches(*small.size) <= most
        assert small.width <= width
        assert small.height <= height
        if side is None and most is None:
            assert small.size == (width, height)
