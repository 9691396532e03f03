"""The gallery: each group's pictures once, its questions with their keys, and what each model answered."""

import base64
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PIL import Image

from counterpoint.errors import UserError
from counterpoint.orders import LETTERS
from counterpoint.report.answers import Answer, ModelAnswers
from counterpoint.report.section import (
    Bar,
    Gallery,
    GalleryItem,
    GalleryPicture,
    Group,
    Look,
    Option,
    Outcome,
    Picture,
    Unit,
    UnitRow,
    Wording,
)

LARGE = 90_000
"""Bytes above which a picture is reduced for the page."""
WIDE = 1000
"""Width (px) to which a large picture is reduced at most."""


def gallery(
    items: Iterable[GalleryItem],
    pictures: Iterable[GalleryPicture],
    cells: Sequence[str],
    outcomes: Sequence[Outcome],
    answers: Mapping[str, ModelAnswers],
    *,
    large: int = LARGE,
    wide: int = WIDE,
    note: str = "",
) -> Gallery:
    """Return the gallery of a suite: its groups, each with its pictures, units, keys and every model's answers.

    `cells` holds the suite's cells in its order; `answers` are those of each model by name. A picture of a cell that
    was asked is read and encoded once a group, in the order of `pictures`, reduced to `wide` px where its file is of
    more than `large` bytes; items of a unit that share wording and key are shown together. `note` says what the
    gallery does not hold. Raises UserError when a picture cannot be read.
    """
    asked: dict[str, set[str]] = defaultdict(set)
    for found in answers.values():
        for item_id, cell in found.by_item:
            asked[item_id].add(cell)
    groups: dict[str, dict[str, list[GalleryItem]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        groups[item.group][item.unit_id].append(item)
    known = {picture.stimulus_id: (place, picture) for place, picture in enumerate(pictures)}
    shown = []
    for name, units in groups.items():
        members = [item for unit in units.values() for item in unit]
        sent = {name for item in members for cell in asked[item.item_id] for name in item.shown.get(cell, ())}
        places = sorted((known[name] for name in sent if name in known), key=lambda found: found[0])
        shown.append(
            Group(
                name,
                members[0].group_note,
                _distinct([picture for _, picture in places], large, wide),
                [_unit(unit_id, unit, asked, cells, outcomes, answers) for unit_id, unit in units.items()],
            )
        )
    return Gallery(shown, note)


def picture_uri(path: Path, large: int = LARGE, wide: int = WIDE) -> tuple[str, bool]:
    """Return a picture as a data URI and whether it was reduced: of more than `large` bytes to WebP of `wide` px.

    Raises UserError when the file is missing or is no picture.
    """
    try:
        content = path.read_bytes()
        kind = "png"
        if len(content) > large:
            with Image.open(io.BytesIO(content)) as picture:
                small = picture.convert("RGB")
            small.thumbnail((wide, 10 * wide))
            stream = io.BytesIO()
            small.save(stream, "WEBP", quality=80, method=2)
            content, kind = stream.getvalue(), "webp"
    except OSError as error:
        reason = error.strerror or "damaged"
        raise UserError(
            f"{path}: not a readable picture ({reason}); delete the folder {path.parent} and run again: all of its "
            "pictures are made anew, and nothing is asked again"
        ) from error
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}", kind == "webp"


def _distinct(pictures: Iterable[GalleryPicture], large: int, wide: int) -> list[Picture]:
    """Return a group's pictures, one for each distinct picture, with the labels of all that share it."""
    by_digest: dict[str, Picture] = {}
    for picture in pictures:
        known = by_digest.get(picture.pixel_digest)
        if known is not None:
            known.labels.append(picture.label)
            continue
        source, reduced = picture_uri(Path(picture.file), large, wide)
        by_digest[picture.pixel_digest] = Picture(
            source,
            reduced,
            [picture.label],
            picture.alt,
            picture.width,
            picture.height,
            picture.pixel_digest[:12],
            Path(picture.file).name,
        )
    return list(by_digest.values())


def _unit(
    unit_id: str,
    unit: Sequence[GalleryItem],
    asked: Mapping[str, set[str]],
    order: Sequence[str],
    outcomes: Sequence[Outcome],
    answers: Mapping[str, ModelAnswers],
) -> Unit:
    item_of = {cell: item.item_id for item in unit for cell in asked[item.item_id]}
    cells = sorted(item_of, key=order.index)
    wordings: dict[tuple, Wording] = {}
    for item in unit:
        options = [Option(LETTERS[i], text, item.marks.get(i, ())) for i, text in enumerate(item.options)]
        key = (item.question, *((option.text, *option.marks) for option in options))
        wording = wordings.setdefault(key, Wording(item.question, options))
        wording.where.append(item.where)
        if item.note and item.note not in wording.notes:
            wording.notes.append(item.note)
    rows, came = [], set()
    for model, found in answers.items():
        given = [found.by_item.get((item_of[cell], cell)) for cell in cells]
        came |= {name for answer in given if answer is not None for name in answer.outcomes}
        rows.append(
            UnitRow(
                model,
                [None if answer is None else _bar(answer, outcomes) for answer in given],
                [None if answer is None else answer.example for answer in given],
            )
        )
    legend: dict[Look, list[str]] = {}
    for outcome in outcomes:
        if outcome.name in came:
            legend.setdefault(outcome.look, []).append(outcome.name)
    return Unit(unit_id, unit[0].task, list(wordings.values()), cells, rows, legend)


def _bar(answer: Answer, outcomes: Sequence[Outcome]) -> Bar:
    """Return the outcome shares (percent of counted trials) of one bar and the most frequent choice."""
    counted, options = answer.counted, answer.options
    if not counted:
        return Bar([], "", f"no counted trial, {answer.left_out} left out")
    shares = [(outcome, 100 * answer.outcomes[outcome.name] / counted) for outcome in outcomes]
    shares = [(outcome, share) for outcome, share in shares if share]
    choice = ""
    if options:
        best = min(options, key=lambda option: (-options[option], option))
        choice = f"{LETTERS[best]} {100 * options[best] / counted:.0f} %"
    says = ", ".join(f"{outcome.name} {share:.0f} %" for outcome, share in shares)
    if answer.left_out:
        says += f"; {answer.left_out} of {counted + answer.left_out} trials left out"
    return Bar([(outcome.look, round(share, 1)) for outcome, share in shares], choice, says)
