"""Compute one model's rates and statistics: tables `prive_item_rates`, `estimates` and `prive_left_out`."""

from counterpoint.job import logged
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.prive.rates import item_rates
from counterpoint.suites.prive.statistics import prive_estimates
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    model, params = snakemake.wildcards.model, snakemake.params
    scores = read_table("scores", snakemake.input.scores)
    rates = item_rates(model, scores, read_table("prive_items", snakemake.input.item_table))
    estimates = prive_estimates(model, rates, params.seed, params.draws)
    write_table("prive_item_rates", snakemake.output.item_rates, rates)
    write_table("prive_left_out", snakemake.output.left_out, left_out_counts("prive_left_out", model, scores))
    write_table("estimates", snakemake.output.estimates, estimates)
