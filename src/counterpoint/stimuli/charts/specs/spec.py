"""Chart specifications: a chart's keys, held against each other."""

from typing import Self

from pydantic import model_validator

from counterpoint.stimuli.charts.specs.checks import check_colours, check_kind, check_names, check_units, check_values
from counterpoint.stimuli.charts.specs.fields import ChartFields


class ChartSpec(ChartFields):
    """One chart of the bank, whose keys hang together."""

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        for check in (check_kind, check_colours, check_values, check_names, check_units):
            check(self)
        return self
