"""The audit of the published bundle: what is wrong with its questions, reported and never repaired."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from counterpoint.orders import LETTERS
from counterpoint.stimuli.text import unprintable
from counterpoint.suites.cvlat.audit import finding

Row = dict[str, Any]

TOLERANCE = 0.05
"""How far a constant answer may score above chance before it is reported."""


@dataclass(frozen=True)
class Question:
    """A question as the bundle has it. `factual` is None where the instrument has no factual answer;
    `picture` is the pixel digest of its picture, None when there is none that can be read."""

    item_id: str
    unit_id: str
    folder: str
    instrument: str
    form: str
    chart: str
    number: str
    source: str
    stimulus_id: str
    picture: str | None
    question: str
    options: list[str]
    visual: str
    factual: str | None
    task: str
    task_detail: str
    problems: tuple[tuple[str, str], ...]

    @property
    def omit_index(self) -> int | None:
        """Index of the option that declines."""
        return next((i for i, option in enumerate(self.options) if option.strip().casefold() == "omit"), None)


def audit_question(question: Question, tasks: Sequence[str]) -> list[Row]:
    """Return what is wrong with one question; it is kept out if any row says so. `tasks` are those known."""
    found = [(fault, detail, False) for fault, detail in question.problems]
    found += _unaskable(question)
    options = question.options
    if question.instrument == "cvlat" and question.visual and question.visual == question.factual:
        found.append(("visual_equals_factual", f"both are {question.visual!r}: the picture does not conflict", False))
    alike = [pair for pair in _pairs(options) if pair[0] != pair[1] and _plain(pair[0]) == _plain(pair[1])]
    found += [("options_alike", f"{a!r} and {b!r} differ in case or spaces only", False) for a, b in alike]
    found += [("range_reversed", f"{option!r} runs from high to low", False) for option in options if _reversed(option)]
    found += [("option_typography", detail, False) for option in options for detail in _typography(option)]
    if question.task_detail and question.task not in tasks:
        found.append(("unknown_task", f"{question.task_detail!r} is none of VLAT's tasks", False))
    return [finding(question.source, question.item_id, *entry) for entry in found]


def _unaskable(question: Question) -> Iterator[tuple[str, str, bool]]:
    """Yield the faults for which a question cannot be asked or scored."""
    options = question.options
    if question.picture is None:
        yield "no_picture", f"its picture {question.stimulus_id} is missing or unreadable", True
    if not question.question.strip():
        yield "empty_question", "the question has no text", True
    for name, text in _texts(question):
        if character := unprintable(text):
            yield "unprintable_text", f"{name} {text!r} holds {character}, which breaks the menu or the encoding", True
    if question.omit_index is None:
        yield "missing_omit", f"no option is Omit: {_listed(options)}", True
    beside_omit = [option for option in options if option.strip().casefold() != "omit"]
    if len(beside_omit) < 2:
        yield "too_few_options", f"{len(beside_omit)} options beside Omit", True
    if len(options) > len(LETTERS):
        yield "too_many_options", f"{len(options)} options, but {len(LETTERS)} letters to choose them by", True
    if any(not option.strip() for option in options):
        yield "empty_option", f"an option has no text: {_listed(options)}", True
    for option, count in Counter(options).items():
        if count > 1:
            yield "duplicate_options", f"{option!r} stands {count} times", True
    keys = [("visual", question.visual)]
    if question.instrument == "cvlat":
        keys.append(("factual", question.factual))
    for name, answer in keys:
        if answer not in options:
            yield "key_not_among_options", f"{name} key {answer!r} is not among {_listed(options)}", True
        elif options.index(answer) == question.omit_index:
            yield "key_is_omit", f"the {name} key is {answer!r}: an answer could not be told from declining", True


def _texts(question: Question) -> Iterator[tuple[str, str]]:
    """Yield the texts that a question takes along, and what they are; keys are options, or kept out for it."""
    yield "the number", question.number
    yield "the question", question.question
    yield "the task", question.task_detail
    for option in question.options:
        yield "the option", option


def audit_forms(questions: Iterable[Question]) -> list[Row]:
    """Return where the real and the anonymised form of CVLAT's units disagree."""
    forms: dict[str, dict[str, Question]] = defaultdict(dict)
    for question in questions:
        if question.instrument == "cvlat":
            forms[question.unit_id][question.form] = question
    if len({form for pair in forms.values() for form in pair}) < 2:
        return []
    found = []
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in forms.values():
        for form, question in pair.items():
            counts[question.chart][form] += 1
        if len(pair) == 1:
            (question,) = pair.values()
            other = "anonymised" if question.form == "real" else "real"
            found.append((question, "form_missing", f"the unit has no {other} form"))
            continue
        real, anonymised = pair["real"], pair["anonymised"]
        if len(real.options) != len(anonymised.options):
            detail = f"{len(real.options)} options in the real form, {len(anonymised.options)} in the anonymised"
            found.append((anonymised, "form_option_count", detail))
        for name in ("visual", "factual"):
            slots = [_slot(question, getattr(question, name)) for question in (real, anonymised)]
            if slots[0] != slots[1]:
                detail = f"the {name} key is option {slots[0]} in the real form, {slots[1]} in the anonymised"
                found.append((anonymised, "form_key_slot", detail))
        if real.task != anonymised.task:
            tasks = f"{real.task_detail!r} in the real form, {anonymised.task_detail!r} in the anonymised"
            detail = f"{tasks}; the real form's counts"
            found.append((anonymised, "form_task", detail))
    rows = [finding(question.source, question.item_id, fault, detail) for question, fault, detail in found]
    for chart, count in counts.items():
        if count["real"] != count["anonymised"]:
            detail = f"{count['real']} real and {count['anonymised']} anonymised questions"
            rows.append(finding(f"chart {chart}", None, "form_question_count", detail))
    return rows


def audit_instruments(items: Sequence[Row]) -> list[Row]:
    """Return what shows only over many items: one request under two keys, and constant answers above chance."""
    rows = []
    for key, sees in (("visual_index", "stimulus_id"), ("factual_index", "form")):
        asked: dict[tuple[Any, ...], Row] = {}
        for item in items:
            if item[key] is None:
                continue
            request = (item["instrument"], item[sees], item["question"], *sorted(item["options"]))
            first = asked.setdefault(request, item)
            answers = [row["options"][row[key]] for row in (first, item)]
            if answers[0] != answers[1]:
                name = key.removesuffix("_index")
                detail = (
                    f"the same request as {first['item_id']}, but the {name} key is {answers[1]!r}, not {answers[0]!r}"
                )
                rows.append(finding(item["source"], item["item_id"], "same_request_other_key", detail))
    sets: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for item in items:
        sets[item["instrument"], item["form"]].append(item)
    for (instrument, form), members in sets.items():
        for name in ("visual", "factual") if instrument == "cvlat" else ("visual",):
            slots = Counter(item[f"{name}_index"] for item in members if item[f"{name}_index"] is not None)
            chance = sum(1 / (len(item["options"]) - 1) for item in members) / len(members)
            for slot, count in slots.most_common():
                if count / len(members) > chance + TOLERANCE:
                    detail = (
                        f"({LETTERS[slot]}) is {name}ly right in {count} of {len(members)} items in file order "
                        f"({count / len(members):.2f}; chance without Omit {chance:.2f})"
                    )
                    rows.append(finding(f"{instrument} ({form})", None, "constant_answer", detail))
    return rows


def _slot(question: Question, answer: str | None) -> str:
    return f"({LETTERS[question.options.index(answer)]})" if answer in question.options[: len(LETTERS)] else "none"


def _pairs(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((a, b) for i, a in enumerate(options) for b in options[i + 1 :])


def _plain(option: str) -> str:
    return "".join(option.split()).casefold()


def _listed(options: Sequence[str]) -> str:
    return " | ".join(options) if options else "no options"


_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?")
_RANGE = re.compile(r"[^\d–—-]*(\d[\d,]*(?:\.\d+)?)[^\d–—-]*[–—-][^\d–—-]*(\d[\d,]*(?:\.\d+)?)[^\d–—-]*")


def _reversed(option: str) -> bool:
    ends = _RANGE.fullmatch(option)
    return bool(ends) and float(ends[1].replace(",", "")) > float(ends[2].replace(",", ""))


def _typography(option: str) -> Iterator[str]:
    """Yield what is odd in the way an option is written."""
    if option != " ".join(option.split()):
        yield f"{option!r} has spaces too many"
    if re.search(r"\d\s?\$", option):
        yield f"{option!r} has its dollar sign behind the number"
    amounts = _AMOUNT.findall(option)
    if "$" in option and len({len(amount.partition(".")[2]) for amount in amounts}) > 1:
        yield f"{option!r} writes its amounts with different decimals"
    if any(re.search(r",(?!\d{3}(?!\d))", amount) for amount in amounts):
        yield f"{option!r} has a misplaced thousands separator"
