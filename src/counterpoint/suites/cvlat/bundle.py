"""The published CVLAT bundle: its pictures, its items and its prompts, taken as they are and audited."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.problems import one_line
from counterpoint.stimuli.png import load_png, save_png
from counterpoint.stimuli.rows import stimulus_row
from counterpoint.suites.cvlat.audit import finding
from counterpoint.suites.cvlat.bundle_audit import Question, audit_forms, audit_instruments, audit_question
from counterpoint.suites.cvlat.names import IMAGES, SUITE, unit_id

Row = dict[str, Any]

SOURCE = "published CVLAT bundle (Lee et al., arXiv 2606.03142)"
LICENCES = {"CVLAT": "CC BY 4.0", "CVLAT_Anonymized": "CC BY 4.0"}
"""Licences that the bundle states; for VLAT and reVLAT it states none."""
FIELDS = {"Q": "question", "Choices": "options", "Type": "task", "VA": "visual", "FA": "factual", "A": "visual"}


@dataclass(frozen=True)
class Folder:
    """One of the bundle's folders: the instrument and form of its items, the variant of its pictures."""

    name: str
    instrument: str
    form: str
    variant: str

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields of its questions."""
        keys = ("VA", "FA") if self.instrument == "cvlat" else ("A",)
        return ("Q", "Choices", *keys, "Type")


FOLDERS = (
    Folder("VLAT", "vlat", "real", "aligned"),
    Folder("reVLAT", "revlat", "real", "randomised"),
    Folder("CVLAT", "cvlat", "real", "counterfactual"),
    Folder("CVLAT_Anonymized", "cvlat", "anonymised", "anonymised"),
)
CHART_TYPES = {"scatterplot": "scatter", "100_stacked_bar_chart": "stacked_bar_100"}
"""Kinds of charts whose name is not the chart's name without its last word."""
TASKS = (
    "Retrieve Value",
    "Find Extremum",
    "Determine Range",
    "Characterize Distribution",
    "Find Anomalies",
    "Find Clusters",
    "Find Correlations/Trends",
    "Make Comparisons",
    "Identify the Hierarchical Structure",
)
"""Tasks as VLAT spells them (Lee, Kim, Kwon 2017, TVCG 23(1), section 3.2)."""
PROMPTS = {
    "normal": "normal",
    "anonymised": "anon_baseline",
    "explain": "explain",
    "visual_priority": "visual_priority",
    "factual_priority": "factual_priority",
    "question_only": "q_only",
}
"""Our names of the prompts, and the bundle's."""


FILES_TOLD = 8
"""How many files a message names."""


def import_stimuli(bundle: Path, images: Path) -> tuple[list[Row], list[Row]]:
    """Save the bundle's pictures, laid on white, into `images`; return the rows of `stimuli` and of `audit`.

    A picture is wanted for every question file. One that is missing or unreadable is a finding, and so is one
    whose transparency was laid on white. Raises UserError when the folder is no bundle or no picture can be read.
    """
    stimuli: list[Row] = []
    audit: list[Row] = []
    for folder in _folders(bundle):
        drawn = {path.stem for path in (bundle / folder.name / "image").glob("*.png")}
        asked = {_chart(path) for path in _question_files(bundle, folder)}
        for chart in sorted(drawn | asked):
            place = f"{folder.name}/image/{chart}.png"
            if chart not in drawn:
                audit.append(finding(place, None, "missing_image", "there is no such picture", True))
                continue
            if chart not in asked:
                audit.append(finding(place, None, "missing_questions", "no question file asks about this picture"))
            try:
                picture = load_png(bundle / place)
            except UserError as error:
                audit.append(finding(place, None, "unreadable_image", str(error).replace(f"{bundle}/", ""), True))
                continue
            if picture.flattened:
                detail = f"transparency of the {picture.source_mode} picture was laid on white"
                audit.append(finding(place, None, "transparent_image", detail))
            stimuli.append(
                stimulus_row(
                    picture,
                    save_png(picture.image, images),
                    suite=SUITE,
                    folder=IMAGES,
                    subject=chart,
                    kind=_chart_type(chart),
                    variant=folder.variant,
                    source=f"{SOURCE}: {place}",
                    licence=LICENCES.get(folder.name, "not stated in the bundle"),
                )
            )
    if not stimuli:
        reasons = _first_reasons(audit) or "there are no pictures (image/*.png)"
        raise UserError(one_line(f"{bundle}: none of its pictures can be read: {reasons}; correct these files"))
    return stimuli, audit


def import_items(bundle: Path, stimuli: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows of `items` that can be asked, and of `audit`: what was found, reported and never repaired.

    `stimuli` are the rows that `import_stimuli` returned. An item is kept out when it has no readable picture,
    no question, fewer than two options beside Omit, two identical options, no Omit, or no visual answer among
    its options; in CVLAT also when its factual answer is not among them, because scoring gives both answers
    away (D = C - 2) and a unit without one shows no conflict. Raises UserError when nothing can be asked.
    """
    pictures = {row["stimulus_id"]: row["pixel_digest"] for row in stimuli}
    questions: list[Question] = []
    audit: list[Row] = []
    for folder in _folders(bundle):
        for path in _question_files(bundle, folder):
            read, findings = _read_questions(bundle, folder, path, pictures)
            questions += read
            audit += findings
    tasks = {(q.instrument, q.unit_id): q.task for q in questions if q.form == "real"}
    items = []
    for question in questions:
        findings = audit_question(question, TASKS)
        audit += findings
        if not any(row["kept_out"] for row in findings):
            items.append(_item(question, tasks.get((question.instrument, question.unit_id), question.task)))
    if not items:
        reasons = _first_reasons(audit) or "there is no question file (QAset/*_QAset.json)"
        raise UserError(one_line(f"{bundle}: no question can be asked: {reasons}; correct these files"))
    return items, audit + audit_forms(questions) + audit_instruments(items)


def bundle_prompts(path: Path) -> dict[str, str]:
    """Return the prompts of a bundle's `code/prompts.json` by our names.

    Raises UserError when the file cannot be read, or a prompt is missing or empty.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot be read as JSON ({error}); restore the bundle's own file") from error
    if not isinstance(content, dict):
        content = {}
    for name in PROMPTS.values():
        if not isinstance(content.get(name), str) or not content[name].strip():
            raise UserError(f"{path}: prompt {name!r} is missing or empty; needed are {', '.join(PROMPTS.values())}")
    return {ours: content[theirs] for ours, theirs in PROMPTS.items()}


def _folders(bundle: Path) -> list[Folder]:
    """Return the folders that the bundle has; raise UserError when it has none."""
    names = ", ".join(folder.name for folder in FOLDERS)
    if not bundle.is_dir():
        raise UserError(f"{bundle}: there is no such folder; name the folder that holds {names}")
    found = [folder for folder in FOLDERS if (bundle / folder.name).is_dir()]
    if not found:
        raise UserError(f"{bundle}: holds none of the folders {names}; name the folder of the published bundle")
    return found


def _question_files(bundle: Path, folder: Folder) -> list[Path]:
    return sorted((bundle / folder.name / "QAset").glob("*_QAset.json"))


def _chart(path: Path) -> str:
    return path.name.removesuffix("_QAset.json")


def _chart_type(chart: str) -> str:
    return CHART_TYPES.get(chart, chart.removesuffix("_chart").removesuffix("_map"))


def _read_questions(
    bundle: Path, folder: Folder, path: Path, pictures: dict[str, str]
) -> tuple[list[Question], list[Row]]:
    """Return the questions of one file, and what is wrong with the file as a whole."""
    source, chart = path.relative_to(bundle).as_posix(), _chart(path)
    repeated: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        repeated.extend(name for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=once)
    except (OSError, ValueError) as error:
        return [], [finding(source, None, "malformed_json", f"the whole file is left out: {error}", True)]
    except RecursionError:
        return [], [finding(source, None, "malformed_json", "the whole file is left out: nested too deeply", True)]
    if not isinstance(content, dict) or not all(isinstance(entry, dict) for entry in content.values()):
        detail = (
            f"the whole file is left out: it holds {_held(content)}; expected is an object whose keys number the "
            'questions and whose values are their objects, such as {"1": {"Q": ...}, "2": {...}}'
        )
        return [], [finding(source, None, "malformed_json", detail, True)]
    audit = [
        finding(source, None, "duplicate_json_key", f"{name!r} stands more than once in one object; the last counts")
        for name in repeated
    ]
    wanted = [str(i + 1) for i in range(len(content))]
    if list(content) != wanted:
        audit.append(
            finding(source, None, "numbering_gap", f"numbers are {', '.join(content)}, not 1 to {len(wanted)}")
        )
    stimulus_id = f"{chart}/{folder.variant}"
    return [
        _question(folder, chart, number, entry, f"{source}#{number}", stimulus_id, pictures.get(stimulus_id))
        for number, entry in content.items()
    ], audit


def _question(
    folder: Folder, chart: str, number: str, entry: dict[str, Any], source: str, stimulus_id: str, digest: str | None
) -> Question:
    """Return a question as the file has it; a field that is missing or of another type is named in `problems`."""
    asked = f"{folder.instrument}/{chart}/{number}"
    values: dict[str, Any] = {"question": "", "options": [], "task": "", "visual": "", "factual": None}
    problems = [("unknown_field", f"{name!r} is not read") for name in entry if name not in folder.fields]
    for name in folder.fields:
        value = entry.get(name)
        if name not in entry:
            problems.append(("missing_field", f"{name!r} is missing"))
        elif name == "Choices" and not (isinstance(value, list) and all(isinstance(option, str) for option in value)):
            problems.append(("mistyped_field", f"'Choices' is {value!r}, not a list of texts"))
        elif name != "Choices" and not isinstance(value, str):
            problems.append(("mistyped_field", f"{name!r} is {value!r}, not a text"))
        else:
            values[FIELDS[name]] = value
    if folder.instrument == "vlat":
        values["factual"] = values["visual"]
    elif folder.instrument == "cvlat" and values["factual"] is None:
        values["factual"] = ""
    detail = values.pop("task")
    return Question(
        item_id=f"{asked}/{folder.form}" if folder.instrument == "cvlat" else asked,
        unit_id=unit_id(folder.instrument, chart, number),
        folder=folder.name,
        instrument=folder.instrument,
        form=folder.form,
        chart=chart,
        number=number,
        source=source,
        stimulus_id=stimulus_id,
        picture=digest,
        task=consolidated(detail),
        task_detail=detail,
        problems=tuple(problems),
        **values,
    )


def consolidated(task: str) -> str:
    """Return a task without its parenthesis, in the spelling of VLAT; one that VLAT does not have keeps its words."""
    bare = " ".join(re.sub(r"\([^)]*\)", " ", task).split())
    return {name.casefold(): name for name in TASKS}.get(bare.casefold(), bare)


def _item(question: Question, task: str) -> Row:
    """Return a question that can be asked as a row of `items`."""
    options = question.options
    return {
        "item_id": question.item_id,
        "unit_id": question.unit_id,
        "suite": SUITE,
        "instrument": question.instrument,
        "form": question.form,
        "cluster_id": question.chart,
        "chart_type": _chart_type(question.chart),
        "task": task or "Unclassified",
        "task_detail": question.task_detail,
        "question": question.question,
        "options": options,
        "visual_index": options.index(question.visual),
        "factual_index": None if question.factual is None else options.index(question.factual),
        "omit_index": question.omit_index,
        "stimulus_id": question.stimulus_id,
        "manipulation": None,
        "conflict": None,
        "conflict_level": None,
        "conflict_magnitude": None,
        "option_px": None,
        "option_gap": None,
        "source": f"{SOURCE}: {question.source}",
    }


def _held(content: Any) -> str:
    """Say what a question file holds instead of an object of objects."""
    if isinstance(content, dict):
        number, entry = next((n, e) for n, e in content.items() if not isinstance(e, dict))
        return f"{type(entry).__name__} under {number!r}"
    return f"a {type(content).__name__}" if content is not None else "null"


def _first_reasons(audit: Sequence[Row]) -> str:
    """Return each file that keeps something out with its first reason; of many files, the first few."""
    reasons: dict[str, str] = {}
    for row in audit:
        if row["kept_out"]:
            reasons.setdefault(row["source"].partition("#")[0], f"{row['fault']}, {row['detail']}")
    told = [f"{file} ({reason})" for file, reason in list(reasons.items())[:FILES_TOLD]]
    more = len(reasons) - len(told)
    return "; ".join(told) + (f"; and {more} more file{'s' if more > 1 else ''}" if more else "")
