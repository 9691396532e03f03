"""The checklist of each chart type, its MQM severities and weights (SciFig-Eval, section on description quality)."""

MAJOR, MINOR = "major", "minor"
_ITEMS = {
    "bar": (
        ("type", "orientation", "grouping", "x_label", "y_label", "categories", "series", "legend", "values"),
        ("x_scale", "y_scale", "colours", "annotations", "title"),
    ),
    "line": (
        ("type", "x_label", "y_label", "series", "legend", "values", "trends"),
        ("x_scale", "y_scale", "colours", "line_styles", "markers", "crossings", "annotations", "second_axis"),
    ),
    "pie": (
        ("type", "title", "slices", "labels", "percentages"),
        ("colours", "order", "legend", "emphasis", "label_placement", "extremes"),
    ),
}
CHECKLISTS: dict[str, dict[str, str]] = {
    chart_type: {**dict.fromkeys(majors, MAJOR), **dict.fromkeys(minors, MINOR)}
    for chart_type, (majors, minors) in _ITEMS.items()
}
"""By chart type: each item of the checklist with its severity, in order."""
ISSUES = {
    "hallucination": ("completeness", MAJOR),
    "unwanted_interpretation": ("completeness", MINOR),
    "ambiguity": ("clarity", MINOR),
    "over_generalisation": ("clarity", MINOR),
    "verbosity": ("clarity", MINOR),
    "structure": ("clarity", MINOR),
    "missing_takeaway": ("clarity", MINOR),
}
"""Faults of a description as a whole: the category and severity of each."""
WEIGHTS = {
    ("accuracy", MAJOR): 5.0,
    ("accuracy", MINOR): 2.0,
    ("completeness", MAJOR): 5.0,
    ("completeness", MINOR): 2.0,
    ("clarity", MAJOR): 2.5,
    ("clarity", MINOR): 1.0,
}
"""Penalty by category and severity."""
MISSING_INFORMATION = "missing_information"
_ACCURACY_SUB_TYPES = {
    "incorrect_value": ("values", "percentages", "slices", "extremes"),
    "trend": ("trends", "crossings"),
    "axis_or_legend": ("x_label", "y_label", "x_scale", "y_scale", "second_axis", "legend", "title"),
    "label_mapping": (
        *("type", "orientation", "grouping", "categories", "series", "labels", "colours", "annotations"),
        *("line_styles", "markers", "order", "emphasis", "label_placement"),
    ),
}
ACCURACY_SUB_TYPE = {item: name for name, items in _ACCURACY_SUB_TYPES.items() for item in items}
"""Which of the paper's four kinds of inaccuracy a wrong item is; the assignment of items to kinds is ours."""
SUB_TYPES = (*_ACCURACY_SUB_TYPES, MISSING_INFORMATION, *ISSUES)
"""Every sub-type of penalty, in the paper's order."""


def denominator(chart_type: str) -> float:
    """Return D of the score 100 - 100 * sum(weights) / D: 55 for bars, 51 for lines, 37 for pies."""
    return float(sum(WEIGHTS["accuracy", severity] for severity in CHECKLISTS[chart_type].values()))
