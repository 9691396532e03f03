"""The words with which questions speak of a chart, and the kinds of text and number that a specification takes."""

import re
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from counterpoint.problems import given
from counterpoint.stimuli.text import hidden, unprintable

MOST = 1e15
"""Largest magnitude of a number: beyond it, the decimals that options show are no longer exact."""


def _printable(text: str) -> str:
    """Return a text of one line, its letters composed, so that what looks the same is the same.

    Raises ValueError for line breaks, control characters, lone surrogates, characters that cannot be seen, and spaces
    at either end.
    """
    if character := unprintable(text) or hidden(text):
        raise ValueError(f"holds the character {character}, which cannot be printed; remove it")
    if text != text.strip():
        raise ValueError("has spaces at its beginning or end; remove them")
    return unicodedata.normalize("NFC", text)


def _no_truth(number: Any) -> Any:
    """Return what is given for a number; raise ValueError for what a float could be, but no number is."""
    if isinstance(number, bool) or number != number:
        raise ValueError(f"must be a number, got {given(number)}")
    return number


Line = Annotated[str, AfterValidator(_printable)]
Text = Annotated[Line, Field(min_length=1)]
Name = Annotated[str, Field(min_length=1, coerce_numbers_to_str=True), AfterValidator(_printable)]
Number = Annotated[float, BeforeValidator(_no_truth), Field(ge=-MOST, le=MOST, allow_inf_nan=False)]


class Strict(BaseModel):
    """A part of a specification: unknown keys are mistakes, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Wording(Strict):
    """The words with which the question templates speak of this chart; names in braces are replaced (`PLACES`).

    `quantity` "mean radius", `quantity_of` "mean radius of {category}", `that_of` what replaces it at the
    second mention, `item` and `items` what a mark is, `over` what all marks together are ({first}, {last} are
    the ends of the table), `range_of` what has a range, `at` how a line's positions are spoken of, `x_quantity`
    and `size_quantity` what a scatterplot or bubble chart has on x and as size (`x_quantity_of`, `size_quantity_of`
    of one mark). Of charts with series, {series} stands for the one asked, `share_of` for its part in a category's
    total, `ratio_of` for its ratio to the series {to}. `of_marks`: `more` to `least` are said of the marks themselves
    ("Everest is higher than Denali"), not of their quantity.
    """

    quantity: Text
    quantity_of: Text
    that_of: Text = "that of {category}"
    item: Text
    items: Text
    over: Text
    range_of: Text = "{quantity} {over}"
    share_of: Text = "share of {series} in the total of {category}"
    ratio_of: Text = "ratio of {series} to {to} of {category}"
    at: Text = "In"
    verb: Literal["is", "was"] = "is"
    x_quantity: Line = ""
    x_quantity_of: Text = "{x_quantity} of {category}"
    size_quantity: Line = ""
    size_quantity_of: Text = "{size_quantity} of {category}"
    of_marks: bool = False
    more: Text = "higher"
    most: Text = "highest"
    less: Text = "lower"
    least: Text = "lowest"

    @field_validator("*")
    @classmethod
    def _holds_its_places_only(cls, text: Any, info: ValidationInfo) -> Any:
        if not isinstance(text, str):
            return text
        allowed = PLACES.get(info.field_name, ())
        rest = filled(text, dict.fromkeys(allowed, ""))
        if "{" in rest or "}" in rest:
            names = ", ".join(f"{{{name}}}" for name in allowed) or "no braces"
            raise ValueError(f"{given(text)} holds braces that stand for nothing; allowed here: {names}")
        return text

    @field_validator("quantity_of", "that_of")
    @classmethod
    def _names_the_mark(cls, text: str) -> str:
        if "{category}" not in text and not ("{low}" in text and "{high}" in text):
            raise ValueError("must hold {category}, the place of the name (of a histogram also {low} and {high})")
        return text


_MARK = ("category", "low", "high")
PLACES = {
    "quantity": ("series",),
    "quantity_of": ("series", *_MARK),
    "that_of": ("series", *_MARK),
    "over": ("first", "last"),
    "range_of": ("quantity", "over", "series"),
    "share_of": ("series", "category"),
    "ratio_of": ("series", "to", "category"),
    "x_quantity_of": ("x_quantity", "category"),
    "size_quantity_of": ("size_quantity", "category"),
}
"""What may stand in braces in each text of a wording."""


def filled(text: str, names: dict[str, str]) -> str:
    """Return a text with each {name} replaced, all at once; what else stands in braces stays."""
    if not names:
        return text
    pattern = "|".join(re.escape(f"{{{name}}}") for name in names)
    return re.sub(pattern, lambda found: names[found[0][1:-1]], text)


def plural(noun: str) -> str:
    """Return the regular plural of an English noun, or of the last word of several."""
    if re.search(r"(s|x|z|ch|sh)$", noun):
        return f"{noun}es"
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning, the rest as it stands."""
    return text[:1].upper() + text[1:]
