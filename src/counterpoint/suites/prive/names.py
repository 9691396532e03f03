"""Names that the parts of the suite share."""

SUITE = "prive"
DOMAINS = ("existence", "counting", "fashion", "industry", "medical")
"""The five domains, in the paper's order (arXiv 2607.16311, tables 5 to 9)."""
ORIGINAL, COUNTERFACTUAL = "original", "counterfactual"
"""The two pictures of a pair."""
YES_NO, CHOICE, OPEN, NUMBER = "yes_no", "choice", "open", "number"
"""Forms of a question about one picture's attribute."""
SAME, WHICH, DIFFERENCE = "same", "which", "difference"
"""Forms of a question about a pair itself: whether the pictures agree, which one shows a value, in what they differ."""
PAIR_FORMS = (SAME, WHICH, DIFFERENCE)
OUTCOMES = ("correct", "biased", "other", "unresolved", "refused", "left_out")
"""What a trial came to; on originals and identical pairs, which agree with the prior, no answer is biased."""
IMAGES, MASKS = "stimuli/prive/images", "stimuli/prive/masks"
"""Folders of the pictures that are sent and of the masks, relative to the folder of the run."""
