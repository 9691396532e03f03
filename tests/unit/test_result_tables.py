"""The wide tables hold the paper's columns and say the same as the estimates."""

import csv
import re
from pathlib import Path

import pyarrow as pa
import pytest
from cvlat_samples import arbiter, make_items, make_trials, make_verdicts

from counterpoint.schemas import SCHEMAS
from counterpoint.seeds import generator
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.cvlat.baselines import baselines
from counterpoint.suites.cvlat.cells import CELLS, STEERED
from counterpoint.suites.cvlat.planted_truth import planted_truth
from counterpoint.suites.cvlat.rates import item_rates
from counterpoint.suites.cvlat.result_tables import result_tables
from counterpoint.suites.cvlat.scoring import score_trials
from counterpoint.suites.cvlat.statistics import cvlat_estimates
from counterpoint.tables import as_table

PUBLISHED = Path(__file__).resolve().parents[2] / "resources" / "published"
OPEN, PROPRIETARY, PLANTED = "b-open", "a-proprietary", "c-planted"
GROUPS = {PROPRIETARY: "proprietary", OPEN: "open", PLANTED: "planted"}
IDENTITY = {"respondent": "arbiter", "reads": 0.8, "knows": 0.7, "prefers": 0.7}


def run(cells, text_only=(), n_orders=24, options=(5, 5, 4, 3, 3, 5), choosers=None):
    """Three models over some cells; those in `text_only` were sent nothing that has a picture.

    `choosers` holds what a model chooses where it is no arbiter.
    """
    items = make_items(list(options))
    trials = make_trials(items, cells, n_orders)
    tables = {"estimates": [], "item_rates": [], "left_out": []}
    for model in GROUPS:
        skipped = {cell: ("skipped", "text_only_model") for cell in cells if CELLS[cell].picture}
        choose = arbiter(0.8, 0.7, 0.3 if model == OPEN else 0.7, generator(1, model))
        choose = (choosers or {}).get(model, choose)
        verdicts = make_verdicts(trials, choose, skipped if model in text_only else None)
        scores = score_trials(verdicts, trials, items)
        rates = item_rates(model, scores, items)
        tables["item_rates"].append(rates)
        tables["estimates"].append(cvlat_estimates(model, rates, scores, 1, 200))
        tables["left_out"].append(left_out_counts("cvlat_left_out", model, scores))
    planted = planted_truth(PLANTED, IDENTITY, trials, items)
    whole = {name: pa.concat_tables(parts) for name, parts in tables.items()}
    return whole["estimates"].to_pylist(), result_tables(**whole, groups=GROUPS, planted=planted)


def reader(cell, item_id, order):
    """Reads every picture and knows nothing: without one it omits."""
    return 0 if CELLS[cell].picture else len(order) - 1


def recaller(cell, item_id, order):
    """Knows every fact and sees nothing: without a name to go by it omits."""
    return 1 if CELLS[cell].form == "real" else len(order) - 1


@pytest.fixture(scope="module")
def full():
    return run(list(CELLS))


def value(estimates, model, statistic, cell, key="estimate"):
    for row in estimates:
        place = (row["model"], row["statistic"], row["cell"], row["variant"], row["breakdown"])
        if place == (model, statistic, cell, "paper", "all"):
            return row[key]
    raise KeyError(statistic)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_papers_tables_have_the_published_columns_the_group_and_a_note(full, number):
    with open(PUBLISHED / f"cvlat_table{number}.csv", encoding="utf-8") as stream:
        published = next(csv.reader(stream))
    published.insert(published.index("model") + 1, "group")
    assert full[1][f"cvlat_table{number}"].column_names == [*published, "note"]


def test_every_table_follows_its_schema(full):
    for name, table in full[1].items():
        assert as_table(name, table).equals(table)
        assert name in SCHEMAS


def test_table_2_ends_with_the_groups_and_their_mean_size_of_differences(full):
    estimates, tables = full
    rows = {row["model"]: row for row in tables["cvlat_table2"].to_pylist()}
    assert list(rows) == [*GROUPS, "Mean of proprietary models", "Mean of open models"]
    cell = "vlat/explain - revlat/explain"
    assert rows["Mean of open models"]["delta_explain"] == abs(value(estimates, OPEN, "accuracy_delta", cell))
    assert rows["Mean of open models"]["vlat_normal"] == value(estimates, OPEN, "accuracy", "vlat/normal")


def test_table_3_goes_by_vfri_and_table_4_holds_shifts_with_significance(full):
    estimates, tables = full
    rows = tables["cvlat_table3"].to_pylist()
    assert [row["vfri"] for row in rows] == sorted(row["vfri"] for row in rows)
    assert rows[0]["ci_low"] == value(estimates, rows[0]["model"], "vfri", "cvlat/normal", "low")
    for row in rows:
        assert row["visual_pct"] + row["factual_pct"] + row["false_pct"] == pytest.approx(100)
    for row in tables["cvlat_table4"].to_pylist():
        assert row["delta_f"] == pytest.approx(row["vfri_factual"] - row["vfri_baseline"])
        assert row["sig_f"] in ("ns", "*", "**", "***")
        assert row["profile"]


def test_p_of_orientation_is_corrected_within_real_models_and_within_planted_ones(full):
    rows = {row["model"]: row for row in full[1]["cvlat_orientation"].to_pylist()}
    assert rows[PLANTED]["p_holm"] == rows[PLANTED]["p"]
    real = [rows[model] for model in (PROPRIETARY, OPEN)]
    assert min(row["p_holm"] for row in real) == pytest.approx(min(1, 2 * min(row["p"] for row in real)))


def test_planted_truth_stands_beside_the_estimate(full):
    estimates, tables = full
    rows = {(r["statistic"], r["cell"], r["variant"]): r for r in tables["cvlat_planted"].to_pylist()}
    row = rows["vfri", "cvlat/normal", "paper"]
    assert row["estimate"] == value(estimates, PLANTED, "vfri", "cvlat/normal")
    assert row["covered"] == (row["low"] <= row["true_value"] <= row["high"])
    # with a few requests an item a reference of 0 is possible, and its million is all that the mean says
    drowned = rows["fa", "cvlat/normal", "paper"]
    assert drowned["covered"] is None
    assert rows["fa", "cvlat/normal", "zero_reference_excluded"]["covered"] is not None


def test_zero_references_name_their_units(full):
    estimates, tables = full
    rows = tables["cvlat_zero_references"].to_pylist()
    listed = {(row["model"], row["cell"], row["reference"]) for row in rows}
    for row in estimates:
        if row["statistic"].startswith("zero_reference_"):
            place = (row["model"], row["cell"], row["statistic"].removeprefix("zero_reference_"))
            assert (place in listed) == (row["estimate"] > 0)
    for row in rows:
        statistic = f"zero_reference_{row['reference']}"
        assert row["items"] == value(estimates, row["model"], statistic, row["cell"])
        assert len([unit for unit in row["unit_ids"].split("; ") if unit]) == row["items"]


def test_positions_and_breakdowns_cover_each_level_once(full):
    positions = full[1]["cvlat_positions"].to_pylist()
    places = [(r["model"], r["cell"], r["n_options"], r["position"]) for r in positions]
    assert len(set(places)) == len(places) == 3 * len(CELLS) * (3 + 4 + 5)
    breakdown = full[1]["cvlat_breakdown"].to_pylist()
    assert len(breakdown) == 3 * len(CELLS) * (3 + 2)
    assert all(
        (row["vfri"] is None)
        == (row["cell"].startswith(("vlat", "revlat")) or "anon" in row["cell"] or "question" in row["cell"])
        for row in breakdown
    )


def test_a_run_without_steering_has_no_row_in_table_4_and_none_of_absent_cells():
    _, tables = run(["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"])
    assert len(tables["cvlat_table4"]) == len(tables["cvlat_table2"]) == 0
    assert len(tables["cvlat_cells"]) == 9
    assert len(tables["cvlat_arbitration"]) == 3


def test_a_text_only_model_stands_in_the_tables_without_numbers_and_with_its_reason():
    _, tables = run(["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"], text_only=(OPEN,))
    row = next(row for row in tables["cvlat_table3"].to_pylist() if row["model"] == OPEN)
    assert row["vfri"] is row["visual_pct"] is row["vf"] is None
    assert row["q_only_pct"] > 50
    orientation = next(row for row in tables["cvlat_orientation"].to_pylist() if row["model"] == OPEN)
    assert orientation["p_holm"] is None and "text_only_model" in orientation["orientation"]
    left_out = {(r["model"], r["cell"]): r for r in tables["cvlat_left_out"].to_pylist()}
    assert left_out[OPEN, "cvlat/normal"]["failure_class"] == "text_only_model"
    assert left_out[OPEN, "cvlat/normal"]["share"] == 1
    assert set(left_out) == {(OPEN, "cvlat/normal"), (OPEN, "cvlat/anonymised")}


TRIPLE = ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"]
WITH_REASONS = ("table2", "table3", "table4", "cells", "breakdown", "orientation", "arbitration", "magnitude")
OF_AN_ESTIMATE = {"ci": "vfri", "": "vfri", "p": "vfri", "p_holm": "vfri"}
"""The estimate of an interval or p whose name does not begin with it."""


def unexplained(name, row):
    """Return the empty columns of a row for which its note gives no reason."""
    if name == "orientation":  # says in words which way, or why none
        known = row["vfri"] is not None
        return [] if known == (row["orientation"] in ("visual", "factual", "undetermined")) else ["orientation"]
    named = {name for part in row["note"].split("; ") for name in part.split(": ")[0].split(", ")}
    empty = {column for column, value in row.items() if value is None or (value == "" and column != "note")}
    lacking = []
    for column in empty - {"planted"}:  # a truth that only planted respondents have
        stem = re.sub(r"_?(low|high)$", "", column)
        estimates = {column, OF_AN_ESTIMATE.get(stem, stem), stem + "_pct", stem.replace("sig_", "delta_")}
        if stem in ("w", "override_pct", "override", "numerator", "denominator"):  # their note comes first, unnamed
            if not row["note"]:
                lacking.append(column)
        elif not named & estimates & empty:
            lacking.append(column)
    return lacking


def test_no_cell_of_a_table_is_empty_without_a_reason():
    _, tables = run(list(CELLS), text_only=(OPEN,), choosers={PROPRIETARY: reader, PLANTED: recaller})
    empty = 0
    for name in WITH_REASONS:
        for row in tables[f"cvlat_{name}"].to_pylist():
            empty += sum(value is None for value in row.values())
            assert not unexplained(name, row), row
    assert empty > 100
    cell = tables["cvlat_cells"].to_pylist()[0] | {"vf": None, "note": "fa: of conflict cells only"}
    assert "vf" in unexplained("cells", cell)


def test_a_cell_that_is_not_asked_is_empty_with_its_reason():
    _, tables = run(["vlat/normal", "cvlat/normal", "cvlat/anonymised"])
    for name in WITH_REASONS:
        for row in tables[f"cvlat_{name}"].to_pylist():
            assert not unexplained(name, row), row
    row = tables["cvlat_table3"].to_pylist()[0]
    assert row["vf"] is not None
    assert row["note"] == "q_only_pct, fa, vfri: cell cvlat/question_only is not in this run"


def test_a_reader_without_memory_has_no_fa_and_no_vfri_but_the_plain_equation_stays_among_the_estimates():
    estimates, tables = run([*TRIPLE, *STEERED.values()], options=[5] * 12, choosers={OPEN: reader})
    row = next(row for row in tables["cvlat_table3"].to_pylist() if row["model"] == OPEN)
    assert row["fa"] is row["vfri"] is row["ci_low"] is None
    assert row["vf"] == pytest.approx(1)
    reason = "no factual reference: without picture its score is above zero on 0 of 12 items"
    assert row["note"] == f"fa, vfri: {reason}"
    assert value(estimates, OPEN, "vfri", "cvlat/normal") is not None
    steering = next(row for row in tables["cvlat_table4"].to_pylist() if row["model"] == OPEN)
    assert steering["delta_f"] is steering["vfri_baseline"] is None
    assert steering["profile"] == steering["sig_v"] == ""
    orientation = next(row for row in tables["cvlat_orientation"].to_pylist() if row["model"] == OPEN)
    assert orientation["vfri"] is orientation["p_holm"] is None
    assert orientation["orientation"] == reason


def test_a_mean_that_a_zero_reference_drowns_is_empty_and_says_what_is_left_without_it():
    def reads_one_only_by_name(cell, item_id, order):
        if cell == "cvlat/question_only":
            return 1
        return len(order) - 1 if item_id == "cvlat-anonymised-3" else 0

    estimates, tables = run(TRIPLE, n_orders=6, choosers={OPEN: reads_one_only_by_name})
    row = next(row for row in tables["cvlat_table3"].to_pylist() if row["model"] == OPEN)
    assert value(estimates, OPEN, "vf", "cvlat/normal") > 100_000
    assert row["vf"] is None
    assert row["fa"] == 0 and row["vfri"] == pytest.approx(1)  # no item drowns a mean of values from -1 to 1
    drowned = "vf: a visual reference of zero on 1 of 6 items makes the mean 166,667; without these it is 1.000"
    assert row["note"].startswith(drowned)
    zero = next(row for row in tables["cvlat_zero_references"].to_pylist() if row["model"] == OPEN)
    assert zero["ratio_paper"] > 100_000
    assert (zero["items"], zero["ratio_excluded"]) == (1, pytest.approx(1, abs=1e-5))


def test_with_few_orders_w_is_shown_by_moments_and_planted_truth_is_held_against_those():
    cells = ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"]
    _, tables = run(cells, n_orders=4, options=[5] * 30)
    for row in tables["cvlat_arbitration"].to_pylist():
        assert row["w_low"] < row["w"] < row["w_high"]
        assert row["note"].startswith("by moments; by maximum likelihood: items asked in 4 distinct requests")
    rows = {(r["statistic"], r["variant"]): r for r in tables["cvlat_planted"].to_pylist()}
    likelihood = rows["arbitration_w", "maximum_likelihood"]
    assert likelihood["estimate"] is likelihood["covered"] is None
    assert rows["arbitration_w", "moments"]["covered"] is not None


def by_baseline(table, cell):
    return {(r["baseline"], r["best_for"] or r["answer"]): r for r in table.to_pylist() if r["cell"] == cell}


def test_baselines_get_what_chance_and_constant_answers_get():
    # two items: (True, False, Omit) with visual True, factual False, and the reverse; one of five options
    rows = [r for r in make_items([3, 3, 5]).to_pylist() if r["item_id"].startswith("cvlat-real")]
    for row, visual in zip(rows, (0, 1, 0), strict=True):
        row |= {"visual_index": visual, "factual_index": 1 - visual}
        if len(row["options"]) == 3:
            row["options"] = ["True", "False", "Omit"]
    items = as_table("items", rows)
    table = baselines(make_trials(items, ["cvlat/normal"]), items)
    assert as_table("cvlat_baselines", table).equals(table)
    rows = by_baseline(table, "cvlat/normal")
    chance = 100 * (1 / 3 + 1 / 3 + 1 / 5) / 3
    guess = rows["uniform_guess", ""]
    assert (guess["visual_pct"], guess["factual_pct"]) == pytest.approx((chance, chance))
    # all orders: no position is better than chance, and the fourth exists in one item only
    first = rows["constant_position", "visual"]
    assert (first["answer"], first["visual_pct"], first["n_offered"]) == ("a", pytest.approx(chance), 3)
    slot = rows["constant_slot", "visual"]
    assert (slot["answer"], slot["visual_pct"]) == ("a", pytest.approx(200 / 3))
    assert slot["factual_pct"] == pytest.approx(100 / 3)
    true = rows["constant_text", "True"]
    assert (true["visual_pct"], true["factual_pct"]) == pytest.approx((100 / 3, 100 / 3))
    assert (true["n_items"], true["n_offered"]) == (3, 2)
    assert ("constant_text", "Omit") not in rows  # never right
    assert ("constant_text", "option 0") not in rows  # offered once


def test_few_orders_let_a_constant_position_score_and_an_aligned_chart_has_no_factual_answer():
    items = make_items([5])
    # the first 24 permutations all begin with option 0, the visual answer
    table = baselines(make_trials(items, ["vlat/normal", "revlat/normal", "cvlat/normal"], n_orders=24), items)
    for cell in ("vlat/normal", "revlat/normal"):
        rows = by_baseline(table, cell)
        assert rows["constant_position", "visual"]["visual_pct"] == 100
        assert rows["uniform_guess", ""]["factual_pct"] == 0
        assert ("constant_position", "factual") not in rows
    factual = by_baseline(table, "cvlat/normal")["constant_position", "factual"]
    assert (factual["answer"], factual["factual_pct"], factual["visual_pct"]) == ("b", 25, 0)
