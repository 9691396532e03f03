"""What can be asked about an attribute, and its answers: computed from a few words of the manifest."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from counterpoint.stimuli.objects.synonyms import other_wordings
from counterpoint.validation import Strict, refuse_repeats, rule


class Edit(StrEnum):
    """What an edit does to the declared elements."""

    REMOVAL = "removal"
    ADDITION = "addition"
    RECOLOURING = "recolouring"
    REARRANGEMENT = "rearrangement"
    SWAP = "swap"


PRESENT, ABSENT = "present", "absent"
OPTIONS = 4
"""Answers of a multiple choice: the least that an attribute needs."""

Text = Annotated[str, Field(min_length=1)]
Value = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value), Field(min_length=1)]
"""A value of an attribute; whole numbers are kept as their digits."""
Kind = Annotated[Edit, BeforeValidator(lambda value: Edit(value) if value in list(Edit) else value)]


@dataclass(frozen=True)
class Answer:
    """One value of an attribute in words.

    `phrase` completes the yes-or-no question and the statement; None where only a multiple choice may offer it.
    `option` is its text in a multiple choice, `reply` an open answer that gives it, `also` are other such answers.
    """

    value: str
    phrase: str | None
    option: str
    reply: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wording:
    """The questions about an attribute. `yes_no` and `statement` hold `{value}` for the phrase of an answer.

    `noun` is what is asked about, `alike` what else of the same thing two pictures could differ in and never do, both
    as nouns. `question` is answered freely, `choice` from the options; `numeric` says whether the values are counts.
    The answers begin with what prior knowledge expects, then the edits' values, then further distractors.
    """

    noun: str
    alike: tuple[str, ...]
    question: str
    choice: str
    yes_no: str
    statement: str
    numeric: bool
    answers: tuple[Answer, ...]


class Presence(Strict):
    """A part that everybody expects; the edit removes it. The attribute's name is the id of the part."""

    form: Literal["presence"]
    object: Text
    """What is shown, as one calls it after "the"."""
    part: Text
    """What is removed, as one calls it after "the"."""
    others: Annotated[tuple[Text, ...], Field(strict=False)]
    """Parts that are seen in both pictures, two or more: the distractors of the multiple choice."""

    @model_validator(mode="after")
    def _enough(self) -> "Presence":
        refuse_repeats(self.others)
        if len(self.others) < OPTIONS - 2 or self.part in self.others:
            raise rule("two or more parts beside the one that is removed", self.others, ("others",))
        return self

    @property
    def prior(self) -> str:
        """What prior knowledge expects."""
        return PRESENT

    @property
    def edits(self) -> Mapping[str, Edit]:
        """The only edit there can be."""
        return {ABSENT: Edit.REMOVAL}

    def changes(self, name: str) -> tuple[str, ...]:
        """Return the kinds of parts that may differ, for the attribute of this name."""
        return (name,)

    def wording(self) -> Wording:
        """Return questions and answers."""
        own = "their" if self.object in PLURALS else "its"
        verb = "Are" if self.object in PLURALS else "Is"
        asked = [f"the {part}" for part in sorted((self.part, *self.others))]
        return Wording(
            noun=self._presence(self.part),
            alike=tuple(map(self._presence, self.others)),
            # the parts are named, because a drawing lacks much that somebody may expect, and their order tells nothing
            question=f"Which of these, if any, cannot be seen in the picture of the {self.object}: "
            f"{', '.join(asked[:-1])} or {asked[-1]}?",
            choice=f"Which of these cannot be seen in the picture of the {self.object}?",
            yes_no=f"{verb} the {self.object} shown {{value}}?",
            statement=f"The {self.object} {verb.lower()} shown {{value}}.",
            numeric=False,
            answers=(
                Answer(PRESENT, f"with {own} {self.part}", "none of them: all of these can be seen", "none", ALL_SEEN),
                Answer(ABSENT, f"without {own} {self.part}", *[f"the {self.part}"] * 2, self._unseen()),
                *(Answer(other, None, *[f"the {other}"] * 2) for other in self.others),
            ),
        )

    def _presence(self, part: str) -> str:
        return f"the presence of the {part} of the {self.object}"

    def _unseen(self) -> tuple[str, ...]:
        """Return how a reply says that the part cannot be seen where its bare name stands behind a denial."""
        denials = (
            "no",
            "without",
            "without its",
            "cannot see",
            "can't see",
            "not see",
            "don't see",
            "lacks",
            "lacking",
        )
        return tuple(f"{denial} {self.part}" for denial in denials)


ALL_SEEN = (
    *("none of them", "none of these", "none is missing", "nothing", "no part", "all of them can be seen"),
    *("all of these can be seen", "all can be seen", "all are visible", "all of them are visible", "all are there"),
)
"""Further open answers that say that every part is seen."""
PLURALS = ("spectacles", "scissors")
"""Objects whose name is a plural."""


class _Edited(Strict):
    """What attributes with several edits share."""

    prior: Value
    """What prior knowledge expects, and the original shows."""
    edits: Annotated[dict[Value, Kind], Field(min_length=1)]
    """The value that each edit gives the attribute, and the edit's kind."""
    changed: Annotated[tuple[Text, ...], Field(strict=False, min_length=1)]
    """Kinds of parts, by the first word of their names, that may differ between the pictures."""

    def changes(self, name: str) -> tuple[str, ...]:
        """Return the kinds of parts that may differ."""
        return self.changed


class Count(_Edited):
    """A number of like things that everybody knows."""

    form: Literal["count"]
    object: Text
    """What has them, as one calls it after "the"."""
    thing: Text
    """One of them; its plural takes an s."""

    @model_validator(mode="after")
    def _numbers(self) -> "Count":
        for value in (self.prior, *self.edits):
            if not value.isdecimal():
                raise rule("a whole number; it is a count", value, ("edits",))
        if self.prior in self.edits:
            raise rule("a number other than the prior", self.prior, ("edits",))
        for value, kind in self.edits.items():
            if (kind is Edit.ADDITION) is not (int(value) > int(self.prior)) or kind not in (
                Edit.ADDITION,
                Edit.REMOVAL,
            ):
                raise rule(
                    "addition where there are more than expected, removal where there are fewer", kind, ("edits", value)
                )
        return self

    def wording(self) -> Wording:
        """Return questions and answers; distractors are the nearest further numbers."""
        question, thing = f"How many {self.thing}s does the {self.object} have?", self.object.partition(",")[0]
        values = [int(self.prior), *map(int, self.edits)]
        nearest = sorted(range(1, max(values) + OPTIONS), key=lambda n: (abs(n - values[0]), n))
        values += [n for n in nearest if n not in values][: max(0, OPTIONS - len(values))]
        answers = [(str(n), f"{n} {self.thing}{'' if n == 1 else 's'}") for n in values]
        return Wording(
            noun=f"the number of {self.thing}s of the {thing}",
            alike=(f"the colour of the {thing}",),
            question=question,
            choice=question,
            yes_no=f"Does the {self.object} have exactly {{value}}?",
            statement=f"The {self.object} has exactly {{value}}.",
            numeric=True,
            answers=tuple(Answer(digits, phrase, digits, phrase) for digits, phrase in answers),
        )


class Choice(_Edited):
    """A colour, shape, order or way of standing that everybody knows."""

    form: Literal["choice"]
    question: Text
    yes_no: Text
    """A question with `{value}` in the place of the value."""
    statement: Text
    """A sentence with `{value}` in the place of the value."""
    distractors: Annotated[tuple[Value, ...], Field(strict=False)] = ()
    """Further values that no picture shows; with the prior and the edits there are at least four."""
    noun: Text | None = None
    """What is asked about, as a noun; needed where the question does not begin with "What colour" or "What shape"."""

    @model_validator(mode="after")
    def _words(self) -> "Choice":
        for key in ("yes_no", "statement"):
            if getattr(self, key).count("{value}") != 1:
                raise rule("a sentence that holds {value} once", getattr(self, key), (key,))
        values = [self.prior, *self.edits, *self.distractors]
        refuse_repeats(values)
        if len(values) < OPTIONS:
            raise rule(
                f"as many values that prior, edits and distractors are {OPTIONS}", self.distractors, ("distractors",)
            )
        if (self.noun is None) is not bool(_COLOUR_OR_SHAPE.fullmatch(self.question)):
            raise rule("a noun, unless the question is what colour or shape something is", self.noun, ("noun",))
        return self

    def wording(self) -> Wording:
        """Return questions and answers."""
        values = (self.prior, *self.edits, *self.distractors)
        noun, alike = self.noun, ()
        if found := _COLOUR_OR_SHAPE.fullmatch(self.question):
            noun = f"the {found[1]} of {found[2]}"
            alike = tuple(f"the {other} of {found[2]}" for other in _ALIKE[found[1]])
        also = other_wordings(values)
        return Wording(
            noun=noun,
            alike=alike,
            question=self.question,
            choice=self.question,
            yes_no=self.yes_no,
            statement=self.statement,
            numeric=False,
            answers=tuple(Answer(value, value, value, value, also[value]) for value in values),
        )


_COLOUR_OR_SHAPE = re.compile(r"What (colour|shape) (?:is|are) (.+)\?")
_ALIKE = {"colour": ("shape", "size"), "shape": ("colour",)}
"""What an edit of a colour or shape leaves as it is; figures of two shapes are never quite of one size."""


Attribute = Annotated[Presence | Count | Choice, Field(discriminator="form")]
