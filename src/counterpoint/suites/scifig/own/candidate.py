"""A candidate: one thing that could be asked about a figure of one's own, as texts that a person can look through."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from counterpoint.suites.scifig.names import (
    ADMITTANCE,
    CAPTION,
    CLAIM_KINDS,
    INDUCTANCE,
    PREMISE_KINDS,
    REASONING,
    REASONING_KINDS,
    RESISTANCE,
    SHAM,
)

GENERATOR, RECOGNITION, REVIEWER = "generator", "recognition", "reviewer"
"""Where a candidate comes from."""
WAITS, ACCEPTED, EDITED, REJECTED, CHANGED, UNKNOWN, NO_REPLY = (
    *("waits", "accepted", "edited", "rejected", "changed", "unknown", "no_reply"),
)
"""What has become of a candidate: changed where it is another than was accepted, unknown where a decision is about
nothing that the run has, no_reply where the generator gave none that could be read."""
ASKED = (ACCEPTED, EDITED)
FIELDS = (
    *("question", "key", "tolerance", "others", "premise", "actual", "anchor", "names", "twin", "twin_premise"),
    *("where", "steps"),
)
"""What is said of a candidate, each a text of one line, empty where its dimension has no such thing."""
NEEDS = {
    REASONING: ("question", "key"),
    RESISTANCE: ("question", "premise", "actual", "twin", "twin_premise"),
    CAPTION: ("premise", "actual"),
    ADMITTANCE: ("key", "where"),
    INDUCTANCE: ("key", "where", "steps"),
    SHAM: ("key", "where"),
}
"""Fields that a dimension cannot be asked without."""
CONTRA_NEEDS = ("key", "anchor")
NUMBERS = ("tolerance", "anchor")


@dataclass(frozen=True)
class Candidate:
    """One thing that could be asked.

    Of a reasoning question: question, key (number or name), tolerance, others (the names that are wrong), steps. Of a
    premise: question, premise and actual (what is taken for granted, what is the case), the twin's question and premise
    that are true, names; of a contradicted value anchor (the false number) and key (the true one). Of a caption's
    claim: premise (the false sentence) and actual (the true one). Of a text to blur: key (the text), where, steps.
    """

    figure_id: str
    probe: str
    dimension: str
    kind: str
    origin: str
    question: str = ""
    key: str = ""
    tolerance: str = ""
    others: str = ""
    premise: str = ""
    actual: str = ""
    anchor: str = ""
    names: str = ""
    twin: str = ""
    twin_premise: str = ""
    where: str = ""
    steps: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """What is said of it, by field."""
        return {name: getattr(self, name) for name in FIELDS}

    @property
    def missing(self) -> list[str]:
        """Fields that it cannot be asked without and that are empty."""
        more = CONTRA_NEEDS if self.kind == "contra" else ()
        return [name for name in (*NEEDS[self.dimension], *more) if not getattr(self, name)]

    def with_fields(self, fields: Mapping[str, str]) -> "Candidate":
        """Return the candidate with other fields."""
        return replace(self, **{name: fields[name] for name in FIELDS})


def candidate_of(figure_id: str, dimension: str, kind: str, origin: str, **fields: str) -> Candidate:
    """Return a candidate under the name that its dimension and kind give it."""
    return Candidate(figure_id, f"{figure_id}/{_suffix(dimension, kind)}", dimension, kind, origin, **fields)


def named_candidate(probe: str, figures: Mapping[str, Any]) -> Candidate | None:
    """Return the empty candidate that a name stands for, where it is about one of `figures` and not about a text."""
    figure_id, _, rest = probe.partition("/")
    for dimension, kinds in ((REASONING, REASONING_KINDS), (RESISTANCE, PREMISE_KINDS), (CAPTION, CLAIM_KINDS)):
        for kind in kinds:
            if figure_id in figures and rest == _suffix(dimension, kind):
                return candidate_of(figure_id, dimension, kind, REVIEWER)
    return None


def candidate_row(candidate: Candidate, **known: Any) -> dict[str, Any]:
    """Return a candidate as a row of `scifig_candidates`; `known` are its further columns."""
    return asdict(candidate) | known


def candidate_in(row: Mapping[str, Any]) -> Candidate:
    """Return the candidate of a row of `scifig_candidates`."""
    return Candidate(**{name: row[name] for name in Candidate.__dataclass_fields__})


def number_of_field(text: str) -> float | None:
    """Return the number that a field is; None where it is none."""
    plain = re.sub(r"(?<=\d),(?=\d{3}(?:\D|$))", "", text.strip()).replace("\u2212", "-")
    return float(plain) if re.fullmatch(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", plain) else None


def _suffix(dimension: str, kind: str) -> str:
    if dimension == REASONING:
        return f"reason/{kind}"
    if dimension == CAPTION:
        return f"caption/{kind}"
    return kind if dimension == RESISTANCE else dimension
