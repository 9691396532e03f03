"""Compute one model's rates and statistics: tables `item_rates`, `estimates` and `cvlat_left_out`."""

from counterpoint.job import logged
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.cvlat.rates import item_rates
from counterpoint.suites.cvlat.statistics import cvlat_estimates
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    model = snakemake.wildcards.model
    scores = read_table("scores", snakemake.input.scores)
    rates = item_rates(model, scores, read_table("items", snakemake.input.item_table))
    estimates = cvlat_estimates(model, rates, scores, snakemake.params.seed, snakemake.params.draws)
    write_table("item_rates", snakemake.output.item_rates, rates)
    write_table("cvlat_left_out", snakemake.output.left_out, left_out_counts("cvlat_left_out", model, scores))
    write_table("estimates", snakemake.output.estimates, estimates)
