"""Controllability profiles of experiment 3: what the two steering prompts do to a model's VFRI."""

SYMMETRIC = "Symmetric responders"
COLLAPSING = "F-priority-collapsing"
V_INSENSITIVE = "V-priority-insensitive"
F_INSENSITIVE = "F-priority-insensitive"
UNCLASSIFIED = "Unclassified"
SIGNIFICANT = 0.05
NEAR_CEILING = 0.8
"""A baseline VFRI from here on leaves the visual-priority prompt little room. Our choice: the paper flags
its case (0.892) without giving a limit."""


def profile(delta_factual: float, p_factual: float, delta_visual: float, p_visual: float, baseline: float) -> str:
    """Return the profile label, followed by "; flag" where a reader must be warned.

    `delta_*` are shifts of VFRI against the normal prompt (-2 to 2) under the factual- and visual-priority
    prompts, `p_*` their p values; the instructed directions are down and up. Rules after arXiv 2606.03142,
    table IV. A significant shift against the visual-priority instruction fits no published profile and is
    called unclassified.
    """
    factual_moves, visual_moves = p_factual < SIGNIFICANT, p_visual < SIGNIFICANT
    if factual_moves and delta_factual > 0:
        return COLLAPSING
    if visual_moves and delta_visual < 0:
        return f"{UNCLASSIFIED}; against the visual-priority instruction"
    if factual_moves and visual_moves:
        return SYMMETRIC
    if factual_moves:
        return f"{V_INSENSITIVE}; near ceiling" if baseline >= NEAR_CEILING else V_INSENSITIVE
    if visual_moves:
        return F_INSENSITIVE
    return f"{SYMMETRIC}; underpowered"
