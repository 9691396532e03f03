"""A figure's reference description, as an expert would write it: what it is, how it is drawn, and what it shows."""

from itertools import combinations

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.colours import families
from counterpoint.suites.scifig.contents.statements import facts, value_lists, written_tick
from counterpoint.suites.scifig.contents.trends import crossings
from counterpoint.suites.scifig.contents.values import letter, panel_words, with_unit


def description(figure: ScientificFigure) -> str:
    """Return a figure's description: a paragraph on its look, one on its values, one on what stands out.

    It says everything that `statements.facts` holds a reply's description against.
    """
    look = _pie_look(figure) if figure.chart_type == "pie" else _axes_look(figure)
    said = {fact.key.split("/")[0]: [] for fact in facts(figure)}
    for fact in facts(figure):
        said[fact.key.split("/")[0]].append(fact.says)
    standing_out = [*said.get("trend", ()), *said.get("highest", ()), *said.get("lowest", ()), *_crossed(figure)]
    paragraphs = [look, " ".join(value_lists(figure)), " ".join(standing_out)]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _opening(figure: ScientificFigure, kind: str) -> list[str]:
    panels = "" if len(figure.panels) == 1 else f" with {len(figure.panels)} panels"
    said = [f"The figure is {'an' if kind[0] in 'aeiou' else 'a'} {kind}{panels}."]
    if figure.title:
        said.append(f"Its title is '{figure.title}'.")
    if len(figure.panels) > 1:
        titles = "; ".join(f"{letter(index)} {panel.title}" for index, panel in enumerate(figure.panels))
        said.append(f"The panels are {titles}.")
    return said


def _pie_look(figure: ScientificFigure) -> str:
    said = _opening(figure, "donut chart, a pie with a hole" if figure.donut else "pie chart")
    named = ", ".join(
        f"{name} ({families(colour)[0]})" for name, colour in zip(figure.categories, figure.colours, strict=True)
    )
    said.append(f"It has {len(figure.categories)} slices. Clockwise from the top they are {named}.")
    said.append(
        f"They are named {'in a legend' if figure.has_legend else 'beside the slices'}, each with its percentage."
    )
    if figure.exploded is not None:
        said.append(f"The slice {figure.categories[figure.exploded]} is set apart.")
    return " ".join(said)


def _axes_look(figure: ScientificFigure) -> str:
    bars = figure.chart_type == "bar"
    kind = f"{'' if figure.arrangement == 'plain' else figure.arrangement + ' '}bar chart" if bars else "line chart"
    said = _opening(figure, kind)
    if bars:
        said.append(f"The bars are {'horizontal' if figure.horizontal else 'vertical'}.")
    first, second = ("y", "x") if figure.horizontal else ("x", "y")
    places = ", ".join(figure.categories)
    if bars:
        said.append(
            f"There are {len(figure.categories)} categories. The {first} axis, '{figure.x.label}', names {places}."
        )
    else:
        said.append(f"The x axis, '{figure.x.label}', runs from {figure.categories[0]} to {figure.categories[-1]}.")
    low, high = (written_tick(figure, figure.ticks[end]) for end in (0, -1))
    scale = "logarithmic and " if figure.y.log else ""
    said.append(f"The {second} axis, '{figure.y.label}', is {scale}labelled from {low} to {high}.")
    colours = [families(colour)[0] for colour in figure.colours]
    if len(figure.series) > 1:
        named = ", ".join(f"{name} ({colour})" for name, colour in zip(figure.series, colours, strict=False))
        said.append(f"There are {len(figure.series)} series. They are {named}.")
        said.append(f"A legend {figure.legend} the axes names them." if figure.has_legend else "")
    else:
        said.append(f"The {'bars are' if bars else 'line is'} {colours[0]}.")
    if any(panel.errors is not None for panel in figure.panels):
        said.append("Error bars show the spread of each value.")
    if figure.reference is not None:
        said.append(
            f"A dashed reference line, '{figure.reference.label}', lies at {with_unit(figure, figure.reference.value)}."
        )
    if figure.value_labels:
        said.append("Each bar has its value written on it.")
    if figure.markers:
        said.append("Markers stand at the points.")
    if figure.dashed:
        said.append("The lines differ in their dashes too.")
    return " ".join(filter(None, said))


def _crossed(figure: ScientificFigure) -> list[str]:
    """Return the sentences on which lines cross, where the values tell."""
    said = []
    for panel in range(len(figure.panels) if figure.chart_type == "line" else 0):
        for first, second in combinations(range(len(figure.series)), 2):
            if (times := crossings(figure, panel, first, second)) is not None:
                how = "do not cross" if times == 0 else "cross once" if times == 1 else f"cross {times} times"
                pair = f"{figure.series[first]} and {figure.series[second]}"
                said.append(f"{pair} {how}{panel_words(figure, panel)}.")
    return said
