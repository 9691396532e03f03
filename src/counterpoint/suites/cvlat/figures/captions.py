"""Title and caption of each figure, for the report; without matplotlib, so that they load at once."""

CAPTIONS: dict[str, tuple[str, str]] = {
    "cvlat_figure4": (
        "Reliance against accuracy",
        "VFRI with its 95 % interval against accuracy (visual plus factual answers, percent) when the chart "
        "contradicts the facts; above zero a model sides with the chart, below zero with its memory.",
    ),
    "cvlat_figure5": (
        "Effect of the factual-priority prompt",
        "Each arrow leads from a model's accuracy and VFRI under the normal prompt to those under the prompt "
        "that tells it to trust facts, which should push VFRI down.",
    ),
    "cvlat_figure6": (
        "Effect of the visual-priority prompt",
        "Each arrow leads from a model's accuracy and VFRI under the normal prompt to those under the prompt "
        "that tells it to trust the chart, which should push VFRI up.",
    ),
    "cvlat_figure7": (
        "Accuracy by chart type",
        "Accuracy (percent) of each model by chart type and instrument; hatched grey: nothing was counted.",
    ),
    "cvlat_figure8": (
        "Accuracy by task",
        "Accuracy (percent) of each model by task and instrument; hatched grey: nothing was counted.",
    ),
    "cvlat_figure9": (
        "VLAT against reVLAT",
        "Accuracy on charts that agree with the facts (VLAT) and on charts with randomised data (reVLAT), "
        "under the normal and the explain prompt; a model that reads the chart loses nothing in between.",
    ),
    "cvlat_outcomes": (
        "What the trials ended in",
        "Shares of counted trials by outcome in every cell: the chart's answer, the fact's answer, another "
        "option, Omit, a reply that names no single option, a refusal.",
    ),
    "cvlat_arbitration": (
        "Arbitration preference beside VFRI",
        "The arbitration preference w (how often the chart wins once it was read and the fact is known) "
        "beside VFRI, which also moves with how well a model reads and knows; diamonds mark planted truths.",
    ),
    "cvlat_magnitude": (
        "Override rate against mismatch",
        "How often the chart wins, of the answers that are the chart's or the fact's, by the factor between the two "
        "values; whiskers are 95 % intervals over items. A reversal of all ranks has no one size and stands apart. "
        "Dotted: the chart's answers (percent) where names are hidden; while it stays level, reading does not explain "
        "a fall.",
    ),
    "cvlat_positions": (
        "Choice by option position",
        "Share of counted trials (percent, all cells together) that chose each position; option orders are "
        "balanced, so that a model without a preference for a position is even.",
    ),
}
