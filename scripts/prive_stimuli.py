"""Make the pairs of pictures and their views: tables `stimuli`, `prive_pairs`, `prive_views` and `audit`."""

from pathlib import Path

from counterpoint.config_prive import PrivePictures
from counterpoint.job import logged
from counterpoint.suites.prive.names import IMAGES, MASKS
from counterpoint.suites.prive.pictured import save_pairs
from counterpoint.suites.prive.sources import all_pairs
from counterpoint.tables import write_table

with logged(snakemake.log[0]):
    params, out, audit = snakemake.params, snakemake.output, []
    suite = PrivePictures.model_validate_json(params.pictures)
    folder = Path(out.stimuli).parents[2]
    for name in (IMAGES, MASKS):
        Path(folder, name).mkdir(parents=True, exist_ok=True)
    pairs = all_pairs(suite, snakemake.input.get("cases"), params.seed, audit)
    rows = save_pairs(pairs, params.views, suite.side, folder)
    write_table("audit", out.audit, audit)
    write_table("prive_pairs", out.pairs, rows.pairs)
    write_table("prive_views", out.views, rows.views)
    write_table("stimuli", out.stimuli, rows.stimuli)
