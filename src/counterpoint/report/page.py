"""The report of a run: one HTML page that holds everything it shows and asks nothing of any server."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2

from counterpoint.figures.captions import CAPTIONS
from counterpoint.files import write_text
from counterpoint.report.gallery import gallery, model_answers
from counterpoint.report.provenance import asked_counts, durations, provenance
from counterpoint.report.sections import (
    AUDIT,
    LEFT_OUT,
    OPTIONAL,
    PLANTED,
    TABLES,
    headline,
    read_rows,
    table_view,
    warnings,
)
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.tables import read_table

LARGE_SVG = 400_000
"""Bytes of an SVG above which the page holds the PNG instead."""


def report_context(
    run_folder: str | Path, run: Mapping[str, Any], receipts: Iterable[str | Path] = (), suite: str = "cvlat"
) -> dict[str, Any]:
    """Return everything that the page shows of a run, read from its result tables one model after another.

    `run` holds `name`, `seed`, `digest` (of the resolved configuration) and `models`: for each model `name`
    (its folder), `display`, `group` and, if it has one, `identity`. `receipts` are the query jobs' counts.
    Raises UserError when a table is damaged or of another version, or a picture cannot be read.
    """
    folder = Path(run_folder)
    items = read_table("items", folder / "items" / suite / "items.parquet")
    audit = read_table("audit", folder / "items" / suite / "audit.parquet")
    stimuli = read_table("stimuli", folder / "stimuli" / suite / "stimuli.parquet")
    wide = [*TABLES, "cvlat_planted", "cvlat_left_out"]
    tables = {name: read_rows(folder / "tables" / f"{name}.parquet", name) for name in wide}
    answers, totals = {}, {}
    for model in run["models"]:
        answers[model["name"]], totals[model["name"]] = model_answers(
            folder / "scores" / model["name"] / f"{suite}.parquet"
        )
    return {
        "run": run,
        "asked": _asked(items, stimuli, totals),
        "headline": headline(tables["cvlat_orientation"], tables["cvlat_arbitration"]),
        "warnings": warnings(tables, audit),
        "tables": [
            table_view(name, TABLES[name], tables[name])
            for name in TABLES
            if tables[name] is not None or name not in OPTIONAL
        ],
        "all_estimates": (folder / "tables" / "estimates.csv").exists(),
        "figures": [_figure(folder / "figures", name) for name in CAPTIONS],
        "left_out": table_view("cvlat_left_out", LEFT_OUT, tables["cvlat_left_out"]),
        "planted": table_view("cvlat_planted", PLANTED, tables["cvlat_planted"]),
        "audit": table_view("audit", AUDIT, audit),
        "gallery": gallery(folder, items, stimuli, run["models"], answers),
        "provenance": provenance(run),
        "models": [dict(model) | totals[model["name"]] for model in run["models"]],
        "calls": asked_counts(map(Path, receipts)),
        "durations": durations(folder / "benchmarks"),
    }


def write_report(path: str | Path, context: Mapping[str, Any]) -> None:
    """Write the page atomically. All that comes from models, items and configuration is escaped.

    The page's own policy allows no request and no script but its own one, known by its digest.
    Raises UserError when the file cannot be written.
    """
    package = resources.files("counterpoint.report")
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("counterpoint", "report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = package.joinpath("script.js.j2").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = environment.get_template("report.html.j2").render(
        context,
        style=package.joinpath("report.css").read_text("utf-8"),
        script=script,
        script_digest=digest,
    )
    write_text(path, page)


def _asked(items: Any, stimuli: Any, totals: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the size of what was asked, in numbers."""
    cells = set().union(*(total["cells"] for total in totals.values()))
    return {
        "models": len(totals),
        "units": len(set(items["unit_id"].to_pylist())),
        "items": items.num_rows,
        "charts": len(set(items["cluster_id"].to_pylist())),
        "pictures": len(set(stimuli["pixel_digest"].to_pylist())),
        "cells": [cell for cell in CELLS if cell in cells] + sorted(cells - set(CELLS)),
        "trials": sum(total["trials"] for total in totals.values()),
        "requests": sum(total["requests"] for total in totals.values()),
    }


def _figure(folder: Path, name: str) -> dict[str, Any]:
    """Return a figure as a data URI: its SVG, which stays sharp, or its PNG where the SVG is large."""
    title, caption = CAPTIONS[name]
    view = {"name": name, "title": title, "caption": caption, "source": None}
    svg, png = folder / f"{name}.svg", folder / f"{name}.png"
    if not svg.exists():
        return view
    large = svg.stat().st_size > LARGE_SVG and png.exists()
    kind, file = ("png", png) if large else ("svg+xml", svg)
    return view | {"source": f"data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"}
