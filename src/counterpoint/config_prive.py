"""The typed configuration of the suite PriVE: which pairs of pictures are asked about, how, and in which cells."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from counterpoint.validation import Place, Strict, Text, refuse_repeats, rule

PriveDomain = Literal["existence", "counting", "fashion", "industry", "medical"]
PriveFormat = Literal["yes_no", "choice", "open", "number"]
PriveCell = Literal[
    "original_only/raw",
    "original_only/raw_twice",
    "original_only/box",
    "original_only/contour",
    "original_only/outline",
    "original_only/crop",
    "original_only/crop_same_pixels",
    "original_only/zoom",
    "original_only/marks",
    "counterfactual_only/raw",
    "counterfactual_only/raw_twice",
    "counterfactual_only/box",
    "counterfactual_only/contour",
    "counterfactual_only/outline",
    "counterfactual_only/crop",
    "counterfactual_only/crop_same_pixels",
    "counterfactual_only/zoom",
    "counterfactual_only/marks",
    "paired/raw",
    "swapped_pair/raw",
    "identical_pair/raw",
    "wrong_picture/raw",
    "question_only/raw",
]
"""Names of PriVE's cells; the suite's own module says what they are, and a test holds the two together."""


class PriveMedical(Strict):
    """Where the slices of the medical domain come from, and how they are made."""

    source: Literal["phantom", "brats"] = "phantom"
    """Phantoms that the run writes itself, or a folder of BraTS cases."""
    folder: Place | None = Field(None, validate_default=True)
    """Folder of the BraTS cases; needed with source brats, null otherwise."""
    per_direction: int = Field(125, ge=1, le=10_000)
    """Cases sampled for each direction of the swap; all usable ones where there are fewer."""
    normalisation: Literal["slice", "volume"] = "slice"
    """What the percentiles that become black and white are taken over."""
    blend: Literal["hard", "feathered", "matched"] = "hard"
    """How the other contrast is set into the lesion: as it is, fading in from the border, or matched in brightness."""

    @field_validator("folder")
    @classmethod
    def _folder_where_it_is_read(cls, folder: str | None, info: ValidationInfo) -> str | None:
        if (info.data.get("source") == "brats") != (folder is not None):
            needed = "with source brats, the folder that holds the cases; null with source phantom"
            raise rule(needed, folder)
        return folder


class PrivePictures(Strict):
    """Which pairs of pictures there are, and how large: all that decides the suite's pictures beside its views."""

    domains: tuple[PriveDomain, ...] = Field(
        ("existence", "counting", "fashion", "industry", "medical"),
        strict=False,
        json_schema_extra={"uniqueItems": True},
    )
    """Domains of which pairs are made; may be none where `pairs` names pairs of one's own."""
    originals: int = Field(24, ge=1, le=10_000)
    """Originals made in each domain that is drawn."""
    edits: Annotated[int, Field(ge=1, le=100)] | None = None
    """Edits asked of each drawn original, at most; null for all that its template has."""
    objects: Place = "resources/objects"
    """Folder of the templates that are drawn."""
    medical: PriveMedical = PriveMedical()
    """The medical domain's slices."""
    pairs: Place | None = Field(None, validate_default=True)
    """CSV or Parquet file of pairs of one's own, asked beside the others; null for none."""
    side: int = Field(512, ge=64, le=1024)
    """Longer side of the pictures sent, in px; crops and zooms are taken from the sources' own pixels."""

    @field_validator("domains")
    @classmethod
    def _each_once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        refuse_repeats(names)
        return names

    @field_validator("pairs")
    @classmethod
    def _anything_to_ask_about(cls, pairs: str | None, info: ValidationInfo) -> str | None:
        if pairs is None and not info.data.get("domains", True):
            raise rule("a file of pairs where `domains` is empty", pairs)
        return pairs


class PriveSuite(PrivePictures):
    """What is asked in the suite PriVE."""

    formats: tuple[PriveFormat, ...] = Field(
        ("yes_no", "choice", "open", "number"), strict=False, min_length=1, json_schema_extra={"uniqueItems": True}
    )
    """Forms of the questions about a picture's attribute."""
    cells: tuple[PriveCell, ...] = Field(strict=False, min_length=1, json_schema_extra={"uniqueItems": True})
    """Experimental conditions asked."""
    prime: Literal["none", "prior", "grounding", "both"] = "none"
    """What stands before how to answer: nothing, what is usual, to go by the picture, or both."""
    orders: int = Field(4, ge=1, le=120)
    """Option orders in which a question with options is asked."""
    prompts: Place = "resources/prompts/prive.yaml"
    """File of prompts."""
    extraction: Literal["parser", "judge", "parser_then_judge"] = "parser_then_judge"
    """How a reply is read: by rule, by the run's judge, or by the judge where the rules leave it unresolved."""
    human_labels: Place | None = None
    """CSV of people's labels of replies, which readings are compared with; null for none."""
    qc: Place | None = None
    """CSV of people's decisions on pictures and views, of which rejected ones are not asked about; null for none."""

    @field_validator("formats", "cells")
    @classmethod
    def _each_name_once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        refuse_repeats(names)
        return names

    def paths(self) -> dict[tuple[str, ...], tuple[str | None, bool]]:
        """Return the files and folders that the suite reads, by key: each path, and whether it is a folder."""
        drawn = any(domain != "medical" for domain in self.domains)
        slices = self.medical.folder if "medical" in self.domains else None
        return {
            ("objects",): (self.objects if drawn else None, True),
            ("medical", "folder"): (slices, True),
            ("pairs",): (self.pairs, False),
            ("prompts",): (self.prompts, False),
            ("human_labels",): (self.human_labels, False),
            ("qc",): (self.qc, False),
        }


class PrivePrompts(Strict):
    """The texts of PriVE's requests."""

    yes_no: Text
    """Answer Yes or No."""
    choice: Text
    """Answer with the letter of an option."""
    open: Text
    """Answer in a phrase."""
    number: Text
    """Answer with a number."""
    prior: Text
    """Think of what is usual."""
    grounding: Text
    """Go by the pictures."""
    blind: Text
    """There is no picture."""
