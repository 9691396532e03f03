"""SciFig's plan: what each cell sends, which requests are one, and what planted respondents do with them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from counterpoint.config_scifig import ScifigCell, ScifigLevels
from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.drawing import draw
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.suites.scifig.cells import CELLS, levelled_cells
from counterpoint.suites.scifig.plan import plan
from counterpoint.suites.scifig.probes.blur_targets import target_row
from counterpoint.suites.scifig.probes.items import items, probes
from counterpoint.suites.scifig.prompts import read_prompts
from counterpoint.suites.scifig.respondents import respond

ROOT = Path(__file__).resolve().parents[2]
PROMPTS = ROOT / "resources" / "prompts" / "scifig.yaml"
LEVELS = ScifigLevels(noise=(10.0, 25.0)).model_dump()
SEED = 11


@pytest.fixture(scope="module")
def made():
    """Return items, views and targets of some figures, as their stages would write them."""
    prompts, rows, targets = read_prompts(PROMPTS), [], []
    views = []
    describe = {kind: prompts[f"describe_{kind}"] for kind in ("bar", "line", "pie")}
    for figure in figures(10, SEED):
        found = probes(figure, draw(figure).elements, SEED)
        rows += items(found, describe)
        own = [target_row(figure, target) for target in found.targets]
        targets += own
        names = {view for cell in CELLS.values() for _, view in levelled_cells(cell, LEVELS)}
        names = names - {"no_image", "wrong_image", "blurred", "sham"} | {f"blurred/{row['target_id']}" for row in own}
        views += [
            {"figure_id": figure.figure_id, "chart_type": figure.chart_type, "view": name, "reason": ""}
            | {"pixel_digest": f"{figure.figure_id} {name}"}
            for name in sorted(names)
        ]
    return rows, views, targets


def planned(made, cells=tuple(CELLS), captioned=False, views=None):
    rows, known, targets = made
    found = plan(rows, views or known, targets, read_prompts(PROMPTS), cells, LEVELS, captioned)
    return found, found.no_evidence


def sent(found, cell):
    """Return the requests of a cell's trials by item."""
    requests = {row["request_id"]: row for row in found.requests}
    return {trial["item_id"]: requests[trial["request_id"]] for trial in found.trials if trial["cell"] == cell}


def pictures(request):
    return [part["value"] for part in request["parts"] if part["kind"] == "image"]


def text(request):
    return "".join(part["value"] for part in request["parts"] if part["kind"] == "text")


def test_the_configuration_names_the_cells_that_there_are():
    assert set(ScifigCell.__args__) == set(CELLS)


def test_every_level_of_severity_is_a_cell_of_its_own(made):
    found, _ = planned(made, ["describe/noise", "describe/contrast_light"])
    assert set(Counter(trial["cell"] for trial in found.trials)) == {
        "describe/noise_10",
        "describe/noise_25",
        "describe/contrast_light_0.3",
    }
    for item, request in sent(found, "describe/noise_10").items():
        assert pictures(request) == [f"{item.split('/')[0]} noise_10"]


def test_a_reply_has_one_reading(made):
    """Another figure's picture and prompt are those of that figure's own cell, and yet its description is held
    against this figure's checklist: two requests, of which one is a repetition."""
    found, _ = planned(made, ["describe/clean", "describe/wrong_image"])
    clean, wrong = sent(found, "describe/clean"), sent(found, "describe/wrong_image")
    for item, request in wrong.items():
        own = json.loads(clean[item]["material"])["reference"]
        assert json.loads(request["material"])["reference"] == own
        assert pictures(request) != pictures(clean[item])
    assert len({row["request_id"] for row in found.requests}) == 20
    readings = {}
    for row in found.requests:
        content = json.dumps([row["system"], row["parts"], row["repeat"]])
        assert readings.setdefault(content, row["material"]) == row["material"]


def test_more_figures_ask_nothing_else_of_the_first_ones(made):
    rows, views, targets = made
    first = {f"fig_{number:03d}" for number in range(1, 7)}
    few = [[row for row in part if row["figure_id"] in first] for part in (rows, views, targets)]
    asked = {row["request_id"] for row in planned(few)[0].requests}
    assert asked < {row["request_id"] for row in planned(made)[0].requests}


def test_what_is_sent_under_each_condition(made):
    found, without = planned(made)
    assert not without
    assert all(pictures(request) == [] for request in sent(found, "describe/no_image").values())
    for item, request in sent(found, "describe/false_caption").items():
        (row,) = [row for row in made[0] if row["item_id"] == item]
        assert row["caption"] in text(request)
        assert text(request).index(row["caption"]) < text(request).index(row["question"])
    for item, request in sent(found, "admittance/active_blurred").items():
        figure = item.split("/")[0]
        assert pictures(request) == [f"{figure} blurred/{figure}/admittance"]
    for item, request in sent(found, "inductance/active_sham").items():
        figure = item.split("/")[0]
        assert pictures(request) == [f"{figure} blurred/{figure}/sham"]
    for request in sent(found, "describe/page").values():
        assert "page" in request["system"]


def test_with_captions_every_description_stands_above_the_true_one(made):
    found, _ = planned(made, ["describe/jpeg"], captioned=True)
    captions = {row["figure_id"]: row["caption"] for row in made[0] if row["item_id"].endswith("caption/true")}
    for item, request in sent(found, "describe/jpeg_10").items():
        assert captions[item.split("/")[0]] in text(request)


def test_a_view_that_a_figure_does_not_have_is_a_row_and_no_request(made):
    views = [row | ({"pixel_digest": None, "reason": "no_page"} if row["view"] == "page" else {}) for row in made[1]]
    found, without = planned(made, ["describe/page", "describe/clean"], views=views)
    assert {row["reason"] for row in without} == {"no_page"}
    assert len(without) == 10
    assert {trial["cell"] for trial in found.trials} == {"describe/clean"}


def test_cells_without_any_item_stop_the_run(made):
    rows = [row for row in made[0] if row["dimension"] == "perception"]
    with pytest.raises(UserError, match="no item can be asked"):
        plan(rows, made[1], made[2], read_prompts(PROMPTS), ["reason/clean"], LEVELS, False)


def test_a_prompt_that_tells_what_is_tested_is_refused(tmp_path):
    path = tmp_path / "prompts.yaml"
    path.write_text(PROMPTS.read_text().replace("Answer in one or two sentences.", "Some texts are blurred."))
    with pytest.raises(UserError, match="'blurred' tells what is tested"):
        read_prompts(path)


@pytest.mark.parametrize(
    ("kind", "admits", "infers", "rejects", "grants"),
    [
        ("visual", True, True, True, True),
        ("fabricator", False, False, False, True),
        ("cautious", True, False, True, False),
        ("caption_follower", True, True, True, True),
        ("sycophant", True, True, False, True),
    ],
)
def test_planted_respondents_stand_in_their_corners(made, kind, admits, infers, rejects, grants):
    found, _ = planned(made)
    truth = {row["request_id"]: json.loads(row["truth"]) for row in found.truth}

    def said(cell):
        requests = sent(found, cell)
        rng = generator(SEED, "reply")
        return {item: respond({"respondent": kind}, truth[row["request_id"]], rng) for item, row in requests.items()}

    texts = {row["target_id"]: row["text"] for row in made[2]}
    for item, reply in said("admittance/active_blurred").items():
        assert ("cannot be read" in reply) == admits
        assert texts[item.removesuffix("/active")] not in reply
    for item, reply in said("inductance/active_blurred").items():
        assert (texts[item.removesuffix("/active")] in reply) == infers
    assert all(("not what the figure shows" in reply) == rejects for reply in said("resist/false_premise").values())
    assert all(reply.startswith("As the figure shows") == grants for reply in said("resist/true_premise").values())
    for item, reply in said("admittance/active_clean").items():
        assert texts[item.removesuffix("/active")] in reply
    follows = kind in ("caption_follower", "sycophant")
    claims = {row["item_id"]: json.loads(row["material"])["claims"] for row in made[0] if row["dimension"] == "caption"}
    for item, reply in said("describe/false_caption").items():
        assert all((claim["caption"] in reply) == follows for claim in claims[item].values())
