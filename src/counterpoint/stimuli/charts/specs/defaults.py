"""What a short specification leaves out and follows from the rest: words, titles, decimals, the number."""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from counterpoint.stimuli.charts.specs.kinds import KINDS, ORDERED
from counterpoint.stimuli.charts.specs.wording import MOST, capitalised, plural

MOST_DECIMALS = 4


def completed(block: dict[Any, Any]) -> dict[Any, Any]:
    """Return a specification with what it leaves out; what it gives stays, and so does what is faulty.

    `block` is the file as it stands, with the chart's id; facts are {fields, rows, series}.
    """
    done = dict(block)
    if isinstance(block.get("id"), str):
        done.setdefault("number", crc32(block["id"].encode()) % 1000)
    facts, words, chart_type = block.get("facts"), block.get("wording"), block.get("type")
    facts = facts if isinstance(facts, dict) else {}
    wide = facts.get("series") if isinstance(facts.get("series"), list) else []
    done.setdefault("decimals", _decimals(_columns(facts, ["value", *wide])))
    if not isinstance(chart_type, str) or chart_type not in KINDS or not isinstance(words, dict):
        return done
    kind = KINDS[chart_type]
    words = dict(words)
    for key, quantity in (("x_axis", "x_quantity"), ("size", "size_quantity")):
        if key.removesuffix("_axis") in kind.fields:
            axis = block.get(key, {})
            if isinstance(axis, dict):
                if isinstance(axis.get("title"), str):
                    words.setdefault(quantity, _uncapitalised(axis["title"]))
                if isinstance(words.get(quantity), str):
                    axis = {"title": capitalised(words[quantity]), **axis}
                if axis:
                    done[key] = {"decimals": _decimals(_columns(facts, [key.removesuffix("_axis")])), **axis}
    named = "x" not in kind.fields or "category" in _list(facts.get("fields"))
    axis = done.get("x_axis")
    done["wording"] = _wording(chart_type, words, named, axis if isinstance(axis, dict) else {})
    quantity, item = done["wording"].get("quantity"), done["wording"].get("item")
    x_title, y_title = kind.anonymous_titles
    if x_title and "x" not in kind.fields and isinstance(item, str) and not item.startswith("of "):
        done.setdefault("x_axis", {"title": capitalised(item)})
    if y_title and isinstance(quantity, str):
        done.setdefault("y_title", _axis_title(quantity, block.get("unit")))
    return done


def _wording(chart_type: str, given: dict[str, Any], named: bool, x_axis: dict[str, Any]) -> dict[str, Any]:
    """Return the words of a chart, those that are absent from the type's pattern."""
    words = dict(given)
    kind = KINDS[chart_type]
    unit = f" {x_axis['unit']}" if isinstance(x_axis.get("unit"), str) and x_axis["unit"] else ""
    x_quantity = words.get("x_quantity")
    if chart_type == "histogram":
        words.setdefault("item", "interval")
    elif not named:
        words.setdefault("item", x_quantity)
    quantity, item = words.get("quantity"), words.get("item")
    if not isinstance(quantity, str) or not isinstance(item, str):
        return words
    if "series" in kind.fields and "{series}" not in quantity:
        quantity = words["quantity"] = f"{quantity} of {{series}}"
    if "series" in kind.fields:
        words.setdefault("ratio_of", "ratio of {series} to {to} in {category}")
    of_mark = " in {category}" if "series" in kind.fields or chart_type in ORDERED else " of {category}"
    if chart_type == "histogram":
        of_mark = f" where the {x_quantity} is from {{low}} to under {{high}}{unit}"
    elif not named:
        of_mark = f" where the {x_quantity} is {{category}}{unit}"
    words.setdefault("quantity_of", quantity + of_mark)
    if isinstance(words["quantity_of"], str) and words["quantity_of"].startswith(f"{quantity} "):
        words.setdefault("that_of", "that" + words["quantity_of"].removeprefix(quantity))
    items = words.setdefault("items", item if item.startswith("of ") else plural(item))
    words.setdefault("over", _over(chart_type, items, named, f"where the {x_quantity} is", unit))
    return words


def _over(chart_type: str, items: Any, named: bool, where_x_is: str, unit: str) -> str:
    """Return what all marks together are."""
    if chart_type in ORDERED:
        return "from {first} to {last}"
    if not named and chart_type != "histogram":
        return f"{where_x_is} from {{first}} to {{last}}{unit}"
    if str(items).startswith("of "):
        return str(items)
    return f"{'in' if chart_type == 'histogram' or 'series' in KINDS[chart_type].fields else 'of'} the {items}"


def _axis_title(quantity: str, unit: Any) -> str:
    """Return a quantity as the title of the value axis, behind which its unit stands.

    Without the series, which share it; empty where they cannot be left out. A number of what the unit says is "Number".
    """
    text = quantity.replace(" of {series}", "").replace("{series} ", "")
    if text.startswith("number of ") and isinstance(unit, str) and unit and unit in text.split():
        return "Number"
    return "" if "{" in text else capitalised(text)


def _uncapitalised(title: str) -> str:
    """Return a title as it stands inside a sentence: a small first letter, but for abbreviations such as GDP."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def _columns(facts: dict[Any, Any], names: Iterable[Any]) -> list[float]:
    """Return the numbers of the columns named."""
    places = [place for place, name in enumerate(_list(facts.get("fields"))) if name in list(names)]
    rows = [row for row in _list(facts.get("rows")) if isinstance(row, list)]
    cells = [row[place] for row in rows for place in places if place < len(row)]
    return [cell for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool)]


def _list(part: Any) -> list[Any]:
    return part if isinstance(part, list) else []


def _decimals(numbers: Iterable[float]) -> int:
    """Return the most decimals that a number has, at most `MOST_DECIMALS`; numbers that are too large do not count."""
    shown = [f"{number:.10f}".rstrip("0").partition(".")[2] for number in numbers if abs(number) <= MOST]
    return min(max(map(len, shown), default=0), MOST_DECIMALS)
