"""The words around a figure on its page: title, abstract, sections and caption, from the experiment's vocabulary.

They name what was studied and never what was found: no value, trend or ranking of the figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure

TITLES = (
    "{topic}: Methods, Data and Open Questions",
    "{topic}: A Replicated Study",
    "Measuring What Matters in {field}: {topic}",
    "{topic}: Evidence from a Coordinated Campaign",
    "An Old Question of {field} Revisited: {topic}",
    "{topic}: What Careful Sampling Can and Cannot Show",
)
ABSTRACT = (
    "Work in {field} often rests on few samples and on protocols that differ from group to group.",
    "We report a study of {measure} that was planned, carried out and analysed under one protocol.",
    "The design covers {things} and was fixed before the first sample was taken.",
    "All readings were repeated, and the order of treatments was drawn at random.",
    "We describe how the material was chosen, how readings of {measure} were made, and which checks were passed.",
    "The results are given with their uncertainty and are compared with what earlier reports would lead one to expect.",
    "Data, protocols and scripts are available, so that others can repeat the study elsewhere.",
    "We close with the limits of the design and with what a larger study would need.",
)
SECTIONS: dict[str, tuple[str, ...]] = {
    "Introduction": (
        "Questions about {measure} have been raised in {field} for several decades, and they have rarely been settled.",
        "One reason is that most studies look at a single site or a single batch, so that chance and cause are mixed.",
        "Another is that results on {measure} are reported in different ways, so that groups are hard to compare.",
        "Reviews ask for designs in which one factor, here {factor}, is varied while everything else is held constant.",
        "What is missing is seldom an idea; it is a set of readings that everyone can agree upon.",
        "Practitioners, for their part, ask for numbers that hold outside the laboratory and for honest intervals.",
        "A good deal of the disagreement in {field} can be traced to definitions that were never written down.",
        "Such designs are costly, because each further level of that factor multiplies the number of runs.",
        "Here we take up this request and bring together {things} in one study.",
        "The present paper reports what was done, in the order in which it was done.",
        "Our aim is not a new theory but a clean body of evidence that theories can be held against.",
        "We therefore chose a setting that practitioners know well and that can be rebuilt with modest means.",
        "The questions were written down before the study began, and no question was added afterwards.",
        "We also wanted to learn how far the usual instruments can be trusted when conditions are less than ideal.",
        "The paper is organised in the usual way: material and methods come first, and the results after them.",
        "Readers who are interested in the data alone may go directly to the figure and to the archive.",
    ),
    "Related work": (
        "Early accounts in {field} were largely descriptive, and relied on the judgement of a few observers.",
        "Later work introduced standard procedures, among them the ones that we follow for {measure}.",
        "Several groups have since examined parts of the problem, though seldom with the same definitions.",
        "Two recent comparisons come close to ours, but neither varies the same factor over a comparable range.",
        "Textbooks of {field} treat the matter briefly and refer to sources that are hard to obtain.",
        "Reports from industry exist as well, but their methods are described in outline only.",
        "A survey among practitioners found that few of them use the same reference material.",
        "Modelling studies have offered explanations, most of which make assumptions that were never tested directly.",
        "A further line of work is concerned with the instruments themselves and with their calibration over time.",
        "We owe to these studies the idea of interleaved controls, which we use throughout.",
        "Replications have been rare, and those that were published changed more than one thing at a time.",
        "What has been missing is a study that makes all comparisons on the same material and in the same period.",
        "Where earlier data were available in full, we reanalysed them with our own scripts to see that both agree.",
    ),
    "Material and methods": (
        "The material was obtained from three suppliers and mixed, so that no result depends on a single source.",
        "Each unit was labelled with a code, and those who took the readings did not know what the code stood for.",
        "The study covers {things}, which were handled alike in every other respect.",
        "Before each session the instruments were warmed up for half an hour and checked against a standard.",
        "Determinations of {measure} followed the procedure that is common in {field}.",
        "Every reading was taken twice by different people, and the mean of both was entered.",
        "Readings outside the calibrated range were repeated on the following day and never extrapolated.",
        "Material that had been damaged in transport was replaced before its code was opened.",
        "Blank runs were placed at the beginning, in the middle and at the end of each session.",
        "We kept a diary of everything unusual, which is part of the archive and was written without hindsight.",
        "Where a procedure left room for choice, the choice was made by lot and noted on the protocol sheet.",
        "The people who analysed the readings had no part in taking them.",
        "The order of runs was drawn by lot within blocks, and blocks were spread evenly over the study period.",
        "Conditions in the room were logged throughout, and sessions in which they drifted were discarded as a whole.",
        "Missing readings were left missing; they were neither filled in nor replaced by an average.",
        "Conditions were copied from the protocol sheet and not from memory, and a second person checked each entry.",
        "Sample sizes were chosen from a pilot study, with a margin for losses in transport and storage.",
        "The analysis was written and tested on simulated data before the real data were opened.",
        "Differences are expressed with intervals, because a threshold alone says little about their size.",
        "Units are those of the international system wherever the literature permits it.",
    ),
    "Results": (
        "All planned sessions were completed, and very few readings had to be taken again.",
        "Figure {number} presents all our readings of {measure} under the conditions described above.",
        "The two people who took the readings agreed closely, and their disagreement did not depend on the condition.",
        "Readings of the interleaved controls stayed within the band that had been agreed in advance.",
        "We first looked for effects of the order of runs and found none that would call for a correction.",
        "Leaving out any one supplier changed the picture only within the uncertainty of the readings.",
        "The comparison of {things} can be read directly from Figure {number}; the archive holds the underlying table.",
        "An analysis on the logarithms, which we had planned as a check, led to the same reading of the data.",
        "Repeating the analysis with medians in place of means gave no reason to change our account.",
        "We saw no sign that the instruments aged over the study period, and the standards were recovered in full.",
        "Exploratory analyses are listed in the archive and are not discussed here.",
        "Those who wish to weight the conditions differently will find all that is needed in the supplementary files.",
    ),
    "Discussion": (
        "The study was designed to separate the part that one factor plays from other sources of variation.",
        "How far the outcome carries over to other settings is an empirical question that we cannot answer here.",
        "The material comes from one region and one period, and the range of conditions was limited by cost.",
        "A reader from outside {field} may ask why so much effort went into controls; the pilot study is the reason.",
        "We would advise against reading more into single points of Figure {number} than their uncertainty permits.",
        "It would be worthwhile to follow the same units for longer, and to add conditions that lie outside our range.",
        "Automated instruments would make larger designs affordable, provided that their calibration is published.",
        "A shared vocabulary for {measure} would do as much for progress as another round of measurements.",
        "Our protocol can be shortened by about a third without loss, as the analysis of the repeated readings shows.",
        "Theories that predict the same outcome for all of {things} should be examined again in this light.",
        "We hope that the archive will be used, criticised and extended by others.",
    ),
    "Data and code": (
        "The readings, the protocol sheets and the scripts are archived together with a description of every column.",
        "Nothing was removed except what would identify people or private land.",
        "The figure in this paper can be drawn anew from the archive with a single command.",
        "Questions about the material are welcome, and corrections will be added to the archive with their date.",
    ),
}
KEPT = 0.8
"""Share of the sentences that a page keeps, so that no two pages read alike."""
MOST_NAMED = 3
"""Names that a sentence lists at most."""


@dataclass(frozen=True)
class Words:
    """The text of a page: its title, its abstract, its sections as heading and paragraphs, the figure's number."""

    title: str
    abstract: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    number: int


def words_of(figure: ScientificFigure, rng: np.random.Generator) -> Words:
    """Return the words around a figure; a paragraph is four to six sentences in an order that reads on."""
    number = int(rng.integers(1, 4))
    filled = {
        "topic": figure.title.split(",")[0],
        "field": figure.field,
        "measure": _measure(figure),
        "factor": _small(figure.x.title) if figure.x else "composition",
        "things": _listed(_things(figure)),
        "number": str(number),
    }
    title = TITLES[rng.integers(len(TITLES))].format(**filled | {"field": figure.field.title()})
    abstract = " ".join(sentence.format(**filled) for sentence in ABSTRACT)
    sections = []
    for heading, sentences in SECTIONS.items():
        kept = [sentence.format(**filled) for sentence in sentences if rng.random() < KEPT]
        paragraphs = []
        while kept:
            length = int(rng.integers(4, 7))
            if len(kept) - length < 3:
                length = len(kept)
            paragraphs.append(" ".join(kept[:length]))
            kept = kept[length:]
        if paragraphs:
            sections.append((heading, tuple(paragraphs)))
    return Words(title, abstract, tuple(sections), number)


def plain_caption(figure: ScientificFigure) -> str:
    """Return a caption that says what is shown and nothing of what it shows."""
    if figure.chart_type == "pie":
        sentences = [f"{figure.title}. Shares of {figure.series[0]}."]
    else:
        sentences = [f"{figure.title}. {figure.y.title} by {_small(figure.x.title)}."]
    if len(figure.panels) > 1:
        panels = [f"({chr(ord('a') + index)}) {_small(panel.title)}" for index, panel in enumerate(figure.panels)]
        sentences.append("Panels: " + ", ".join(panels) + ".")
    if figure.panels[0].errors is not None:
        sentences.append("Error bars: one standard deviation.")
    if figure.reference is not None:
        sentences.append(f"Dashed line: {_small(figure.reference.label)}.")
    return " ".join(sentences)


def _measure(figure: ScientificFigure) -> str:
    return f"the make-up of {figure.series[0]}" if figure.y is None else _small(figure.y.title)


def _things(figure: ScientificFigure) -> Sequence[str]:
    """Return the names that the study compares, of a single line what it is drawn along."""
    if figure.chart_type != "pie" and len(figure.series) > 1:
        return figure.series
    if figure.chart_type == "line":
        return (f"the full range of {_small(figure.x.title)}",)
    return figure.categories


def _small(name: str) -> str:
    """Return a name with a small first letter, unless it is an abbreviation."""
    return name if name[1:2].isupper() or name[1:2] in "-/" else name[0].lower() + name[1:]


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        shown.append("others")
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]
