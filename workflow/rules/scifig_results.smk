# What the SciFig suite shows: statistics, planted truth, tables, figures, and its section of the report.
SCIFIG_TABLES = [
    *(
        f"scifig_table_{name}"
        for name in [
            "quality",
            "behaviour",
            "published",
            "profile",
            "chart_types",
            "penalties",
            "captions",
            "outcomes",
            "blur_effects",
            "correlations",
            "pairs",
            "reliability",
            "power",
            "baselines",
            "shared_failures",
            *(["human_scores"] if SCIFIG.human_scores else []),
        ]
    ),
    *(["scifig_review"] if SCIFIG.reviewed else []),
    "scifig_validity_rules",
    "scifig_planted",
    "scifig_left_out",
]
SCIFIG_STATISTICS = f"{RESULTS}/statistics/{{model}}/scifig/{{name}}.parquet"
SCIFIG_SCORES = f"{RESULTS}/scores/{{model}}/{{name}}.parquet"
SCIFIG_FOUND = ["facts", "penalties", "claims", "descriptions"]
SCIFIG_FIGURES = [
    f"scifig_{name}"
    for name in [
        "quality",
        "profile",
        "behaviour",
        "outcomes",
        "risk",
        "captions",
        "penalties",
        "chart_types",
        "published",
    ]
]


rule scifig_statistics:
    """Compute one model's rates and statistics with their intervals."""
    input:
        scores=rules.scifig_scores.output.scores,
        facts=rules.scifig_scores.output.facts,
        claims=rules.scifig_scores.output.claims,
        descriptions=rules.scifig_scores.output.descriptions,
        item_table=rules.scifig_items.output.item_table,
    output:
        item_rates=f"{RESULTS}/statistics/{{model}}/scifig/item_rates.parquet",
        figure_scores=f"{RESULTS}/statistics/{{model}}/scifig/figure_scores.parquet",
        estimates=f"{RESULTS}/statistics/{{model}}/scifig/estimates.parquet",
        left_out=f"{RESULTS}/statistics/{{model}}/scifig/left_out.parquet",
    log:
        log_of("scifig_statistics/{model}"),
    benchmark:
        benchmark_of("scifig_statistics/{model}")
    params:
        seed=RUN.seed,
        draws=RUN.bootstrap_draws,
        code=code("scifig_statistics.py"),
    script:
        "../../scripts/scifig_statistics.py"


rule scifig_planted_truth:
    """Work out what is true of a planted respondent, to stand beside what was estimated."""
    input:
        trials=rules.scifig_plan.output.trials,
        truth=rules.scifig_plan.output.truth,
        item_table=rules.scifig_items.output.item_table,
    output:
        truth=f"{RESULTS}/statistics/{{model}}/scifig/planted_truth.parquet",
    log:
        log_of("scifig_planted_truth/{model}"),
    benchmark:
        benchmark_of("scifig_planted_truth/{model}")
    params:
        identity=lambda wildcards: json.dumps(model_identity(REGISTRY[wildcards.model])),
        code=code("scifig_planted_truth.py"),
    script:
        "../../scripts/scifig_planted_truth.py"


rule scifig_tables:
    """Gather all models into the paper's tables and ours."""
    input:
        estimates=expand(SCIFIG_STATISTICS, name="estimates", model=MODELS),
        item_rates=expand(SCIFIG_STATISTICS, name="item_rates", model=MODELS),
        figure_scores=expand(SCIFIG_STATISTICS, name="figure_scores", model=MODELS),
        left_out=expand(SCIFIG_STATISTICS, name="left_out", model=MODELS),
        descriptions=expand(SCIFIG_SCORES, name="scifig_descriptions", model=MODELS),
        penalties=expand(SCIFIG_SCORES, name="scifig_penalties", model=MODELS),
        claims=expand(SCIFIG_SCORES, name="scifig_claims", model=MODELS),
        planted=expand(SCIFIG_STATISTICS, name="planted_truth", model=PLANTED),
        validity=rules.scifig_items.output.validity,
        item_table=rules.scifig_items.output.item_table,
        candidates=[rules.scifig_candidates.output.candidates] if SCIFIG.reviewed else [],
        people=[local(SCIFIG.human_scores)] if SCIFIG.human_scores else [],
        published=[local(str(BASE / "resources" / "published" / f"scifig_table{n}.csv")) for n in (3, 4)],
    output:
        parquet=expand(f"{RESULTS}/tables/{{table}}.parquet", table=SCIFIG_TABLES),
        csv=expand(f"{RESULTS}/tables/{{table}}.csv", table=SCIFIG_TABLES),
    log:
        log_of("scifig_tables"),
    benchmark:
        benchmark_of("scifig_tables")
    params:
        models=models_json,
        seed=RUN.seed,
        draws=RUN.bootstrap_draws,
        captioned=SCIFIG.captioned,
        code=code("scifig_tables.py"),
    script:
        "../../scripts/scifig_tables.py"


rule scifig_figures:
    """Draw the figures from the tables."""
    input:
        tables=rules.scifig_tables.output.parquet,
    output:
        svg=[
            report(
                f"{RESULTS}/figures/{figure}.svg",
                caption=f"../report/{figure}.rst",
                category="SciFig",
            )
            for figure in SCIFIG_FIGURES
        ],
        png=expand(f"{RESULTS}/figures/{{figure}}.png", figure=SCIFIG_FIGURES),
    log:
        log_of("scifig_figures"),
    benchmark:
        benchmark_of("scifig_figures")
    params:
        code=code("scifig_figures.py"),
    script:
        "../../scripts/scifig_figures.py"


SUITE_OUTPUTS += [
    *rules.scifig_stimuli.output,
    *rules.scifig_legibility.output,
    *rules.scifig_items.output,
    rules.scifig_plan.output.no_evidence,
    *expand(SCIFIG_SCORES, name=[f"scifig_{name}" for name in SCIFIG_FOUND], model=MODELS),
    *expand(SCIFIG_STATISTICS, name="figure_scores", model=MODELS),
    *expand(SCIFIG_STATISTICS, name="planted_truth", model=PLANTED),
    *rules.scifig_tables.output,
    *rules.scifig_figures.output,
]
REPORTED["scifig"] = {
    "tables": [*rules.scifig_tables.output.parquet, *agreement_tables()[:1]],
    "figures": [*rules.scifig_figures.output.svg, *rules.scifig_figures.output.png],
    "items": rules.scifig_items.output.item_table,
    "figure_table": rules.scifig_stimuli.output.figures,
    "views": rules.scifig_stimuli.output.views,
    "targets": rules.scifig_stimuli.output.targets,
    "no_evidence": rules.scifig_plan.output.no_evidence,
    "audit": rules.scifig_stimuli.output.audit,
    "trials": rules.scifig_plan.output.trials,
    "requests": rules.scifig_plan.output.requests,
    "stimuli": rules.scifig_stimuli.output.stimuli,
    "images": rules.scifig_stimuli.output.images,
}
BENCHMARKED["scifig"] = {
    **{
        f"scifig_{stage}": [benchmark_of(f"scifig_{stage}")]
        for stage in ["stimuli", "legibility", "items", "plan", "tables", "figures"]
    },
    **({"scifig_candidates": [benchmark_of("scifig_candidates")]} if SCIFIG.reviewed else {}),
    **{
        f"scifig_{stage}": expand(benchmark_of(f"scifig_{stage}/{{model}}"), model=MODELS)
        for stage in ["scores", "statistics"]
    },
    "scifig_planted_truth": expand(benchmark_of("scifig_planted_truth/{model}"), model=PLANTED),
}
