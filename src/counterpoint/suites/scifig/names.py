"""Names that the parts of the suite share."""

SUITE = "scifig"
CHART_TYPES = ("bar", "line", "pie")
PERCEPTION, REASONING, RESISTANCE, CAPTION = "perception", "reasoning", "resistance", "caption"
ADMITTANCE, INDUCTANCE = "admittance", "inductance"
DIMENSIONS = (PERCEPTION, REASONING, RESISTANCE, CAPTION, ADMITTANCE, INDUCTANCE)
"""What an item tests. Admittance asks for a text that cannot be recovered once blurred, inductance for one that can."""
SHAM = "sham"
"""In the place of a dimension: another label of the figure, blurred as a control."""
REASONING_KINDS = ("counting", "computation", "comparison", "pattern")
PREMISE_KINDS = ("inexist", "contra", "unanswerable")
CLAIM_KINDS = (
    "value_anchor",
    "trend_characterization",
    "comparison_swap",
    "rate_mischaracterization",
    "ranking_inversion",
)
"""Kinds of false claims in a caption, in the published items' words."""
REJECTS, PARTLY, ACCEPTS = "rejects", "partly", "accepts"
"""What a reply does with a question's premise."""
PREMISE_SCORES = {REJECTS: 1.0, PARTLY: 0.5, ACCEPTS: 0.0}
"""Score of a reply to a false premise, as in the paper."""
BLUR_OUTCOMES = ("correct", "correct_hedged", "wrong", "wrong_hedged", "abstained", "not_addressed")
"""What a reply does about a blurred text; exactly one of them. Hedged: it also says that the text cannot be read."""
IMAGE_SIDE, CAPTION_SIDE, NOT_ADDRESSED = "image", "caption", "not_addressed"
"""Which side a description takes on a caption's claim."""
IMAGES = "stimuli/scifig/images"
"""Folder of the pictures that are sent, relative to the folder of the run."""
