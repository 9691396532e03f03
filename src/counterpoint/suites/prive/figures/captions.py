"""Title and caption of each figure, for the report; without matplotlib, so that they load at once."""

CAPTIONS: dict[str, tuple[str, str]] = {
    "prive_figure6": (
        "What the answers come to, by input mode",
        "Accuracy, PFER (the rate of errors that follow the prior) and other (percent, mean over domains) on "
        "originals, on counterfactuals and with both pictures. On an original that looks as prior knowledge expects no "
        "answer can go against the picture by it.",
    ),
    "prive_figure7": (
        "By domain",
        "Accuracy, PFER and other (percent) on counterfactuals without a view, in each domain. Medical pictures are "
        "phantoms where the table of sources says so.",
    ),
    "prive_figure8": (
        "Closed against open models",
        "Accuracy and PFER on counterfactuals (percent, mean over domains) of each model, by group; the bar is the "
        "group's mean.",
    ),
    "prive_figure9": (
        "What the original beside it brings",
        "Change in accuracy and PFER (percentage points, mean over domains) when both pictures are shown instead of "
        "the counterfactual alone, on matched items, with 95 % intervals over originals.",
    ),
    "prive_figure10": (
        "What each view brings",
        "Change in accuracy on counterfactuals (percentage points, mean over domains) when a view follows the raw "
        "picture, on matched items, with 95 % intervals over originals; filled where p, after Holm over the model's "
        "tools, is below .05. Controls, in grey, show nothing closer.",
    ),
}
