"""What was found in the items of either source: rows of table `audit`."""

from functools import partial

from counterpoint import findings
from counterpoint.suites.cvlat.names import SUITE

finding = partial(findings.finding, SUITE)
"""Return a row of `audit` about CVLAT: source, item_id, fault, detail and, if it is so, kept_out."""
