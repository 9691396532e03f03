"""SciFig's wide tables from a made-up run: what stands in them, who is compared with whom, what is flagged."""

import numpy as np
import pytest
from made_up_scifig import rate
from made_up_scifig_run import CLEAN, DRAWS, FALSE_CAPTION, FIGURES, NOISE, run_tables

from counterpoint.errors import UserError
from counterpoint.schemas import SCHEMAS
from counterpoint.suites.scifig.results.across_models import across_models
from counterpoint.suites.scifig.results.human_scores import human_agreement, read_human_scores
from counterpoint.suites.scifig.results.result_tables import result_tables
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import arrow_schema, as_table


@pytest.fixture(scope="module")
def run():
    return {name: table.to_pylist() for name, table in run_tables().items()}


def row(rows, **wanted):
    (found,) = [one for one in rows if all(one[name] == value for name, value in wanted.items())]
    return found


def test_every_table_of_results_is_made(run):
    others = {"scifig_table_human_scores", "scifig_table_baselines"}  # of people, and of the items alone
    published = {name for name in SCHEMAS if name.startswith("scifig_table_")} - others
    assert published <= set(run)
    assert all(run[name] for name in published)


def test_quality_has_both_engines_and_differences_to_clean(run):
    noise = row(run["scifig_table_quality"], model="sharp", cell=NOISE, variant="paper")
    assert noise["mqm_published"] == pytest.approx(30 + 50 * 11 / 12)
    assert noise["mqm_capped"] - noise["mqm_published"] == pytest.approx(1)
    assert (noise["mqm_published_delta"], noise["mqm_published_delta_low"]) == (-10, -10)
    assert noise["mqm_published_delta_p_holm"] == pytest.approx(2 * noise["mqm_published_delta_p"])  # two conditions
    clean = row(run["scifig_table_quality"], model="sharp", cell=CLEAN, variant="paper")
    assert (clean["mqm_published_delta"], clean["mqm_published_delta_p_holm"]) == (None, None)
    assert clean["facts_right_of_stated"] == pytest.approx(100 * (11 * 5 / 12) / (11 * 6 / 12 + 1 / 7))


def test_behaviour_and_profile_stand_in_both_denominators(run):
    paper, counted = (row(run["scifig_table_profile"], model="blunt", variant=v) for v in ("paper", "counted"))
    assert paper["perception"] == pytest.approx((40 + 50 * 4 / 12) / 100)
    assert [counted[name] for name in ("reasoning", "resistance", "admittance", "inductance")] == pytest.approx(
        [1 / 3] * 4
    )
    assert (paper["admittance"], paper["inductance"]) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert counted["caption"] == pytest.approx(1 / 3)
    assert paper["note"] == ""
    behaviour = row(run["scifig_table_behaviour"], model="blunt", variant="paper")
    assert behaviour["reasoning_counting"] == pytest.approx(1 / 3)
    assert behaviour["acceptance"] == 1
    assert behaviour["admittance_passive"] is None
    assert behaviour["note"].startswith("admittance_passive, inductance_passive: ")
    bar = row(run["scifig_table_chart_types"], model="blunt", variant="counted", chart_type="bar")
    assert bar["reasoning"] == pytest.approx(2 / 4)  # f00 and f03 of four


def test_outcomes_are_counted_and_blur_is_held_against_sham(run):
    found = row(run["scifig_table_outcomes"], model="blunt", cell="inductance/active_blurred", variant="counted")
    assert (found["n_correct"], found["n_wrong_hedged"], found["n_abstained"]) == (4, 8, 0)
    assert (found["admit"], found["answer"], found["unhedged_risk"]) == (pytest.approx(200 / 3), 100, 0)
    both = row(run["scifig_table_outcomes"], model="blunt", cell="both/active_blurred", variant="paper")
    assert (both["n_correct"], both["n_wrong"], both["n_abstained"], both["answer"]) == (
        4,
        8,
        4,
        pytest.approx(250 / 3),
    )
    effect = row(run["scifig_table_blur_effects"], model="blunt", statistic="correct", variant="counted")
    assert effect["cell"] == "inductance/active_blurred - inductance/active_sham"
    assert effect["difference"] == pytest.approx(-200 / 3)
    assert effect["difference_p_holm"] >= effect["difference_p"]


def test_penalties_and_claims_are_counted(run):
    found = row(run["scifig_table_penalties"], sub_type="incorrect_value")
    assert (found["penalties"], found["share"], found["n_descriptions"]) == (3, 0.75, 12)
    assert (found["per_description"], found["weight"]) == (3 / 12, 15 / 12)
    claims = row(run["scifig_table_captions"], model="blunt", kind="all")
    assert (claims["n_claims"], claims["image"], claims["caption"]) == (12, 4, 8)
    assert (claims["resistance"], claims["addressed"], claims["pull"]) == (pytest.approx(1 / 3), 1, None)


def test_pairs_are_of_models_alone_and_corrected_together(run):
    pairs = [r for r in run["scifig_table_pairs"] if (r["variant"], r["dimension"]) == ("counted", "reasoning")]
    assert len(pairs) == 6
    assert "planted-reader" not in {r[name] for r in pairs for name in ("model", "other")}
    one = row(pairs, model="sharp", other="dull")
    assert (one["difference"], one["cliffs_delta"]) == (pytest.approx(9 / 12), pytest.approx(9 / 12))
    assert one["difference_low"] <= 9 / 12 <= one["difference_high"]
    assert all(r["difference_p_holm"] >= r["difference_p"] for r in pairs)


def test_correlations_are_over_figures_and_over_models(run):
    mine = [r for r in run["scifig_table_correlations"] if r["variant"] == "counted"]
    one = row(mine, model="middling", dimension="perception", other="reasoning")
    assert (one["spearman"], one["n"]) == (pytest.approx(1), 12)
    over = row(mine, model="all models", dimension="reasoning", other="resistance")
    assert (over["spearman"], over["n"]) == (pytest.approx(1), 4)


def test_reliability_and_power_come_from_the_models(run):
    halves = row(run["scifig_table_reliability"], variant="counted", dimension="reasoning")
    assert (halves["n_models"], halves["n_figures"]) == (4, 12)
    assert halves["split_half_low"] <= halves["split_half"] <= halves["split_half_high"] <= 1
    power = [r for r in run["scifig_table_power"] if (r["variant"], r["dimension"]) == ("counted", "reasoning")]
    by_size = {r["n_figures"]: r["detectable"] for r in power}
    assert by_size[250] == pytest.approx(by_size[1000] * 2)
    assert power[0]["n_pairs"] == 6
    differences = [abs(a - b) for a, b in ((11, 8), (11, 4), (11, 2), (8, 4), (8, 2), (4, 2))]
    deviations = [np.std([1.0] * d + [0.0] * (12 - d), ddof=1) for d in differences]
    assert power[0]["sd"] == pytest.approx(np.median(deviations))


def test_probes_that_most_models_fail_alike_are_flagged(run):
    flagged = run["scifig_table_shared_failures"]
    last = [r for r in flagged if r["figure_id"] == "f11"]  # no model is able there
    assert {r["cell"] for r in last} == {
        "reason/clean", "resist/false_premise", "admittance/active_blurred", "inductance/active_blurred", FALSE_CAPTION,
    }  # fmt: skip
    assert all((r["failing"], r["n_models"]) == (4, 4) for r in last)
    assert not [r for r in flagged if r["figure_id"] in ("f00", "f01", "f04")]  # two of four fail f04: no majority


def test_planted_truth_is_held_against_estimates(run):
    first, second = run["scifig_planted"]
    assert (first["estimate"], first["covered"]) == (100, True)
    assert second["covered"] is False


DESCRIBED = [("m", CLEAN, f"f{i}") for i in range(6)]


def described(scores):
    rows = [
        {
            "model": m,
            "cell": cell,
            "item_id": f"{figure}/d",
            "unit_id": figure,
            "figure_id": figure,
            "chart_type": "bar",
        }
        | {"status": "answered", "mqm_published": float(score), "mqm_capped": float(score), "omission": 0.0}
        | {"error": 0.0, "facts_right": None, "facts_wrong": None, "facts_not_stated": None, "unresolved_keys": 0}
        for (m, cell, figure), score in zip(DESCRIBED, scores, strict=True)
    ]
    penalty = rows[0] | {"engine": "published", "key": "values", "category": "accuracy", "severity": "major"}
    penalty |= {"sub_type": "incorrect_value", "weight": 5.0}
    names = arrow_schema("scifig_penalties").names
    penalties = [{name: (penalty | {"figure_id": f"f{i}"})[name] for name in names} for i in (0, 0, 1)]
    return as_table("scifig_descriptions", rows), as_table("scifig_penalties", penalties)


def written(path, *lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_peoples_scores_are_held_against_ours(tmp_path):
    theirs = [95, 85, 75, 65, 55, 45]
    lines = [f"m,f{i},{CLEAN},{score},{2 - min(i, 2)}" for i, score in enumerate(theirs)]
    lines += [f"m,f0,{CLEAN},85,2", f"m,f99,{CLEAN},1,1"]  # a second person, and a figure of another run
    path = written(tmp_path / "people.csv", "model,figure_id,cell,score,incorrect_value", *lines)
    people = read_human_scores(path, DESCRIBED)
    assert (len(people), people["m", CLEAN, "f0"].score) == (6, 90)
    rows = human_agreement(people, *described([80, 75, 65, 55, 45, 35]), 1, DRAWS).to_pylist()
    mqm = row(rows, what="mqm_published")
    assert (mqm["spearman"], mqm["bias"], mqm["mean_absolute"], mqm["n"]) == (pytest.approx(1), -10, 10, 6)
    assert mqm["krippendorff_alpha"] < 1
    errors = row(rows, what="incorrect_value")
    assert (errors["bias"], errors["mean_absolute"]) == (0, 0)
    assert errors["krippendorff_alpha"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["model,figure_id,score", "m,f0,3"], "row 1: has no column 'cell'"),
        (["model,figure_id,cell,score,mood", "m,f0,c,3,1"], "column 'mood' is not known"),
        (
            ["model,figure_id,cell,score", f"m,f0,{CLEAN},101"],
            "row 2: column 'score': '101'; allowed: a number from 0 to",
        ),
        (["model,figure_id,cell,score", f"m,f0,{CLEAN},good"], "row 2: column 'score': 'good'"),
        (["model,figure_id,cell,score", f"m,f0,{CLEAN},nan"], "row 2: column 'score': 'nan'"),
        (["model,figure_id,cell,score,trend", f"m,f0,{CLEAN},5,-1"], "column 'trend': '-1'; allowed: a count"),
        (["model,figure_id,cell,score", f"m,f0,{CLEAN}"], "row 2: has 3 fields; allowed: 4"),
        (["model,figure_id,cell,score", f"other,f0,{CLEAN},5"], "none of its 1 rows"),
    ],
)
def test_a_wrong_file_of_scores_is_refused_in_one_line(tmp_path, lines, said):
    with pytest.raises(UserError) as error:
        read_human_scores(written(tmp_path / "people.csv", *lines), DESCRIBED)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_run_that_asked_little_has_empty_tables():
    rows = [rate("reason/clean", f"{figure}/counting", figure, "correct", of, "counting") for figure, of in FIGURES]
    rates = as_table("scifig_item_rates", rows)
    none = {name: as_table(name, []) for name in ("scifig_facts", "scifig_claims", "scifig_penalties")}
    found = scifig_statistics("m", rates, none["scifig_facts"], none["scifig_claims"], 1, DRAWS)
    left_out, planted = as_table("scifig_left_out", []), as_table("scifig_planted_truth", [])
    given = (
        found["estimates"],
        rates,
        none["scifig_penalties"],
        none["scifig_claims"],
        left_out,
        {"m": "open"},
        planted,
    )
    tables = result_tables(*given) | across_models(found["scifig_figure_scores"], {"m": "open"}, 1, DRAWS)
    empty = {name for name, table in tables.items() if not len(table)}
    assert empty == set(tables) - {
        "scifig_table_behaviour", "scifig_table_profile", "scifig_table_chart_types", "scifig_table_correlations",
        "scifig_table_reliability",
    }  # fmt: skip
    assert all(r["note"] for r in tables["scifig_table_correlations"].to_pylist())
    nothing = as_table("scifig_figure_scores", [])
    assert across_models(nothing, {"m": "open"}, 1, DRAWS)["scifig_table_pairs"].num_rows == 0
