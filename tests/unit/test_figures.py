"""Figures: what a reader sees in them, for one model or sixty, and when data are missing."""

import itertools
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from made_up_results import model_names, wide_tables
from matplotlib import colormaps
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

from counterpoint.figures.style import group_styles, save_figure, shorten, text_colour
from counterpoint.suites.cvlat.figures.captions import CAPTIONS
from counterpoint.suites.cvlat.figures.register import FIGURES

WORKFLOW_CAPTIONS = Path(__file__).resolve().parents[2] / "workflow" / "report"
SCATTERS = ("cvlat_figure4", "cvlat_figure5", "cvlat_figure6")


def draw(name: str, tables: dict[str, pd.DataFrame]) -> Figure:
    return FIGURES[name](tables)


def written(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def boxes(figure: Figure, names: list[str]) -> dict[str, np.ndarray]:
    """Return the box (pixels: x0, y0, x1, y1) of each model's name."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    found = {t.get_text(): t.get_window_extent(renderer).extents for t in figure.axes[0].texts}
    return {name: found[name] for name in names}


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("n", [1, 8])
def test_every_figure_shows_every_model(name: str, n: int) -> None:
    models = model_names(n)
    texts = written(draw(name, wide_tables(models)))
    assert set(models) <= set(texts)


@pytest.mark.parametrize("name", FIGURES)
def test_the_same_data_give_the_same_bytes_whatever_the_users_own_style(name: str, tmp_path: Path) -> None:
    tables = wide_tables(["one"])
    save_figure(draw(name, tables), tmp_path / "1.svg", tmp_path / "1.png")
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.hashsalt": "x", "savefig.dpi": 30}):
        save_figure(draw(name, tables), tmp_path / "2.svg", tmp_path / "2.png")
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()
    assert (tmp_path / "1.png").read_bytes() == (tmp_path / "2.png").read_bytes()
    assert b"<dc:date>" not in (tmp_path / "1.svg").read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_a_run_without_the_data_gets_a_figure_that_says_so(name: str) -> None:
    full = wide_tables(["one"])
    for tables in ({}, {table: frame.iloc[:0] for table, frame in full.items()}):
        figure = draw(name, tables)
        assert not figure.axes
        assert len(written(figure)) == 1
        assert written(figure)[0].startswith("No ")


@pytest.mark.parametrize("name", FIGURES)
def test_missing_cells_values_and_companion_tables_do_not_stop_a_figure(name: str) -> None:
    tables = wide_tables(model_names(4))
    holes = {}
    for table, frame in tables.items():
        frame = frame.iloc[::2].copy()
        numbers = frame.select_dtypes("float").columns
        frame.loc[frame.index[::3], numbers] = np.nan
        holes[table] = frame
    for only in (holes, *({table: frame} for table, frame in holes.items())):
        figure = draw(name, only)
        figure.canvas.draw()


@pytest.mark.parametrize("name", SCATTERS)
@pytest.mark.parametrize(("n", "clustered"), [(1, False), (8, False), (15, False), (60, True)])
def test_names_in_scatter_plots_do_not_overlap_and_stay_inside(name: str, n: int, clustered: bool) -> None:
    models = model_names(n)
    figure = draw(name, wide_tables(models, clustered=clustered))
    places = boxes(figure, models)
    frame = figure.axes[0].get_window_extent().extents
    for box in places.values():
        assert (box[:2] >= frame[:2] - 1).all()
        assert (box[2:] <= frame[2:] + 1).all()
    for (a, p), (b, q) in itertools.combinations(places.items(), 2):
        apart = p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1]
        assert apart, f"{a} covers {b}"


def test_models_at_the_very_same_place_keep_their_own_names() -> None:
    models = ["always-visual", "always-right", "always-chart", "omit"]
    tables = wide_tables(models)
    cells = tables["cvlat_cells"]
    cells[["visual_pct", "factual_pct", "vfri", "low", "high"]] = [100.0, 0.0, 1.0, 1.0, 1.0]
    cells.loc[cells["model"] == "omit", ["visual_pct", "vfri", "low", "high"]] = [0.0, 0.0, 0.0, 0.0]
    places = boxes(draw("cvlat_figure4", tables), models)
    for p, q in itertools.combinations(places.values(), 2):
        assert p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1]


def test_arrows_say_whether_the_prompt_worked_by_colour_and_by_line() -> None:
    models = ["obeys", "defies", "ignores"]
    tables = wide_tables(models)
    cells, stars = tables["cvlat_cells"], tables["cvlat_table4"]
    for model, shift, sign in zip(models, (-0.3, 0.3, -0.1), ("***", "*", "ns"), strict=True):
        for cell, vfri in (("cvlat/normal", 0.1), ("cvlat/factual_priority", 0.1 + shift)):
            cells.loc[(cells["model"] == model) & (cells["cell"] == cell), "vfri"] = vfri
        stars.loc[stars["model"] == model, "sig_f"] = sign
    figure = draw("cvlat_figure5", tables)
    arrows = [t.arrow_patch for t in figure.axes[0].texts if getattr(t, "arrow_patch", None) is not None]
    looks = [(to_hex(a.get_edgecolor()), a.get_linestyle()) for a in sorted(arrows, key=lambda a: a.get_zorder())]
    # drawn from the highest baseline VFRI; all are equal here, so by name: defies, ignores, obeys
    assert looks == [("#d55e00", "--"), ("#767676", ":"), ("#009e73", "-")]


def test_bars_of_figure_9_are_as_long_as_the_table_says_and_a_missing_one_is_named() -> None:
    tables = wide_tables(["one", "two"])
    tables["cvlat_table2"].loc[0, ["vlat_normal", "revlat_normal"]] = [80.0, 55.0]
    tables["cvlat_table2"].loc[1, ["vlat_normal", "vlat_normal_sd"]] = np.nan
    figure = draw("cvlat_figure9", tables)
    widths = [bar.get_width() for bar in figure.axes[0].patches]
    assert widths[0] == 80.0
    assert widths[2] == 55.0
    assert written(figure).count("not asked") == 1


def test_outcome_bars_add_up_and_differ_in_more_than_colour() -> None:
    tables = wide_tables(["one"])
    bars = draw("cvlat_outcomes", tables).axes[0].patches
    assert sum(bar.get_width() for bar in bars) == pytest.approx(100)
    looks = {(to_hex(bar.get_facecolor()), bar.get_hatch() or "") for bar in bars}
    assert len(looks) == 6
    light = sorted(0.299 * r + 0.587 * g + 0.114 * b for r, g, b in (to_rgb(c) for c, h in looks if not h))
    assert min(np.diff(light)) > 0.03  # plain ones are told apart by lightness


def test_option_positions_are_pooled_over_cells_by_counted_trials() -> None:
    head = {"model": "m", "n_options": 3}
    rows = [
        head | {"cell": cell, "position": position, "share": share, "n_counted": counted}
        for cell, counted, shares in (("vlat/normal", 100, (0.5, 0.3, 0.2)), ("cvlat/normal", 300, (0.1, 0.3, 0.6)))
        for position, share in zip("abc", shares, strict=True)
    ]
    texts = written(draw("cvlat_positions", {"cvlat_positions": pd.DataFrame(rows)}))
    # a: (50 + 30) / 400, b: (30 + 90) / 400, c: (20 + 180) / 400
    assert [t for t in texts if t in ("20", "30", "50")] == ["20", "30", "50"]


def test_a_heatmap_writes_each_value_and_leaves_what_is_missing_empty() -> None:
    rows = [
        {"model": m, "group": "open", "cell": "vlat/normal", "breakdown": "task", "level": level, "accuracy": value}
        for m, level, value in (
            ("a", "Find Extremum", 12.4),
            ("a", "Retrieve Value", 90.6),
            ("b", "Find Extremum", 50.0),
        )
    ]
    axes = draw("cvlat_figure8", {"cvlat_breakdown": pd.DataFrame(rows)}).axes[0]
    assert [t.get_text() for t in axes.texts] == ["12", "91", "50"]
    assert axes.patch.get_hatch() == "////"


@pytest.mark.parametrize("name", ["cividis", "PuOr_r"])
def test_text_on_a_coloured_cell_can_be_read(name: str) -> None:
    def luminance(colour: tuple[float, float, float]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))

    for x in np.linspace(0, 1, 101):
        fill = colormaps[name](x)[:3]
        light, dark = sorted([luminance(fill), luminance(to_rgb(text_colour(*fill)))], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.0


def test_names_with_markup_are_shown_as_they_are_and_long_ones_keep_both_ends() -> None:
    odd = [r"$\frac{$ <b>&", "vendor/a-very-long-model-name-with-a-date-and-a-variant-2026-05-01-instruct-awq"]
    tables = wide_tables(odd)
    for name in FIGURES:
        figure = draw(name, tables)
        figure.canvas.draw()
        assert r"$\frac{$ <b>&" in written(figure)
    short = shorten(odd[1])
    assert len(short) == 30
    assert short.startswith("vendor/a-very")
    assert short.endswith("awq")


def test_groups_have_their_own_colour_and_marker_and_unknown_ones_get_another() -> None:
    styles = group_styles(["open", "planted", "proprietary", "in-house", "open"])
    assert len(set(styles.values())) == 4
    assert len({marker for _, marker in styles.values()}) == 4
    assert styles["open"] == group_styles(["open"])["open"]


def test_snakemakes_report_has_the_same_caption_as_ours() -> None:
    assert list(CAPTIONS) == list(FIGURES)
    for name, (title, caption) in CAPTIONS.items():
        assert (WORKFLOW_CAPTIONS / f"{name}.rst").read_text() == f"**{title}.** {caption}\n"
    assert (WORKFLOW_CAPTIONS / "workflow.rst").exists()
