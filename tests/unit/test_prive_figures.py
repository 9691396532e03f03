"""PriVE's figures: every model is named, bars are as long as the tables say, and nothing drawn says why."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from made_up_prive import GROUPS, made
from matplotlib.text import Text

from counterpoint.suites.prive.figures.captions import CAPTIONS
from counterpoint.suites.prive.figures.register import FIGURES

WORKFLOW_CAPTIONS = Path(__file__).resolve().parents[2] / "workflow" / "report"


@pytest.fixture(scope="module")
def tables():
    rows = made()
    return {name: pd.DataFrame(found) for name, found in rows.items() if isinstance(found, list)}


def ticks_in_view(axes):
    """Return the labels that are drawn: of ticks within the limits, and the title."""
    found = [axes._left_title]
    for k, (axis, limits) in enumerate(((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim()))):
        found += [t for t in axis.get_ticklabels() if min(limits) <= t.get_position()[k] <= max(limits)]
    return found


def written(figure):
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "prive_figure8"])
def test_every_figure_shows_every_model(name, tables):
    assert set(GROUPS) <= set(written(FIGURES[name](tables)))


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("groups", [{"open", "proprietary", "planted"}, {"planted"}], ids=["three groups", "one group"])
def test_texts_do_not_cover_one_another(name, groups, tables):
    mine = {k: frame[frame["group"].isin(groups)] if "group" in frame else frame for k, frame in tables.items()}
    figure = FIGURES[name](mine)
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    labels = [label for axes in figure.axes if axes.axison for label in ticks_in_view(axes)]
    boxes = [t.get_window_extent(renderer).extents for t in labels if t.get_visible() and t.get_text()]
    assert len(boxes) > 3
    for k, a in enumerate(boxes):
        for b in boxes[k + 1 :]:
            assert not (a[0] < b[2] - 1 and b[0] < a[2] - 1 and a[1] < b[3] - 1 and b[1] < a[3] - 1)


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


@pytest.mark.parametrize("name", ["prive_figure9", "prive_figure10"])
def test_where_nothing_changes_the_axis_still_shows_whole_points(name, tables):
    none = {}
    for table in ("prive_table11", "prive_table13"):
        none[table] = tables[table].copy()
        changes = [column for column in none[table] if column.startswith(("accuracy", "pfer")) and "_p" not in column]
        none[table][changes] = 0.0
    for axes in (axes for axes in FIGURES[name](none).axes if axes.axison):
        low, high = axes.get_xlim()
        assert low <= -5
        assert high >= 5


@pytest.mark.parametrize("name", ["prive_figure9", "prive_figure10"])
def test_a_large_change_is_inside_the_axis(name, tables):
    moved = {
        table: tables[table].assign(accuracy=-70.0, accuracy_low=-80.0) for table in ("prive_table11", "prive_table13")
    }
    axes = FIGURES[name](moved).axes[0]
    assert axes.get_xlim()[0] <= -80


def test_bars_by_domain_are_as_long_as_the_table_says(tables):
    figure = FIGURES["prive_figure7"](tables)
    for axes, domain in zip(
        figure.axes, ["existence", "counting", "fashion", "industry", "medical (phantoms)"], strict=False
    ):
        part = tables["prive_table5"][tables["prive_table5"]["domain"] == domain.split(" ")[0]]
        widths = [bar.get_width() for bar in axes.patches]
        assert widths == pytest.approx([*part["accuracy"], *part["pfer"], *part["other"]])
        assert axes.get_title(loc="left") == domain


def test_the_same_words_go_with_a_figure_in_both_reports():
    assert list(CAPTIONS) == list(FIGURES)
    for name, (title, caption) in CAPTIONS.items():
        assert (WORKFLOW_CAPTIONS / f"{name}.rst").read_text() == f"**{title}.** {caption}\n"
