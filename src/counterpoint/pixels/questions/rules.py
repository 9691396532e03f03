"""The answer to a question about a chart: which rule its wording and its options call for, and what that rule reads."""

from dataclasses import replace

import numpy as np

from counterpoint.pixels.chart import ReadChart
from counterpoint.pixels.questions.answer import Answer, best_of, nearest
from counterpoint.pixels.questions.asked import Asked
from counterpoint.pixels.questions.measures import measured, measures_in, precision
from counterpoint.pixels.questions.mentions import mentions_in
from counterpoint.pixels.questions.scene import STACKED, Scene, interval_of, scene_of
from counterpoint.pixels.questions.slots import Slot, difference_of, only_slot, points_at, span_of, value_at, x_bounds
from counterpoint.pixels.questions.statements import statement
from counterpoint.pixels.questions.values import (
    numbers_in,
    option_multiple,
    option_number,
    option_range,
    option_ratio,
    title_multiple,
)
from counterpoint.pixels.questions.wording import change, comparative, says, superlative, trend_of, truth_of

PIXELS = 6
"""A value that was read may be wrong by so many px."""
SHARE = 2.0
"""A share that was read may be wrong by so many points of a percent."""
RATIO = 0.22
"""A ratio that was read may be wrong by this natural logarithm."""
STAYS = 0.04
"""A change of at most this share of the value axis is none."""
STEADY = 0.35
"""Steps against a trend make up at most this share of the whole change."""

NOTHING = Answer(None, "")


def answer_question(asked: Asked, chart: ReadChart) -> Answer:
    """Return the option that a reading answers a question with; none where it is unread or not understood."""
    options = [asked.options[n] for n in asked.answers]
    if chart.type is None or not chart.marks or len(options) < 2:
        return NOTHING
    scene = scene_of(chart)
    if all(truth_of(option) is not None for option in options):
        return statement(asked, scene)
    if all(trend_of(option) is not None for option in options):
        return _trend(asked, scene)
    if superlative(asked.question) and not says("range of|how many", asked.question):
        return _extreme(asked, scene)
    if chart.type == "choropleth":
        return _class(asked, scene)
    if all(option_range(option) for option in options) and says("range", asked.question):
        return _range(asked, scene)
    if all(option_ratio(option) for option in options):
        return _ratio(asked, scene)
    if all(option_number(option) for option in options):
        return _number(asked, scene)
    return NOTHING


def _trend(asked: Asked, scene: Scene) -> Answer:
    """Read whether the values rise, fall or stay over the places that the question names."""
    mentions = mentions_in(asked.question, scene)
    series = only_slot(mentions, places=False).series
    places = span_of(asked.question, mentions, scene)
    values = [scene.value(scene.places[n], None if series is None else scene.series[series]) for n in places]
    if len(values) < 2 or None in values:
        return NOTHING
    steps = np.diff(values)
    whole = float(values[-1] - values[0])
    read = f"from {values[0]:.4g} to {values[-1]:.4g}"
    sign = 0 if abs(whole) <= STAYS * scene.span else int(np.sign(whole))
    against = float(np.abs(steps[np.sign(steps) == -np.sign(whole)]).sum())
    if (sign and against > STEADY * abs(whole)) or (not sign and np.ptp(values) > 2 * STAYS * scene.span):
        return Answer(None, read)
    option = next((n for n in asked.answers if trend_of(asked.options[n]) == sign), None)
    sure = abs(whole) >= 2 * STAYS * scene.span or abs(whole) <= STAYS / 2 * scene.span
    others = [n for n in asked.answers if trend_of(asked.options[n]) != sign]
    return Answer(option, read, frozenset(others) if sure else frozenset())


def _extreme(asked: Asked, scene: Scene) -> Answer:
    """Read which of the options has the largest or smallest value."""
    sign = superlative(asked.question)
    measure = measures_in(asked.question, scene)[0]
    mentions = mentions_in(asked.question, scene)
    series = only_slot(mentions, places=False).series
    values: list[tuple[int, float]] = []
    named = []
    for n in asked.answers:
        slot = only_slot(mentions_in(asked.options[n], scene))
        if slot.place is None and slot.series is not None:
            slot = Slot(only_slot(mentions, series=False).place, slot.series)
        elif slot.place is not None:
            slot = Slot(slot.place, series)
        value = value_at(scene, slot, measure)
        if slot.place is None and scene.type == "scatter" and measure == "value":
            points = points_at(scene, asked.options[n])
            value = points[0] if len(points) == 1 else None
        if value is not None:
            values.append((n, value))
            named.append(f"{asked.options[n]} {value:.4g}")
    least = 0.5 if scene.type == "choropleth" else precision(scene, measure)
    read = ", ".join(named)
    if len(values) == len(asked.answers):
        return best_of(values, sign, least, read)
    # An option that is unread cannot be better than the best of all marks, where all of them are read.
    every = [value_at(scene, Slot(n, series), measure) for n in range(len(scene.places))]
    if values and scene.complete and None not in every:
        best = max(values, key=lambda entry: sign * entry[1])
        if sign * best[1] >= max(sign * value for value in every):
            return Answer(best[0], read)
    return Answer(None, read)


def _class(asked: Asked, scene: Scene) -> Answer:
    """Read in which class of a map a region is."""
    place = only_slot(mentions_in(asked.question, scene)).place
    value = value_at(scene, Slot(place, None))
    classes = scene.chart.classes
    if value is None or not 0 <= round(value) < len(classes):
        return NOTHING
    ends = interval_of(classes[round(value)])
    option = next((n for n in asked.answers if ends and option_range(asked.options[n]) == ends), None)
    others = [n for n in asked.answers if n != option] if option is not None else []
    return Answer(option, f"{scene.places[place].name} {classes[round(value)]}", frozenset(others))


def _range(asked: Asked, scene: Scene) -> Answer:
    """Read the least and the largest value of the places that the question names."""
    mentions = mentions_in(asked.question, scene)
    series = only_slot(mentions, places=False).series
    measure = measures_in(asked.question, scene)[0]
    places = span_of(asked.question, mentions, scene)
    bounds = x_bounds(asked.question) if scene.type == "scatter" else None
    if bounds:
        places = [n for n in places if bounds[0] <= (measured(scene.places[n], "x") or 0) <= bounds[1]] or places
    values = [value_at(scene, Slot(n, series), measure) for n in places]
    if len(values) < 2 or None in values:
        return NOTHING
    low, high = min(values), max(values)
    away, outside = {}, {}
    for n in asked.answers:
        factor = _factor(scene, asked.options[n], measure)
        ends = [end * factor for end in option_range(asked.options[n])]
        away[n] = max(abs(ends[0] - low), abs(ends[1] - high))
        outside[n] = max(ends[0] - low, high - ends[1])
    tolerance = PIXELS / 5 * precision(scene, measure)
    answer = nearest(asked, away, tolerance, f"{low:.4g} to {high:.4g}")
    if scene.complete:
        return answer
    # What was not read may reach further: an option is surely wrong only where something that was read lies outside it.
    return replace(answer, excluded=frozenset(n for n in answer.excluded if outside[n] > tolerance))


def _ratio(asked: Asked, scene: Scene) -> Answer:
    """Read the ratio of two series at one place, or of one series at two places."""
    first, second = _two_slots(asked.question, scene)
    above, below = value_at(scene, first), value_at(scene, second)
    if not above or not below or above <= 0 or below <= 0:
        return NOTHING
    away = {n: abs(float(np.log(above / below / option_ratio(asked.options[n])))) for n in asked.answers}
    return nearest(asked, away, RATIO, f"{above:.4g} to {below:.4g}")


def _two_slots(text: str, scene: Scene) -> tuple[Slot, Slot]:
    """Return the two values that a text names before and after "to"; what one lacks, it shares with the other."""
    mentions = mentions_in(text, scene)
    series = list(dict.fromkeys(m.which for m in mentions if m.kind == "series"))
    places = list(dict.fromkeys(m.which for m in mentions if m.kind == "place"))
    if len(series) == 2 and len(places) == 1:
        return Slot(places[0], series[0]), Slot(places[0], series[1])
    if len(places) == 2 and len(series) <= 1:
        one = series[0] if series else None
        return Slot(places[0], one), Slot(places[1], one)
    return Slot(None, None), Slot(None, None)


def _number(asked: Asked, scene: Scene) -> Answer:
    """Read a number: a count, a difference, a share or a value."""
    question = asked.question
    if says("how many", question) and comparative(question):
        return _count(asked, scene)
    if says("difference between", question) or (says("how much", question) and change(question)):
        return _difference(asked, scene)
    slot = only_slot(mentions_in(question, scene))
    if says("share|percentage|proportion", question) and scene.type in STACKED and scene.type != "stacked_100":
        return _share(asked, scene, _shared(question, scene))
    measure = measures_in(question, scene)[0]
    if slot.place is None and scene.type == "scatter":
        return _at_x(asked, scene)
    value = value_at(scene, slot, measure)
    if value is None or measure == "size":
        return NOTHING
    return _nearest_number(asked, scene, [value], measure, f"{scene.places[slot.place].name} {value:.4g}")


def _count(asked: Asked, scene: Scene) -> Answer:
    """Count the places whose value is above or below that of one, or a number."""
    sign = comparative(asked.question)
    mentions = mentions_in(asked.question, scene)
    measure = measures_in(asked.question, scene)[0]
    slot = only_slot(mentions)
    limit = value_at(scene, slot, measure)
    if slot.place is None:
        numbers = numbers_in(asked.question.partition(" than ")[2])
        limit = numbers[0][0] if len(numbers) == 1 else None
    values = [value_at(scene, Slot(n, slot.series), measure) for n in range(len(scene.places)) if n != slot.place]
    if limit is None or None in values or not scene.complete:
        return NOTHING
    count = sum(sign * (value - limit) > 0 for value in values)
    close = sum(abs(value - limit) < 0.4 * precision(scene, measure) for value in values)
    away = {n: abs(option_number(asked.options[n]).value - count) for n in asked.answers}
    option = next((n for n in asked.answers if away[n] == 0), None)
    excluded = frozenset(n for n in asked.answers if away[n] > close)
    return Answer(option if not close else None, f"{count} beyond {limit:.4g}", excluded)


def _difference(asked: Asked, scene: Scene) -> Answer:
    """Read by how much the values at two places differ."""
    first, second = _two_slots(asked.question, scene)
    found = difference_of(scene, first, second)
    if found is None:
        return NOTHING
    sign = change(asked.question)
    value = abs(found) if says("difference", asked.question) or sign is None else sign * found
    return _nearest_number(asked, scene, [value], "value", f"difference {value:.4g}", 1.5)


def _shared(question: str, scene: Scene) -> Slot:
    """Return the place that a question names, and the series whose share it asks for, which it names first."""
    after = mentions_in(question.partition(" of ")[2], scene)
    first = next((mention.which for mention in after if mention.kind == "series"), None)
    return Slot(only_slot(mentions_in(question, scene)).place, first)


def _share(asked: Asked, scene: Scene, slot: Slot) -> Answer:
    """Read which share a series has in the whole of a place, in percent."""
    value = value_at(scene, slot)
    total = None if slot.place is None else scene.total(scene.places[slot.place])
    if value is None or not total:
        return NOTHING
    share = 100 * value / total
    away = {n: abs(option_number(asked.options[n]).value - share) for n in asked.answers}
    return nearest(asked, away, SHARE, f"share {share:.3g} %")


def _at_x(asked: Asked, scene: Scene) -> Answer:
    """Read the values of the points that stand at a number of the x axis."""
    values = points_at(scene, asked.question)
    if not values:
        return NOTHING
    return _nearest_number(asked, scene, values, "value", ", ".join(f"{value:.4g}" for value in values))


def _nearest_number(
    asked: Asked, scene: Scene, values: list[float], measure: str, read: str, loose: float = 1.0
) -> Answer:
    """Choose the option that is nearest to any of the values read."""
    away = {}
    for n in asked.answers:
        number = option_number(asked.options[n]).value * _factor(scene, asked.options[n], measure)
        away[n] = min(abs(number - value) for value in values)
    shared = scene.type in ("pie", "treemap", "stacked_100")
    tolerance = SHARE if shared else PIXELS / 5 * precision(scene, measure)
    return nearest(asked, away, loose * tolerance, read)


def _factor(scene: Scene, option: str, measure: str) -> float:
    """Return what a number of an option is multiplied by to be in the unit of its axis."""
    own = option_multiple(option)
    if own is None:
        return 1.0
    title = title_multiple(scene.chart.x_title if measure == "x" else scene.chart.y_title)
    if title is not None:
        return own / title
    values = [abs(measured(place, measure) or 0) for place in scene.places]
    return own if max(values, default=0) >= own / 10 else 1.0
