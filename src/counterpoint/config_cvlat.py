"""The typed configuration of the suite CVLAT: which charts are asked about, how, and in which cells."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from counterpoint.validation import LEVEL_PATTERN, Place, Strict, Text, refuse_repeats, rule

ConflictLevel = Annotated[str, Field(pattern=LEVEL_PATTERN)]
"""How much larger the larger of the fact and the value shown is, or a reversal of all values in rank."""
CvlatCell = Literal[
    "vlat/normal",
    "vlat/explain",
    "revlat/normal",
    "revlat/explain",
    "cvlat/normal",
    "cvlat/anonymised",
    "cvlat/question_only",
    "cvlat/factual_priority",
    "cvlat/visual_priority",
]
"""Names of CVLAT's cells; the suite's own module says what they are, and a test holds the two together."""


class CvlatSuite(Strict):
    """What is asked in the suite CVLAT."""

    source: Literal["bank", "bundle"]
    """Where charts and questions come from: our own bank, or the authors' published bundle."""
    bundle: Place | None = Field(None, validate_default=True)
    """Folder of the authors' bundle; needed with source bundle, null otherwise."""
    charts: Place = "resources/charts"
    """Folder of the bank's chart specifications; not read with source bundle."""
    items: Literal["standard", "all", "sample"] = "standard"
    """Which of the bank's questions are asked: 53 and 48 as in the paper, every chart's own, or `n_items`."""
    n_items: Annotated[int, Field(ge=1, le=100_000)] | None = Field(None, validate_default=True)
    """Questions of each instrument with items sample; null otherwise."""
    conflict_levels: tuple[ConflictLevel, ...] = Field((), strict=False, json_schema_extra={"uniqueItems": True})
    """Sizes of conflict at which the bank's cvlat instrument asks values; none for its declared manipulations."""
    pixel_audit: Literal["stop", "report"] = "stop"
    """Whether a bank's picture whose pixels do not show its table stops the run, or is a finding of the report."""
    prompts: Place = "resources/prompts/cvlat.yaml"
    """File of prompts, used unless the bundle brings its own."""
    cells: tuple[CvlatCell, ...] = Field(strict=False, min_length=1, json_schema_extra={"uniqueItems": True})
    """Experimental conditions asked."""
    orders: int = Field(120, ge=1, le=120)
    """Option orders in which an item is asked; the paper's 120 use every order of an item equally often."""
    repeats: Literal["shared", "independent"] = "shared"
    """Whether orders that repeat are asked once and share the reply, or are asked each time."""
    picture: Literal["after_text", "before_text"] = "after_text"
    """Where in a message the picture stands: after the question as in the paper, or before it, for prefix caches."""
    replies: Literal["free_text", "structured"] = "free_text"
    """Whether a reply is free text, as in the paper, or JSON that names a letter, of models that can be held to it."""
    extraction: Literal["parser", "judge", "parser_then_judge"] = "parser"
    """How a reply is read: by rule, by the run's judge, or by the judge where the rules leave it unresolved."""
    human_labels: Place | None = None
    """CSV of people's labels of replies, which readings are compared with; null for none."""
    humans: Place | None = None
    """CSV of people's answers, for a human baseline; null for none."""

    @field_validator("bundle")
    @classmethod
    def _bundle_where_it_is_read(cls, bundle: str | None, info: ValidationInfo) -> str | None:
        source = info.data.get("source")
        if source == "bundle" and bundle is None:
            raise rule("with source bundle, the folder that holds the authors' bundle", None)
        if source == "bank" and bundle is not None:
            raise rule("null with source bank; a folder only with source bundle", bundle)
        return bundle

    @field_validator("n_items")
    @classmethod
    def _number_where_it_is_read(cls, number: int | None, info: ValidationInfo) -> int | None:
        sample = info.data.get("items") == "sample"
        if sample != (number is not None):
            allowed = "a number of questions" if sample else "null unless items is sample"
            raise rule(allowed, number)
        return number

    @field_validator("conflict_levels")
    @classmethod
    def _each_level_once(cls, levels: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        refuse_repeats(levels)
        if levels and info.data.get("source") == "bundle":
            raise rule("none with source bundle, whose pictures are drawn already", list(levels))
        return levels

    @field_validator("cells")
    @classmethod
    def _each_cell_once(cls, cells: tuple[str, ...]) -> tuple[str, ...]:
        refuse_repeats(cells)
        return cells

    def paths(self) -> dict[tuple[str, ...], tuple[str | None, bool]]:
        """Return the files and folders that the suite reads, by key: each path, and whether it is a folder."""
        bank = self.source == "bank"
        return {
            ("charts",): (self.charts if bank else None, True),
            ("bundle",): (None if bank else self.bundle, True),
            ("prompts",): (self.prompts, False),
            ("human_labels",): (self.human_labels, False),
            ("humans",): (self.humans, False),
        }


class CvlatPrompts(Strict):
    """The system texts of CVLAT, by the prompt that a cell names."""

    normal: Text
    """Answer with the letter only."""
    anonymised: Text
    """The same for charts without names."""
    explain: Text
    """Explain first, then answer."""
    visual_priority: Text
    """Trust the chart."""
    factual_priority: Text
    """Trust the facts."""
    question_only: Text
    """Answer without a chart."""
