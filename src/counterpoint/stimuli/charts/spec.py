"""Chart specifications: a chart's type, words, facts with their source, questions and manipulations, as a file."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.palette import COLOURS
from counterpoint.stimuli.charts.wording import MOST, Line, Name, Number, Strict, Text, Wording
from counterpoint.validation import given, load_yaml, one_line, shown

FIELDS = ("category", "label", "series", "x", "value")


class Fact(Strict):
    """One row of a fact table: the value that a mark stands for.

    `category` names the mark; `label` is what is drawn for it where that is shorter; `x` is its place on a
    numeric x axis. Rows without a category are named by their x.
    """

    category: Name
    value: Number
    label: Name
    series: Name | None = None
    x: Number | None = None


Table = tuple[Fact, ...]


class Axis(Strict):
    """Title and unit of the x axis; a unit belongs to numeric axes only."""

    title: Text
    unit: Line = ""


class Question(Strict):
    """One question about the chart: what is asked, and of which marks.

    value: of one mark. highest, lowest: which mark. range: lowest and highest value. count_more, count_less:
    how many marks lie above or below the one named in `of`. greater: whether `of` exceeds `than`. trend,
    difference: between the marks `start` and `end`. correlation: of x and y.
    """

    ask: str
    of: Name | None = None
    than: Name | None = None
    start: Name | None = None
    end: Name | None = None

    @model_validator(mode="after")
    def _has_its_marks(self) -> Self:
        if self.ask not in ARGUMENTS:
            raise ValueError(f"ask {self.ask!r} is not one of {', '.join(ARGUMENTS)}")
        needed = ARGUMENTS[self.ask]
        given = tuple(key for key in ("of", "than", "start", "end") if getattr(self, key) is not None)
        if given != needed:
            raise ValueError(f"ask {self.ask!r} needs the keys {list(needed)} and no other, got {list(given)}")
        return self

    def names(self) -> tuple[str, ...]:
        """Return the categories that the question names."""
        return tuple(name for name in (self.of, self.than, self.start, self.end) if name is not None)


ARGUMENTS: dict[str, tuple[str, ...]] = {
    "value": ("of",),
    "highest": (),
    "lowest": (),
    "range": (),
    "count_more": ("of",),
    "count_less": ("of",),
    "greater": ("of", "than"),
    "trend": ("start", "end"),
    "difference": ("start", "end"),
    "correlation": (),
}
"""Every kind of question and the keys that it takes."""


class Manipulation(Strict):
    """One step from the facts to values that contradict them; see `manipulations`.

    swap: two categories. cycle: each category in `of` takes the value of the next, the last that of the first.
    reverse_ranking: the largest becomes the smallest and so on. reverse_order: the last becomes the first.
    permute: a seeded shuffle that leaves no value in place. scale, shift: multiply by or add `by`, to all
    categories or to those in `of`.
    """

    kind: Literal["swap", "cycle", "reverse_ranking", "reverse_order", "permute", "scale", "shift"]
    of: tuple[Name, ...] = ()
    by: Number | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if (self.kind in ("scale", "shift")) != (self.by is not None):
            raise ValueError(f"{self.kind}: `by` belongs to scale and shift, and to these only")
        least = {"swap": 2, "cycle": 3}.get(self.kind, 0)
        if len(self.of) < least or (self.kind == "swap" and len(self.of) != 2):
            raise ValueError(f"{self.kind}: `of` must name {'two' if least == 2 else 'three or more'} categories")
        if self.of and self.kind in ("reverse_ranking", "reverse_order", "permute"):
            raise ValueError(f"{self.kind}: takes all categories, `of` must be absent")
        if len(set(self.of)) < len(self.of):
            raise ValueError(f"{self.kind}: `of` names a category twice: {list(self.of)}")
        return self

    def text(self) -> str:
        """Return the manipulation in words, as items record it."""
        parts = [self.kind, *([" and ".join(self.of)] if self.of else [])]
        return " ".join([*parts, *([f"by {self.by:g}"] if self.by is not None else [])])


class ChartSpec(Strict):
    """One chart of the bank.

    `number` is its place in the bank, where its alternations begin (see `variants.turn`): the next chart takes the
    next one. `title` goes without the unit, which is added, and without the year, which is added where
    `year_in_title` says so; `y_title` is the title of the value axis; `decimals` is the precision of values in
    options; `bounds` is the least and the largest value that the quantity can have at all.
    """

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    number: int = Field(ge=0)
    type: str
    title: Text
    year: Name
    year_in_title: bool = False
    unit: Line
    decimals: int = Field(ge=0, le=4)
    bounds: tuple[Number, Number] | None = None
    colour: str = "blue"
    x_axis: Axis | None = None
    y_title: Line = ""
    source: Text
    licence: Text
    facts: Table = Field(min_length=3)
    wording: Wording
    manipulations: tuple[Manipulation, ...] = Field(min_length=1)
    questions: tuple[Question, ...] = Field(min_length=1)

    @field_validator("type")
    @classmethod
    def _is_a_kind(cls, name: str) -> str:
        if name not in KINDS:
            raise ValueError(f"{name!r} is not one of {', '.join(KINDS)}")
        return name

    @field_validator("colour")
    @classmethod
    def _in_the_palette(cls, name: str) -> str:
        if name not in COLOURS:
            raise ValueError(f"{name!r} is not one of {', '.join(COLOURS)}")
        return name

    @field_validator("facts", mode="before")
    @classmethod
    def _rows_of_fields(cls, block: Any) -> Any:
        """Turn {fields: [...], rows: [[...], ...]} into rows by name, adding the names that follow from others."""
        if not isinstance(block, dict) or set(block) != {"fields", "rows"}:
            raise ValueError("must hold the two keys `fields` and `rows`")
        fields, rows = block["fields"], block["rows"]
        if not isinstance(fields, list) or not isinstance(rows, list) or set(fields) - set(FIELDS):
            raise ValueError(f"`fields` must be a list out of {', '.join(FIELDS)}, `rows` a list of rows")
        facts = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, list) or len(row) != len(fields):
                raise ValueError(f"row {number} must be a list of {len(fields)} entries, got {row!r}")
            fact = dict(zip(fields, row, strict=True))
            if "category" not in fact and isinstance(fact.get("x"), int | float):
                fact["category"] = f"{fact['x']:g}"
            fact.setdefault("label", fact.get("category"))
            facts.append(fact)
        return facts

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        kind = KINDS[self.type]
        if not kind.negative and min(fact.value for fact in self.facts) < 0:
            raise ValueError(f"facts: a {self.type} chart cannot show a value below zero")
        if kind.most is not None and len(self.facts) > kind.most:
            raise ValueError(f"facts: a {self.type} chart can show {kind.most} rows, got {len(self.facts)}")
        if "x" in kind.fields and (self.x_axis is None or any(fact.x is None for fact in self.facts)):
            raise ValueError(f"facts: a {self.type} chart needs an x in every row, and `x_axis`")
        if self.bounds is not None and not self.bounds[0] < self.bounds[1]:
            raise ValueError(f"bounds: must be the least and the largest value, got {list(self.bounds)}")
        outside = [fact for fact in self.facts if not self.low <= fact.value <= self.high]
        if outside:
            raise ValueError(
                f"facts: {outside[0].category} has the value {outside[0].value:g}, outside the bounds "
                f"{self.low:g} to {self.high:g}"
            )
        if len({(fact.series, fact.category) for fact in self.facts}) < len(self.facts):
            raise ValueError("facts: a category occurs twice")
        if "x" in kind.fields and sorted(fact.x for fact in self.facts) != [fact.x for fact in self.facts]:
            raise ValueError("facts: rows must be in the order of x")
        if kind.total is not None and abs(sum(fact.value for fact in self.facts) - kind.total) > 1e-6:
            raise ValueError(f"facts: values of a {self.type} chart must sum to {kind.total:g}")
        known = {fact.category for fact in self.facts}
        asked = [(f"questions.{n}", q.names()) for n, q in enumerate(self.questions)]
        moved = [(f"manipulations.{n}", m.of) for n, m in enumerate(self.manipulations)]
        for place, names in (*asked, *moved):
            for name in names:
                if name not in known:
                    raise ValueError(f"{place}: {name!r} is not a category of the facts: {', '.join(sorted(known))}")
        return self

    @property
    def low(self) -> float:
        """The least value that the quantity can have."""
        return self.bounds[0] if self.bounds else -MOST

    @property
    def high(self) -> float:
        """The largest value that the quantity can have: its bound, or the whole of which it is a part."""
        return self.bounds[1] if self.bounds else KINDS[self.type].total or MOST

    @property
    def named_points(self) -> bool:
        """Whether marks have names of their own, not only a place on a numeric axis."""
        return any(fact.x is None or fact.category != f"{fact.x:g}" for fact in self.facts)

    def rank_of(self, category: str) -> int:
        """Return the row of a category in the fact table."""
        return [fact.category for fact in self.facts].index(category)


def load_chart(path: str | Path) -> ChartSpec:
    """Read one chart specification; its id is the file's name without the suffix.

    Raises UserError, in one line that names the file and the key, when the file is absent, is no YAML, or a key
    is missing, unknown, given twice, or holds what is not allowed.
    """
    path = Path(path)
    block = load_yaml(path)
    try:
        return ChartSpec.model_validate({"id": path.stem, **block})
    except ValidationError as error:
        raise UserError(one_line(f"{shown(path)}: {_first(error)}")) from error


def _first(error: ValidationError) -> str:
    """Return a validation error's first finding as 'key: what is wrong (got value)'."""
    first = error.errors()[0]
    key = ".".join(map(str, first["loc"]))
    text = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        text = "is not a key of a chart specification; remove it or correct its spelling"
    elif first["type"] == "missing":
        text = "is missing; add it"
    elif first["type"] != "value_error":
        text += f" (got {given(first['input'])})"
    return f"{key}: {text}" if key else text


def load_charts(folder: str | Path) -> list[ChartSpec]:
    """Read every chart specification (*.yaml) of a folder, in the order of their names.

    Raises UserError when the folder holds none, or one is faulty.
    """
    paths = sorted(Path(folder).glob("*.yaml"))
    if not paths:
        raise UserError(f"{folder}: holds no chart specification (*.yaml); name the folder of a chart bank")
    return [load_chart(path) for path in paths]
