"""The report of a run: one HTML page that holds everything it shows and asks nothing of any server."""

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import pyarrow as pa

from counterpoint.files import write_text
from counterpoint.report.cost import cost_section
from counterpoint.report.provenance import durations, provenance
from counterpoint.report.section import SuiteSection


def report_context(
    run: Mapping[str, Any],
    sections: Sequence[SuiteSection],
    spending: pa.Table,
    benchmarks: Mapping[str, Iterable[str | Path]],
) -> dict[str, Any]:
    """Return everything that the page shows of a run: its suites' sections, what it cost, and its provenance.

    `run` holds `name`, `seed`, `digest` (of the resolved configuration), `reading` (who read the replies, see
    `provenance`) and `models`: for each model `name`, `group` and `identity`. `spending` is the table of that name,
    `benchmarks` the benchmark files of the run's own jobs, by rule.
    """
    return {
        "run": run,
        "sections": sections,
        "cost": cost_section(spending),
        "provenance": provenance(run),
        "durations": durations(benchmarks),
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
