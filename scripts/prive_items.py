"""Ask questions about the pairs and check their keys: table `prive_items`."""

from counterpoint.job import logged
from counterpoint.suites.prive.audit import check_keys
from counterpoint.suites.prive.pairs import pair_of
from counterpoint.suites.prive.questions import items
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    pairs = [pair_of(row) for row in read_table("prive_pairs", snakemake.input.pairs).to_pylist()]
    found = items(pairs, snakemake.params.seed)
    check_keys(found, pairs)
    write_table("prive_items", snakemake.output.item_table, found)
