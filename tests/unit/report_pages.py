"""Reports of made-up runs, and a page taken apart."""

import json
from html.parser import HTMLParser
from pathlib import Path

from made_up_results import benchmarks, model_names, section_inputs, spending, wide_tables, write_run

from counterpoint.figures.style import save_figure
from counterpoint.report.page import report_context, write_report
from counterpoint.report.section import SuiteSection
from counterpoint.suites.cvlat.figures.register import FIGURES
from counterpoint.suites.cvlat.report import cvlat_section

VOID = {"meta", "img", "input", "br", "hr", "link"}
ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


class Page(HTMLParser):
    """All elements with their attributes, the text, and whether every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def section(folder: Path, run: dict) -> SuiteSection:
    """Return CVLAT's section of a run."""
    return cvlat_section(**section_inputs(folder, run))


def write(folder: Path, run: dict) -> None:
    """Write the report of a run."""
    context = report_context(run, [section(folder, run)], spending(run["models"]), benchmarks(folder, run))
    write_report(folder / "report.html", context)


def make(folder: Path, models: list[str], **parts: object) -> tuple[str, dict]:
    """Write a run with its report, and return the page and what describes the run."""
    run = write_run(folder, models, **parts)
    write(folder, run)
    return (folder / "report.html").read_text("utf-8"), run


def scores(rows: list[tuple[str, int | None, str]]) -> list[dict[str, object]]:
    """Return rows of `scores` of one item, each from a status, an option and an outcome."""
    base = {"suite": "cvlat", "cell": "cvlat/normal", "item_id": "i", "unit_id": "u", "failure_class": None}
    return [
        base
        | {"order_index": k, "request_id": f"r{k // 2}", "status": status, "position": option, "option_index": option}
        | {"outcome": outcome, "text_chars": 1}
        for k, (status, option, outcome) in enumerate(rows)
    ]


def responses(rows: list[tuple[str, str, str | None, int]]) -> list[dict[str, object]]:
    """Return rows of `responses`, each from a name, a status, a text and a number of attempts."""
    base = dict.fromkeys(("failure_class", "failure_detail", "finish_reason", "model_reported"))
    base |= dict.fromkeys(("input_tokens", "output_tokens", "seconds", "answered_at"))
    base |= dict.fromkeys(("route", "cached_tokens", "cost_usd", "sent_request_id"))
    return [
        base | {"request_id": name, "response_key": name, "status": status, "text": text, "attempts": attempts}
        for name, status, text, attempts in rows
    ]


def small_run(folder: Path) -> Path:
    """Write a run of three models and two charts, with its report, and return its folder; `run.json` describes it."""
    models = model_names(3)
    run = write_run(folder, models, charts=2)
    tables = wide_tables(models)
    for name in ("cvlat_figure4", "cvlat_figure9"):
        save_figure(FIGURES[name](tables), folder / f"figures/{name}.svg", folder / f"figures/{name}.png")
    (folder / "run.json").write_text(json.dumps(run))
    write(folder, run)
    return folder
