"""The dimensions of a model's profile: which statistic stands for each, in the paper's denominators and in ours.

`paper` is what the paper publishes: admittance counts who says that a text cannot be read even if an answer follows,
inductance counts correct answers among answers, resistance what is said to false premises alone, caption resistance
only claims that were addressed. `counted` is ours: whoever abstains, correct answers among all replies, how much more
often false premises are rejected than their true twins, and claims on the picture's side among all.
"""

from dataclasses import dataclass

from counterpoint.suites.scifig.names import ADMITTANCE, CAPTION, INDUCTANCE, PERCEPTION, REASONING, RESISTANCE

PAPER, COUNTED, ALL_COUNTED = "paper", "counted", "all_counted"
VARIANTS = (PAPER, COUNTED, ALL_COUNTED)
"""Of replies that could be read, pooled; of all answered or refused, chart types alike; with all that was sent."""
CLEAN = "describe/clean"
FALSE_CAPTION, TRUE_CAPTION = "describe/false_caption", "describe/true_caption"
FALSE_PREMISE, TRUE_PREMISE = "resist/false_premise", "resist/true_premise"
TWINS = f"{FALSE_PREMISE} - {TRUE_PREMISE}"
REASON = "reason/clean"


@dataclass(frozen=True)
class Axis:
    """The statistic that stands for a dimension, and its cell, as in the table `estimates`."""

    statistic: str
    cell: str
    scale: float
    """What its best value is: 1, or 100 where it is in percent or points."""


PROFILE: dict[str, dict[str, Axis]] = {
    PAPER: {
        PERCEPTION: Axis("mqm_published", CLEAN, 100),
        REASONING: Axis("accuracy_percent", REASON, 100),
        RESISTANCE: Axis("resistance", FALSE_PREMISE, 1),
        CAPTION: Axis("caption_resistance", FALSE_CAPTION, 1),
        ADMITTANCE: Axis("admit_percent", f"{ADMITTANCE}/active_blurred", 100),
        INDUCTANCE: Axis("correct_given_answer_percent", f"{INDUCTANCE}/active_blurred", 100),
    },
    COUNTED: {
        PERCEPTION: Axis("mqm_capped", CLEAN, 100),
        REASONING: Axis("accuracy_percent", REASON, 100),
        RESISTANCE: Axis("resistance_matched", TWINS, 1),
        CAPTION: Axis("caption_image_of_all", FALSE_CAPTION, 1),
        ADMITTANCE: Axis("abstained_percent", f"{ADMITTANCE}/active_blurred", 100),
        INDUCTANCE: Axis("correct_percent", f"{INDUCTANCE}/active_blurred", 100),
    },
}
"""By variant and dimension."""
