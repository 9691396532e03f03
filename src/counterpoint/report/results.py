"""The result tables that a suite's section is read from, and the headings of those that every suite has."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.tables import read_table

LEFT_OUT = ("Trials left out", "Trials that are in no denominator: no reply came, or none that could be counted.")
PLANTED = ("Planted truth beside estimate", "What each planted respondent truly does, and what was estimated of it.")
AGREEMENT = (
    "Agreement of readers",
    "How far a judge agrees with itself, with the parser on replies that both could read, with a second judge, "
    "and each of them with people; 95 % intervals over units.",
)


def result_tables(paths: Iterable[str | Path], suite: str) -> dict[str, pa.Table]:
    """Return the result tables of a run by name, which is that of the file and of the schema.

    Of `agreement`, which is of all suites, there are the rows of `suite` alone. Raises UserError when a table is
    damaged or of another version.
    """
    found = {path.stem: read_table(path.stem, path) for path in map(Path, paths)}
    if "agreement" in found:
        found["agreement"] = found["agreement"].filter(pc.equal(found["agreement"]["suite"], suite))
    return found
