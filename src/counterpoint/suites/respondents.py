"""The planted respondents of each suite, by the suite's name, and the planted judge of all of them."""

from collections.abc import Mapping
from typing import Any

from counterpoint.judging import planted_judge
from counterpoint.models.planted import Respond
from counterpoint.suites.cvlat import respondents as cvlat
from counterpoint.suites.prive import respondents as prive
from counterpoint.suites.scifig import respondents as scifig

RESPONDENTS: dict[str, Respond] = {"cvlat": cvlat.respond, "prive": prive.respond, "scifig": scifig.respond}


def respond_of(identity: Mapping[str, Any], suite: str) -> Respond:
    """Return what answers for a planted model of a given identity in a suite."""
    return planted_judge.respond if identity.get("respondent") == "judge" else RESPONDENTS[suite]
