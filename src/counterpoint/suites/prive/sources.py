"""All pairs of a run: drawn ones, slices, and those of one's own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterpoint.config_prive import PrivePictures
from counterpoint.errors import UserError
from counterpoint.stimuli.objects.manifest import DOMAINS, load_manifest
from counterpoint.suites.prive.drawn import drawn_pairs
from counterpoint.suites.prive.own import own_pairs
from counterpoint.suites.prive.pictured import PicturedPair
from counterpoint.suites.prive.prompts import check_questions
from counterpoint.suites.prive.slices import slice_pairs


def all_pairs(
    suite: PrivePictures, cases: str | Path | None, seed: int, audit: list[dict[str, Any]]
) -> Iterator[PicturedPair]:
    """Yield the pairs that a run asks about, domain by domain, its own last; what is left out is a row of `audit`.

    `cases` is the folder of the medical cases, None without that domain. Raises UserError when a source cannot be
    read, when a question tells what it must not, when a pair's name stands twice or is that of a drawn original, and
    when there is no pair.
    """
    seen: set[str] = set()  # of pairs, and of originals that pairs share: the files of either are named by these
    for made in _pairs(suite, cases, seed, audit):
        check_questions([made.pair], "suites.prive")
        if made.pair.pair_id in seen:
            raise UserError(f"{suite.pairs}: {made.pair.pair_id!r} is the name of another pair or original; rename it")
        seen |= {made.pair.pair_id, made.pair.original_id} if made.shared else {made.pair.pair_id}
        yield made
    if not seen:
        faults = [f"{row['source']}: {row['detail']}" for row in audit if row["kept_out"]]
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        raise UserError(f"suites.prive: no pair can be asked about: {faults[0]}{more}; mend or replace what is named")


def _pairs(
    suite: PrivePictures, cases: str | Path | None, seed: int, audit: list[dict[str, Any]]
) -> Iterator[PicturedPair]:
    for domain in (domain for domain in DOMAINS if domain in suite.domains):
        manifest = load_manifest(Path(suite.objects, f"{domain}.yaml"))
        yield from drawn_pairs(manifest, suite.objects, suite.originals, suite.edits, seed)
    if cases is not None:
        yield from slice_pairs(cases, suite.medical, seed, audit)
    if suite.pairs is not None:
        yield from own_pairs(suite.pairs, audit)
