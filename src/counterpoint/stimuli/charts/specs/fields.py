"""The keys of a chart specification, each valid by itself: type, words, facts with their source, questions."""

from typing import Annotated, Any

from pydantic import Field, ValidationInfo, field_validator, model_validator

from counterpoint.problems import given, unknown_name
from counterpoint.states import STATES
from counterpoint.stimuli.charts.specs.defaults import completed
from counterpoint.stimuli.charts.specs.facts import Table, bin_name, rows_by_name
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import Mistake
from counterpoint.stimuli.charts.specs.palette import COLOURS
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.steps import Manipulation
from counterpoint.stimuli.charts.specs.wording import MOST, Line, Name, Number, Strict, Text, Wording

FACTS = ("fields", "rows", "series")
"""Keys of a fact table that stands in the specification itself."""


class Axis(Strict):
    """Title, unit and decimals of a scale beside that of the values: the x axis, or the size of bubbles."""

    title: Text
    unit: Line = ""
    decimals: int = Field(0, ge=0, le=4)


class ChartFields(Strict):
    """What is said of one chart of the bank; what is left out follows from the rest (see `defaults`).

    `number` is its place in the bank, where its alternations begin (see `variants.turn`): the next chart takes the
    next one. `title` goes without the unit, which is added, and without the year, which is added where
    `year_in_title` says so; `y_title` is the title of the value axis, `size` what the area of bubbles shows, and
    `legend_title` stands above the legend of a chart with series or colour classes; `own_units` are units of this chart
    that the list of known ones lacks; `decimals` is the precision of values in options; `bounds` is the least and the
    largest value that the quantity can have at all; `bin_width` is the width of a histogram's bins; `colours` gives
    series or groups colours of the palette, by convention where there is one (without it they follow the palette's
    order). Without `manipulations`, `default_steps` chooses them when a chart is loaded.
    """

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    number: int = Field(ge=0)
    type: str
    title: Text
    year: Name
    year_in_title: bool = False
    unit: Line
    own_units: tuple[Text, ...] = ()
    decimals: int = Field(ge=0, le=4)
    bounds: tuple[Number, Number] | None = None
    bin_width: Annotated[Number, Field(gt=0)] | None = None
    colour: str = "blue"
    colours: dict[Name, str] = Field(default_factory=dict)
    x_axis: Axis | None = None
    y_title: Line = ""
    size: Axis | None = None
    legend_title: Line = ""
    source: Text
    licence: Text
    facts: Table = Field(min_length=3)
    wording: Wording
    manipulations: tuple[Manipulation, ...] = Field((), min_length=1)
    questions: tuple[Question, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _with_defaults(cls, block: Any) -> Any:
        return completed(block) if isinstance(block, dict) else block

    @field_validator("type")
    @classmethod
    def _is_a_kind(cls, name: str) -> str:
        if name not in KINDS:
            raise Mistake(unknown_name(name, list(KINDS), "a chart type"))
        return name

    @field_validator("colour")
    @classmethod
    def _in_the_palette(cls, name: str) -> str:
        if name not in COLOURS:
            raise Mistake(unknown_name(name, list(COLOURS), "a colour"))
        return name

    @field_validator("facts", mode="before")
    @classmethod
    def _rows_of_fields(cls, block: Any, info: ValidationInfo) -> Any:
        """Turn {fields: [...], rows: [[...], ...]} into rows by name, adding the names that follow from others."""
        if not isinstance(block, dict):
            raise Mistake(f"must hold the keys `fields` and `rows`, or `file`, got {given(block)}")
        for key, part in block.items():
            if key not in FACTS:
                raise Mistake(unknown_name(str(key), FACTS, "the keys of facts"), key)
            if not isinstance(part, list):
                raise Mistake(f"must be a list, got {given(part)}", key)
        for key in ("fields", "rows"):
            if key not in block:
                raise Mistake(f"needs the key `{key}`, a list; or `file`, a CSV file")
        rows = rows_by_name(block["fields"], block["rows"], block.get("series", []), info.data.get("bin_width"))
        if info.data.get("type") == "choropleth" and "label" not in block["fields"]:
            return [{**row, "label": STATES.get(str(row.get("category")), row.get("category"))} for row in rows]
        return rows

    @property
    def low(self) -> float:
        """The least value that the quantity can have."""
        return self.bounds[0] if self.bounds else -MOST

    @property
    def high(self) -> float:
        """The largest value that the quantity can have: its bound, or the whole of which it is a part."""
        return self.bounds[1] if self.bounds else 100 if KINDS[self.type].whole else MOST

    @property
    def named_points(self) -> bool:
        """Whether marks have names of their own, not only a place on a numeric axis."""
        return any(fact.x is None or fact.category != bin_name(fact.x, self.bin_width) for fact in self.facts)
