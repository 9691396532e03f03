"""Statistics of descriptions: scores by both engines, facts that they state, and the side they take on claims."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from counterpoint.suites.scifig.names import CAPTION_SIDE, IMAGE_SIDE, NOT_ADDRESSED
from counterpoint.suites.scifig.results.collected import Collected, Units, Values
from counterpoint.suites.scifig.results.dimensions import (
    ALL_COUNTED,
    CLEAN,
    COUNTED,
    FALSE_CAPTION,
    PAPER,
    TRUE_CAPTION,
    VARIANTS,
)
from counterpoint.suites.scifig.results.rates import FACTS, MEASURES
from counterpoint.suites.scifig.results.scoring import UNRESOLVED

MQM = ("mqm_published", "mqm_capped")
FACT_SHARES = {state: f"{state}_percent" for state in FACTS}
RIGHT_OF_STATED = "facts_right_of_stated_percent"
DELTAS = {"mqm_published": "mqm_published_delta", "mqm_capped": "mqm_capped_delta", "facts_right": "facts_right_delta"}
SIDES = (IMAGE_SIDE, CAPTION_SIDE, NOT_ADDRESSED, UNRESOLVED)
PULL = f"{FALSE_CAPTION} - {TRUE_CAPTION}"


def add_descriptions(collected: Collected, cells: Mapping[str, Units], facts: pd.DataFrame) -> None:
    """Collect scores and facts of every cell that asks for descriptions, and their differences to clean pictures.

    `cells` holds rows of `scifig_item_rates`, `facts` those of `scifig_facts`. Values are per figure: a figure
    described with several texts blurred, one at a time, counts once. A refusal scores 0.
    """
    described = {cell: _by_figure(units) for cell, units in cells.items() if describes(cell)}
    for cell, figures in described.items():
        for variant in VARIANTS:
            for name in MQM if variant == ALL_COUNTED else MEASURES:
                # a description that was sent for and never came scores 0 in the third reading
                sent = figures["n_scored"] + figures["n_empty"]
                scored = np.nan_to_num(figures[name]) * figures["n_scored"]
                values = _over(scored, sent) if variant == ALL_COUNTED else figures[name]
                _mean(collected, name, cell, variant, figures, values, by_chart_type=variant != ALL_COUNTED)
        _facts(collected, cell, figures)
    for (cell, kind), part in _fact_counts(facts).groupby(["cell", "kind"], sort=False):
        _facts(collected, cell, Units(part.assign(n_trials=0, n_counted=0)), ("fact_kind", str(kind)))
    for cell in (c for c in described if c != CLEAN and CLEAN in described):
        both = described[cell].beside(described[CLEAN], "figure_id", "_clean")
        for variant in (PAPER, COUNTED):
            for name, delta in DELTAS.items():
                values = _per_figure(both, name) - _per_figure(both, name, "_clean")
                place = (delta, f"{cell} - {CLEAN}", variant)
                _mean(collected, *place, both, values, tested=True, by_chart_type=name in MQM)


def add_captions(collected: Collected, cells: Mapping[str, Units], claims: pd.DataFrame) -> None:
    """Collect which side descriptions take on their captions' claims, from rows of `scifig_claims`.

    `caption_resistance` is the mean over figures of image / (image + caption), where a figure has any; the others are
    ratios of sums over claims. Under the true caption the caption's side is what the false one would have said: how
    often that is said without being led. `caption_pull` is how much less often a claim's truth is stated once the
    caption denies it.
    """
    for cell in (c for c in (FALSE_CAPTION, TRUE_CAPTION) if c in cells):
        mine, described = claims[claims["cell"] == cell], _by_figure(cells[cell])
        figures = _sides(mine, described)
        for variant in (PAPER, COUNTED):
            sides = figures[IMAGE_SIDE] + figures[CAPTION_SIDE]
            values = Values(figures, _over(figures[IMAGE_SIDE], sides), np.ones(len(figures)))
            collected.add("caption_resistance", cell, variant, values, by_chart_type=True)
            _claim_rates(collected, cell, variant, figures)
            for kind in dict.fromkeys(mine["kind"]):
                part = _sides(mine[mine["kind"] == kind], described)
                _claim_rates(collected, cell, variant, part, ("claim_kind", str(kind)))
    key = ["figure_id", "claim"]
    denied, told = (claims[claims["cell"] == cell].set_index(key) for cell in (FALSE_CAPTION, TRUE_CAPTION))
    if len(both := denied.join(told[["side"]].add_suffix("_told"), how="inner").reset_index()):
        lost = (both["side_told"] == IMAGE_SIDE).astype(float) - (both["side"] == IMAGE_SIDE)
        read = ((both["side"] != UNRESOLVED) & (both["side_told"] != UNRESOLVED)).to_numpy()
        units = Units(both.assign(n_trials=0, n_counted=0))
        for variant, known in ((PAPER, read), (COUNTED, np.ones(len(both), dtype=bool))):
            values = Values(units, np.where(known, lost, np.nan), np.ones(len(both)))
            collected.add("caption_pull", PULL, variant, values, tested=True, by_chart_type=True)


def describes(cell: str) -> bool:
    """Return whether a cell asks for descriptions."""
    return cell.startswith("describe/") or "/passive_" in cell


def _by_figure(units: Units) -> Units:
    """Return one row a figure: means of points and facts, sums of trials."""
    counts = ["n_trials", "n_counted", "n_empty", "n_scored"]
    how = dict.fromkeys((*MEASURES, *FACTS), "mean") | dict.fromkeys(counts, "sum")
    return Units(units.frame().groupby(["figure_id", "chart_type"], sort=False).agg(how).reset_index())


def _fact_counts(facts: pd.DataFrame) -> pd.DataFrame:
    """Return how many facts of each kind are in each state, a row a cell, kind and figure."""
    place = ["cell", "kind", "figure_id", "chart_type"]
    counts = facts.groupby([*place, "state"], sort=False).size().unstack(fill_value=0, sort=False)
    states = {state.removeprefix("facts_"): state for state in FACTS}
    return counts.reindex(columns=list(states), fill_value=0).rename(columns=states).reset_index()


def _over(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return a quotient, NaN where there is nothing to divide by."""
    return above / np.where(below > 0, below, np.nan)


def _mean(
    collected: Collected,
    statistic: str,
    cell: str,
    variant: str,
    figures: Units,
    values: np.ndarray,
    tested: bool = False,
    by_chart_type: bool = False,
) -> None:
    taken = Values(figures, values, np.ones(len(figures)))
    collected.add(statistic, cell, variant, taken, tested=tested, by_chart_type=by_chart_type)


def _per_figure(figures: Units, name: str, suffix: str = "") -> np.ndarray:
    """Return each figure's score, or the percent of its facts that are in a state."""
    if name in MQM:
        return figures[f"{name}{suffix}"]
    total = sum(figures[f"{state}{suffix}"] for state in FACTS)
    return 100 * _over(figures[f"{name}{suffix}"], total)


def _facts(collected: Collected, cell: str, figures: Units, breakdown: tuple[str, str] = ("all", "")) -> None:
    """Collect the shares of facts stated rightly, wrongly and not at all, and of rightly among stated ones."""
    right, wrong, _ = parts = [_per_figure(figures, state) for state in FACTS]
    whole = breakdown[0] == "all"
    for variant in (PAPER, COUNTED) if whole else (COUNTED,):
        for name, part in zip(FACT_SHARES.values(), parts, strict=True):
            values = Values(figures, part, np.ones(len(figures)))
            collected.add(name, cell, variant, values, breakdown=breakdown, by_chart_type=whole)
        values = Values(figures, right, right + wrong)
        collected.add(RIGHT_OF_STATED, cell, variant, values, 100.0, breakdown=breakdown, by_chart_type=whole)


def _sides(claims: pd.DataFrame, figures: Units) -> Units:
    """Return figures with how many of these claims went to each side; figures without any are left out."""
    counts = claims.pivot_table(index="figure_id", columns="side", aggfunc="size", fill_value=0)
    counts = counts.reindex(columns=list(SIDES), fill_value=0).reset_index()
    known = figures.frame()[["figure_id", "chart_type", "n_trials", "n_counted"]]
    return Units(known.merge(counts, on="figure_id"))


def _claim_rates(
    collected: Collected,
    cell: str,
    variant: str,
    figures: Units,
    breakdown: tuple[str, str] = ("all", ""),
) -> None:
    image, caption, unaddressed, unresolved = (figures[side].astype(float) for side in SIDES)
    every = image + caption + unaddressed + (unresolved if variant == COUNTED else 0)
    for name, above, below in (
        ("caption_resistance_pooled", image, image + caption),
        ("caption_image_of_all", image, every),
        ("caption_followed_of_all", caption, every),
        ("caption_addressed", image + caption, every),
    ):
        values = Values(figures, above, below)
        collected.add(name, cell, variant, values, breakdown=breakdown, by_chart_type=breakdown[0] == "all")
