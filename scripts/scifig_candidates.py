"""Gather what could be asked about one's own figures, and what a person decided: `scifig_candidates` and a CSV."""

from pathlib import Path

from counterpoint.config_prompts import load_candidate_prompts
from counterpoint.job import logged
from counterpoint.suites.scifig.own.generator import generated_candidates, generator_requests
from counterpoint.suites.scifig.own.items import checked_candidates, own_shown, target_candidates
from counterpoint.suites.scifig.own.review import read_review, write_review
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, out = snakemake.input, snakemake.output
    figures = own_shown(read_table("scifig_figures", found.figures).to_pylist(), snakemake.params.probes)
    targets = read_table("scifig_targets", found.targets).to_pylist()
    candidates, unread = target_candidates(figures, targets), {}
    if found.responses:
        views = read_table("scifig_views", found.views).to_pylist()
        asked = generator_requests(figures, views, load_candidate_prompts(Path(found.prompts)))
        replies = [row for path in found.responses for row in read_table("responses", path).to_pylist()]
        proposed, unread = generated_candidates(asked, {row["request_id"]: row for row in replies})
        candidates += proposed
    rows, held = checked_candidates(
        figures,
        candidates,
        unread,
        read_review(found.review[0]) if found.review else {},
        read_table("elements", found.elements).to_pylist(),
        targets,
        read_table("scifig_legibility", found.legibility).to_pylist(),
    )
    write_table("scifig_candidates", out.candidates, rows)
    write_table("scifig_validity", out.validity, held)
    write_review(out.csv, rows)
