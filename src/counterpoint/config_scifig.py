"""The typed configuration of the suite SciFig: which figures are shown, how they are spoilt, and what is asked."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from counterpoint.validation import Place, Slug, Strict, Text, refuse_repeats, rule

ScifigCell = Literal[
    "describe/clean",
    "describe/page",
    "describe/page_blurred",
    "describe/no_image",
    "describe/wrong_image",
    "describe/noise",
    "describe/contrast_dark",
    "describe/contrast_light",
    "describe/rotation",
    "describe/rotation_cropped",
    "describe/corners_lost",
    "describe/jpeg",
    "describe/downsample",
    "describe/true_caption",
    "describe/false_caption",
    "reason/clean",
    "reason/no_image",
    "reason/wrong_image",
    "resist/false_premise",
    "resist/true_premise",
    "admittance/active_blurred",
    "admittance/active_sham",
    "admittance/active_clean",
    "admittance/active_no_image",
    "admittance/active_wrong_image",
    "admittance/passive_blurred",
    "admittance/passive_sham",
    "inductance/active_blurred",
    "inductance/active_sham",
    "inductance/active_clean",
    "inductance/active_no_image",
    "inductance/active_wrong_image",
    "inductance/passive_blurred",
    "inductance/passive_sham",
]
"""Names of SciFig's cells; the suite's own module says what they are, and a test holds the two together."""


class ScifigLevels(Strict):
    """Levels of severity of each transform; every level is a cell of its own. The paper's are the defaults."""

    noise: tuple[Annotated[float, Field(gt=0, le=255)], ...] = Field((25.0,), strict=False, min_length=1)
    """Standard deviation of Gaussian noise, in grey levels of 255."""
    contrast: tuple[Annotated[float, Field(gt=0, lt=1)], ...] = Field((0.3,), strict=False, min_length=1)
    """Share of the contrast that is left, in the dark as in the light polarity."""
    rotation: tuple[Annotated[float, Field(ge=-180, le=180)], ...] = Field((15.0,), strict=False, min_length=1)
    """Degrees, counter-clockwise."""
    jpeg: tuple[Annotated[int, Field(ge=1, le=95)], ...] = Field((10,), strict=False, min_length=1)
    """Quality of JPEG compression."""
    downsample: tuple[Annotated[int, Field(ge=2, le=16)], ...] = Field((4,), strict=False, min_length=1)
    """How many times smaller a picture is made before it is enlarged again."""

    @field_validator("noise", "contrast", "rotation", "jpeg", "downsample")
    @classmethod
    def _each_level_once(cls, levels: tuple[float, ...]) -> tuple[float, ...]:
        named = [f"{level:g}" for level in levels]  # as cells and views are called
        for position, name in enumerate(named):
            if name in named[:position]:
                allowed = "each level once, told apart by six digits, and it stands here a second time"
                raise rule(allowed, levels[position], (position,))
        return levels


class ScifigFigures(Strict):
    """Which figures there are: all that decides the suite's clean pictures and what is true of them."""

    figures: int = Field(60, ge=0, le=10_000)
    """Figures drawn by the run, bars, lines and pies as evenly as in the paper; 0 for figures of one's own alone."""
    own: Place | None = Field(None, validate_default=True)
    """CSV of figures of one's own, asked beside these; null for none."""

    @field_validator("own")
    @classmethod
    def _anything_to_show(cls, own: str | None, info: ValidationInfo) -> str | None:
        if own is None and info.data.get("figures") == 0:
            raise rule("a file of figures where `figures` is 0", own)
        return own


class ScifigSuite(ScifigFigures):
    """What is asked in the suite SciFig."""

    cells: tuple[ScifigCell, ...] = Field(strict=False, min_length=1, json_schema_extra={"uniqueItems": True})
    """Experimental conditions asked."""
    levels: ScifigLevels = ScifigLevels()
    """Levels of severity of each transform."""
    captioned: bool = False
    """Whether a figure that is described stands above its true caption in the cells that are not about captions."""
    probes: Literal["computed", "proposed"] = "computed"
    """Where questions and premises about drawn figures come from: their data, or the generator and a review."""
    generator: Slug | None = Field(None, validate_default=True)
    """Model that proposes what to ask, by its name in the registry; null for none."""
    review: Place | None = Field(None, validate_default=True)
    """CSV of a person's decisions on what is proposed, without which none of it is asked; null for none yet."""
    prompts: Place = "resources/prompts/scifig.yaml"
    """File of prompts."""
    extraction: Literal["parser", "judge", "parser_then_judge"] = "parser_then_judge"
    """How a reply is read: by rule, by the run's judge, or by the judge where the rules leave it unresolved."""
    human_labels: Place | None = None
    """CSV of people's labels of replies, which readings are compared with; null for none."""
    human_scores: Place | None = None
    """CSV of people's MQM scores of descriptions, which ours are compared with; null for none."""

    @field_validator("cells")
    @classmethod
    def _each_cell_once(cls, cells: tuple[str, ...]) -> tuple[str, ...]:
        refuse_repeats(cells)
        return cells

    @field_validator("generator", "review")
    @classmethod
    def _about_something(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and info.data.get("own") is None and info.data.get("probes") == "computed":
            allowed = "null without figures of one's own (`own`): drawn ones need none where `probes` is computed"
            raise rule(allowed, value)
        return value

    @field_validator("generator")
    @classmethod
    def _someone_proposes(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None and info.data.get("probes") == "proposed":
            raise rule("the name of a model where `probes` is proposed", value)
        return value

    @property
    def reviewed(self) -> bool:
        """Whether there is anything that a person has to accept before it is asked."""
        return self.own is not None or self.probes == "proposed"

    def paths(self) -> dict[tuple[str, ...], tuple[str | None, bool]]:
        """Return the files and folders that the suite reads, by key: each path, and whether it is a folder."""
        return {
            ("own",): (self.own, False),
            ("review",): (self.review, False),
            ("prompts",): (self.prompts, False),
            ("human_labels",): (self.human_labels, False),
            ("human_scores",): (self.human_scores, False),
        }


class ScifigPrompts(Strict):
    """The texts of SciFig's requests."""

    describe_bar: Text
    """Describe a bar chart."""
    describe_line: Text
    """Describe a line chart."""
    describe_pie: Text
    """Describe a pie chart."""
    answer: Text
    """Answer a question about a figure."""
    number: Text
    """Answer with a number."""
    name: Text
    """Answer with a name from the figure."""
    caption: Text
    """What stands before a caption."""
    page: Text
    """The figure stands on a page."""
    blind: Text
    """There is no picture."""


class ScifigCandidatePrompts(Strict):
    """The texts of what a generator is asked."""

    system: Text
    """What it is to propose, and in what form."""
    ask: Text
    """What stands between a figure and what is known of it."""
