"""The pixel audit: pictures are held against what was recorded of them, and each picture is read once."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from counterpoint.errors import UserError
from counterpoint.pixels import readings as module
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.variants import variants
from counterpoint.stimuli.charts.drawing.picture import Drawn, draw
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.png import save_png
from counterpoint.suites.cvlat.pixel_audit import check_agreement, pixel_audit, recorded_marks
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
SEED = 20260602


@pytest.fixture(scope="module")
def picture() -> Drawn:
    chart = next(chart for chart in load_charts(ROOT / "resources" / "charts") if chart.id == "planet_radius")
    return draw(variants(asked(chart, SEED, 0), SEED)["counterfactual"])


def saved(picture: Drawn, image: Image.Image, folder: Path) -> dict:
    png = save_png(image.convert("RGB"), folder)
    name = picture.variant.stimulus_id
    digests = {"pixel_digest": png.pixel_digest, "file_digest": png.file_digest}
    return {"stimulus_id": name, "kind": "bar", "path": png.path.name, **digests}


def test_a_picture_that_shows_its_table_has_no_finding(picture: Drawn, tmp_path: Path) -> None:
    stimulus = saved(picture, picture.image, tmp_path)
    assert pixel_audit([stimulus], picture.elements, tmp_path / "readings", 1, tmp_path) == []


def test_a_picture_that_contradicts_its_table_stops_the_run(picture: Drawn, tmp_path: Path) -> None:
    mark = next(row for row in picture.elements if row["role"] == "mark")
    wrong = picture.image.copy()
    left, top, right = (round(mark[edge]) for edge in ("x0", "y0", "x1"))
    ImageDraw.Draw(wrong).rectangle([left, top - 20, right - 1, top], mark["colour"])
    findings = pixel_audit([saved(picture, wrong, tmp_path)], picture.elements, tmp_path / "readings", 1, tmp_path)
    assert [row["fault"] for row in findings] == ["pixels_disagree"]
    as_table("audit", findings)
    recorded = f"recorded is {mark['value']:g}"
    with pytest.raises(UserError, match=rf"chart {picture.variant.stimulus_id}: {mark['category']}: .* {recorded}"):
        check_agreement(findings)


def test_few_marks_that_cannot_be_read_are_counted_and_stop_nothing(picture: Drawn, tmp_path: Path) -> None:
    hidden = picture.image.copy()
    tick = next(row for row in picture.elements if row["role"] == "tick" and row["category"] is not None)
    ImageDraw.Draw(hidden).rectangle([tick["x0"] - 2, tick["y0"] - 1, tick["x1"] + 2, tick["y1"] + 1], "white")
    findings = pixel_audit([saved(picture, hidden, tmp_path)], picture.elements, tmp_path / "readings", 1, tmp_path)
    assert [row["fault"] for row in findings] == ["pixels_not_read"]
    assert findings[0]["detail"] == f"1 of 8 marks could not be read from the pixels: {tick['text']}"
    check_agreement(findings)


def test_a_picture_that_shows_nothing_stops_the_run(picture: Drawn, tmp_path: Path) -> None:
    blank = Image.new("RGB", (800, 600), "white")
    findings = pixel_audit([saved(picture, blank, tmp_path)], picture.elements, tmp_path / "readings", 1, tmp_path)
    assert [row["fault"] for row in findings] == ["pixels_unreadable"]
    with pytest.raises(UserError, match="8 of 8 marks could not be read"):
        check_agreement(findings)


def test_a_point_at_another_place_on_x_stops_the_run(tmp_path: Path) -> None:
    chart = next(chart for chart in load_charts(ROOT / "resources" / "charts") if chart.id == "atomic_mass")
    drawn = draw(variants(asked(chart, SEED, 0), SEED)["aligned"])
    stimulus = {**saved(drawn, drawn.image, tmp_path), "kind": "scatter"}
    moved = [{**row, "x": row["x"] + 10} if row["category"] == "Iodine" and row["x"] else row for row in drawn.elements]
    assert not pixel_audit([stimulus], drawn.elements, tmp_path / "readings", 1, tmp_path)
    (found,) = pixel_audit([stimulus], moved, tmp_path / "readings", 1, tmp_path)
    assert found["fault"] == "pixels_disagree" and found["detail"].startswith("Iodine: the x reads")


def test_only_new_pictures_are_read(picture: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = []
    read_chart = module.read_chart

    def counted(path: str, chart_type: str) -> object:
        asked_for.append(path)
        return read_chart(path, chart_type)

    monkeypatch.setattr(module, "read_chart", counted)
    stimulus, cache = saved(picture, picture.image, tmp_path), tmp_path / "readings"
    pixel_audit([stimulus, stimulus], picture.elements, cache, 1, tmp_path)
    pixel_audit([stimulus], picture.elements, cache, 1, tmp_path)
    assert len(asked_for) == 1
    (kept,) = cache.iterdir()
    assert kept.name.startswith(stimulus["pixel_digest"])
    written = kept.read_text()
    for number, damaged in enumerate(("{", written[:-5], written.replace("8", "9", 3), written.split("\n")[1]), 2):
        kept.write_text(damaged)  # a damaged reading is made again
        assert pixel_audit([stimulus], picture.elements, cache, 1, tmp_path) == []
        assert len(asked_for) == number


@pytest.mark.parametrize("content", [None, b"", b"no picture", b"\x89PNG\r\n\x1a\n"])
def test_a_picture_that_is_gone_or_changed_is_named_though_its_reading_is_kept(
    picture: Drawn, tmp_path: Path, content: bytes | None
) -> None:
    stimulus, cache = saved(picture, picture.image, tmp_path), tmp_path / "readings"
    pixel_audit([stimulus], picture.elements, cache, 1, tmp_path)
    path = tmp_path / stimulus["path"]
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(UserError, match=f"chart {stimulus['stimulus_id']}: .*{path.name}: .*; remove the folder"):
        pixel_audit([stimulus], picture.elements, cache, 1, tmp_path)


def test_the_boxes_that_drawing_recorded_count_for_nothing(picture: Drawn) -> None:
    bare = [{**row, "x0": 0.0, "y0": 0.0, "x1": 0.0, "y1": 0.0, "polygon": None} for row in picture.elements]
    assert recorded_marks(bare) == recorded_marks(picture.elements)
