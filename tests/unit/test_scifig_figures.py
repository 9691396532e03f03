"""SciFig's figures: every model is named, bars are as long as the tables say, and nothing drawn says why."""

from pathlib import Path

import numpy as np
import pytest
from made_up_scifig_run import FIGURES as MADE
from made_up_scifig_run import GROUPS, SKILL, run_tables
from matplotlib.text import Text

from counterpoint.suites.scifig.figures.captions import CAPTIONS
from counterpoint.suites.scifig.figures.register import FIGURES

WORKFLOW_CAPTIONS = Path(__file__).resolve().parents[2] / "workflow" / "report"


@pytest.fixture(scope="module")
def tables():
    return {name: table.to_pandas() for name, table in run_tables().items()}


def written(figure):
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "scifig_penalties"])
def test_every_figure_shows_every_model(name, tables):
    named = " ".join(written(FIGURES[name](tables)))
    assert all(model in named for model in GROUPS)


@pytest.mark.parametrize("name", FIGURES)
def test_a_run_without_the_data_gets_a_figure_that_says_so(name, tables):
    for without in ({}, {table: frame.iloc[:0] for table, frame in tables.items()}):
        figure = FIGURES[name](without)
        assert not figure.axes
        assert written(figure)[0].startswith("No ")


@pytest.mark.parametrize("name", FIGURES)
def test_missing_values_do_not_stop_a_figure(name, tables):
    holes = {}
    for table, frame in tables.items():
        holes[table] = frame.iloc[::2].copy()
        numbers = holes[table].select_dtypes("float").columns
        holes[table].loc[holes[table].index[::3], numbers] = np.nan
    FIGURES[name](holes).canvas.draw()


def test_outcomes_are_as_long_as_the_share_that_they_are(tables):
    figure = FIGURES["scifig_outcomes"](tables)
    axes = {axes.get_title(loc="left"): axes for axes in figure.axes}["unrecoverable, asked for"]
    able = np.array([np.ceil(len(MADE) * SKILL[model]) / len(MADE) for model in GROUPS])
    widths = np.array([bar.get_width() for bar in axes.patches]).reshape(-1, len(GROUPS))
    assert widths.sum(axis=0) == pytest.approx(np.full(len(GROUPS), 100.0))
    assert {tuple(np.round(row)) for row in widths if row.any()} == {
        tuple(np.round(100 * able)),  # they abstain
        tuple(np.round(100 * (1 - able))),
    }


def test_only_the_panels_at_the_edges_are_labelled(tables):
    figure = FIGURES["scifig_risk"](tables)
    figure.canvas.draw()
    shown = {axes.get_title(loc="left"): axes for axes in figure.axes if axes.axison}
    assert list(shown) == ["unrecoverable, asked for", "recoverable, asked for"]
    left, right = shown.values()
    assert any(label.get_visible() and label.get_text() for label in left.get_yticklabels())
    assert not any(label.get_visible() and label.get_text() for label in right.get_yticklabels())
    assert (left.get_ylim(), left.get_xlim()) == (right.get_ylim(), right.get_xlim())


def test_the_same_words_go_with_a_figure_in_both_reports():
    assert list(CAPTIONS) == list(FIGURES)
    for name, (title, caption) in CAPTIONS.items():
        assert (WORKFLOW_CAPTIONS / f"{name}.rst").read_text() == f"**{title}.** {caption}\n"
