"""Draw figures and make their views: tables `stimuli`, `elements`, `audit`, `scifig_figures`, `_targets`, ..."""

import json
from collections import defaultdict
from pathlib import Path

from counterpoint.config_scifig import ScifigFigures
from counterpoint.job import logged
from counterpoint.suites.scifig.drawn import drawn_figures
from counterpoint.suites.scifig.names import IMAGES
from counterpoint.suites.scifig.pictures import save_views
from counterpoint.tables import write_table

with logged(snakemake.log[0]):
    params, out = snakemake.params, snakemake.output
    suite = ScifigFigures.model_validate_json(params.pictures)
    folder = Path(out.stimuli).parents[2]
    Path(folder, IMAGES).mkdir(parents=True, exist_ok=True)
    rows = defaultdict(list)
    sources = drawn_figures(suite.figures, params.seed)
    levels = json.loads(params.levels)
    for figure in save_views(sources, params.cells, levels, params.seed, folder, snakemake.threads):
        for table, found in figure.items():
            rows[table] += found
    write_table("audit", out.audit, [])
    write_table("scifig_figures", out.figures, rows["scifig_figures"])
    write_table("scifig_targets", out.targets, rows["scifig_targets"])
    write_table("scifig_views", out.views, rows["scifig_views"])
    write_table("elements", out.elements, rows["elements"])
    write_table("stimuli", out.stimuli, rows["stimuli"])
