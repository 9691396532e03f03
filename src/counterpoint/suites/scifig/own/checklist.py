"""What an expert's description says of each item of the checklist: its own sentences that speak of the item.

The data of a figure of one's own are unknown. An item that the description does not speak of is left out: whether the
figure has such a thing nobody said, so nothing is missing from a reply, and nothing is wrong in it, for that item.
"""

import re

from counterpoint.judging.fact_text import statements
from counterpoint.suites.scifig.checklist import CHECKLISTS

_COLOUR = r"colou?r|\b(?:black|white|gr[ea]y|red|orange|yellow|green|cyan|blue|purple|violet|pink|brown|navy|teal)\b"
_NUMBER = r"(?<![\w.])[-\u2212]?\d+(?:[.,]\d+)*"
_SPEAKS = {
    "orientation": r"\b(?:horizontal|vertical)\w*|\b(?:bars|columns) (?:lie|stand|run|rise)",
    "grouping": r"\b(?:group|stack|cluster|side by side|paired)\w*",
    "x_label": r"\b(?:x|horizontal)[- ]ax[ie]s|\babscissa",
    "y_label": r"\b(?:y|vertical)[- ]ax[ie]s|\bordinate",
    "categories": r"\bcategor\w*|\bfor each\b|\b(?:bars?|groups?) (?:for|of|show|represent)",
    "series": r"\bseries\b|\blines?\b|\bcurves?\b|\blegend|\bgroups?\b",
    "legend": r"\blegend|\bkey\b",
    "values": _NUMBER,
    "x_scale": r"\b(?:x|horizontal)[- ]ax[ie]s.*(?:\d|\blog)|(?:\d|\blog).*\b(?:x|horizontal)[- ]ax[ie]s",
    "y_scale": r"\b(?:y|vertical)[- ]ax[ie]s.*(?:\d|\blog)|(?:\d|\blog).*\b(?:y|vertical)[- ]ax[ie]s",
    "colours": _COLOUR,
    "annotations": r"\b(?:error bars?|annotat|reference line|asterisk|arrow|significan|labell?ed with|written)\w*",
    "title": r"\b(?:title|titled|entitled|headed)\b",
    "trends": r"\b(?:ris|rose|fall|fell|increas|decreas|declin|grow|drop|flat|constant|plateau|peak|level|trend)\w*",
    "line_styles": r"\b(?:dash|dott|solid|thick|thin)\w*",
    "markers": r"\b(?:marker|circle|square|triangle|diamond|dots?\b|symbol)\w*",
    "crossings": r"\b(?:cross|intersect|meet|overtak)\w*",
    "second_axis": r"\b(?:second|secondary|right|twin)[- ](?:hand )?(?:y[- ])?ax[ie]s",
    "slices": r"\b(?:slice|sector|wedge|segment|part)s?\b",
    "labels": r"\b(?:label|name|call|categor)\w*",
    "percentages": _NUMBER + r"\s*(?:%|per ?cent)|\bpercent\w*",
    "order": r"\b(?:clockwise|order|starting|next|followed)\b",
    "emphasis": r"\b(?:explod|set apart|pulled out|offset|emphasi|highlight)\w*",
    "label_placement": r"\b(?:beside|inside|outside|next to|around|within|legend)\b",
    "extremes": r"\b(?:largest|smallest|highest|lowest|biggest|most|least|dominat\w*|major\w*|minor\w*)\b",
}
"""Words by which a sentence speaks of an item; the type is known from the figure's row."""
_TYPES = {
    "bar": "The figure is a bar chart.",
    "line": "The figure is a line chart.",
    "pie": "The figure is a pie chart.",
}


def own_checklist(chart_type: str, description: str) -> dict[str, str]:
    """Return what has to be described under each item that a description speaks of, in its own words."""
    said = [statement.text for statement in statements(description)]
    found = {"type": _TYPES[chart_type]}
    for item in CHECKLISTS[chart_type]:
        if item != "type":
            about = [text for text in said if re.search(_SPEAKS[item], text, re.IGNORECASE)]
            found |= {item: " ".join(about)} if about else {}
    return {item: found[item] for item in CHECKLISTS[chart_type] if item in found}
