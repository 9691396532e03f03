"""The plan of a PriVE run: every trial of every cell, the distinct requests behind them, and what is not sent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterpoint.asked import LETTER, Asked
from counterpoint.asked import NUMBER as AS_NUMBER
from counterpoint.asked import OPEN as AS_TEXT
from counterpoint.asked import YES_NO as AS_YES_NO
from counterpoint.errors import UserError
from counterpoint.models.requests import Part, Request
from counterpoint.orders import LETTERS, option_orders
from counterpoint.seeds import generator
from counterpoint.suites.prive.cells import CELLS, TWO_PICTURES, Cell
from counterpoint.suites.prive.names import (
    CHOICE,
    COUNTERFACTUAL,
    DIFFERENCE,
    NUMBER,
    OPEN,
    ORIGINAL,
    PAIR_FORMS,
    SAME,
    SUITE,
    WHICH,
    YES_NO,
)
from counterpoint.suites.prive.planted_truth import truth_of
from counterpoint.suites.prive.prompts import system_text
from counterpoint.suites.prive.questions import IDENTICAL, PAIR
from counterpoint.trials import Plan

ANSWER_OF = {YES_NO: AS_YES_NO, SAME: AS_YES_NO, CHOICE: LETTER, WHICH: LETTER, DIFFERENCE: LETTER} | {
    OPEN: AS_TEXT,
    NUMBER: AS_NUMBER,
}
"""How the replies to each form are read."""
NO_OTHER_SUBJECT = "no_other_subject"
"""Why a pair has no wrong picture: all originals show the same thing."""


@dataclass(frozen=True)
class _Sent:
    """The pictures of one trial: whose places they have, their pixel digests, and why there is none."""

    pictures: tuple[str, ...]
    digests: tuple[str, ...] = ()
    missing: str = ""


def plan(
    items: Sequence[Mapping[str, Any]],
    subjects: Mapping[str, str],
    views: Iterable[Mapping[str, Any]],
    prompts: Mapping[str, str],
    cells: Iterable[str],
    formats: Iterable[str],
    prime: str,
    n_orders: int,
    seed: int,
) -> Plan:
    """Plan every trial: item x cell x option order, identical requests once.

    `subjects` says what each pair shows, in words. `views` are rows of `prive_views`. A picture that a pair does not
    have makes the item a row of `no_evidence` in that cell: nothing is sent there.
    `formats` are the forms asked of single pictures; those of two pictures come with the modes that send both.

    Raises UserError when no chosen cell has any item.
    """
    shown = {(row["pair_id"], row["picture"], row["view"]): row for row in views}
    asked, result = {*formats, *PAIR_FORMS}, Plan(SUITE)
    elsewhere = _elsewhere(items, subjects, shown, seed)
    conflicts = {item["unit_id"]: item for item in items if _biased(item)}
    for name in cells:
        cell = CELLS[name]
        for item in items:
            pictures = _pictures(item, cell, seed) if item["form"] in asked else None
            if pictures is None:
                continue
            sent, orders = _sent(item, cell, pictures, shown, elsewhere), _orders(item, pictures, n_orders, seed)
            if sent.missing:
                result.leave_out(name, item, len(orders), sent.missing)
                continue
            for index, order in enumerate(orders):
                options = _options(item, order)
                request = _request(item, cell, sent, options, prompts, prime)
                truth = truth_of(item, conflicts.get(item["unit_id"]), cell, order, options)
                read_as = Asked(ANSWER_OF[item["form"]], options, claims=item["claims"])
                result.add(name, item, index, order, request, truth, read_as)
    if not result.trials:
        raise UserError("suites.prive.cells: no item can be asked in any of them; name other cells, formats or domains")
    return result


def _biased(item: Mapping[str, Any]) -> bool:
    """Return whether memory gives another answer than the picture."""
    if item["options"] is not None:
        return item["biased_index"] is not None
    return '"biased": []' not in item["claims"]


def _pictures(item: Mapping[str, Any], cell: Cell, seed: int) -> tuple[str, ...] | None:
    """Return which pictures of its pair an item is sent with in a cell, in their order; None where it is not asked.

    Beside two pictures, and without its own, an item about the counterfactual is asked: the one in which memory and
    picture disagree. Of two identical pictures only their sameness is asked.
    """
    about, of_both = item["picture"], item["form"] in PAIR_FORMS
    if cell.mode == "identical_pair":
        return cell.shows if about == IDENTICAL else None
    if cell.mode in TWO_PICTURES:
        if about != (PAIR if of_both else COUNTERFACTUAL):
            return None
        turned = generator(seed, SUITE, "pair order", item["unit_id"]).integers(2) == 1
        return cell.shows[::-1] if turned else cell.shows
    if not cell.shows:  # a wrong picture, or none
        return () if about == COUNTERFACTUAL else None
    return cell.shows if (about,) == cell.shows else None


def _elsewhere(
    items: Iterable[Mapping[str, Any]],
    subjects: Mapping[str, str],
    shown: Mapping[tuple[str, str, str], Mapping[str, Any]],
    seed: int,
) -> dict[str, str]:
    """Return for each pair the pixel digest of a wrong picture: an original of another subject.

    It is of the pair's own domain where that has one, else of any. Another original of the same subject would show
    what is asked about, and mostly the value that the prior expects.
    """
    domains = {item["pair_id"]: item["domain"] for item in items}
    usable: dict[str, dict[str, set[str]]] = {}
    for pair_id, domain in domains.items():
        if digest := shown[pair_id, ORIGINAL, "raw"]["pixel_digest"]:
            usable.setdefault(domain, {}).setdefault(subjects[pair_id], set()).add(digest)
    found = {}
    for pair_id, domain in domains.items():
        others = _of_others(usable.get(domain, {}), subjects[pair_id])
        others = others or [d for one in usable.values() for d in _of_others(one, subjects[pair_id])]
        if others:
            found[pair_id] = sorted(others)[int(generator(seed, SUITE, "wrong picture", pair_id).integers(len(others)))]
    return found


def _of_others(by_subject: Mapping[str, set[str]], subject: str) -> list[str]:
    return [digest for other, digests in by_subject.items() if other != subject for digest in digests]


def _sent(
    item: Mapping[str, Any],
    cell: Cell,
    pictures: tuple[str, ...],
    shown: Mapping[tuple[str, str, str], Mapping[str, Any]],
    elsewhere: Mapping[str, str],
) -> _Sent:
    """Return the pictures that a trial sends; with a view the raw picture first, then the view of it."""
    pair_id = item["pair_id"]
    if cell.mode == "wrong_picture":
        digest = elsewhere.get(pair_id)
        return _Sent(pictures, (digest,)) if digest else _Sent(pictures, missing=NO_OTHER_SUBJECT)
    rows = [shown[pair_id, picture, "raw"] for picture in pictures]
    if cell.view != "raw":
        rows.append(shown[pair_id, pictures[0], cell.view])
    missing = next((row["reason"] for row in rows if row["pixel_digest"] is None), "")
    return _Sent(pictures, missing=missing) if missing else _Sent(pictures, tuple(row["pixel_digest"] for row in rows))


def _orders(item: Mapping[str, Any], pictures: tuple[str, ...], n_orders: int, seed: int) -> list[tuple[int, ...]]:
    """Return which of an item's options stands at each position, order by order: the same in all cells of a unit.

    Yes and No, and the numbers of the pictures, have one order; Picture 1 may be either picture.
    """
    if item["form"] in (CHOICE, DIFFERENCE):
        rng = generator(seed, SUITE, "orders", item["unit_id"])
        return option_orders(len(item["options"]), n_orders, rng)
    if item["form"] == WHICH and pictures == (COUNTERFACTUAL, ORIGINAL):
        return [(1, 0, 2, 3)]
    return [tuple(range(len(item["options"] or ())))]


def _options(item: Mapping[str, Any], order: tuple[int, ...]) -> list[str] | None:
    """Return the options as shown; the two pictures by their numbers."""
    if item["options"] is None:
        return None
    if item["form"] == WHICH:
        return ["Picture 1", "Picture 2", *item["options"][2:]]
    return [item["options"][option] for option in order]


def _request(
    item: Mapping[str, Any],
    cell: Cell,
    sent: _Sent,
    options: Sequence[str] | None,
    prompts: Mapping[str, str],
    prime: str,
) -> Request:
    """Return pictures first, each after its number where they are two of a pair, then the question and its options."""
    two = cell.mode in TWO_PICTURES
    parts: list[Part] = []
    for number, digest in enumerate(sent.digests, 1):
        parts += [Part("text", f"Picture {number}:")] * two
        parts.append(Part("image", digest))
    question = item["question"]
    if two and item["form"] not in PAIR_FORMS:
        question = f"About Picture {sent.pictures.index(COUNTERFACTUAL) + 1}: {question}"
    lines = [question]
    if ANSWER_OF[item["form"]] == LETTER:
        lines += ["", *(f"({LETTERS[place]}) {option}" for place, option in enumerate(options or ()))]
    parts.append(Part("text", "\n".join(lines)))
    return Request(system_text(prompts, item["form"], prime, not sent.digests), tuple(parts))
