"""Three figures as people bring them, with a page, and what a generator might propose to ask about them."""

import csv
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

ROWS = {
    "bars": {
        "chart_type": "bar",
        "figure": "bars.png",
        "description": "A bar chart of bars by habitat. The bars are vertical and blue. The y axis shows chlorophyll "
        "from 0 to 40. Abyssal is the highest at 41, Riverine the lowest at 12. Lacustrine is at 30 and Estuary at 22.",
        "caption": "Phytoplankton, sampled in June.",
        "page": "page.png",
        **{"x0": "40", "y0": "60", "x1": "640", "y1": "460"},
    },
    "lines": {
        "chart_type": "line",
        "figure": "lines.png",
        "description": "A line chart of lines over time. The legend names Zarconite and Pelorite.|Two lines rise; "
        "the x axis is time in days from 0 to 20.",
    },
    "shares": {
        "chart_type": "pie",
        "figure": "shares.png",
        "description": "A pie chart of shares. Quartz has 40 %, Feldspar 35 % and Mica 25 %. Quartz is the "
        "largest slice.",
    },
}


def write_figures(folder: Path, **changes: dict[str, str]) -> Path:
    """Draw the figures, write their file, and return its path; `changes` are other values, by figure."""
    folder.mkdir(parents=True, exist_ok=True)
    _draw(folder)
    columns = ["figure_id", "chart_type", "figure", "description", "caption", "page", "x0", "y0", "x1", "y1"]
    with open(folder / "figures.csv", "w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, [*columns, "source", "licence"], restval="")
        writer.writeheader()
        for name, row in ROWS.items():
            known = {"figure_id": name, "source": "drawn for a test", "licence": "MIT"}
            writer.writerow(known | row | changes.get(name, {}))
    return folder / "figures.csv"


def _draw(folder: Path) -> None:
    figure, axes = _axes()
    axes.bar(["Riverine", "Lacustrine", "Estuary", "Abyssal"], [12, 30, 22, 41], color="#4477aa")
    axes.set(ylabel="Chlorophyll", xlabel="Habitat")
    bars = _save(figure, folder / "bars.png")
    page = np.full((1000, 680, 3), 255, np.uint8)
    page[60:460, 40:640] = bars
    Image.fromarray(page).save(folder / "page.png")
    figure, axes = _axes()
    axes.plot([0, 5, 10, 15, 20], [11, 14, 13, 18, 19], label="Zarconite")
    axes.plot([0, 5, 10, 15, 20], [12, 12, 15, 15, 16], label="Pelorite")
    axes.set(
        ylabel="Yield (kg)", xlabel="Time (days)", xticks=[0, 5, 10, 15, 20], yticks=[11, 12, 13, 14, 16, 17, 18, 19]
    )
    axes.legend(loc="upper left")
    _save(figure, folder / "lines.png")
    figure, axes = _axes()
    axes.pie([40, 35, 25], labels=["Quartz", "Feldspar", "Mica"], autopct="%d%%")
    _save(figure, folder / "shares.png")


def _axes() -> tuple[Figure, object]:
    figure = Figure((6, 4), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _save(figure: Figure, path: Path) -> np.ndarray:
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()
    Image.fromarray(pixels).save(path)
    return pixels


def question(kind: str, question: str, number: float | None = None, name: str | None = None, *others: str) -> dict:
    """Return a question as the generator replies it."""
    said = {"kind": kind, "question": question, "number": number, "name": name, "other_names": list(others)}
    return said | {"tolerance": None if number is None else 0.4, "steps": "Read off the figure."}


def contra(what: str, false: float, true: float) -> dict:
    """Return a premise that states a wrong value, as the generator replies it."""
    return {
        "kind": "contra",
        "question": f"Given that {what} is {false:g}, how far is it from the highest?",
        "premise": f"{what} is {false:g}.",
        "actual": f"{what} is {true:g}.",
        "names": [what],
        "false_number": false,
        "true_number": true,
        "twin_question": f"Given that {what} is {true:g}, how far is it from the highest?",
        "twin_premise": f"{what} is {true:g}.",
    }


def claim(kind: str, true: str, false: str) -> dict:
    """Return a caption's claim as the generator replies it."""
    return {"kind": kind, "true_sentence": true, "false_sentence": false}


PROPOSALS = {
    "bars by habitat": {
        "questions": [
            question("counting", "How many bars are above 20?", 3),
            question(
                "comparison", "Which habitat is the lowest?", None, "Riverine", "Lacustrine", "Estuary", "Abyssal"
            ),
        ],
        "premises": [contra("Estuary", 27, 22)],
        "claims": [
            claim("value_anchor", "Lacustrine reaches 30.", "Lacustrine reaches 16."),
            claim("ranking_inversion", "Abyssal is the highest.", "Riverine is the highest."),
        ],
    },
    "lines over time": {
        "questions": [question("counting", "How many lines are there?", 2)],
        "premises": [contra("Zarconite at 20 days", 9, 19)],
        "claims": [],
    },
    "chart of shares": {"questions": [], "premises": [], "claims": []},
}
"""What the generator replies, by words of the figure's description."""
