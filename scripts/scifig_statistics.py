"""Compute one model's rates and statistics: `scifig_item_rates`, `_figure_scores`, `_left_out` and `estimates`."""

from counterpoint.job import logged
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.scifig.results.rates import item_rates
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    model, params, found, out = snakemake.wildcards.model, snakemake.params, snakemake.input, snakemake.output
    scores = read_table("scores", found.scores)
    rates = item_rates(
        model,
        scores,
        read_table("scifig_descriptions", found.descriptions),
        read_table("scifig_items", found.item_table),
    )
    statistics = scifig_statistics(
        model,
        rates,
        read_table("scifig_facts", found.facts),
        read_table("scifig_claims", found.claims),
        params.seed,
        params.draws,
    )
    write_table("scifig_item_rates", out.item_rates, rates)
    write_table("scifig_figure_scores", out.figure_scores, statistics["scifig_figure_scores"])
    write_table("scifig_left_out", out.left_out, left_out_counts("scifig_left_out", model, scores))
    write_table("estimates", out.estimates, statistics["estimates"])
