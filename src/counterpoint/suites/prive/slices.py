"""Pairs of the medical domain: a slice whose lesion is shown in the slice's own contrast, and in another one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from counterpoint.config_prive import PriveMedical
from counterpoint.findings import finding
from counterpoint.stimuli.medical.cases import read_case
from counterpoint.stimuli.medical.defects import DEFECTS, Defect
from counterpoint.stimuli.medical.layouts import find_cases
from counterpoint.stimuli.medical.phantom import write_phantoms
from counterpoint.stimuli.medical.survey import SurveyRow, draw_sample, survey
from counterpoint.stimuli.medical.swap import MedicalPair, swap
from counterpoint.stimuli.views.region import Region
from counterpoint.suites.prive.names import ORIGINAL, SUITE
from counterpoint.suites.prive.pairs import Pair, Value
from counterpoint.suites.prive.pictured import PicturedPair

PHANTOM_SLICES = 31
"""Slices of a phantom that is written for a run: one is shown, so that a fifth of a scan's are enough."""
BRATS_SOURCE = "BraTS (ASNR-MICCAI), the folder that the configuration names"
BRATS_LICENCE = "as its makers give it; not to be handed on"


def write_run_phantoms(folder: str | Path, seed: int, number: int) -> None:
    """Write so many phantoms for a run. Raises UserError when the folder cannot be written."""
    write_phantoms(folder, seed, range(number), PHANTOM_SLICES)


def slice_pairs(
    folder: str | Path, settings: PriveMedical, seed: int, audit: list[dict[str, Any]]
) -> Iterator[PicturedPair]:
    """Yield the pairs of the sampled cases below a folder, both directions of the swap.

    A case that cannot be used becomes a row of `audit`. Raises UserError when none can be used.
    """
    rows = survey(folder, BRATS_SOURCE, BRATS_LICENCE, normalisation=settings.normalisation)
    audit += [_defect(row.case, row.defect, row.detail) for row in rows if not row.usable]
    known, cases = {row.case: row for row in rows}, {case.name: case for case in find_cases(folder)}
    for sampled in draw_sample(rows, seed, settings.per_direction):
        try:
            read = read_case(cases[sampled.case], normalisation=settings.normalisation)
            made = swap(read, sampled.direction, settings.blend)
        except Defect as error:  # a lesion without surroundings, which only shows when it is blended
            audit.append(_defect(sampled.case, error.kind, str(error)))
            continue
        yield _pictured(made, known[sampled.case])


def _defect(case: str, kind: str, detail: str) -> dict[str, Any]:
    return finding(SUITE, f"case {case}", None, kind, f"{DEFECTS[kind]}: {detail}", True)


VALUES = {
    "t1n": Value(
        "T1-weighted",
        "T1-weighted MRI",
        "Is the lesion shown in T1-weighted contrast?",
        "The lesion is shown in T1-weighted contrast.",
        ("T1", "T1w", "T1-weighted MRI", "T1 weighted"),
    ),
    "t2f": Value(
        "FLAIR",
        "FLAIR MRI",
        "Is the lesion shown in FLAIR contrast?",
        "The lesion is shown in FLAIR contrast.",
        ("FLAIR MRI", "T2-FLAIR", "T2 FLAIR", "fluid-attenuated inversion recovery"),
    ),
}
"""The lesion's contrast, by the modality that shows it."""
DISTRACTORS = (
    Value("computed tomography", "computed tomography"),
    Value("positron emission tomography", "positron emission tomography"),
)
"""Contrasts that neither picture shows, and that nobody takes for either: those of the same scanner would be."""


def _pictured(made: MedicalPair, row: SurveyRow) -> PicturedPair:
    pair = Pair(
        pair_id=f"medical/{made.case}/{made.direction.name}",
        domain="medical",
        original_id=f"medical/{made.case}",
        edit="swap",
        subject="the brain slice",
        attribute="the contrast in which the lesion is shown",
        alike=("the side of the brain on which the lesion lies", "the direction from which the brain is seen"),
        asks="In which imaging contrast is the lesion in this brain slice shown?",
        asks_choice="In which imaging contrast is the lesion in this brain slice shown?",
        original=VALUES[made.direction.background],
        counterfactual=VALUES[made.direction.inserted],
        distractors=DISTRACTORS,
        prior=ORIGINAL,
        source=row.source,
        licence=row.licence,
        made="phantom" if row.phantom else "brats",
    )
    pictures = (np.repeat(np.asarray(image)[:, :, None], 3, axis=2) for image in (made.original, made.counterfactual))
    return PicturedPair(pair, *pictures, Region(made.box, made.mask), source_mode="L")
