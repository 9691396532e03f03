# What the CVLAT suite shows: planted truth, tables, figures, and its section of the report.
CVLAT_TABLES = [
    "cvlat_table2",
    "cvlat_table3",
    "cvlat_table4",
    "cvlat_cells",
    "cvlat_breakdown",
    "cvlat_arbitration",
    "cvlat_orientation",
    "cvlat_planted",
    "cvlat_positions",
    "cvlat_left_out",
    "cvlat_zero_references",
    "cvlat_baselines",
    "cvlat_strategies",
]
if CVLAT.humans:
    CVLAT_TABLES += ["cvlat_participants", "cvlat_humans"]
CVLAT_FIGURES = [
    "cvlat_figure4",
    "cvlat_figure5",
    "cvlat_figure6",
    "cvlat_figure7",
    "cvlat_figure8",
    "cvlat_figure9",
    "cvlat_outcomes",
    "cvlat_arbitration",
    "cvlat_positions",
]
if CVLAT.conflict_levels:
    CVLAT_TABLES += ["cvlat_magnitude"]
    CVLAT_FIGURES += ["cvlat_magnitude"]


rule cvlat_planted_truth:
    """Work out what is true of a planted respondent, to stand beside what was estimated."""
    input:
        trials=rules.cvlat_plan.output.trials,
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
    output:
        truth=f"{RESULTS}/statistics/{{model}}/cvlat/planted_truth.parquet",
    log:
        log_of("cvlat_planted_truth/{model}"),
    benchmark:
        benchmark_of("cvlat_planted_truth/{model}")
    params:
        identity=lambda wildcards: json.dumps(model_identity(REGISTRY[wildcards.model])),
        code=code("cvlat_planted_truth.py"),
    script:
        "../../scripts/cvlat_planted_truth.py"


rule cvlat_tables:
    """Gather all models into the paper's tables and ours."""
    input:
        estimates=expand(f"{RESULTS}/statistics/{{model}}/cvlat/estimates.parquet", model=MODELS),
        item_rates=expand(f"{RESULTS}/statistics/{{model}}/cvlat/item_rates.parquet", model=MODELS),
        left_out=expand(f"{RESULTS}/statistics/{{model}}/cvlat/left_out.parquet", model=MODELS),
        planted=expand(f"{RESULTS}/statistics/{{model}}/cvlat/planted_truth.parquet", model=PLANTED),
        trials=rules.cvlat_plan.output.trials,
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
        humans=local(CVLAT.humans) if CVLAT.humans else [],
    output:
        parquet=expand(f"{RESULTS}/tables/{{table}}.parquet", table=CVLAT_TABLES),
        csv=expand(f"{RESULTS}/tables/{{table}}.csv", table=CVLAT_TABLES),
    log:
        log_of("cvlat_tables"),
    benchmark:
        benchmark_of("cvlat_tables")
    params:
        models=models_json,
        code=code("cvlat_tables.py"),
    script:
        "../../scripts/cvlat_tables.py"


rule cvlat_figures:
    """Draw the figures from the tables."""
    input:
        tables=rules.cvlat_tables.output.parquet,
    output:
        svg=[
            report(
                f"{RESULTS}/figures/{figure}.svg",
                caption=f"../report/{figure}.rst",
                category="CVLAT",
            )
            for figure in CVLAT_FIGURES
        ],
        png=expand(f"{RESULTS}/figures/{{figure}}.png", figure=CVLAT_FIGURES),
    log:
        log_of("cvlat_figures"),
    benchmark:
        benchmark_of("cvlat_figures")
    params:
        code=code("cvlat_figures.py"),
    script:
        "../../scripts/cvlat_figures.py"


CVLAT_PIXELS = rules.cvlat_pixel_audit if CVLAT.source == "bank" else rules.cvlat_bundle_pixels
SUITE_OUTPUTS += [
    *(rules.cvlat_bank_stimuli if CVLAT.source == "bank" else rules.cvlat_bundle_stimuli).output,
    *CVLAT_PIXELS.output,
    *expand(f"{RESULTS}/statistics/{{model}}/cvlat/planted_truth.parquet", model=PLANTED),
    *(f"{RESULTS}/items/cvlat/{table}.parquet" for table in ["items", "audit"]),
    rules.cvlat_plan.output.audit,
    *rules.cvlat_tables.output,
    *rules.cvlat_figures.output,
]
REPORTED["cvlat"] = {
    "tables": [*rules.cvlat_tables.output.parquet, *agreement_tables()[:1]],
    "figures": [*rules.cvlat_figures.output.svg, *rules.cvlat_figures.output.png],
    "items": f"{RESULTS}/items/cvlat/items.parquet",
    "audit": [f"{RESULTS}/items/cvlat/audit.parquet", *CVLAT_PIXELS.output, rules.cvlat_plan.output.audit],
    "stimuli": f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
    "images": f"{RESULTS}/stimuli/cvlat/images",
}
BENCHMARKED["cvlat"] = {
    **{
        f"cvlat_{stage}": [benchmark_of(f"cvlat_{stage}")]
        for stage in ["stimuli", "items", "pixel_audit", "bundle_pixels", "plan", "tables", "figures"]
    },
    **{
        f"cvlat_{stage}": expand(benchmark_of(f"cvlat_{stage}/{{model}}"), model=MODELS)
        for stage in ["scores", "statistics"]
    },
    "cvlat_planted_truth": expand(benchmark_of("cvlat_planted_truth/{model}"), model=PLANTED),
}
