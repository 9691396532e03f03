"""The items of figures whose data are known, once every rule has been held against every probe."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from counterpoint.stimuli.scientific.spec import figure_of
from counterpoint.suites.scifig.probes.blur_targets import Named, Target
from counterpoint.suites.scifig.probes.items import Stated, items, probes
from counterpoint.suites.scifig.probes.validity import check, valid

Row = Mapping[str, Any]


def generated_items(
    figures: Iterable[Row],
    elements: Iterable[Row],
    legibility: Iterable[Row],
    describe: Mapping[str, str],
    seed: int,
    stated: Mapping[str, Stated] | None = None,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of `scifig_items` and of `scifig_validity`: a probe that fails a rule has no item.

    `figures`, `elements` and `legibility` are rows of tables; `describe` is what asks for a description, by chart type.
    Figures without data, one's own, are passed over. `stated` holds, by figure, the questions and premises that are
    asked in place of those computed from the data; None where these are asked.
    """
    drawn, read = defaultdict(list), {row["target_id"]: row for row in legibility}
    for row in elements:
        drawn[row["stimulus_id"]].append(row)
    asked, rules = [], []
    for row in figures:
        if row["data"] is None:
            continue
        found = probes(figure_of(row["data"]), drawn[f"{row['figure_id']}/clean"], seed)
        if stated is not None:
            found = replace(found, questions=(), premises=())
        held = [*check(found, seed), *legible_rules(found.figure, found.targets, read)]
        rules += held
        found = valid(found, held)
        if stated is not None and row["figure_id"] in stated:
            questions, premises = stated[row["figure_id"]]
            found = replace(found, questions=questions, premises=premises)
        asked += items(found, describe)
    return asked, rules


def legible_rules(figure: Named, targets: Iterable[Target], read: Mapping[str, Row]) -> Iterator[dict[str, Any]]:
    """Give what text recognition says of each target: it must be read in the clean picture, and not once blurred.

    `read` holds rows of `scifig_legibility` by target.
    """
    for target in targets:
        name = f"{figure.figure_id}/{target.dimension}"
        row = read[name]
        for rule, passed, said in (
            ("legible_when_clean", row["legible_clean"], row["read_clean"]),
            ("illegible_when_blurred", not row["legible_blurred"], row["read_blurred"]),
        ):
            yield {
                "figure_id": figure.figure_id,
                "chart_type": figure.chart_type,
                "probe": name,
                "rule": rule,
                "passed": passed,
                "detail": f"{target.text!r} is read as {said!r}",
            }
