"""Gather every estimate of every model and suite: table `estimates`, as Parquet and CSV."""

import pyarrow as pa

from counterpoint.job import logged
from counterpoint.tables import read_table, write_csv, write_table

with logged(snakemake.log[0]):
    estimates = pa.concat_tables(read_table("estimates", path) for path in snakemake.input)
    write_table("estimates", snakemake.output.parquet, estimates)
    write_csv(snakemake.output.csv, estimates)
