"""A made-up SciFig run of five models of different skill, from item rates to the tables of results."""

from pathlib import Path

import pyarrow as pa
from made_up_scifig import claims_table, rate

from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.scifig.names import CHART_TYPES, PREMISE_KINDS, REASONING_KINDS
from counterpoint.suites.scifig.results.across_models import across_models
from counterpoint.suites.scifig.results.published import beside_published, read_published
from counterpoint.suites.scifig.results.result_tables import result_tables
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import as_table

PUBLISHED = Path(__file__).resolve().parents[2] / "resources" / "published"
FIGURES = [(f"f{i:02}", CHART_TYPES[i % 3]) for i in range(12)]
GROUPS = {"sharp": "proprietary", "middling": "open", "blunt": "open", "dull": "open", "planted-reader": "planted"}
SKILL = {"sharp": 0.9, "middling": 0.6, "blunt": 0.3, "dull": 0.1, "planted-reader": 1.0}
CLEAN, NOISE, FALSE_CAPTION = "describe/clean", "describe/noise_25", "describe/false_caption"
DRAWS = 200


def rows_of(model):
    """Return a model's item rates and claims: right on the first so many of twelve figures."""
    rows, claims = [], []
    for i, (figure, chart_type) in enumerate(FIGURES):
        able = i / len(FIGURES) < SKILL[model]
        for cell, lost in ((CLEAN, 0), (NOISE, 10), (FALSE_CAPTION, 5)):
            mqm = 50 * able + 40 - lost
            points = {"mqm_published": mqm, "mqm_capped": mqm + 1, "omission": 0.0, "error": 99.0 - mqm, "n_scored": 1}
            points |= {"facts_right": 5.0 * able, "facts_wrong": 1.0, "facts_not_stated": 6.0}
            rows.append(rate(cell, f"{figure}/describe", figure, "described", chart_type, **points))
        asked = [("reason/clean", kind, "correct" if able else "wrong") for kind in REASONING_KINDS]
        asked += [("resist/false_premise", kind, "rejects" if able else "accepts") for kind in PREMISE_KINDS]
        asked += [("resist/true_premise", kind, "accepts") for kind in PREMISE_KINDS]
        rows += [rate(cell, f"{figure}/{kind}", figure, outcome, chart_type, kind) for cell, kind, outcome in asked]
        blur = [("admittance/active_blurred", "abstained" if able else "wrong")]
        blur += [("inductance/active_blurred", "correct" if able else "wrong_hedged")]
        blur += [("inductance/active_sham", "correct")]
        rows += [rate(cell, f"{figure}/{cell.split('/')[0]}", figure, outcome, chart_type) for cell, outcome in blur]
        claims.append((FALSE_CAPTION, figure, "claim_1", "value_anchor", "image" if able else "caption", chart_type))
    return [row | {"model": model} for row in rows], claims


def run_tables():
    """Return the tables of results of the whole run, by name."""
    estimates, rates, scores, claims = [], [], [], []
    for model in GROUPS:
        rows, sides = rows_of(model)
        rates.append(as_table("scifig_item_rates", rows))
        said = claims_table(sides).to_pandas().assign(model=model)
        claims.append(as_table("scifig_claims", said))
        found = scifig_statistics(model, rates[-1], as_table("scifig_facts", []), claims[-1], 1, DRAWS)
        estimates.append(found["estimates"])
        scores.append(found["scifig_figure_scores"])
    place = {"cell": CLEAN, "item_id": "i", "unit_id": "u", "figure_id": "f00", "chart_type": "bar", "model": "sharp"}
    place |= {"engine": "published", "category": "accuracy", "severity": "major", "weight": 5.0, "key": "values"}
    penalties = [place | {"sub_type": "incorrect_value"}] * 3 + [place | {"sub_type": "trend"}]
    truth = {"model": "planted-reader", "respondent": "reader", "statistic": "accuracy_percent", "cell": "reason/clean"}
    truth |= {"variant": "counted", "breakdown": "all", "level": "", "true_value": 100.0}
    printed = [read_published(PUBLISHED / f"scifig_table{number}.csv") for number in (3, 4)]
    tables = result_tables(
        pa.concat_tables(estimates),
        pa.concat_tables(rates),
        as_table("scifig_penalties", penalties),
        pa.concat_tables(claims),
        left_out_counts("scifig_left_out", "sharp", as_table("scores", [])),
        GROUPS,
        as_table("scifig_planted_truth", [truth, truth | {"true_value": 90.0, "statistic": "refused_percent"}]),
    )
    tables |= across_models(pa.concat_tables(scores), GROUPS, 1, DRAWS)
    tables["scifig_table_published"] = beside_published(pa.concat_tables(estimates), GROUPS, *printed, True)
    return tables
