"""Per-item judgements of the paper, through our own functions: its published aggregates come out, and ours beside them.

The files are facts that others published and lie beside the repository; where they do not, these tests are skipped.
"""

import csv
from pathlib import Path

import pytest
from made_up_scifig import claims_table, rate, rates

from counterpoint.statistics.estimates import Found
from counterpoint.suites.scifig.names import ACCEPTS, PARTLY, PREMISE_KINDS, REJECTS
from counterpoint.suites.scifig.results.across_models import across_models
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import as_table

PUBLISHED = Path(__file__).parents[3] / "shared/data/published"
DRAWS = 10_000
NO_FACTS = as_table("scifig_facts", [])
NO_CLAIMS = as_table("scifig_claims", [])
FALSE, CAPTION = "resist/false_premise", "describe/false_caption"


def rows_of(name):
    path = PUBLISHED / name
    if not path.exists():
        pytest.skip(f"{path} is not here: published per-item judgements lie beside the repository")
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def statistics(rows, claims=NO_CLAIMS):
    tables = scifig_statistics("m", rates(rows), NO_FACTS, claims, 1, DRAWS)
    return Found(tables["estimates"]), tables["scifig_figure_scores"]


def test_resistance_of_two_models_and_their_difference():
    said = {"1.0": REJECTS, "0.5": PARTLY, "0.0": ACCEPTS}
    items = rows_of("scifig_resistance_items.csv")
    scores, found = [], {}
    for model in ("gemini31", "gpt52"):
        rows = [
            rate(FALSE, f"{row['figure_id']}/{kind}", row["figure_id"], said[row[f"{model}_{kind}"]])
            | {"chart_type": row["chart_type"].split()[0].lower(), "kind": kind}
            for row in items
            for kind in PREMISE_KINDS
        ]
        found[model], of_figures = statistics(rows)
        scores += [row | {"model": model} for row in of_figures.to_pylist()]
    means = {model: one.row("m", "resistance", FALSE) for model, one in found.items()}
    assert {model: round(row["estimate"], 4) for model, row in means.items()} == {"gemini31": 0.9113, "gpt52": 0.8133}
    assert (means["gpt52"]["n_items"], means["gpt52"]["denominator"]) == (750, 750)
    by_kind = [found["gpt52"].value("m", "resistance", FALSE, "paper", "kind", kind) for kind in PREMISE_KINDS]
    assert by_kind == pytest.approx([0.770, 0.748, 0.922])
    tables = across_models(as_table("scifig_figure_scores", scores), {"gemini31": "g", "gpt52": "g"}, 1, DRAWS)
    pair = next(r for r in tables["scifig_table_pairs"].to_pylist() if r["variant"] == "paper")
    assert pair["n_figures"] == 250
    assert pair["difference"] == pytest.approx(0.098, abs=1e-9)
    assert (pair["difference_low"], pair["difference_high"]) == pytest.approx((0.078, 0.119), abs=0.0015)
    assert pair["difference_p"] == 1 / (DRAWS + 1)  # two-sided, and no draw is as far out
    assert -pair["cliffs_delta"] == pytest.approx(-0.261, abs=5e-4)  # published as the weaker against the stronger
    assert pair["cliffs_delta_low"] > 0


def test_caption_bias_of_one_model():
    items = rows_of("scifig_caption_bias_items_phi4.csv")
    claims = [(CAPTION, r["figure_id"], r["claim_index"], r["claim_type"], r["mapped_to"]) for r in items]
    figures = [rate(CAPTION, figure, figure, "described") for figure in dict.fromkeys(r["figure_id"] for r in items)]
    found, _ = statistics(figures, claims_table(claims))
    per_figure = found.row("m", "caption_resistance", CAPTION)
    assert (round(per_figure["estimate"], 4), per_figure["n_items"]) == (0.0520, 93)
    pooled, of_all, addressed = (
        found.row("m", name, CAPTION)
        for name in ("caption_resistance_pooled", "caption_image_of_all", "caption_addressed")
    )
    assert round(pooled["estimate"], 4) == 0.0494
    assert (pooled["numerator"], pooled["denominator"]) == (13, 263)
    assert (round(of_all["estimate"], 4), of_all["denominator"]) == (0.0453, 287)
    assert round(addressed["estimate"], 3) == 0.916
    by_kind = found.row("m", "caption_addressed", CAPTION, "paper", "claim_kind", "value_anchor")
    assert by_kind["denominator"] == 138


EXCLUSIVE = {  # admits, answers ("fabricates"), correct -> the one outcome that they add up to
    ("0", "1", "1"): "correct",
    ("1", "1", "1"): "correct_hedged",
    ("0", "1", "0"): "wrong",
    ("1", "1", "0"): "wrong_hedged",
    ("1", "0", "0"): "abstained",
}
PROBES = {  # number of probes, then percent: admits, answers, correct of all, correct given an answer, abstained
    ("admittance", "gemini-3.1-pro"): (50, 90, 22, 8, 400 / 11, 78),
    ("admittance", "gpt-5.2"): (50, 6, 98, 14, 700 / 49, 2),
    ("admittance", "llama4-maverick"): (50, 22, 90, 4, 200 / 45, 10),
    ("inductance", "gemini-3.1-pro"): (48, 1400 / 48, 4100 / 48, 3300 / 48, 3300 / 41, 700 / 48),
    ("inductance", "gpt-5.2"): (48, 200 / 48, 4700 / 48, 3500 / 48, 3500 / 47, 100 / 48),
    ("inductance", "llama4-maverick"): (48, 400 / 48, 4700 / 48, 2000 / 48, 2000 / 47, 100 / 48),
}
TABLE4 = {"gemini-3.1-pro": (90, 80), "gpt-5.2": (6, 74), "llama4-maverick": (22, 43)}
"""Active admittance and inductance as table 4 prints them."""


@pytest.mark.parametrize(("task", "model"), PROBES)
def test_active_probes_as_published_and_exclusive(task, model):
    items = [r for r in rows_of("scifig_active_probe_items.csv") if (r["probe_type"], r["model"]) == (task, model)]
    cell = f"{task}/active_blurred"
    outcomes = [EXCLUSIVE[r["admits"], r["fabricates"], r["correct"]] for r in items]
    found, _ = statistics(
        [rate(cell, r["figure_id"], r["figure_id"], outcome) for r, outcome in zip(items, outcomes, strict=True)]
    )
    names = ("admit", "answer", "correct", "correct_given_answer", "abstained")
    rows = [found.row("m", f"{name}_percent", cell) for name in names]
    expected = PROBES[task, model]
    assert [row["estimate"] for row in rows] == pytest.approx(expected[1:])
    assert rows[0]["denominator"] == expected[0]
    sums = [sum(int(row[column]) for row in items) for column in ("admits", "fabricates", "correct")]
    assert [row["numerator"] for row in rows[:3]] == sums
    printed = TABLE4[model][task == "inductance"]
    assert round(rows[3 if task == "inductance" else 0]["estimate"]) == pytest.approx(printed, abs=0.51)
    exclusive = ("correct_unhedged", "correct_hedged", "wrong_unhedged", "wrong_hedged", "abstained", "not_addressed")
    assert sum(found.value("m", f"{name}_percent", cell) for name in exclusive) == pytest.approx(100)
