"""Statements about a chart that are true or false: comparisons, ratios, relationships, nesting."""

import re

import numpy as np

from counterpoint.pixels.questions.answer import Answer, decided
from counterpoint.pixels.questions.asked import Asked
from counterpoint.pixels.questions.measures import correlation_sign, measured, measures_in, precision
from counterpoint.pixels.questions.mentions import mentions_in
from counterpoint.pixels.questions.scene import Scene
from counterpoint.pixels.questions.slots import Slot, filled, only_slot, points_at, span_of, value_at
from counterpoint.pixels.questions.wording import comparative, negated, says, truth_of

RELATED = 0.3
"""Points are related when their coefficient of correlation is this far from 0."""
SAME = 0.025
"""Values that differ by at most this share of the value axis are said to be the same."""
RATIOS = 0.1
"""Ratios are surely different when their natural logarithms differ by so much."""

NOTHING = Answer(None, "")


def statement(asked: Asked, scene: Scene) -> Answer:
    """Return whether a statement is true of a chart."""
    text = asked.question
    if says("nested|part of|belongs? to|inside|member of", text):
        return _nested(asked, scene)
    if correlation_sign(text):
        return _related(asked, scene)
    if says("same", text):
        return _same(asked, scene)
    if not re.search(r"\bthan\b", text) or comparative(text) is None:
        return NOTHING
    if says("ratio", text):
        return _ratios(asked, scene)
    return _always(asked, scene) if says("always", text) else _compared(asked, scene)


def _decided(asked: Asked, difference: float, least: float, read: str) -> Answer:
    return decided(asked, -difference if negated(asked.question) else difference, least, truth_of, read)


def _nested(asked: Asked, scene: Scene) -> Answer:
    mentions = mentions_in(asked.question, scene)
    cells = {m.which for m in mentions if m.kind == "place"}
    groups = {m.which for m in mentions if m.kind == "group"}
    if len(cells) != 1 or len(groups) != 1:
        return NOTHING
    cell = scene.places[cells.pop()]
    own = cell.mark.group
    if own is None:
        return NOTHING
    return _decided(asked, 1 if own == scene.groups[groups.pop()] else -1, 1, f"{cell.name} in {own}")


def _related(asked: Asked, scene: Scene) -> Answer:
    sign, parts = correlation_sign(asked.question)
    measures = measures_in(parts[0], scene)[:2] if len(parts) == 1 else [measures_in(p, scene)[0] for p in parts]
    if len(set(measures)) < 2:
        measures = ["x", "value"]
    pairs = [tuple(measured(place, measure) for measure in measures) for place in scene.places]
    pairs = [pair for pair in pairs if None not in pair]
    if scene.type not in ("scatter", "bubble") or len(pairs) < 4:
        return NOTHING
    first, second = np.array(pairs).T
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return NOTHING
    r = float(np.corrcoef(first, second)[0, 1])
    read = f"correlation {r:.2f}"
    if abs(r) < RELATED:
        return Answer(None, read)
    return _decided(asked, sign * r, 2 * RELATED, read)


def _same(asked: Asked, scene: Scene) -> Answer:
    """Read whether all points at a number of the x axis have the same value."""
    values = points_at(scene, asked.question) if scene.type == "scatter" else []
    if not values:
        return NOTHING
    apart = max(values) - min(values)
    read = ", ".join(f"{value:.4g}" for value in values)
    return _decided(asked, SAME * scene.span - apart, SAME * scene.span, read)


def _sides(asked: Asked) -> tuple[str, str]:
    left, _, right = asked.question.partition(" than ")
    return left, right


def _compared(asked: Asked, scene: Scene) -> Answer:
    """Read which of two values is larger."""
    left, right = (only_slot(mentions_in(part, scene)) for part in _sides(asked))
    right = filled(right, left)
    left = filled(left, Slot(None, right.series))
    measure = measures_in(asked.question, scene)[0]
    values = value_at(scene, left, measure), value_at(scene, right, measure)
    if None in values or left == right:
        return NOTHING
    difference = comparative(asked.question) * (values[0] - values[1])
    least = 0.5 if scene.type == "choropleth" else precision(scene, measure)
    return _decided(asked, difference, least, f"{values[0]:.4g} against {values[1]:.4g}")


def _always(asked: Asked, scene: Scene) -> Answer:
    """Read whether one series is above another at every place that the statement names."""
    series = [only_slot(mentions_in(part, scene), places=False).series for part in _sides(asked)]
    if None in series:
        return NOTHING
    places = span_of(asked.question, mentions_in(asked.question, scene), scene)
    sign = comparative(asked.question)
    differences = []
    for n in places:
        values = [value_at(scene, Slot(n, one)) for one in series]
        if None in values:
            return NOTHING
        differences.append(sign * (values[0] - values[1]))
    return _decided(asked, min(differences), precision(scene, "value"), f"least difference {min(differences):.4g}")


def _ratios(asked: Asked, scene: Scene) -> Answer:
    """Read which of two places has the larger ratio of two series."""
    left, right = (mentions_in(part, scene) for part in _sides(asked))
    series = list(dict.fromkeys(m.which for m in left if m.kind == "series"))
    places = [only_slot(side, series=False).place for side in (left, right)]
    if len(series) != 2 or None in places or places[0] == places[1]:
        return NOTHING
    ratios = []
    for place in places:
        values = [value_at(scene, Slot(place, one)) for one in series]
        if None in values or min(values) <= 0:
            return NOTHING
        ratios.append(values[0] / values[1])
    difference = comparative(asked.question) * float(np.log(ratios[0] / ratios[1]))
    return _decided(asked, difference, RATIOS, f"{ratios[0]:.3g} against {ratios[1]:.3g}")
