"""Every Parquet table: its columns with type, unit and meaning; writing and reading check them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from counterpoint.errors import UserError
from counterpoint.files import write_atomically

if TYPE_CHECKING:
    import pandas as pd

STRING, BOOL, FLOAT = pa.string(), pa.bool_(), pa.float64()
INT8, INT16, INT32, INT64, UINT8 = pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8()
STRINGS = pa.list_(pa.field("element", STRING, nullable=False))
INDICES = pa.list_(pa.field("element", INT8, nullable=False))
FLOATS = pa.list_(pa.field("element", FLOAT, nullable=False))
PARTS = pa.list_(
    pa.field(
        "element",
        pa.struct([pa.field("kind", STRING, nullable=False), pa.field("value", STRING, nullable=False)]),
        nullable=False,
    )
)


@dataclass(frozen=True)
class Column:
    """One column of a table: what it is called, what it holds, and what a value means."""

    name: str
    type: pa.DataType
    meaning: str
    unit: str = ""
    nullable: bool = False


def _c(name: str, type: pa.DataType, meaning: str, unit: str = "") -> Column:
    return Column(name, type, meaning, unit)


def _n(name: str, type: pa.DataType, meaning: str, unit: str = "") -> Column:
    return Column(name, type, meaning, unit, nullable=True)


SCHEMAS: dict[str, tuple[Column, ...]] = {
    "stimuli": (
        _c("stimulus_id", STRING, "name of the picture, unique in its suite"),
        _c("suite", STRING, "suite it belongs to"),
        _c("chart_id", STRING, "chart that it shows; the variants of one chart share it"),
        _c("chart_type", STRING, "kind of chart, e.g. bar"),
        _c("variant", STRING, "aligned, randomised, counterfactual, anonymised, or an imported folder's name"),
        _c("path", STRING, "PNG file, relative to the folder of the run"),
        _c("pixel_digest", STRING, "SHA-256 over size, mode and pixels: the picture's identity in requests"),
        _c("file_digest", STRING, "SHA-256 of the PNG file's bytes"),
        _c("width", INT32, "width", "px"),
        _c("height", INT32, "height", "px"),
        _c("bytes", INT64, "size of the PNG file", "bytes"),
        _c("source_mode", STRING, "pixel mode of the original, e.g. RGBA"),
        _c("flattened", BOOL, "whether transparency was laid on white"),
        _c("source", STRING, "where data or picture come from"),
        _c("licence", STRING, "licence of the source"),
    ),
    "elements": (
        _c("stimulus_id", STRING, "picture that holds the element"),
        _c("element_id", STRING, "name of the element, unique in its picture"),
        _c("role", STRING, "title, axis_title, tick, legend_title, legend_entry, group_label, data_label, mark"),
        _n("text", STRING, "text as drawn"),
        _n("series", STRING, "series that a mark belongs to"),
        _n("category", STRING, "category, position or x value that a mark stands for"),
        _n("value", FLOAT, "value that a mark stands for", "the chart's unit"),
        _n("x", FLOAT, "place on a numeric x axis that a point stands for", "the x axis' unit"),
        _n("size", FLOAT, "what a bubble's area stands for", "the size's unit"),
        _c("x0", FLOAT, "left edge of the box, from the left of the picture", "px"),
        _c("y0", FLOAT, "top edge of the box, from the top of the picture", "px"),
        _c("x1", FLOAT, "right edge of the box", "px"),
        _c("y1", FLOAT, "bottom edge of the box", "px"),
        _n(
            "polygon", FLOATS, "outline of a mark or of a legend's swatch, or place of a tick, as x, y, x, y, ...", "px"
        ),
        _n("colour", STRING, "fill of a mark or legend entry, as #RRGGBB"),
        _n("group", STRING, "group of a treemap that holds a cell"),
    ),
    "items": (
        _c("item_id", STRING, "name of the item, unique in its suite"),
        _c("unit_id", STRING, "what is asked about, across forms and conditions"),
        _c("suite", STRING, "suite"),
        _c("instrument", STRING, "test inside the suite: vlat, revlat or cvlat"),
        _c("form", STRING, "real (as named) or anonymised (names replaced by placeholders)"),
        _c("cluster_id", STRING, "chart that its units share; intervals can be clustered by it"),
        _c("chart_type", STRING, "kind of chart"),
        _c("task", STRING, "consolidated task, e.g. Retrieve Value"),
        _c("task_detail", STRING, "task as its source spells it"),
        _c("question", STRING, "question"),
        _c("options", STRINGS, "answer options in the item's own order, Omit among them"),
        _c("visual_index", INT8, "option that the picture shows to be right"),
        _n("factual_index", INT8, "option that the facts make right; absent where no option is"),
        _c("omit_index", INT8, "option by which one declines to answer"),
        _c("stimulus_id", STRING, "picture that the item is about"),
        _n("manipulation", STRING, "how the picture was made to conflict with the facts"),
        _n("conflict", STRING, "what conflicts: numbers, colour, layout, time, hierarchy, several joined by +"),
        _n("conflict_level", STRING, "size of the conflict, where the design sets it: 10 %, ..., reversal"),
        _n("conflict_magnitude", FLOAT, "relative difference between shown and factual value of what is asked"),
        _n("option_px", FLOAT, "distance of the right option, or of the marks compared, from the nearest other", "px"),
        _n("option_gap", FLOAT, "the same distance in what is asked", "the chart's unit"),
        _c("source", STRING, "bank or bundle, with the place in it"),
    ),
    "audit": (
        _c("suite", STRING, "suite"),
        _c("source", STRING, "file, or chart of the bank, that the finding is about"),
        _n("item_id", STRING, "item that the finding is about, if it is about one"),
        _c("fault", STRING, "kind of fault, e.g. key_not_among_options"),
        _c("detail", STRING, "what was found, with the values"),
        _c("kept_out", BOOL, "whether the item cannot be asked and is therefore kept out"),
    ),
    "trials": (
        _c("suite", STRING, "suite"),
        _c("cell", STRING, "experimental condition, instrument/condition"),
        _c("item_id", STRING, "item asked"),
        _c("unit_id", STRING, "unit of the item"),
        _c("order_index", INT16, "number of the option order"),
        _c("order", INDICES, "option index shown at each position"),
        _c("request_id", STRING, "request that this trial sends"),
    ),
    "requests": (
        _c("request_id", STRING, "SHA-256 of the canonical request"),
        _c("suite", STRING, "suite"),
        _c("bucket", UINT8, "first byte of request_id: which shard and which journal folder"),
        _n("system", STRING, "system text"),
        _c("parts", PARTS, "user message: texts and pixel digests of images, in the order sent"),
        _n("response_schema", STRING, "JSON schema asked for, if any"),
        _c("repeat", INT16, "repetition of an otherwise identical request"),
        _c("options", STRINGS, "options as shown, for the parser"),
        _c("omit_position", INT8, "position of the option that declines"),
    ),
    "truth": (
        _c("request_id", STRING, "request; this table is given to planted respondents only"),
        _c("truth", STRING, "JSON: what the suite's planted respondents are told of the request"),
    ),
    "responses": (
        _c("request_id", STRING, "request"),
        _c("response_key", STRING, "SHA-256 of the request and the model's identity"),
        _c("status", STRING, "answered, empty, truncated, refused, filtered, failed or skipped"),
        _n("failure_class", STRING, "class of a failure, or reason of a skip"),
        _n("failure_detail", STRING, "what the provider layer said of the failure"),
        _n("text", STRING, "reply text"),
        _n("finish_reason", STRING, "why the model stopped, in the provider's word"),
        _n("model_reported", STRING, "model that the provider says answered"),
        _n("input_tokens", INT32, "input tokens as reported", "tokens"),
        _n("output_tokens", INT32, "output tokens as reported", "tokens"),
        _n("seconds", FLOAT, "time from sending to the whole reply", "s"),
        _c("attempts", INT16, "calls made for this request"),
        _n("answered_at", INT64, "when the reply was there, since 1970", "ns"),
    ),
    "verdicts": (
        _c("request_id", STRING, "request"),
        _c("status", STRING, "status of the response"),
        _n("failure_class", STRING, "class of a failure, or reason of a skip"),
        _c("verdict", STRING, "option, omit, unresolved, or none where there is no reply to read"),
        _n("position", INT8, "position of the option chosen, Omit's own included"),
        _c("rule", STRING, "rule that read the reply"),
        _c("reader_version", STRING, "parser and version that made the verdict"),
        _c("text_chars", INT32, "length of the reply", "characters"),
    ),
    "scores": (
        _c("suite", STRING, "suite"),
        _c("cell", STRING, "cell"),
        _c("item_id", STRING, "item"),
        _c("unit_id", STRING, "unit"),
        _c("order_index", INT16, "number of the option order"),
        _c("request_id", STRING, "request that answered this trial"),
        _c("status", STRING, "status of the response"),
        _n("failure_class", STRING, "class of a failure, or reason of a skip"),
        _n("position", INT8, "position chosen"),
        _n("option_index", INT8, "option chosen, in the item's own order"),
        _c("outcome", STRING, "visual, factual, distractor, omit, unresolved, refused, or left_out"),
        _c("text_chars", INT32, "length of the reply", "characters"),
    ),
    "item_rates": (
        _c("suite", STRING, "suite"),
        _c("model", STRING, "model"),
        _c("cell", STRING, "cell"),
        _c("item_id", STRING, "item"),
        _c("unit_id", STRING, "unit"),
        _c("cluster_id", STRING, "chart"),
        _c("chart_type", STRING, "kind of chart"),
        _c("task", STRING, "consolidated task"),
        _n("conflict", STRING, "what conflicts with the facts, in conflict items of the bank"),
        _n("conflict_level", STRING, "size of the conflict, where the design sets it"),
        _c("n_options", INT8, "options, Omit among them"),
        _c("n_trials", INT32, "trials planned"),
        _c("n_counted", INT32, "trials in the denominator: answered or refused"),
        _c("n_requests", INT32, "distinct requests behind the counted trials"),
        _c("left_out_empty", INT32, "trials left out: reply without text"),
        _c("left_out_truncated", INT32, "trials left out: reply cut at the output budget"),
        _c("left_out_filtered", INT32, "trials left out: content filter"),
        _c("left_out_failed", INT32, "trials left out: no reply"),
        _c("left_out_skipped", INT32, "trials left out: never sent"),
        _n("visual", FLOAT, "share of counted trials", "0 to 1"),
        _n("factual", FLOAT, "share of counted trials that chose the factual, not visual, option", "0 to 1"),
        _n("distractor", FLOAT, "share of counted trials", "0 to 1"),
        _n("omit", FLOAT, "share of counted trials", "0 to 1"),
        _n("unresolved", FLOAT, "share of counted trials", "0 to 1"),
        _n("refused", FLOAT, "share of counted trials", "0 to 1"),
        _n("visual_corrected", FLOAT, "visual rate corrected for guessing", "0 to 1"),
        _n("factual_corrected", FLOAT, "factual rate corrected for guessing", "0 to 1"),
        _n(
            "visual_all",
            FLOAT,
            "visual share when left-out trials count as neither (skipped ones never count)",
            "0 to 1",
        ),
        _n("factual_all", FLOAT, "factual share when left-out trials count as neither", "0 to 1"),
        _n("reply_chars", FLOAT, "mean length of counted replies", "characters"),
    ),
    "estimates": (
        _c("suite", STRING, "suite"),
        _c("model", STRING, "model"),
        _c("statistic", STRING, "name of the statistic, e.g. vfri"),
        _c("cell", STRING, "cell or pair of cells that it is about"),
        _c("variant", STRING, "which reading of the statistic: paper, or another by name"),
        _c("breakdown", STRING, "all, chart_type, task, position, ..."),
        _c("level", STRING, "level of the breakdown; empty for all"),
        _n("estimate", FLOAT, "value; absent, with a note, where it is undefined"),
        _n("low", FLOAT, "lower end of the 95 % interval"),
        _n("high", FLOAT, "upper end of the 95 % interval"),
        _n("p", FLOAT, "two-sided p value"),
        _n("numerator", FLOAT, "numerator of a rate"),
        _n("denominator", FLOAT, "denominator of a rate"),
        _c("n_items", INT32, "items behind the value"),
        _c("left_out", INT32, "trials left out of the denominator"),
        _c("note", STRING, "what a reader must know of this value; empty if nothing"),
    ),
    "cvlat_planted_truth": (
        _c("model", STRING, "planted respondent, as the run names it"),
        _c("respondent", STRING, "kind of respondent"),
        _c("statistic", STRING, "statistic, in the vocabulary of estimates"),
        _c("cell", STRING, "cell or pair of cells"),
        _c("variant", STRING, "reading of the statistic, as in estimates"),
        _c("breakdown", STRING, "all, conflict or conflict_level"),
        _c("level", STRING, "level of the breakdown; empty for all"),
        _c("true_value", FLOAT, "exact expectation with the run's numbers of distinct requests"),
        _c("limit_value", FLOAT, "value for infinitely many distinct requests an item"),
    ),
    "cvlat_table2": (
        _c("model", STRING, "model, or the mean of a group"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _n("vlat_normal", FLOAT, "accuracy on aligned charts, normal prompt", "percent"),
        _n("vlat_normal_sd", FLOAT, "its standard deviation over items", "percentage points"),
        _n("vlat_explain", FLOAT, "accuracy on aligned charts, explain prompt", "percent"),
        _n("vlat_explain_sd", FLOAT, "its standard deviation over items", "percentage points"),
        _n("revlat_normal", FLOAT, "accuracy on randomised charts, normal prompt", "percent"),
        _n("revlat_normal_sd", FLOAT, "its standard deviation over items", "percentage points"),
        _n("revlat_explain", FLOAT, "accuracy on randomised charts, explain prompt", "percent"),
        _n("revlat_explain_sd", FLOAT, "its standard deviation over items", "percentage points"),
        _n(
            "delta_normal",
            FLOAT,
            "aligned - randomised on shared units; of a group, mean of the absolute values",
            "percentage points",
        ),
        _n(
            "delta_explain",
            FLOAT,
            "aligned - randomised on shared units; of a group, mean of the absolute values",
            "percentage points",
        ),
    ),
    "cvlat_table3": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _n("anon_v_pct", FLOAT, "visual answers without names", "percent"),
        _n("q_only_pct", FLOAT, "factual answers without picture", "percent"),
        _n("visual_pct", FLOAT, "visual answers under conflict", "percent"),
        _n("factual_pct", FLOAT, "factual answers under conflict", "percent"),
        _n("false_pct", FLOAT, "neither, under conflict", "percent"),
        _n("vf", FLOAT, "visual score under conflict against its reference, mean over items"),
        _n("fa", FLOAT, "factual score under conflict against its reference, mean over items"),
        _n("vfri", FLOAT, "visual-factual reliance index", "-1 to 1"),
        _n("ci_low", FLOAT, "lower end of its 95 % interval"),
        _n("ci_high", FLOAT, "upper end of its 95 % interval"),
    ),
    "cvlat_table4": (
        _c("profile", STRING, "controllability profile, then its flags after semicolons; empty if undefined"),
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _n("vfri_factual", FLOAT, "VFRI under the factual-priority prompt", "-1 to 1"),
        _n("delta_f", FLOAT, "its shift against the normal prompt", "-2 to 2"),
        _c("sig_f", STRING, "significance of the shift: *, **, ***, ns, or empty if undefined"),
        _n("vfri_baseline", FLOAT, "VFRI under the normal prompt", "-1 to 1"),
        _n("delta_v", FLOAT, "shift under the visual-priority prompt", "-2 to 2"),
        _c("sig_v", STRING, "significance of the shift"),
        _n("vfri_visual", FLOAT, "VFRI under the visual-priority prompt", "-1 to 1"),
        _n("delta_f_low", FLOAT, "lower end of the 95 % interval of delta_f"),
        _n("delta_f_high", FLOAT, "upper end"),
        _n("delta_v_low", FLOAT, "lower end of the 95 % interval of delta_v"),
        _n("delta_v_high", FLOAT, "upper end"),
    ),
    "cvlat_cells": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _c("cell", STRING, "cell"),
        _n("visual_pct", FLOAT, "visual answers, mean over items", "percent"),
        _n("factual_pct", FLOAT, "factual answers", "percent"),
        _n("distractor_pct", FLOAT, "other options", "percent"),
        _n("omit_pct", FLOAT, "Omit", "percent"),
        _n("unresolved_pct", FLOAT, "replies that name no one option", "percent"),
        _n("refused_pct", FLOAT, "refusals", "percent"),
        _n("vf", FLOAT, "VF, in conflict cells"),
        _n("fa", FLOAT, "FA, in conflict cells"),
        _n("vfri", FLOAT, "VFRI, in conflict cells", "-1 to 1"),
        _n("low", FLOAT, "lower end of the 95 % interval of VFRI"),
        _n("high", FLOAT, "upper end"),
        _n("reply_chars", FLOAT, "length of replies, mean over items", "characters"),
        _c("n_items", INT32, "items with counted trials"),
        _c("n_trials", INT32, "trials planned"),
        _c("n_counted", INT32, "trials in the denominator"),
    ),
    "cvlat_breakdown": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _c("cell", STRING, "cell"),
        _c("breakdown", STRING, "chart_type, task, conflict or conflict_level"),
        _c("level", STRING, "kind of chart, task, what conflicts, or size of the conflict"),
        _n(
            "accuracy",
            FLOAT,
            "visual answers on aligned and randomised charts, visual + factual in cvlat cells",
            "percent",
        ),
        _n("visual_pct", FLOAT, "visual answers", "percent"),
        _n("factual_pct", FLOAT, "factual answers", "percent"),
        _n("vfri", FLOAT, "VFRI, in conflict cells", "-1 to 1"),
        _c("n_items", INT32, "items with counted trials"),
    ),
    "cvlat_arbitration": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _c("cell", STRING, "conflict cell"),
        _n("w", FLOAT, "arbitration preference: how often it follows the picture when it reads and knows", "0 to 1"),
        _n("w_low", FLOAT, "lower end of the 95 % interval of w"),
        _n("w_high", FLOAT, "upper end"),
        _n("reads", FLOAT, "how often it reads the picture", "0 to 1"),
        _n("knows", FLOAT, "how often it knows the fact", "0 to 1"),
        _n("vfri", FLOAT, "VFRI in the same cell", "-1 to 1"),
        _c("note", STRING, "why w is undefined, or what else to know"),
    ),
    "cvlat_planted": (
        _c("model", STRING, "planted respondent, as the run names it"),
        _c("respondent", STRING, "kind of respondent"),
        _c("statistic", STRING, "statistic"),
        _c("cell", STRING, "cell or pair of cells"),
        _c("variant", STRING, "reading of the statistic, as in estimates"),
        _c("breakdown", STRING, "all, conflict or conflict_level"),
        _c("level", STRING, "level of the breakdown; empty for all"),
        _c("true_value", FLOAT, "exact expectation with the run's numbers of distinct requests"),
        _c("limit_value", FLOAT, "value for infinitely many distinct requests an item"),
        _n("estimate", FLOAT, "what the run estimated"),
        _n("low", FLOAT, "lower end of its 95 % interval"),
        _n("high", FLOAT, "upper end"),
        _n("covered", BOOL, "whether the interval holds the true value; null where none can be expected to"),
    ),
    "cvlat_magnitude": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _c("level", STRING, "size of the conflict: 50% shows a value 1.5 times as large or as small as the fact"),
        _c(
            "position",
            FLOAT,
            "place on the figure's axis: log10 of that factor; a reversal, which has none, stands right of all",
        ),
        _n("override_pct", FLOAT, "override rate in cvlat/normal: visual / (visual + factual) answers", "percent"),
        _n("override_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("override_high", FLOAT, "upper end", "percent"),
        _n("planted", FLOAT, "its true value, of a planted respondent", "percent"),
        _n("numerator", INT32, "visual answers", "trials"),
        _n("denominator", INT32, "visual and factual answers", "trials"),
        _c("n_items", INT32, "items with a visual or factual answer"),
        _c("left_out", INT32, "trials of the level that are left out of every denominator"),
        _n("visual_pct", FLOAT, "visual answers in cvlat/normal", "percent"),
        _n("visual_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("visual_high", FLOAT, "upper end", "percent"),
        _n("factual_pct", FLOAT, "factual answers in cvlat/normal", "percent"),
        _n("factual_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("factual_high", FLOAT, "upper end", "percent"),
        _n("neither_pct", FLOAT, "answers in cvlat/normal that are neither", "percent"),
        _n("neither_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("neither_high", FLOAT, "upper end", "percent"),
        _n("read_pct", FLOAT, "visual answers without names: what is read where memory cannot help", "percent"),
        _n("read_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("read_high", FLOAT, "upper end", "percent"),
        _n("known_pct", FLOAT, "factual answers without picture: what is known", "percent"),
        _n("known_low", FLOAT, "lower end of its 95 % interval", "percent"),
        _n("known_high", FLOAT, "upper end", "percent"),
        _c("note", STRING, "why the override rate is undefined, or what else to know of it"),
    ),
    "cvlat_positions": (
        _c("model", STRING, "model"),
        _c("cell", STRING, "cell"),
        _c("n_options", INT8, "options, Omit among them"),
        _c("position", STRING, "letter of the position"),
        _c("share", FLOAT, "share of counted trials that chose it", "0 to 1"),
        _c("n_counted", INT32, "counted trials of items with so many options"),
    ),
    "cvlat_baselines": (
        _c("cell", STRING, "cell"),
        _c("baseline", STRING, "uniform_guess, constant_position (as shown), constant_slot (own order), constant_text"),
        _c("best_for", STRING, "visual or factual: what this position or slot is best at; else empty"),
        _c("answer", STRING, "letter of the position or slot, or the text; empty for a guess"),
        _c("visual_pct", FLOAT, "visual answers that it gets, mean over items", "percent"),
        _c("factual_pct", FLOAT, "factual answers that it gets", "percent"),
        _c("n_items", INT32, "items of the cell"),
        _c("n_offered", INT32, "items that offer the answer; in the others it gets neither"),
    ),
    "cvlat_strategies": (
        _c("instrument", STRING, "test inside the suite: vlat, revlat or cvlat"),
        _c("form", STRING, "real or anonymised"),
        _c("strategy", STRING, "way to answer without picture and facts, e.g. always the largest number"),
        _c("key", STRING, "visual or factual: the answers that it is held against"),
        _c("score", FLOAT, "items that it gets right, a guess where it does not apply", "percent"),
        _c("chance", FLOAT, "what guessing among the options without Omit gets", "percent"),
        _c("n_items", INT32, "items that have such an answer"),
        _c("n_applied", INT32, "items to which the strategy applies"),
    ),
    "cvlat_left_out": (
        _c("model", STRING, "model"),
        _c("cell", STRING, "cell"),
        _c("status", STRING, "status of the response"),
        _n("failure_class", STRING, "class of a failure, or reason of a skip"),
        _c("trials", INT32, "trials left out of the denominator"),
        _c("share", FLOAT, "of the cell's planned trials", "0 to 1"),
    ),
    "cvlat_orientation": (
        _c("model", STRING, "model"),
        _c("group", STRING, "proprietary, open, embedded or planted"),
        _n("vfri", FLOAT, "VFRI under the normal prompt", "-1 to 1"),
        _n("low", FLOAT, "lower end of its 95 % interval"),
        _n("high", FLOAT, "upper end"),
        _n("p", FLOAT, "two-sided p of VFRI = 0"),
        _n("p_holm", FLOAT, "the same after Holm over the run's models; planted respondents are a family of their own"),
        _c("orientation", STRING, "visual, factual, undetermined (interval holds 0), or why it is undefined"),
    ),
    "cvlat_zero_references": (
        _c("model", STRING, "model"),
        _c("cell", STRING, "conflict cell"),
        _c("reference", STRING, "visual (without names) or factual (without picture)"),
        _c("items", INT32, "items whose reference score is 0 under a non-zero numerator"),
        _n("vfri_paper", FLOAT, "VFRI by the paper's equation", "-1 to 1"),
        _n("vfri_excluded", FLOAT, "VFRI without the items of either reference", "-1 to 1"),
        _c("unit_ids", STRING, "the units, separated by semicolons"),
    ),
    "cvlat_participants": (
        _c("participant", STRING, "participant"),
        _c("group", STRING, "group of participants; empty if there is but one"),
        _c("n_items", INT32, "items shown"),
        _c("n_answered", INT32, "items answered with an option other than Omit"),
        _c("n_omit", INT32, "items declined"),
        _c("n_timeout", INT32, "items without an answer in time"),
        _c("cs_visual", FLOAT, "corrected score with the visual answer as target, can be negative", "percent"),
        _n("cs_factual", FLOAT, "corrected score with the factual answer as target", "percent"),
        _n("vfri", FLOAT, "reliance index of the participant, without reference cells", "-1 to 1"),
    ),
    "cvlat_humans": (
        _c("group", STRING, "group of participants; empty if there is but one"),
        _c("statistic", STRING, "cs_visual, cs_factual or vfri"),
        _c("n", INT32, "participants"),
        _n("mean", FLOAT, "mean over participants", "percent; vfri -1 to 1"),
        _n("sd", FLOAT, "standard deviation over participants (n - 1)", "as the mean"),
        _c("reference", STRING, "published group that it is held against; empty if none"),
        _n("reference_n", INT32, "its size"),
        _n("reference_mean", FLOAT, "its mean", "percent"),
        _n("reference_sd", FLOAT, "its standard deviation", "percentage points"),
        _n("difference", FLOAT, "mean - reference_mean", "percentage points"),
        _n("low", FLOAT, "lower end of the 90 % interval of the difference", "percentage points"),
        _n("high", FLOAT, "upper end", "percentage points"),
        _n("p", FLOAT, "larger p of the two one-sided tests"),
        _n("margin", FLOAT, "difference that would matter", "percentage points"),
        _c("note", STRING, "what a reader must know; empty if nothing"),
    ),
}


def arrow_schema(name: str) -> pa.Schema:
    """Return the Arrow schema of a table, each field carrying its unit and meaning as metadata."""
    return pa.schema(
        [pa.field(c.name, c.type, c.nullable, metadata={"meaning": c.meaning, "unit": c.unit}) for c in SCHEMAS[name]],
        metadata={"counterpoint.table": name},
    )


def as_table(name: str, rows: "pa.Table | pd.DataFrame | Iterable[dict[str, Any]]") -> pa.Table:
    """Return rows as the named table: columns in order, types cast safely, no null where none may be.

    Raises ValueError naming the table and column when a column is missing, unknown, mistyped or null.
    """
    schema = arrow_schema(name)
    if not isinstance(rows, pa.Table):
        if hasattr(rows, "columns"):  # a pandas frame, told apart without importing pandas
            rows = pa.Table.from_pandas(rows, preserve_index=False)
        else:
            rows = pa.Table.from_pylist(list(rows), schema=schema)
    unknown = sorted(set(rows.column_names) - set(schema.names))
    missing = sorted(set(schema.names) - set(rows.column_names))
    if unknown or missing:
        raise ValueError(f"table {name}: missing columns {missing}, unknown columns {unknown}")
    columns = []
    for field in schema:
        try:
            column = rows.column(field.name).combine_chunks().cast(field.type)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise ValueError(f"table {name}: column {field.name}: {error}") from error
        if not field.nullable and column.null_count:
            raise ValueError(f"table {name}: column {field.name} has {column.null_count} nulls")
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=schema)


def write_table(name: str, path: str | Path, rows: "pa.Table | pd.DataFrame | Iterable[dict[str, Any]]") -> None:
    """Check rows against the named schema and write them atomically as Parquet, each page with a checksum."""
    table = as_table(name, rows)
    write_atomically(
        path,
        lambda temporary: pq.write_table(
            table, temporary, compression="zstd", write_page_checksum=True, row_group_size=16_384
        ),
    )


def write_blocks(name: str, path: str | Path, blocks: Iterable[Iterable[dict[str, Any]]]) -> None:
    """Write a table like `write_table`, block by block as they come: each is a row group that can be read by itself."""

    def write(temporary: Path) -> None:
        with pq.ParquetWriter(temporary, arrow_schema(name), compression="zstd", write_page_checksum=True) as writer:
            for rows in blocks:
                writer.write_table(as_table(name, rows))

    write_atomically(path, write)


def read_blocks(name: str, path: str | Path) -> Iterator[list[dict[str, Any]]]:
    """Give the rows of each block of a table that was written block by block; one block at a time is in memory.

    Raises UserError as `read_table` does.
    """
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            if not file.schema_arrow.equals(arrow_schema(name)):
                raise UserError(f"{path}: is not the table {name!r} of this version; remove it and run again")
            for number in range(file.num_row_groups):
                yield file.read_row_group(number).to_pylist()
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not a readable {name!r} table ({error}); remove it and run again") from error


def read_table(name: str, path: str | Path, columns: list[str] | None = None, filters: Any = None) -> pa.Table:
    """Read the named table, or some of its columns and rows, verifying page checksums.

    Raises UserError when the file is absent, truncated or damaged, or holds another table or version of it.
    """
    try:
        found = pq.read_schema(path)
        if not found.equals(arrow_schema(name)):
            raise UserError(f"{path}: is not the table {name!r} of this version; remove it and run again")
        return pq.read_table(path, columns=columns, filters=filters, page_checksum_verification=True)
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not a readable {name!r} table ({error}); remove it and run again") from error


def rows_of(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Give a table's rows as dictionaries, a few thousand at a time, so that a large table is never held twice."""
    for batch in table.to_batches(max_chunksize=4_096):
        yield from batch.to_pylist()


def write_csv(path: str | Path, table: pa.Table) -> None:
    """Write a table atomically as CSV for readers outside: UTF-8, a header, empty cells for absent values."""
    frame = table.to_pandas()
    write_atomically(path, lambda temporary: frame.to_csv(temporary, index=False, lineterminator="\n"))
