"""Made-up results of a CVLAT run: every table that figures and report read, from seeded numbers of no meaning."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from PIL import Image, ImageDraw

from counterpoint.files import write_text
from counterpoint.models.prices import FREE
from counterpoint.seeds import generator
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT, STEERED
from counterpoint.tables import as_table, write_table

TREES = [
    "Alder",
    "Aspen",
    "Beech",
    "Birch",
    "Cedar",
    "Elm",
    "Fir",
    "Hazel",
    "Holly",
    "Juniper",
    "Larch",
    "Maple",
    "Oak",
    "Pine",
    "Rowan",
    "Spruce",
    "Willow",
    "Yew",
]
SIZES = ("4.7", "Flash-Lite", "235B-A22B", "8B")
CHART_TYPES = ["area", "bar", "bubble", "choropleth", "histogram", "line", "pie", "scatter", "stacked_bar", "treemap"]
TASKS = ("Determine Range", "Find Extremum", "Make Comparisons", "Retrieve Value")
SHARES = ("visual", "factual", "distractor", "omit", "unresolved", "refused")
STARS = ("ns", "*", "**", "***")


def model_names(n: int) -> list[str]:
    """Return n names of models that do not exist, the last of three or more a planted respondent's."""
    names = [f"{TREES[i % len(TREES)]}-{SIZES[i // len(TREES)]}" for i in range(n)]
    return [*names[:-1], "planted-arbiter"] if n >= 3 else names


def wide_tables(models: list[str], seed: int = 1, clustered: bool = False) -> dict[str, pd.DataFrame]:
    """Return all wide tables of the given models; `clustered` puts all of them near one point."""
    draw = generator(seed, "made-up tables")
    table2, table3, table4, cells, breakdown, arbitration = [], [], [], [], [], []
    planted, positions, left_out, orientation, zero, magnitude = [], [], [], [], [], []
    for i, model in enumerate(models):
        group = "planted" if model.startswith("planted") else ("proprietary", "open")[i % 2]
        head = {"model": model, "group": group}
        middle = float(draw.uniform(0.2, 0.3) if clustered else draw.uniform(-0.8, 0.9))
        shift = {CONFLICT: 0.0, STEERED["factual"]: draw.uniform(-0.9, 0.3), STEERED["visual"]: draw.uniform(-0.1, 0.8)}
        rates = {}
        for cell in CELLS:
            share = draw.dirichlet((9, 5, 2, 1, 0.3, 0.3)) * 100
            rates[cell] = share
            index = float(np.clip(middle + shift[cell], -0.98, 0.98)) if cell in shift else None
            cells.append(
                {
                    **head,
                    "cell": cell,
                    "route": "free_text",
                    **{f"{o}_pct": s for o, s in zip(SHARES, share, strict=True)},
                }
                | {"vf": draw.uniform(0.2, 1.1) if cell in shift else None}
                | {"fa": draw.uniform(0.2, 1.1) if cell in shift else None, "vfri": index}
                | {"low": None if index is None else max(index - draw.uniform(0.1, 0.3), -1.0)}
                | {"high": None if index is None else min(index + draw.uniform(0.1, 0.3), 1.0)}
                | {"reply_chars": draw.uniform(3, 900), "n_items": 32, "n_trials": 3840, "n_counted": 3800}
                | {"note": "" if cell in shift else "vf, fa, vfri: of conflict cells only"}
            )
            for name, levels in (("chart_type", CHART_TYPES), ("task", TASKS)):
                for level in levels:
                    visual, factual = draw.uniform(20, 60), draw.uniform(10, 40)
                    breakdown.append(
                        {**head, "cell": cell, "breakdown": name, "level": level, "accuracy": visual + factual}
                        | {"visual_pct": visual, "factual_pct": factual, "vfri": draw.uniform(-1, 1), "n_items": 4}
                        | {"note": ""}
                    )
            for count in (3, 4, 5):
                share = draw.dirichlet([30] * count)
                positions += [
                    {"model": model, "cell": cell, "n_options": count, "position": chr(97 + k)}
                    | {"share": share[k], "n_counted": 1200}
                    for k in range(count)
                ]
            left_out.append(
                {"model": model, "cell": cell, "status": "failed", "failure_class": "rate limit"}
                | {"trials": 40, "share": 40 / 3840}
            )
        table2.append(
            head
            | {f"{t}_{p}": rates[f"{t}/{p}"][0] for t in ("vlat", "revlat") for p in ("normal", "explain")}
            | {f"{t}_{p}_sd": draw.uniform(10, 35) for t in ("vlat", "revlat") for p in ("normal", "explain")}
            | {f"delta_{p}": rates[f"vlat/{p}"][0] - rates[f"revlat/{p}"][0] for p in ("normal", "explain")}
            | {"note": ""}
        )
        conflict = cells[-3 - 2]
        table3.append(
            head
            | {"anon_v_pct": rates["cvlat/anonymised"][0], "q_only_pct": rates["cvlat/question_only"][1]}
            | {"visual_pct": conflict["visual_pct"], "factual_pct": conflict["factual_pct"]}
            | {"false_pct": 100 - conflict["visual_pct"] - conflict["factual_pct"], "vf": conflict["vf"]}
            | {"fa": conflict["fa"], "vfri": middle, "ci_low": conflict["low"], "ci_high": conflict["high"]}
            | {"note": ""}
        )
        delta = {"f": shift[STEERED["factual"]], "v": shift[STEERED["visual"]]}
        table4.append(
            head
            | {"profile": "Symmetric responders", "vfri_baseline": middle}
            | {"vfri_factual": middle + delta["f"], "vfri_visual": middle + delta["v"]}
            | {f"delta_{k}": d for k, d in delta.items()}
            | {f"sig_{k}": STARS[int(draw.integers(4))] for k in delta}
            | {f"delta_{k}_low": d - 0.2 for k, d in delta.items()}
            | {f"delta_{k}_high": d + 0.2 for k, d in delta.items()}
            | {"note": ""}
        )
        w = float(draw.uniform(0.05, 0.95))
        arbitration.append(
            {**head, "cell": CONFLICT, "w": w, "w_low": max(w - 0.12, 0), "w_high": min(w + 0.12, 1)}
            | {"reads": draw.uniform(0.3, 0.9), "knows": draw.uniform(0.3, 0.9), "vfri": middle, "note": ""}
        )
        word = "undetermined" if conflict["low"] < 0 < conflict["high"] else ("visual" if middle > 0 else "factual")
        orientation.append(
            {**head, "vfri": middle, "low": conflict["low"], "high": conflict["high"], "p": 0.01, "p_holm": 0.04}
            | {"orientation": word}
        )
        if i == 0:
            zero.append(
                {"model": model, "cell": CONFLICT, "reference": "visual", "items": 1, "vfri_paper": middle}
                | {"vfri_excluded": middle - 0.01, "ratio_paper": 31250.4, "ratio_excluded": 0.8}
                | {"unit_ids": "made-up-bar-01"}
            )
        magnitude += _magnitude(head, group == "planted", generator(seed, "made-up magnitude", model))
        if group == "planted":
            planted += [
                {"model": model, "respondent": "arbiter", "statistic": s, "cell": CONFLICT, "true_value": v + 0.03}
                | {"limit_value": v, "estimate": v, "low": v - 0.12, "high": v + 0.12, "covered": True}
                | {"variant": variant, "breakdown": "all", "level": ""}
                for s, v, variant in (("arbitration_w", w, "maximum_likelihood"), ("vfri", middle, "paper"))
            ]
    frames = {
        "cvlat_table2": table2,
        "cvlat_table3": table3,
        "cvlat_table4": table4,
        "cvlat_cells": cells,
        "cvlat_breakdown": breakdown,
        "cvlat_arbitration": arbitration,
        "cvlat_planted": planted,
        "cvlat_positions": positions,
        "cvlat_left_out": left_out,
        "cvlat_orientation": orientation,
        "cvlat_zero_references": zero,
        "cvlat_magnitude": magnitude,
    }
    return {name: pd.DataFrame(records) for name, records in frames.items() if records}


def _magnitude(head: dict[str, str], planted: bool, draw: np.random.Generator) -> list[dict[str, object]]:
    """Return made-up override rates that fall with the size of the conflict."""
    rows, steep, reads = [], draw.uniform(0.5, 4), draw.uniform(60, 98)
    for level, position in (("10%", 0.0414), ("50%", 0.1761), ("200%", 0.4771), ("reversal", 0.6078)):
        rate = 100 / (1 + steep * position) - draw.uniform(0, 8)
        shares = {"visual": 0.8 * rate, "factual": 80 - 0.8 * rate, "neither": 20.0, "read": reads, "known": 70.0}
        rows.append(
            {
                **head,
                "level": level,
                "position": position,
                "override_pct": rate,
                "planted": rate + 3 if planted else None,
            }
            | {
                "override_low": max(rate - draw.uniform(5, 15), 0),
                "override_high": min(rate + draw.uniform(5, 15), 100),
            }
            | {"numerator": 300, "denominator": 450, "n_items": 24, "left_out": 2, "note": ""}
            | {f"{name}_pct": share for name, share in shares.items()}
            | {f"{name}_{end}": share + by for name, share in shares.items() for end, by in (("low", -5), ("high", 5))}
        )
    return rows


def write_run(
    folder: Path,
    models: list[str],
    charts: int = 8,
    units: int = 4,
    orders: int = 24,
    words: str = "",
    cells: tuple[str, ...] = tuple(CELLS),
    reply: str = "made-up reply",
) -> dict[str, object]:
    """Write a whole run's tables and pictures to `folder`; return what `report_context` must know of the run.

    `words` is put into every text that comes from outside: questions, options, replies, sources, findings.
    """
    draw = generator(2, "made-up run")
    stimuli, items, asked = [], [], {}
    for c in range(charts):
        chart_type, chart = CHART_TYPES[c % len(CHART_TYPES)], f"made-up-{c:02d}{words}"
        for variant in ("aligned", "randomised", "counterfactual", "anonymised"):
            name = f"{c:02d}-{variant}"
            _picture(folder / "images" / f"{name}.png", f"made-up {chart_type}, {variant}", draw.integers(20, 90, 7))
            stimuli.append(
                {"stimulus_id": name, "suite": "cvlat", "subject_id": chart, "kind": chart_type}
                | {"variant": variant, "path": f"images/{name}.png", "pixel_digest": f"{name}-digest"}
                | {"file_digest": name, "width": 600, "height": 320, "bytes": 9000, "source_mode": "RGB"}
                | {"flattened": False, "source": f"made up{words}", "licence": "none"}
            )
        for u in range(units):
            count = (5, 5, 4, 3)[u % 4]
            for instrument, form, variant in (
                ("vlat", "real", "aligned"),
                ("revlat", "real", "randomised"),
                ("cvlat", "real", "counterfactual"),
                ("cvlat", "anonymised", "anonymised"),
            ):
                name = f"{c:02d}-{u}-{instrument}-{form}"
                thing = "Place A" if form == "anonymised" else "Northland"
                items.append(
                    {"item_id": name, "unit_id": f"{chart}-{u}", "suite": "cvlat", "instrument": instrument}
                    | {"form": form, "cluster_id": chart, "chart_type": chart_type, "task": TASKS[u % 4]}
                    | {"task_detail": TASKS[u % 4], "question": f"What is the value of {thing} in year {u}?{words}"}
                    | {"options": [*(f"{10 * k + u} units{words}" for k in range(1, count)), "Omit"]}
                    | {"visual_index": 0, "factual_index": 0 if instrument == "vlat" else 1}
                    | {"omit_index": count - 1, "stimulus_id": f"{c:02d}-{variant}"}
                    | {"manipulation": "values swapped" if instrument == "cvlat" else None}
                    | {"conflict_magnitude": None, "source": f"made up{words}"}
                )
                asked |= {
                    (name, cell.name): (f"{chart}-{u}", count)
                    for cell in CELLS.values()
                    if cell.name in cells and (cell.instrument, cell.form) == (instrument, form)
                }
    write_table("stimuli", folder / "stimuli/cvlat/stimuli.parquet", stimuli)
    write_table("items", folder / "items/cvlat/items.parquet", items)
    finding = {"suite": "cvlat", "source": f"made-up.json{words}", "item_id": None, "fault": "duplicate_options"}
    finding |= {"detail": f"option 2 repeats option 1{words}", "kept_out": True}
    write_table("audit", folder / "items/cvlat/audit.parquet", [finding])
    for i in range(len(models)):
        scores = _scores(asked, orders, draw)
        write_table("scores", folder / f"scores/model-{i}/cvlat.parquet", scores)
        responses = _responses(scores, f"{reply}{words}")
        for k in (0, 1):
            write_table("responses", folder / f"responses/model-{i}/cvlat/{k}.parquet", responses.iloc[k::2])
    for name, frame in wide_tables(models).items():
        write_table(name, folder / f"tables/{name}.parquet", frame)
    line = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"
    write_text(folder / "benchmarks/cvlat_plan.tsv", line + "2.5\t0:00:02\t150.25\t-\t-\t-\t-\t-\t-\t-\n")
    for i in range(len(models)):
        write_text(folder / f"benchmarks/query/model-{i}/0.tsv", line + f"{i + 1}\t0:00:01\t-\t-\t-\t-\t-\t-\t-\t-\n")
    registered = [
        {"name": model, "group": "open", "identity": {"snapshot": f"made-up-{i}{words}"}}
        for i, model in enumerate(models)
    ]
    judge = {"name": f"judge{words}", "votes": 5, "identity": {"provider": f"planted{words}"}}
    reading = {"cvlat": {"extraction": "judge", "judges": [judge]}}
    return {
        "name": f"made-up{words}",
        "seed": 7,
        "digest": "0123456789abcdef",
        "models": registered,
        "reading": reading,
    }


def section_inputs(folder: Path, run: dict[str, object]) -> dict[str, object]:
    """Return what `cvlat_section` reads of a run that `write_run` wrote, with the tables and figures there are now."""
    models = [model["name"] for model in run["models"]]
    return {
        "items": folder / "items/cvlat/items.parquet",
        "audit": [folder / "items/cvlat/audit.parquet"],
        "stimuli": folder / "stimuli/cvlat/stimuli.parquet",
        "images": folder / "images",
        "tables": sorted(folder.glob("tables/*.parquet")),
        "figures": sorted(folder.glob("figures/*")),
        "scores": {model: folder / f"scores/model-{i}/cvlat.parquet" for i, model in enumerate(models)},
        "responses": {
            model: [folder / f"responses/model-{i}/cvlat/{k}.parquet" for k in (0, 1)] for i, model in enumerate(models)
        },
    }


def benchmarks(folder: Path, run: dict[str, object]) -> dict[str, list[Path]]:
    """Return the benchmark files of such a run's own jobs, by rule."""
    return {
        "cvlat_plan": [folder / "benchmarks/cvlat_plan.tsv"],
        "query": [folder / f"benchmarks/query/model-{i}/0.tsv" for i in range(len(run["models"]))],
    }


def _scores(asked: dict[tuple[str, str], tuple[str, int]], orders: int, draw: np.random.Generator) -> pd.DataFrame:
    item, cell = np.repeat(np.array(list(asked), object), orders, axis=0).T
    unit = np.repeat(np.array([u for u, _ in asked.values()], object), orders)
    count = np.repeat(np.array([n for _, n in asked.values()]), orders)
    option = np.minimum(draw.integers(0, 5, len(item)) * draw.integers(0, 2, len(item)), count - 1)
    lost = draw.random(len(item)) < 0.01
    outcome = np.select(
        [lost, option == 0, option == count - 1, option == 1], ["left_out", "visual", "omit", "factual"], "distractor"
    )
    index = pd.array(np.where(lost, 0, option), dtype="Int8")
    index[lost] = pd.NA
    return pd.DataFrame(
        {"suite": "cvlat", "cell": cell, "item_id": item, "unit_id": unit}
        | {"order_index": np.tile(np.arange(orders), len(asked)).astype("int16")}
        | {"request_id": [f"request-{k // 2}" for k in range(len(item))]}
        | {"status": np.where(lost, "failed", "answered"), "failure_class": np.where(lost, "timeout", None)}
        | {"position": index, "option_index": index, "outcome": outcome, "text_chars": np.int32(3)}
        | {"route": np.where(lost, None, "free_text")}
    )


def _responses(scores: pd.DataFrame, reply: str) -> pd.DataFrame:
    """Return the responses behind made-up scores: one a request, an answer where its first trial has one."""
    first = scores.drop_duplicates("request_id")
    answered = first["status"] == "answered"
    empty = dict.fromkeys(("failure_detail", "finish_reason", "model_reported", "answered_at"))
    empty |= dict.fromkeys(("route", "cached_tokens", "cost_usd", "sent_request_id"))
    return pd.DataFrame(
        {"request_id": first["request_id"], "response_key": first["request_id"], "status": first["status"]}
        | {"failure_class": first["failure_class"], "text": np.where(answered, reply, None)}
        | {"attempts": np.where(answered, 1, 5).astype("int16")}
        | {"input_tokens": 900, "output_tokens": 3, "seconds": 0.5}
        | empty
    )


def _picture(path: Path, title: str, heights: np.ndarray) -> None:
    """Draw a bar chart of no meaning, 600 x 320 px."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.new("RGB", (600, 320), "white")
    pen = ImageDraw.Draw(picture)
    pen.text((20, 10), title, fill="black")
    for k, height in enumerate(heights):
        pen.rectangle((40 + 75 * k, 300 - 2.6 * float(height), 90 + 75 * k, 300), fill="#4477aa")
    picture.save(path)


def spending(models: list[dict]) -> pa.Table:
    """Return made-up spending: the first model was paid for, the others run inside the process."""
    rows = [
        {"model": model["name"], "suite": "cvlat", "requests": 1200, "replies": 1100, "over_budget": 100 * (n == 0)}
        | {"failed": 0, "skipped": 100, "minutes": 42.0}
        | {"spent_usd": 1.25 * (n == 0), "estimated_usd": 1.5 * (n == 0), "reported": 0, "unknown": 0}
        | {"input_tokens": 900_000, "cached_tokens": 0, "output_tokens": 9_000, "maybe_charged": 0}
        | {"price_input": 1.0 * (n == 0), "price_cached": 0.5 * (n == 0), "price_output": 4.0 * (n == 0)}
        | {"price_source": "the model's entry" if n == 0 else FREE.source}
        for n, model in enumerate(models)
    ]
    return as_table("spending", rows)
