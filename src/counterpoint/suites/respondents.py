"""The planted respondents of each suite, by the suite's name."""

from counterpoint.models.planted import Respond
from counterpoint.suites.cvlat import respondents as cvlat

RESPONDENTS: dict[str, Respond] = {"cvlat": cvlat.respond}
