"""The experimental cells of CVLAT: instrument, form of the item, picture or not, prompt."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One condition. `instruction` is what the prompt asks to trust: none, visual or factual."""

    name: str
    instrument: str
    form: str
    picture: bool
    prompt: str
    instruction: str = "none"


CELLS: dict[str, Cell] = {
    cell.name: cell
    for cell in (
        Cell("vlat/normal", "vlat", "real", True, "normal"),
        Cell("vlat/explain", "vlat", "real", True, "explain"),
        Cell("revlat/normal", "revlat", "real", True, "normal"),
        Cell("revlat/explain", "revlat", "real", True, "explain"),
        Cell("cvlat/normal", "cvlat", "real", True, "normal"),
        Cell("cvlat/anonymised", "cvlat", "anonymised", True, "anonymised"),
        Cell("cvlat/question_only", "cvlat", "real", False, "question_only"),
        Cell("cvlat/factual_priority", "cvlat", "real", True, "factual_priority", "factual"),
        Cell("cvlat/visual_priority", "cvlat", "real", True, "visual_priority", "visual"),
    )
}

CONFLICT = "cvlat/normal"
"""The conflict cell: the picture contradicts the facts."""
READING = "cvlat/anonymised"
"""The visual reference: the same picture and question without names, so that memory cannot help."""
KNOWLEDGE = "cvlat/question_only"
"""The factual reference: the same question without the picture."""
STEERED = {"factual": "cvlat/factual_priority", "visual": "cvlat/visual_priority"}
"""The cells of experiment 3, by what their prompt asks to trust."""
