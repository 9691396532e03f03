# What the PriVE suite shows: planted truth, tables, figures, and its section of the report.
PRIVE_TABLES = [
    *(f"prive_table{number}" for number in [1, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15]),
    *(f"prive_{name}" for name in ["cells", "baselines", "difficulty", "sources", "planted", "left_out"]),
]
PRIVE_FIGURES = [f"prive_figure{number}" for number in range(6, 11)]


rule prive_planted_truth:
    """Work out what is true of a planted respondent, to stand beside what was estimated."""
    input:
        trials=rules.prive_plan.output.trials,
        item_table=rules.prive_items.output.item_table,
        pairs=rules.prive_stimuli.output.pairs,
    output:
        truth=f"{RESULTS}/statistics/{{model}}/prive/planted_truth.parquet",
    log:
        log_of("prive_planted_truth/{model}"),
    benchmark:
        benchmark_of("prive_planted_truth/{model}")
    params:
        identity=lambda wildcards: json.dumps(model_identity(REGISTRY[wildcards.model])),
        code=code("prive_planted_truth.py"),
    script:
        "../../scripts/prive_planted_truth.py"


rule prive_tables:
    """Gather all models into the paper's tables and ours."""
    input:
        estimates=expand(f"{RESULTS}/statistics/{{model}}/prive/estimates.parquet", model=MODELS),
        item_rates=expand(f"{RESULTS}/statistics/{{model}}/prive/item_rates.parquet", model=MODELS),
        left_out=expand(f"{RESULTS}/statistics/{{model}}/prive/left_out.parquet", model=MODELS),
        planted=expand(f"{RESULTS}/statistics/{{model}}/prive/planted_truth.parquet", model=PLANTED),
        trials=rules.prive_plan.output.trials,
        item_table=rules.prive_items.output.item_table,
        pairs=rules.prive_stimuli.output.pairs,
    output:
        parquet=expand(f"{RESULTS}/tables/{{table}}.parquet", table=PRIVE_TABLES),
        csv=expand(f"{RESULTS}/tables/{{table}}.csv", table=PRIVE_TABLES),
    log:
        log_of("prive_tables"),
    benchmark:
        benchmark_of("prive_tables")
    params:
        models=models_json,
        code=code("prive_tables.py"),
    script:
        "../../scripts/prive_tables.py"


rule prive_figures:
    """Draw the figures from the tables."""
    input:
        tables=rules.prive_tables.output.parquet,
    output:
        svg=[
            report(
                f"{RESULTS}/figures/{figure}.svg",
                caption=f"../report/{figure}.rst",
                category="PriVE",
            )
            for figure in PRIVE_FIGURES
        ],
        png=expand(f"{RESULTS}/figures/{{figure}}.png", figure=PRIVE_FIGURES),
    log:
        log_of("prive_figures"),
    benchmark:
        benchmark_of("prive_figures")
    params:
        code=code("prive_figures.py"),
    script:
        "../../scripts/prive_figures.py"


SUITE_OUTPUTS += [
    *expand(f"{RESULTS}/statistics/{{model}}/prive/planted_truth.parquet", model=PLANTED),
    *rules.prive_tables.output,
    *rules.prive_figures.output,
]
REPORTED["prive"] = {
    "tables": [*rules.prive_tables.output.parquet, *agreement_tables()[:1]],
    "figures": [*rules.prive_figures.output.svg, *rules.prive_figures.output.png],
    "items": rules.prive_items.output.item_table,
    "pairs": rules.prive_stimuli.output.pairs,
    "views": rules.prive_stimuli.output.views,
    "no_evidence": rules.prive_plan.output.no_evidence,
    "audit": [rules.prive_stimuli.output.audit, rules.prive_plan.output.audit],
    "stimuli": rules.prive_stimuli.output.stimuli,
    "images": rules.prive_stimuli.output.images,
    "masks": rules.prive_stimuli.output.masks,
}
BENCHMARKED["prive"] |= {
    "prive_planted_truth": expand(benchmark_of("prive_planted_truth/{model}"), model=PLANTED),
    **{f"prive_{stage}": [benchmark_of(f"prive_{stage}")] for stage in ["tables", "figures"]},
}
