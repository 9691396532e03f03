"""Title and caption of each figure, for the report; without matplotlib, so that they load at once."""

CAPTIONS: dict[str, tuple[str, str]] = {
    "scifig_quality": (
        "Description quality by condition",
        "MQM of descriptions by the published engine, 0 to 100, chart types alike. The page with the figure blurred, "
        "and the cell without a picture say what the text around a figure, or nothing at all, would earn.",
    ),
    "scifig_profile": (
        "Profile: what a model sees, and what it does when blind or misled",
        "Each dimension from 0 to 1 with its 95 % interval over figures, in our reading: of all counted trials, "
        "premises held against their true twins. Dashed: no difference from mere contradiction.",
    ),
    "scifig_behaviour": (
        "Quality of descriptions against behaviour",
        "MQM of clean figures (published engine) against the mean of admittance, resistance and inductance, a point a "
        "model. A model above the others describes well and still makes up, or grants, what is not there.",
    ),
    "scifig_outcomes": (
        "What becomes of a blurred text",
        "Exclusive outcomes, percent of counted replies, where the text cannot be recovered (admittance) and where it "
        "can (inductance): asked for by a question, and in a description.",
    ),
    "scifig_risk": (
        "Selective risk",
        "Wrong among the answers given, over the share of texts that are answered: first without hedged answers, then "
        "with them. Low and to the right is best; a reply that says that it cannot tell counts as no answer.",
    ),
    "scifig_captions": (
        "False captions, by kind of claim",
        "Claims that the picture contradicts: the side that descriptions take, percent of all that could be resolved.",
    ),
    "scifig_penalties": (
        "Penalty profile",
        "Weight of penalties a description of clean figures, by kind of penalty (published engine).",
    ),
    "scifig_chart_types": (
        "By chart type",
        "Each dimension of the profile in bars, lines and pies, in our reading.",
    ),
    "scifig_published": (
        "The paper's tables 3 and 4 beside this run",
        "Filled circles are this run's own numbers with their 95 % intervals, in the paper's denominators; everything "
        "hollow or grey is printed in the paper: the diamond its number for the model of the same name, the bar the "
        "range of its eight models. Its figures and its judge are others.",
    ),
}
