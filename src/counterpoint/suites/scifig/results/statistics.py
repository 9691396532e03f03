"""The statistics of one model in SciFig: table `estimates`, and each figure's scores on the dimensions of the profile.

Words after SciFig-Eval. Three readings of each stand side by side, by variant: see `dimensions`.
"""

import pyarrow as pa

from counterpoint.statistics.estimates import estimates_table
from counterpoint.suites.scifig.names import SUITE
from counterpoint.suites.scifig.results.collected import Collected, Units
from counterpoint.suites.scifig.results.description_rates import add_captions, add_descriptions
from counterpoint.suites.scifig.results.dimensions import PROFILE
from counterpoint.suites.scifig.results.outcome_rates import add_outcomes
from counterpoint.tables import as_table


def scifig_statistics(
    model: str, item_rates: pa.Table, facts: pa.Table, claims: pa.Table, seed: int, draws: int
) -> dict[str, pa.Table]:
    """Return the tables `estimates` and `scifig_figure_scores` of one model.

    Intervals are 95 % percentile intervals over `draws` resamples of whole figures, chart type by chart type; the
    resamples depend on `seed` and the figures alone, so that models are compared on the same draws. Differences are
    taken on units, or figures, that both cells have a value of.
    """
    rates = item_rates.to_pandas()
    cells = {str(cell): Units(part) for cell, part in rates.groupby("cell", sort=False)}
    figures = rates.drop_duplicates("figure_id").set_index("figure_id")["chart_type"].sort_index().to_dict()
    collected = Collected(figures, seed, draws)
    add_descriptions(collected, cells, facts.to_pandas())
    add_captions(collected, cells, claims.to_pandas())
    add_outcomes(collected, cells)
    scores = [
        {"model": model, "variant": variant, "dimension": dimension, "figure_id": figure, "chart_type": figures[figure]}
        | {"score": value / axis.scale}
        for variant, axes in PROFILE.items()
        for dimension, axis in axes.items()
        for figure, value in collected.figure_scores(axis.statistic, axis.cell, variant).items()
    ]
    return {
        "estimates": estimates_table(SUITE, model, collected.rows()),
        "scifig_figure_scores": as_table("scifig_figure_scores", scores),
    }
