"""SciFig's own tables: figures, views, blur targets, items, and what replies to them came to."""

from counterpoint.schemas.columns import BOOL, FLOAT, INT16, INT32, STRING, Column, col, opt
from counterpoint.schemas.scifig_results import RESULTS

_FIGURE = (
    col("figure_id", STRING, "figure"),
    col("chart_type", STRING, "bar, line or pie"),
)
_TRIAL = (
    col("model", STRING, "model"),
    col("cell", STRING, "cell"),
    col("item_id", STRING, "item"),
    col("unit_id", STRING, "unit"),
    *_FIGURE,
)
_BOX = (
    opt("x0", FLOAT, "left edge, from the left of the picture", "px"),
    opt("y0", FLOAT, "top edge, from the top of the picture", "px"),
    opt("x1", FLOAT, "right edge", "px"),
    opt("y1", FLOAT, "bottom edge", "px"),
)

SCIFIG: dict[str, tuple[Column, ...]] = {
    "scifig_figures": (
        *_FIGURE,
        col("made", STRING, "generated, or own: from a manifest"),
        opt("data", STRING, "JSON: the figure as specified; absent where its data are unknown"),
        opt("description", STRING, "reference description, as an expert writes it"),
        opt("caption", STRING, "caption, true of the figure"),
        opt("page_stimulus_id", STRING, "picture of the page that holds the figure"),
        *_BOX,
        col("source", STRING, "where the figure comes from"),
        col("licence", STRING, "licence of the source"),
    ),
    "scifig_targets": (
        col("target_id", STRING, "name of the target, unique in its suite"),
        *_FIGURE,
        col("dimension", STRING, "admittance, inductance, or sham: another label, blurred as a control"),
        col("element_id", STRING, "element whose text is blurred, as in elements"),
        col("text", STRING, "text that is blurred, and the expected answer"),
        col("where", STRING, "which text it is, in words that do not hold it"),
        col("question", STRING, "question that asks for it"),
        opt("derivation", STRING, "how it follows from what is left; absent where it does not"),
        *_BOX,
    ),
    "scifig_legibility": (
        col("target_id", STRING, "target"),
        opt("read_clean", STRING, "what text recognition reads in the clean picture's crop; absent where nothing"),
        opt("read_blurred", STRING, "what it reads in the blurred picture's crop"),
        col("legible_clean", BOOL, "whether it reads the target's text there"),
        col("legible_blurred", BOOL, "whether it reads it once blurred"),
    ),
    "scifig_views": (
        *_FIGURE,
        col("view", STRING, "clean, a transform with its level, page, page_blurred, or blurred/ and a target"),
        opt("stimulus_id", STRING, "picture of the view; absent where there is none"),
        opt("pixel_digest", STRING, "its pixels' digest, as requests name it"),
        col("reason", STRING, "why the figure has no such view; empty where it has"),
    ),
    "scifig_items": (
        col("item_id", STRING, "name of the item, unique in its suite"),
        col("unit_id", STRING, "what is asked about, across conditions"),
        col("suite", STRING, "suite"),
        *_FIGURE,
        col("dimension", STRING, "perception, reasoning, resistance, caption, admittance or inductance"),
        col("kind", STRING, "kind of question, premise or target; for descriptions describe"),
        col("condition", STRING, "false or true of premises and captions, active or passive of blur; else empty"),
        opt("target_id", STRING, "text that is blurred, where one is"),
        opt("caption", STRING, "caption that is sent, where one is"),
        col("question", STRING, "question, or what asks for a description"),
        col("answer", STRING, "how a reply is read: number, name or open"),
        opt("claims", STRING, "JSON: lists of wordings, correct and biased, of an answer by name or number"),
        opt("rubric", STRING, "rubric by which a judge reads the reply"),
        opt("material", STRING, "JSON: what the judge is shown beside question and reply"),
        opt("correct_number", FLOAT, "number that is right"),
        opt("tolerance", FLOAT, "largest distance from it that still is"),
        col("steps", STRING, "how the key follows from the data; empty where it needs no steps"),
    ),
    "scifig_validity": (
        *_FIGURE,
        col("probe", STRING, "item or target that was checked"),
        col("rule", STRING, "rule, e.g. anchor_off_by_20_to_30_percent"),
        col("passed", BOOL, "whether it holds; a probe that fails one is not asked"),
        col("detail", STRING, "the values that were compared"),
    ),
    "scifig_validity_rules": (
        col("rule", STRING, "rule that probes are held against"),
        col("dimension", STRING, "what the probes test: reason, inexist, contra, ..., or a kind of target"),
        col("probes", INT32, "probes held against it"),
        col("failed", INT32, "of these, probes that fail it and are not asked"),
        opt("example", STRING, "a probe that fails, with the values that were compared; absent where none does"),
    ),
    "scifig_facts": (
        *_TRIAL,
        col("fact", STRING, "fact of the figure"),
        col("kind", STRING, "type, label, count, value, trend, extreme or style"),
        col("state", STRING, "right, wrong or not_stated"),
    ),
    "scifig_penalties": (
        *_TRIAL,
        col("engine", STRING, "published or capped"),
        col("key", STRING, "checklist item, or fault of the whole"),
        col("category", STRING, "accuracy, completeness or clarity"),
        col("sub_type", STRING, "incorrect_value, trend, axis_or_legend, label_mapping, missing_information, ..."),
        col("severity", STRING, "major or minor"),
        col("weight", FLOAT, "penalty, out of the chart type's denominator"),
    ),
    "scifig_claims": (
        *_TRIAL,
        col("claim", STRING, "claim of the caption"),
        col("kind", STRING, "kind of the claim"),
        col("side", STRING, "image, caption, not_addressed or unresolved"),
    ),
    "scifig_descriptions": (
        *_TRIAL,
        col("status", STRING, "status of the response, or judge_failed"),
        opt("mqm_published", FLOAT, "score of the paper's engine; absent where nothing was judged", "0 to 100"),
        opt("mqm_capped", FLOAT, "score of our engine", "0 to 100"),
        opt("omission", FLOAT, "points that our engine takes for what was left out", "0 to 100"),
        opt("error", FLOAT, "points that it takes for all else: wrong, made up or badly put", "0 or more"),
        opt("facts_right", INT32, "facts of the figure stated rightly"),
        opt("facts_wrong", INT32, "stated wrongly"),
        opt("facts_not_stated", INT32, "not stated"),
        col("unresolved_keys", INT16, "checklist items on which no majority of votes agreed"),
    ),
} | RESULTS
