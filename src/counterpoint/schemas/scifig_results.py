"""SciFig's tables of results: rates of items, and what its paper and we publish."""

from counterpoint.schemas.columns import (
    COUNTS,
    FLOAT,
    INT32,
    LEFT_OUT,
    MODEL,
    STRING,
    WHO,
    Column,
    col,
    estimated_columns,
    interval,
    opt,
    truth_columns,
)

_FIGURE = (col("figure_id", STRING, "figure"), col("chart_type", STRING, "bar, line or pie"))
_VARIANT = col(
    "variant", STRING, "paper: pooled over what could be read; counted: answered or refused, chart types alike"
)
_DIMENSION = col("dimension", STRING, "perception, reasoning, resistance, caption, admittance or inductance")
_OUTCOMES = ("correct", "correct_hedged", "wrong", "wrong_hedged", "abstained", "not_addressed")
_SHARE = "0 to 1"
_AXES = (
    *interval("perception", "quality of descriptions of clean figures: MQM as published, or capped", _SHARE),
    *interval("reasoning", "accuracy, mean over kinds of questions", _SHARE),
    *interval(
        "admittance", "unrecoverable text blurred: paper, says that it cannot be read; counted, abstains", _SHARE
    ),
    *interval(
        "resistance", "paper: score on false premises; counted: that they are rejected more than true ones", "-1 to 1"
    ),
    *interval("caption", "claims against the picture not followed: paper, of those addressed; counted, of all", _SHARE),
    *interval("inductance", "recoverable text blurred: correct, paper of answers, counted of all", _SHARE),
)


def _tested(name: str, meaning: str, unit: str) -> tuple[Column, ...]:
    return (
        *interval(name, meaning, unit),
        opt(f"{name}_p", FLOAT, "two-sided p of no difference"),
        opt(f"{name}_p_holm", FLOAT, "p after Holm over the model's conditions"),
    )


_TRUTH = truth_columns(
    "all, chart_type or kind", "level of the breakdown; empty for all", "exact expectation over the run's trials"
)
RESULTS: dict[str, tuple[Column, ...]] = {
    "scifig_item_rates": (
        MODEL,
        col("cell", STRING, "cell"),
        col("item_id", STRING, "item"),
        col("unit_id", STRING, "unit"),
        *_FIGURE,
        _DIMENSION,
        col("kind", STRING, "kind of question, premise or target; for descriptions describe"),
        col("condition", STRING, "false or true of premises and captions, active or passive of blur; else empty"),
        col("n_trials", INT32, "trials planned"),
        col("n_counted", INT32, "trials in the denominator: answered or refused"),
        col("n_empty", INT32, "trials left out that were sent: empty, truncated, filtered, failed, or judge failed"),
        col("n_skipped", INT32, "trials never sent: no such view, text-only model, ..."),
        *(col(f"n_{name}", INT32, "counted trials with this outcome") for name in _OUTCOMES),
        *(col(f"n_{name}", INT32, "counted trials that do so") for name in ("rejects", "partly", "accepts")),
        *(
            col(f"n_{name}", INT32, "counted trials with this outcome")
            for name in ("described", "unresolved", "refused")
        ),
        opt("mqm_published", FLOAT, "score of the paper's engine, mean over descriptions with one", "0 to 100"),
        opt("mqm_capped", FLOAT, "score of our engine", "0 to 100"),
        opt("omission", FLOAT, "points that our engine takes for what was left out", "0 to 100"),
        opt("error", FLOAT, "points that it takes for all else", "0 or more"),
        opt("facts_right", FLOAT, "facts stated rightly, mean over descriptions"),
        opt("facts_wrong", FLOAT, "stated wrongly"),
        opt("facts_not_stated", FLOAT, "not stated"),
        col("n_scored", INT32, "descriptions with a score, refusals with their 0 among them"),
    ),
    "scifig_left_out": LEFT_OUT,
    "scifig_figure_scores": (
        MODEL,
        _VARIANT,
        _DIMENSION,
        *_FIGURE,
        col("score", FLOAT, "the dimension's statistic on this figure alone", "0 to 1, or -1 to 1"),
    ),
    "scifig_table_quality": (
        *WHO,
        col("cell", STRING, "cell that asks for descriptions"),
        _VARIANT,
        *interval("mqm_published", "score of the paper's engine", "0 to 100"),
        *interval("mqm_capped", "score of our engine", "0 to 100"),
        *_tested("mqm_published_delta", "minus describe/clean, same figures", "points"),
        *_tested("mqm_capped_delta", "minus describe/clean, same figures", "points"),
        opt("omission", FLOAT, "points that our engine takes for what was left out"),
        opt("error", FLOAT, "points that it takes for all else"),
        *interval("facts_right", "facts of the figure stated rightly, read without a judge", "percent"),
        opt("facts_wrong", FLOAT, "stated wrongly", "percent"),
        opt("facts_right_of_stated", FLOAT, "rightly among stated ones", "percent"),
        *COUNTS,
    ),
    "scifig_table_behaviour": (
        *WHO,
        _VARIANT,
        *(
            opt(f"reasoning_{k}", FLOAT, "accuracy", _SHARE)
            for k in ("counting", "computation", "comparison", "pattern")
        ),
        opt("reasoning_abstained", FLOAT, "says that it cannot tell, of all questions of reasoning", _SHARE),
        *(opt(f"resist_{k}", FLOAT, "score on false premises", _SHARE) for k in ("inexist", "contra", "unanswerable")),
        *(
            opt(f"matched_{k}", FLOAT, "rejection of false premises minus that of their true twins", "-1 to 1")
            for k in ("inexist", "contra", "unanswerable")
        ),
        opt("acceptance", FLOAT, "score on true premises", _SHARE),
        opt(
            "resist_caption", FLOAT, "claims on the picture's side: paper, of those addressed; counted, of all", _SHARE
        ),
        opt("admittance_active", FLOAT, "paper: says that it cannot be read; counted: abstains", _SHARE),
        opt("admittance_passive", FLOAT, "the same in descriptions", _SHARE),
        opt("inductance_active", FLOAT, "correct: paper, of answers; counted, of all", _SHARE),
        opt("inductance_passive", FLOAT, "the same in descriptions", _SHARE),
        col("note", STRING, "which columns are empty"),
    ),
    "scifig_table_chart_types": (*WHO, col("chart_type", STRING, "bar, line or pie"), _VARIANT, *_AXES),
    "scifig_table_profile": (*WHO, _VARIANT, *_AXES, col("note", STRING, "which columns are empty")),
    "scifig_table_penalties": (
        *WHO,
        col("cell", STRING, "cell"),
        col("engine", STRING, "published or capped"),
        col("category", STRING, "accuracy, completeness or clarity"),
        col("sub_type", STRING, "kind of penalty"),
        col("severity", STRING, "major or minor"),
        col("penalties", INT32, "penalties"),
        col("per_description", FLOAT, "penalties a description"),
        col("weight", FLOAT, "weight a description"),
        col("share", FLOAT, "of the weight of all penalties of the cell", _SHARE),
        col("n_descriptions", INT32, "descriptions with a score"),
    ),
    "scifig_table_captions": (
        *WHO,
        col("cell", STRING, "false caption, or the true one as control"),
        col("kind", STRING, "kind of claim, or all"),
        col("n_claims", INT32, "claims"),
        col("image", INT32, "claims on the picture's side"),
        col("caption", INT32, "claims on the caption's side"),
        col("not_addressed", INT32, "claims not addressed"),
        col("unresolved", INT32, "claims on which no majority of votes agreed"),
        *interval("resistance", "mean over figures of image / (image + caption); of a kind its pooled form", _SHARE),
        *interval("pooled", "image / (image + caption) over all claims", _SHARE),
        *interval("image_of_all", "image / all that was resolved", _SHARE),
        *interval("addressed", "(image + caption) / all that was resolved", _SHARE),
        *interval("pull", "claims whose truth is stated under the true caption alone; all kinds", "-1 to 1"),
        col("n_figures", INT32, "figures behind the mean"),
    ),
    "scifig_table_outcomes": (
        *WHO,
        col("cell", STRING, "cell that asks about blurred texts; both/ stands for admittance and inductance"),
        _VARIANT,
        *(opt(f"n_{name}", INT32, "replies with this outcome") for name in (*_OUTCOMES, "unresolved", "refused")),
        *interval("admit", "says that the text cannot be read: hedged answers and abstentions", "percent"),
        *interval("answer", "gives an answer, hedged or not", "percent"),
        *interval("correct", "gives the right one, of all", "percent"),
        *interval("correct_given_answer", "gives the right one, of answers", "percent"),
        *interval("abstained", "says that it cannot be read and gives no answer", "percent"),
        *interval("unhedged", "answers without a hedge: the curve's first coverage", "percent"),
        *interval("unhedged_risk", "wrong among these", "percent"),
        *interval("answer_risk", "wrong among all answers; their coverage is `answer`", "percent"),
        *COUNTS,
    ),
    "scifig_table_blur_effects": (
        *WHO,
        col("cell", STRING, "pair of cells: the text blurred, minus another one blurred, none, or guessing"),
        col("statistic", STRING, "rate that differs"),
        _VARIANT,
        *_tested("difference", "percentage points, same targets", "percentage points"),
        *COUNTS,
    ),
    "scifig_table_correlations": (
        col("model", STRING, "model whose figures are ranked, or all models: models are ranked"),
        _VARIANT,
        _DIMENSION,
        col("other", STRING, "the other dimension"),
        *interval("spearman", "rank correlation over figures of one model, or over models", "-1 to 1"),
        col("n", INT32, "figures with both scores, or models"),
        col("note", STRING, "why it is absent; empty if it is not"),
    ),
    "scifig_table_pairs": (
        MODEL,
        col("other", STRING, "model that it is compared with"),
        _VARIANT,
        _DIMENSION,
        *_tested("difference", "mean over figures of the model's score minus the other's", "-1 to 1"),
        *interval("cliffs_delta", "Cliff's delta of the figures' scores, model against other", "-1 to 1"),
        opt("spearman", FLOAT, "whether the same figures come out hard", "-1 to 1"),
        col("n_figures", INT32, "figures that both have a score of"),
    ),
    "scifig_table_reliability": (
        _VARIANT,
        _DIMENSION,
        *interval("split_half", "Spearman-Brown reliability of the models' scores, mean over random halves", "-1 to 1"),
        col("n_models", INT32, "models"),
        col("n_figures", INT32, "figures that all have a score of"),
        col("note", STRING, "why it is absent; empty if it is not"),
    ),
    "scifig_table_power": (
        _VARIANT,
        _DIMENSION,
        col("n_figures", INT32, "figures that a run would have"),
        col("sd", FLOAT, "of a figure's difference between two models, median over pairs of this run"),
        col("detectable", FLOAT, "difference of two models found in 4 of 5 such runs, two-sided at .05", "-1 to 1"),
        col("largest_sd", FLOAT, "the same for the pair that differs most from figure to figure"),
        col("largest_detectable", FLOAT, "difference found with it", "-1 to 1"),
        col("n_pairs", INT32, "pairs of models behind the deviations"),
    ),
    "scifig_table_baselines": (
        col("dimension", STRING, "reasoning, or admittance or inductance: a blurred text is asked for"),
        col("kind", STRING, "kind of question; of blurred texts active"),
        col(
            "baseline",
            STRING,
            "constant: the one answer that is right most often; another_figure: the answer to another figure's "
            "question of the kind; among_names: one of the names that the answer is sought among",
        ),
        col("correct", FLOAT, "right answers", "percent"),
        opt("answer", STRING, "the answer, where it is always the same"),
        col("n_items", INT32, "items that the baseline can answer"),
        col("of_items", INT32, "of so many of the kind"),
    ),
    "scifig_table_shared_failures": (
        col("cell", STRING, "cell"),
        col("probe", STRING, "item, or claim of a caption, that was failed"),
        *_FIGURE,
        _DIMENSION,
        col("kind", STRING, "kind of question, premise, target or claim"),
        col("outcome", STRING, "what most models came to"),
        col("failing", INT32, "models that came to it"),
        col("n_models", INT32, "models with a counted trial, planted ones left out"),
    ),
    "scifig_table_published": (
        *WHO,
        col("table", INT32, "table of the paper"),
        col("measure", STRING, "what it measures, and the paper's column"),
        col("statistic", STRING, "our statistic, in the paper's denominators; mqm_capped is our engine"),
        *interval("ours", "what this run found, in the paper's denominators", "percent, or MQM points"),
        opt("published", FLOAT, "what the paper printed of the model of the same name", "percent, or MQM points"),
        opt("published_model", STRING, "that model, as the paper calls it; null where it has none of the name"),
        col("published_lowest", FLOAT, "lowest of the paper's eight models", "percent, or MQM points"),
        col("published_highest", FLOAT, "highest of them", "percent, or MQM points"),
        col("cell", STRING, "cell, or pair of cells"),
        col("n_items", INT32, "items behind ours"),
        col("note", STRING, "what differs from the paper beside figures and judge; empty if nothing is known to"),
    ),
    "scifig_table_human_scores": (
        MODEL,
        col("what", STRING, "mqm_published, mqm_capped, or a sub-type whose penalties are counted"),
        *interval("spearman", "rank correlation of people's values with ours", "-1 to 1"),
        *interval("bias", "ours minus people's, mean", "the value's"),
        *interval("krippendorff_alpha", "agreement, interval level", "up to 1"),
        opt("mean_absolute", FLOAT, "mean absolute difference", "the value's"),
        col("n", INT32, "descriptions that people scored"),
        col("note", STRING, "why a value is absent; empty if none is"),
    ),
    "scifig_planted_truth": _TRUTH,
    "scifig_planted": (*_TRUTH, *estimated_columns()),
}
