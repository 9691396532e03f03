"""Draw figures and make their views: tables `stimuli`, `elements`, `audit`, `scifig_figures`, `_targets`, ..."""

import json
from collections import defaultdict
from itertools import chain
from pathlib import Path

from counterpoint.config_scifig import ScifigFigures
from counterpoint.job import logged
from counterpoint.suites.scifig.names import IMAGES
from counterpoint.suites.scifig.own.figures import check_names, own_sources
from counterpoint.suites.scifig.own.manifest import own_figures
from counterpoint.suites.scifig.pictures.drawn import drawn_figures
from counterpoint.suites.scifig.pictures.saved import save_views
from counterpoint.tables import write_table

with logged(snakemake.log[0]):
    params, out = snakemake.params, snakemake.output
    suite = ScifigFigures.model_validate_json(params.pictures)
    folder = Path(out.stimuli).parents[2]
    Path(folder, IMAGES).mkdir(parents=True, exist_ok=True)
    rows = defaultdict(list)
    audit = []
    own = list(own_sources(own_figures(suite.own), params.seed, audit)) if suite.own else []
    sources = chain(drawn_figures(suite.figures, params.seed), own)
    levels = json.loads(params.levels)
    for figure in save_views(sources, params.cells, levels, params.seed, folder, snakemake.threads):
        for table, found in figure.items():
            rows[table] += found
    check_names(rows["scifig_figures"])
    write_table("audit", out.audit, audit)
    write_table("scifig_figures", out.figures, rows["scifig_figures"])
    write_table("scifig_targets", out.targets, rows["scifig_targets"])
    write_table("scifig_views", out.views, rows["scifig_views"])
    write_table("elements", out.elements, rows["elements"])
    write_table("stimuli", out.stimuli, rows["stimuli"])
