"""The plan of a PriVE run: every trial of every cell, the distinct requests behind them, and their truth."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
    SUITE,
    WHICH,
)
from counterpoint.suites.prive.prompts import system_text
from counterpoint.suites.prive.questions import IDENTICAL, PAIR
from counterpoint.trials import Plan

LETTERED = (CHOICE, WHICH, DIFFERENCE)
"""Forms whose options are shown with letters."""


def plan(
    items: Sequence[Mapping[str, Any]],
    views: Mapping[tuple[str, str, str], str],
    prompts: Mapping[str, str],
    cells: Iterable[str],
    formats: Iterable[str],
    prime: str,
    n_orders: int,
    seed: int,
) -> tuple[Plan, list[dict[str, Any]]]:
    """Plan every trial: item x cell x option order, identical requests once.

    `views` maps (pair_id, original or counterfactual, view) to the pixel digest of the picture as sent. A picture
    that a pair does not have (its region cannot have the view) makes the item's trials in that cell rows of the
    second result, which says why no such trial is sent; they are no requests. `formats` are the forms asked of
    single pictures; questions about the two pictures come with the modes that send both.

    Raises UserError when no chosen cell has any item.
    """
    asked, result, skipped = set(formats), Plan(SUITE), []
    elsewhere = _elsewhere(items, views, seed)
    for name in cells:
        cell = CELLS[name]
        for item in items:
            if item["form"] not in asked and item["form"] not in PAIR_FORMS:
                continue
            pictures = _pictures(item, cell, seed)
            if pictures is None:
                continue
            digests = _digests(item, cell, pictures, views, elsewhere)
            if digests is None:
                skipped.append({"cell": name, "item_id": item["item_id"], "unit_id": item["unit_id"]})
                continue
            for index, order in enumerate(_orders(item, n_orders, seed)):
                request = _request(item, cell, pictures, digests, order, prompts, prime)
                truth = _truth(item, cell, pictures, order)
                result.add(name, item, index, order, request, truth, shown=_options(item, pictures, order))
    if not result.trials:
        raise UserError("suites.prive.cells: no item can be asked in any of them; name other cells, formats or domains")
    return result, skipped


def _pictures(item: Mapping[str, Any], cell: Cell, seed: int) -> tuple[str, ...] | None:
    """Return which pictures of its pair an item is sent with in a cell, in their order; None where it is not asked."""
    about = item["picture"]
    if cell.mode in TWO_PICTURES:
        wanted = IDENTICAL if cell.mode == "identical_pair" else PAIR
        if item["form"] in PAIR_FORMS:
            if about != wanted:
                return None
        elif about != COUNTERFACTUAL:
            return None
        turned = cell.mode != "identical_pair" and bool(
            generator(seed, SUITE, "pair order", item["unit_id"]).integers(2)
        )
        return cell.shows[::-1] if turned else cell.shows
    if item["form"] in PAIR_FORMS:
        return None
    if cell.mode in ("wrong_picture", "question_only"):
        return () if about == COUNTERFACTUAL else None
    return cell.shows if (about,) == cell.shows else None


def _elsewhere(
    items: Iterable[Mapping[str, Any]], views: Mapping[tuple[str, str, str], str], seed: int
) -> dict[str, str]:
    """Return for each pair the original of another subject of its domain: the wrong picture."""
    subjects: dict[str, dict[str, str]] = {}
    of_pair: dict[str, tuple[str, str]] = {}
    for item in items:
        subjects.setdefault(item["domain"], {}).setdefault(item["cluster_id"], item["pair_id"])
        of_pair[item["pair_id"]] = (item["domain"], item["cluster_id"])
    found = {}
    for pair_id, (domain, subject) in of_pair.items():
        others = sorted(pair for other, pair in subjects[domain].items() if other != subject)
        if others:
            drawn = others[int(generator(seed, SUITE, "wrong picture", pair_id).integers(len(others)))]
            found[pair_id] = views[drawn, ORIGINAL, "raw"]
    return found


def _digests(
    item: Mapping[str, Any],
    cell: Cell,
    pictures: tuple[str, ...],
    views: Mapping[tuple[str, str, str], str],
    elsewhere: Mapping[str, str],
) -> list[str] | None:
    """Return the pictures sent, by pixel digest; None where the pair does not have one of them."""
    if cell.mode == "question_only":
        return []
    if cell.mode == "wrong_picture":
        return [elsewhere[item["pair_id"]]] if item["pair_id"] in elsewhere else None
    found = [views[item["pair_id"], picture, "raw"] for picture in pictures]
    if cell.view == "raw":
        return found
    view = views.get((item["pair_id"], pictures[0], cell.view))
    return None if view is None else [*found, view]


def _orders(item: Mapping[str, Any], n_orders: int, seed: int) -> list[tuple[int, ...]]:
    """Return the option orders of an item: those of a unit are the same in all its cells."""
    if item["form"] != CHOICE and item["form"] != DIFFERENCE:
        return [tuple(range(len(item["options"] or ())))]
    rng = generator(seed, SUITE, "orders", item["unit_id"])
    return option_orders(len(item["options"]), n_orders, rng)


def _options(item: Mapping[str, Any], pictures: tuple[str, ...], order: tuple[int, ...]) -> list[str] | None:
    """Return the options as shown, in their order; the pictures by their numbers."""
    if item["options"] is None:
        return None
    if item["form"] == WHICH:
        names = ["Picture 1", "Picture 2", *item["options"][2:]]
        return names
    return [item["options"][k] for k in order]


def _request(
    item: Mapping[str, Any],
    cell: Cell,
    pictures: tuple[str, ...],
    digests: Sequence[str],
    order: tuple[int, ...],
    prompts: Mapping[str, str],
    prime: str,
) -> Request:
    """Pictures first, each after its number where there are several, then the question and its options."""
    two = cell.mode in TWO_PICTURES
    parts: list[Part] = []
    for number, digest in enumerate(digests, 1):
        if two:
            parts.append(Part("text", f"Picture {number}:"))
        parts.append(Part("image", digest))
    question = item["question"]
    if two and item["form"] not in PAIR_FORMS:
        question = f"About Picture {_asked_about(pictures)}: {question}"
    lines = [question]
    if item["form"] in LETTERED:
        shown = _options(item, pictures, order) or []
        lines += ["", *(f"({LETTERS[k]}) {option}" for k, option in enumerate(shown))]
    parts.append(Part("text", "\n".join(lines)))
    return Request(system_text(prompts, item["form"], prime, not digests), tuple(parts))


def _asked_about(pictures: tuple[str, ...]) -> int:
    """Return the number of the picture that a question about one of two is about: the counterfactual's last place."""
    return len(pictures) - pictures[::-1].index(COUNTERFACTUAL)


def _own_order(item: Mapping[str, Any], pictures: tuple[str, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    """Return which of the item's own options stands at each position: Picture 1 may be either picture."""
    if item["form"] == WHICH and pictures[:1] == (COUNTERFACTUAL,) and item["picture"] == PAIR:
        return (1, 0, *order[2:])
    return order


def _truth(item: Mapping[str, Any], cell: Cell, pictures: tuple[str, ...], order: tuple[int, ...]) -> dict[str, Any]:
    """Return what planted respondents are told of a request: how each kind of answer would be written."""
    own = _own_order(item, pictures, order)

    def said(index: int | None) -> str | None:
        if index is None:
            return None
        return f"({LETTERS[own.index(index)]})" if item["form"] in LETTERED else item["options"][index]

    if item["form"] == OPEN:
        claims = json.loads(item["claims"])
        correct, biased = (wordings[0] if wordings else None for wordings in (claims["correct"], claims["biased"]))
        other = "something else"
    elif item["form"] == NUMBER:
        numbers = [item["correct_number"], item["biased_number"]]
        correct, biased = (None if number is None else f"{number:g}" for number in numbers)
        other = f"{sum(number or 0 for number in numbers) + 1:g}"
    else:
        taken = (item["correct_index"], item["biased_index"])
        rest = [k for k in range(len(item["options"])) if k not in taken]
        correct, biased, other = said(taken[0]), said(taken[1]), said(rest[0] if rest else None)
    told = {"correct": correct, "biased": biased, "other": other, "view": cell.view, "form": item["form"]}
    options = _options(item, pictures, order)
    letters = [f"({LETTERS[k]})" for k in range(len(options or ()))] if item["form"] in LETTERED else options
    return told | {"shown": bool(cell.shows), "options": letters}
