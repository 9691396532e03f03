"""Every case below a folder, usable or with its defect in words; and the sample that is asked about."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.medical.cases import MINIMUM_AREA, Normalisation, read_case
from counterpoint.stimuli.medical.defects import Defect
from counterpoint.stimuli.medical.layouts import Case, find_cases
from counterpoint.stimuli.medical.nifti import open_volume
from counterpoint.stimuli.medical.phantom import PHANTOM_LICENCE, PHANTOM_MARK, PHANTOM_SOURCE
from counterpoint.stimuli.medical.swap import DIRECTIONS, Direction

EACH = 125
"""Cases a direction that are sampled unless said otherwise, as in the published study."""
TERCILES = 3


@dataclass(frozen=True)
class SurveyRow:
    """What is known of a case. A usable one has no `defect`; of one with a defect the numbers are None.

    `defect` is a key of `DEFECTS` and `detail` says it in words. `slice_index` is the whole-tumour slice, counted from
    the feet; `tumour_area` is in px of that slice, `tumour_volume` in mm³. A phantom is known by what its header says,
    whatever source and licence were declared for the folder.
    """

    case: str
    layout: str
    phantom: bool
    source: str
    licence: str
    defect: str | None
    detail: str | None
    slice_index: int | None
    tumour_area: int | None
    tumour_volume: float | None

    @property
    def usable(self) -> bool:
        """Whether pairs can be made of the case."""
        return self.defect is None


@dataclass(frozen=True)
class SampleRow:
    """A case drawn for one direction of the swap; `tercile` is that of its tumour's area: 0 small to 2 large."""

    case: str
    direction: Direction
    tercile: int


def survey(
    folder: str | Path,
    source: str,
    licence: str,
    *,
    normalisation: Normalisation = "slice",
    minimum_area: int = MINIMUM_AREA,
) -> list[SurveyRow]:
    """Return a row for each case below a folder, sorted by name, after reading all that its pairs would show.

    Raises UserError when the folder cannot be listed or holds no case; a bad case is a row.
    """
    return [_surveyed(case, source, licence, normalisation, minimum_area) for case in find_cases(folder)]


def draw_sample(
    rows: Sequence[SurveyRow], seed: int, each: int = EACH, directions: Sequence[Direction] = DIRECTIONS
) -> list[SampleRow]:
    """Draw `each` cases a direction, a third from each tercile of tumour area; all cases if there are fewer.

    Usable cases are ordered by area, then name, and cut into three parts of equal size. Each direction and tercile has
    a random stream of its own. Rows are sorted by direction, tercile and name. Raises UserError when none is usable.
    """
    usable = sorted((row for row in rows if row.usable), key=lambda row: (row.tumour_area, row.case))
    if not usable:
        kinds = ", ".join(sorted({str(row.defect) for row in rows})) or "there is none"
        raise UserError(f"medical cases: none of {len(rows)} is usable ({kinds}); mend them or name another folder")
    wanted = min(each, len(usable))
    drawn = []
    for direction in directions:
        for tercile in range(TERCILES):
            names = sorted(row.case for row in usable[_share(len(usable), tercile) : _share(len(usable), tercile + 1)])
            count = _share(wanted, tercile + 1) - _share(wanted, tercile)
            random = generator(seed, "medical", "sample", direction.name, tercile)
            chosen = random.choice(len(names), count, replace=False) if count else []
            drawn += [SampleRow(names[place], direction, tercile) for place in sorted(chosen)]
    return drawn


def _share(total: int, tercile: int) -> int:
    return total * tercile // TERCILES


def _surveyed(case: Case, source: str, licence: str, normalisation: Normalisation, minimum_area: int) -> SurveyRow:
    defect = detail = read = None
    try:
        read = read_case(case, normalisation=normalisation, minimum_area=minimum_area)
    except Defect as error:
        defect, detail = error.kind, str(error)
    phantom = PHANTOM_MARK in read.note if read else _is_phantom(case)
    return SurveyRow(
        case=case.name,
        layout=case.layout,
        phantom=phantom,
        source=PHANTOM_SOURCE if phantom else source,
        licence=PHANTOM_LICENCE if phantom else licence,
        defect=defect,
        detail=detail,
        slice_index=read.slice_index if read else None,
        tumour_area=read.tumour_area if read else None,
        tumour_volume=read.tumour_volume if read else None,
    )


def _is_phantom(case: Case) -> bool:
    """Return whether a file of a case that cannot be used says that it is a phantom's."""
    for path in (path for paths in case.files.values() for path in paths):
        try:
            if PHANTOM_MARK in open_volume(path).note:
                return True
        except Defect:
            continue
    return False
