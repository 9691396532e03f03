"""Override rate against mismatch: the rate by hand, a sceptic whose curve is known, the table, the figure."""

import json
from collections import Counter

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from cvlat_samples import make_items, make_trials, make_verdicts
from made_up_results import model_names, section_inputs, wide_tables, write_run
from matplotlib.text import Text

from counterpoint.figures.style import save_figure
from counterpoint.judging.options import read_option
from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import resampling_counts, summarise
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.stimuli.charts.contents import levels
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.cvlat.figures.magnitude import magnitude
from counterpoint.suites.cvlat.magnitude import REVERSAL, factor, positions
from counterpoint.suites.cvlat.plan import plan
from counterpoint.suites.cvlat.planted_truth import planted_truth
from counterpoint.suites.cvlat.rates import item_rates
from counterpoint.suites.cvlat.report import cvlat_section
from counterpoint.suites.cvlat.respondents import respond, trust
from counterpoint.suites.cvlat.result_tables import result_tables
from counterpoint.suites.cvlat.scoring import score_trials
from counterpoint.suites.cvlat.statistics import cvlat_estimates
from counterpoint.tables import as_table

TRIPLE = ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"]
CONFLICT = "cvlat/normal"
SCEPTIC = {"respondent": "sceptic", "half": 0.5}
SIZES = {"10%": 0.1, "50%": 0.5, "200%": 2.0, "reversal": 0.8}


def sized_items(per_level, sizes=SIZES):
    """Items of a bank with sizes of conflict: every other one conflicts downwards, as the bank's do."""
    names = list(sizes)
    rows = make_items([5] * per_level * len(sizes)).to_pylist()
    for row in rows:
        number = int(row["item_id"].rsplit("-", 1)[1])
        level = names[number % len(names)]
        up = sizes[level]
        if row["instrument"] == "cvlat":
            mismatch = up if number // len(names) % 2 else up / (1 + up)
            row |= {"conflict": "numbers", "conflict_level": level, "conflict_magnitude": mismatch}
    return as_table("items", rows)


def sceptic(items, seed):
    """Return a chooser that answers as the planted sceptic does, on items as `sized_items` makes them."""
    draw = generator(seed, "sceptic")
    mismatch = {row["item_id"]: row["conflict_magnitude"] for row in items.to_pylist()}

    def choose(cell, item_id, order):
        if not CELLS[cell].picture:
            return 1
        if CELLS[cell].form == "anonymised":
            return 0
        return 0 if draw.random() < trust(0.5, mismatch[item_id]) else 1

    return choose


def estimated(items, choose, cells=TRIPLE, n_orders=24, status=None, draws=400):
    trials = make_trials(items, cells, n_orders)
    scores = score_trials(make_verdicts(trials, choose, status), trials, items)
    rates = item_rates("m", scores, items)
    return rates, cvlat_estimates("m", rates, scores, 1, draws), left_out_counts("cvlat_left_out", "m", scores), trials


def overrides(estimates, variant="paper"):
    return {
        (row["cell"], row["level"] or "all"): row
        for row in estimates.to_pylist()
        if row["statistic"] == "override_percent" and row["variant"] == variant and row["breakdown"] != "conflict"
    }


def tables_of(items, identity=None, **options):
    rates, estimates, left_out, trials = estimated(items, **options)
    planted = planted_truth("m", identity, trials, items) if identity else as_table("cvlat_planted_truth", [])
    groups = {"m": "planted" if identity else "open"}
    return result_tables(estimates=estimates, item_rates=rates, left_out=left_out, groups=groups, planted=planted)


def share(picture, fact):
    """Return a chooser by item: of 24 orders, so many choose the picture's answer and the fact's, the rest another."""
    seen = Counter()

    def choose(cell, item_id, order):
        place = (cell, item_id)
        seen[place] += 1
        number = int(item_id.rsplit("-", 1)[1])
        if seen[place] <= picture[number]:
            return 0
        return 1 if seen[place] <= picture[number] + fact[number] else 2

    return choose


def test_the_override_rate_is_a_ratio_of_means_and_not_a_mean_of_ratios():
    items = sized_items(3, {"50%": 0.5})
    # 18 of 24 visual; 6 of 24 factual; nothing but distractors
    found = overrides(estimated(items, share((18, 0, 0), (0, 6, 0)), [CONFLICT])[1])[CONFLICT, "50%"]
    # .75 / (.75 + .25); the mean of the two ratios 1 and 0 would be 50
    assert found["estimate"] == pytest.approx(75)
    assert (found["numerator"], found["denominator"], found["n_items"]) == (18, 24, 2)
    assert found["note"] == "undefined for 1 of 3 items"
    assert (found["low"], found["high"]) == (0, 100)


def test_an_override_rate_that_nothing_speaks_for_is_empty_with_a_note():
    items = sized_items(2)
    neither = overrides(estimated(items, lambda *_: 2)[1])[CONFLICT, "10%"]
    assert neither["estimate"] is neither["low"] is neither["numerator"] is None
    assert (neither["n_items"], neither["note"]) == (0, "no item has a value")
    skipped = dict.fromkeys(TRIPLE[:2], ("skipped", "text_only_model"))
    tables = tables_of(items, choose=lambda *_: 1, status=skipped)
    for row in tables["cvlat_magnitude"].to_pylist():
        assert row["override_pct"] is row["visual_pct"] is row["read_pct"] is None
        normal, anonymised = (f"no counted trial in {cell} (text_only_model)" for cell in TRIPLE[:2])
        assert row["note"] == f"{normal}; visual_pct, factual_pct, neither_pct: {normal}; read_pct: {anonymised}"
        assert row["left_out"] == 2 * 24
        assert row["known_pct"] == 100
    absent = tables_of(items, choose=lambda *_: 1, cells=TRIPLE[1:])["cvlat_magnitude"].to_pylist()
    reason = "cell cvlat/normal is not in this run"
    assert {row["note"] for row in absent} == {f"{reason}; visual_pct, factual_pct, neither_pct: {reason}"}
    assert {row["read_pct"] for row in absent} == {0}


def test_only_items_with_two_focal_answers_take_part():
    rows = sized_items(2, {"50%": 0.5}).to_pylist()
    for row in rows:
        if row["unit_id"].endswith("/0"):
            row["factual_index"] = row["visual_index"]
    found = overrides(estimated(as_table("items", rows), share((24, 6), (0, 18)), [CONFLICT])[1])
    assert found[CONFLICT, "all"]["estimate"] == found[CONFLICT, "50%"]["estimate"] == 25
    assert found[CONFLICT, "all"]["denominator"] == 24


def test_override_rates_stand_for_conflict_cells_by_level_and_kind_and_for_charts_too():
    items = sized_items(6)
    table = estimated(items, sceptic(items, 1), [*TRIPLE, "cvlat/visual_priority"])[1]
    found = overrides(table)
    levels_of = {level for cell, level in found if cell == CONFLICT}
    assert levels_of == {"all", *SIZES}
    assert {cell for cell, level in found if level == "10%"} == {CONFLICT, "cvlat/visual_priority"}
    assert found["cvlat/factual_priority", "all"]["note"] == "cell cvlat/factual_priority is not in this run"
    kinds = [row for row in table.to_pylist() if row["statistic"] == "override_percent" and row["level"] == "numbers"]
    assert {row["breakdown"] for row in kinds} == {"conflict"}
    clustered = overrides(table, "clustered")[CONFLICT, "50%"]
    assert clustered["estimate"] == found[CONFLICT, "50%"]["estimate"]
    assert clustered["note"].startswith("interval over ")


def test_the_interval_of_a_ratio_divides_each_resample_anew():
    values, weights = np.array([3.0, 0.0, np.nan, 1.0]), np.array([4.0, 1.0, np.nan, 1.0])
    counts = resampling_counts(generator(1, "x"), 4, 500)
    plain = np.column_stack([values, values])
    summary = summarise(plain, counts, np.array([False, False]), {1: weights})
    assert summary.estimate == pytest.approx([4 / 3, 4 / 6])
    kept = counts[:, [0, 1, 3]].astype(float)
    ratios = (kept @ [3, 0, 1])[kept.any(axis=1)] / (kept @ [4, 1, 1])[kept.any(axis=1)]
    assert (summary.low[1], summary.high[1]) == pytest.approx(tuple(np.quantile(ratios, [0.025, 0.975])))
    alone = summarise(plain[:, :1], counts)
    assert (summary.low[0], summary.high[0]) == (alone.low[0], alone.high[0])


@pytest.mark.parametrize(
    ("half", "mismatch", "believes"), [(0.5, 0.5, 0.5), (0.5, 0, 1), (0.5, 2, 0.2), (2, 0.5, 0.8), (0.5, None, 0.5)]
)
def test_a_sceptic_believes_half_of_the_pictures_at_the_mismatch_that_it_names(half, mismatch, believes):
    assert trust(half, mismatch) == pytest.approx(believes)


OPTIONS = ["6.24", "7.5", "14", "20", "Omit"]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"visual": 1, "factual": 2, "mismatch": 2.0}, {1: 0.2, 2: 0.8}),
        ({"visual": 1, "factual": None, "mismatch": None}, {1: 1.0}),
        ({"visual": None, "factual": 2, "mismatch": None}, {2: 1.0}),
        ({"visual": None, "factual": None, "mismatch": None}, {4: 1.0}),
    ],
)
def test_a_sceptic_doubts_where_it_sees_and_knows_and_else_answers_what_it_has(told, expected):
    truth = {"options": OPTIONS, "omit": 4, "instruction": "none"} | told
    draw = generator(3, "sceptic")
    found = Counter(read_option(respond(SCEPTIC, truth, draw), OPTIONS, 4).position for _ in range(2_000))
    assert set(found) == set(expected)
    for position, probability in expected.items():
        assert abs(found[position] / 2_000 - probability) < 0.04  # more than four standard errors


def test_the_mismatch_is_told_where_picture_and_names_are_shown_and_never_sent():
    rows = sized_items(1, {"50%": 0.5}).to_pylist()
    digests = {row["stimulus_id"]: row["stimulus_id"] for row in rows}
    prompts = {cell.prompt: "p" for cell in CELLS.values()}

    def planned(items):
        return plan(items, digests, prompts, TRIPLE, 4, "shared", 1)[0]

    first = planned(rows)
    truths = {row["request_id"]: json.loads(row["truth"]) for row in first.truth}
    told = {(trial["cell"], truths[trial["request_id"]]["mismatch"]) for trial in first.trials}
    assert told == {(CONFLICT, 0.5 / 1.5), *((cell, None) for cell in TRIPLE[1:])}
    other = planned([row | {"conflict_magnitude": 9.0} for row in rows])
    assert other.requests == first.requests
    assert other.truth != first.truth


def test_the_truth_of_each_level_is_worked_by_hand():
    items = sized_items(2)
    trials = make_trials(items, TRIPLE, 24)

    def truth(identity):
        table = planted_truth("m", identity, trials, items).to_pylist()
        rows = [row for row in table if row["statistic"] == "override_percent"]
        assert all(row["true_value"] == row["limit_value"] for row in rows)
        return {(row["cell"], row["breakdown"], row["level"]): row["true_value"] for row in rows}

    rows = truth(SCEPTIC)
    # one item up by .5, one down by 1/3: .5 and .6 believed
    assert rows[CONFLICT, "conflict_level", "50%"] == pytest.approx(55)
    assert rows[CONFLICT, "conflict_level", "200%"] == pytest.approx(100 * (0.2 + 0.5 / (0.5 + 2 / 3)) / 2)
    by_level = [rows[CONFLICT, "conflict_level", level] for level in SIZES]
    assert rows[CONFLICT, "all", ""] == rows[CONFLICT, "conflict", "numbers"] == pytest.approx(np.mean(by_level))
    assert set(truth({"respondent": "visual"}).values()) == {100}
    assert set(truth({"respondent": "factual"}).values()) == {0}
    assert truth({"respondent": "guesser"})[CONFLICT, "all", ""] == pytest.approx(50)
    assert truth({"respondent": "omit"}) == {}
    # refusals are neither answer, so that the ratio stays
    assert truth(SCEPTIC | {"failures": {"refused": 0.2}}) == pytest.approx(rows)


def test_the_intervals_of_a_sceptics_override_rates_hold_its_planted_truth():
    items = sized_items(16)
    held, below = [], 0
    for seed in range(10):
        tables = tables_of(items, SCEPTIC, choose=sceptic(items, seed), cells=[CONFLICT])
        table = tables["cvlat_magnitude"].to_pylist()
        assert [row["level"] for row in table] == list(SIZES)
        held += [row["override_low"] <= row["planted"] <= row["override_high"] for row in table]
        below += table[0]["override_low"] > table[1]["override_high"] and table[2]["override_high"] < 50
    assert len(held) == 40
    assert np.mean(held) >= 0.9
    assert below == 10  # and they are short enough to tell the levels apart


def test_the_table_holds_the_estimates_and_references_of_each_level():
    items = sized_items(4)
    tables = tables_of(items, SCEPTIC, choose=sceptic(items, 2))
    rows = tables["cvlat_magnitude"].to_pylist()
    found = overrides(estimated(items, sceptic(items, 2))[1])
    for row in rows:
        whole = found[CONFLICT, row["level"]]
        assert (row["override_pct"], row["override_low"]) == (whole["estimate"], whole["low"])
        assert row["visual_pct"] + row["factual_pct"] + row["neither_pct"] == pytest.approx(100)
        assert row["visual_low"] <= row["visual_pct"] <= row["visual_high"]
        assert (row["read_pct"], row["known_pct"], row["n_items"]) == (100, 100, 4)
    planted = [row for row in tables["cvlat_planted"].to_pylist() if row["breakdown"] == "conflict_level"]
    assert [row["level"] for row in planted] == list(SIZES)
    assert all(row["covered"] == (row["low"] <= row["true_value"] <= row["high"]) for row in planted)


def test_a_run_without_sizes_of_conflict_has_an_empty_table():
    items = make_items([5, 5])
    assert len(tables_of(items, choose=lambda *_: 0)["cvlat_magnitude"]) == 0


def test_levels_stand_by_the_logarithm_of_their_factor_and_the_reversal_apart():
    places = positions({"reversal", "200%", "10%", "50%"})
    assert list(places) == ["10%", "50%", "200%", "reversal"]
    assert list(places.values())[:3] == pytest.approx(np.log10([1.1, 1.5, 3]))
    assert places["reversal"] - places["200%"] == pytest.approx(0.3 * np.log10(3 / 1.1))
    assert positions({"reversal", "50%"})["reversal"] > positions({"50%"})["50%"]
    assert list(positions({"reversal"})) == ["reversal"]
    assert (factor("250%"), factor("reversal")) == (3.5, None)
    assert levels.REVERSAL == REVERSAL


def drawn(n, **changes):
    tables = wide_tables(model_names(n))
    table = tables["cvlat_magnitude"]
    for name, value in changes.items():
        table.loc[table["model"] == table["model"].iloc[0], name] = value
    figure = magnitude(tables)
    figure.canvas.draw()
    return figure, table


def test_the_figure_joins_the_sizes_and_leaves_the_reversal_alone():
    figure, table = drawn(1)
    joined = [line for line in figure.axes[0].lines if line.get_linestyle() == "-" and len(line.get_xdata()) == 3]
    rates = table["override_pct"].to_numpy()
    assert [list(line.get_ydata()) for line in joined] == [list(rates[:3])]
    marks = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert list(marks[0].get_ydata()) == list(rates)
    ticks = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert ticks == ["×1.1", "×1.5", "×3", "reversal"]


def test_models_share_a_plot_while_they_can_be_told_apart_and_get_their_own_beyond():
    figure, _ = drawn(6)
    assert len(figure.axes) == 1
    looks = {(line.get_color(), line.get_marker()) for line in figure.axes[0].lines if line.get_marker() in "os^vPX"}
    assert len(looks) == len({colour for colour, _ in looks}) == 6
    figure, table = drawn(15)
    titles = [axes.get_title(loc="left") for axes in figure.axes if axes.axison]
    assert titles == list(dict.fromkeys(table["model"]))
    edges = figure.get_window_extent().extents
    for text in figure.findobj(Text):
        if text.get_text() and text.get_visible() and text.axes is not None and text.axes.axison:
            box = text.get_window_extent().extents
            assert box[0] >= edges[0] and box[2] <= edges[2], text.get_text()


@pytest.mark.parametrize("n", [3, 8])
def test_a_model_without_an_override_rate_is_named_in_the_figure(n):
    lost = dict.fromkeys(("override_pct", "override_low", "override_high"), np.nan)
    texts = [text.get_text() for text in drawn(n, **lost)[0].findobj(Text)]
    assert sum("not estimable" in text for text in texts) == 1


def test_names_of_near_levels_stand_below_each_other():
    tables = wide_tables(["one"])
    row = tables["cvlat_magnitude"].iloc[:1]
    places = positions({"5%", "10%", "20%", "400%"})
    rows = [row.assign(level=level, position=place) for level, place in places.items()]
    figure = magnitude({"cvlat_magnitude": pd.concat(rows)})
    ticks = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert ticks == ["×1.05", "\n×1.1", "×1.2", "×5"]


def test_the_report_shows_figure_and_table_of_a_run_with_sizes_and_misses_none_of_another(tmp_path):
    run = write_run(tmp_path, ["m"], charts=1)
    save_figure(drawn(1)[0], tmp_path / "figures/cvlat_magnitude.svg", tmp_path / "figures/cvlat_magnitude.png")
    section = cvlat_section(**section_inputs(tmp_path, run))
    assert {figure.name for figure in section.figures if figure.source} == {"cvlat_magnitude"}
    assert next(table for table in section.tables if table.name == "cvlat_magnitude").made
    for file in [*tmp_path.glob("figures/*"), tmp_path / "tables/cvlat_magnitude.parquet"]:
        file.unlink()
    section = cvlat_section(**section_inputs(tmp_path, run))
    assert "cvlat_magnitude" not in {shown.name for shown in (*section.figures, *section.tables)}


def test_tables_of_several_models_stand_one_below_the_other():
    items = sized_items(2)
    parts = [estimated(items, sceptic(items, seed)) for seed in (1, 2)]

    def renamed(table, name):
        return table.set_column(table.column_names.index("model"), table.schema.field("model"), [[name] * len(table)])

    whole = [pa.concat_tables([renamed(part[i], name) for part, name in zip(parts, "ab", strict=True)]) for i in (0, 1)]
    empty = as_table("cvlat_left_out", [])
    tables = result_tables(whole[1], whole[0], empty, {"b": "open", "a": "open"}, as_table("cvlat_planted_truth", []))
    places = [(row["model"], row["level"]) for row in tables["cvlat_magnitude"].to_pylist()]
    assert places == [(model, level) for model in "ba" for level in SIZES]
