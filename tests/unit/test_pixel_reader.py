"""The pixel reader answers from the pixels and the words alone, and answers Omit where it cannot."""

import asyncio
from itertools import permutations
from pathlib import Path

import pytest
from painted_charts import painted_bars
from PIL import Image

from counterpoint import code_digest
from counterpoint.errors import UserError
from counterpoint.files import file_digest
from counterpoint.models import pixel_reader as module
from counterpoint.models.pictures import Pictures
from counterpoint.models.pixel_reader import PixelReader
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure
from counterpoint.models.requests import BUCKETS, Part, Request
from counterpoint.models.shard import response_identity, shard_jobs
from counterpoint.registry import entry_from_json, model_identity
from counterpoint.stimuli.png import save_png
from counterpoint.suites.cvlat.respondents import respond

IDENTITY = {"provider": "pixel_reader"}
TREES = {"Oak": 10, "Beech": 30, "Larch": 25, "Maple": 18}


def pictures_of(path: Path, digest: str) -> Pictures:
    """Return one picture as table `stimuli` holds it."""
    return Pictures([{"pixel_digest": digest, "path": path.name, "file_digest": file_digest(path)}], path.parent)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory):
    """The digest of the painted chart, and the reader that is shown it."""
    saved = save_png(painted_bars(TREES, "#2E8B57"), tmp_path_factory.mktemp("pictures"))
    return saved.pixel_digest, PixelReader(pictures_of(saved.path, saved.pixel_digest)).ask, saved.path


def request(question: str, options: list[str], *digests: str) -> Request:
    """Return a request as the plan words it: the question, an empty line, the options under letters, the picture."""
    lines = [f"({letter}) {option}" for letter, option in zip("abcdefgh", options, strict=False)]
    text = Part("text", "\n".join([question, "", *lines]))
    return Request("Answer from the chart.", (text, *(Part("image", digest) for digest in digests)))


def said(ask, question: str, options: list[str], *digests: str) -> str:
    """Return the option behind the letter that is the reply."""
    reply = asyncio.run(ask(request(question, options, *digests), 1)).text
    assert reply[0] == "(" and reply[2:] == ")"
    return options["abcdefgh".index(reply[1])]


ANSWERS = [
    ("How high is a larch?", ["10 m", "18 m", "25 m", "30 m", "Omit"], "25 m"),
    ("What is the height of the Oak?", ["10m", "14m", "25m", "30m", "Omit"], "10m"),
    ("Which tree is the tallest?", ["Oak", "Beech", "Larch", "Maple", "Omit"], "Beech"),
    ("Among Larch and Maple, which has the smallest height?", ["Larch", "Maple", "Omit"], "Maple"),
    ("What is the range of the heights?", ["5 - 30 m", "10 - 30 m", "10 - 40 m", "18 - 25 m", "Omit"], "10 - 30 m"),
    ("How many trees are higher than the Maple?", ["0", "1", "2", "3", "Omit"], "2"),
    ("The Beech is taller than the Larch.", ["True", "False", "Omit"], "True"),
    ("The height of the Oak is not smaller than that of the Maple.", ["True", "False", "Omit"], "False"),
    ("About how large is the difference between Oak and Maple?", ["4", "8", "15", "20", "Omit"], "8"),
]


@pytest.mark.parametrize(("question", "options", "answer"), ANSWERS)
def test_a_picture_from_elsewhere_is_answered_whatever_the_order_of_the_options(shown, question, options, answer):
    digest, ask, _ = shown
    for order in list(permutations(options))[::7]:
        assert said(ask, question, list(order), digest) == answer


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("What is the height of the Ash?", ["10 m", "18 m", "25 m", "Omit"]),  # not in the picture
        ("What is the height of the Larch?", ["21 m", "29 m", "Omit"]),  # no option is clearly the nearest
        ("Who planted the Larch?", ["Ann", "Ben", "Omit"]),
        ("Forests are good for you.", ["True", "False", "Omit"]),
    ],
)
def test_it_omits_what_the_picture_does_not_say_or_the_rules_do_not_understand(shown, question, options):
    digest, ask, _ = shown
    assert said(ask, question, options, digest) == "Omit"
    assert said(ask, question, options[::-1], digest) == "Omit"


def test_it_has_no_memory_and_omits_without_a_picture(shown):
    digest, ask, _ = shown
    question, options, _ = ANSWERS[0]
    assert said(ask, question, options) == "Omit"
    assert said(ask, question, options, digest, digest) == "Omit"


def test_it_omits_where_the_picture_is_no_chart(tmp_path):
    saved = save_png(Image.effect_noise((300, 200), 80).convert("RGB"), tmp_path)
    ask = PixelReader(pictures_of(saved.path, saved.pixel_digest)).ask
    assert said(ask, *ANSWERS[0][:2], saved.pixel_digest) == "Omit"


def test_a_picture_is_read_once_whatever_is_asked_of_it(shown, monkeypatch):
    digest, _, path = shown
    read = []
    monkeypatch.setattr(module, "read_chart", lambda pixels: read.append(pixels) or module.ReadChart(None, 1, 1))
    ask = PixelReader(pictures_of(path, digest)).ask
    for question, options, _ in ANSWERS:
        assert said(ask, question, options, digest) == "Omit"
    assert len(read) == 1


def test_a_picture_that_is_damaged_is_a_typed_failure_and_a_missing_one_stops(tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG nothing")
    pictures = pictures_of(broken, "broken")
    with pytest.raises(CallFailure) as caught:
        said(PixelReader(pictures).ask, *ANSWERS[0][:2], "broken")
    assert caught.value.failure_class == "image"
    missing = pictures_of(broken, "broken")
    broken.unlink()
    with pytest.raises(UserError, match="make the stimuli again"):
        said(PixelReader(missing).ask, *ANSWERS[0][:2], "broken")


def test_its_answers_are_journalled_under_its_own_code_and_asked_once(shown, tmp_path):
    digest, ask, _ = shown
    identity = response_identity(IDENTITY, 1, respond)
    rows = []
    for question, options, _ in ANSWERS[:3]:
        one = request(question, options, digest)
        parts = [{"kind": part.kind, "value": part.value} for part in one.parts]
        rows.append(
            {"request_id": one.request_id, "system": one.system, "parts": parts, "response_schema": None, "repeat": 0}
        )
    jobs = shard_jobs(rows, identity, {}, text_only=False)
    first = query(jobs, ask, Limits(8, 1, 0.0), tmp_path, range(BUCKETS))
    again = query(jobs, ask, Limits(8, 1, 0.0), tmp_path, range(BUCKETS))
    assert [row["text"] for row in again.rows] == [row["text"] for row in first.rows] == ["(c)", "(a)", "(b)"]
    assert (first.asked, again.asked, again.from_journal) == (3, 0, 3)


def test_its_identity_is_its_code_and_the_packages_it_reads_with(monkeypatch):
    entry = entry_from_json('{"provider": "pixel_reader", "shards": 3, "concurrency": 1}')
    assert model_identity(entry) == IDENTITY
    identity = response_identity(IDENTITY, 1, respond)
    assert set(identity) == {"provider", "code"}
    assert response_identity(IDENTITY, 2, respond) == identity
    monkeypatch.setattr("counterpoint.pixels.identity.version", lambda name: "0")
    other = response_identity(IDENTITY, 1, respond)
    assert other != identity
    real = code_digest._module
    changed = "counterpoint.pixels.questions.rules"
    monkeypatch.setattr(code_digest, "_module", lambda name: ("new", real(name)[1]) if name == changed else real(name))
    assert response_identity(IDENTITY, 1, respond) != other


def test_what_it_reads_is_not_touched_by_tables_or_drawing():
    seen, waiting = set(), {"counterpoint.models.pixel_reader"}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        waiting |= code_digest._module(name)[1] - seen
    foreign = {n for n in seen if n.startswith(("counterpoint.suites", "counterpoint.stimuli", "counterpoint.tables"))}
    assert not foreign
