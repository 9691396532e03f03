"""Each suite's section of the report, by the suite's name."""

from collections.abc import Callable

from counterpoint.report.section import SuiteSection
from counterpoint.suites.cvlat.report import cvlat_section
from counterpoint.suites.prive.report import prive_section
from counterpoint.suites.scifig.report import scifig_section

SECTIONS: dict[str, Callable[..., SuiteSection]] = {
    "cvlat": cvlat_section,
    "prive": prive_section,
    "scifig": scifig_section,
}
