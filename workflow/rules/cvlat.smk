# The CVLAT suite's own stages: pictures, items, plan, scores, statistics, tables.
CVLAT = RUN.suites.cvlat
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


if CVLAT.source == "bank":

    rule cvlat_bank_stimuli:
        """Draw every chart of the bank in its variants."""
        input:
            charts=files_below(CVLAT.charts, "*.yaml"),
            facts=facts_of(files_below(CVLAT.charts, "*.yaml")),
        output:
            stimuli=f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
            elements=f"{RESULTS}/stimuli/cvlat/elements.parquet",
            images=directory(f"{RESULTS}/stimuli/cvlat/images"),
        log:
            log_of("cvlat_stimuli"),
        benchmark:
            benchmark_of("cvlat_stimuli")
        threads: 8
        params:
            levels=list(CVLAT.conflict_levels),
            seed=RUN.seed,
            code=code("cvlat_bank_stimuli.py"),
        script:
            "../../scripts/cvlat_bank_stimuli.py"

    rule cvlat_bank_items:
        """Ask the bank's questions of its charts, compute their keys and audit them."""
        input:
            charts=rules.cvlat_bank_stimuli.input.charts,
            facts=rules.cvlat_bank_stimuli.input.facts,
            elements=rules.cvlat_bank_stimuli.output.elements,
        output:
            item_table=f"{RESULTS}/items/cvlat/items.parquet",
            audit=f"{RESULTS}/items/cvlat/audit.parquet",
        log:
            log_of("cvlat_items"),
        benchmark:
            benchmark_of("cvlat_items")
        params:
            levels=list(CVLAT.conflict_levels),
            size=CVLAT.n_items or CVLAT.items,
            seed=RUN.seed,
            code=code("cvlat_bank_items.py"),
        script:
            "../../scripts/cvlat_bank_items.py"

    rule cvlat_pixel_audit:
        """Read the pictures' values back from their pixels and hold them against the tables."""
        input:
            stimuli=rules.cvlat_bank_stimuli.output.stimuli,
            elements=rules.cvlat_bank_stimuli.output.elements,
            images=rules.cvlat_bank_stimuli.output.images,
        output:
            audit=f"{RESULTS}/items/cvlat/pixel_audit.parquet",
        log:
            log_of("cvlat_pixel_audit"),
        benchmark:
            benchmark_of("cvlat_pixel_audit")
        threads: 8
        params:
            readings=f"{RESULTS}/readings/cvlat",
            stops=CVLAT.pixel_audit == "stop",
            code=code("cvlat_pixel_audit.py"),
        script:
            "../../scripts/cvlat_pixel_audit.py"

    CVLAT_PROMPTS = CVLAT.prompts

else:

    rule cvlat_bundle_stimuli:
        """Take the published bundle's pictures, flattened on white."""
        input:
            pictures=files_below(CVLAT.bundle, "*/image/*.png"),
        output:
            stimuli=f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
            audit=f"{RESULTS}/stimuli/cvlat/audit.parquet",
            images=directory(f"{RESULTS}/stimuli/cvlat/images"),
        log:
            log_of("cvlat_stimuli"),
        benchmark:
            benchmark_of("cvlat_stimuli")
        params:
            code=code("cvlat_bundle_stimuli.py"),
        script:
            "../../scripts/cvlat_bundle_stimuli.py"

    rule cvlat_bundle_items:
        """Take the published bundle's items and audit them."""
        input:
            questions=files_below(CVLAT.bundle, "*/QAset/*.json"),
            stimuli=rules.cvlat_bundle_stimuli.output.stimuli,
            audit=rules.cvlat_bundle_stimuli.output.audit,
        output:
            item_table=f"{RESULTS}/items/cvlat/items.parquet",
            audit=f"{RESULTS}/items/cvlat/audit.parquet",
        log:
            log_of("cvlat_items"),
        benchmark:
            benchmark_of("cvlat_items")
        params:
            code=code("cvlat_bundle_items.py"),
        script:
            "../../scripts/cvlat_bundle_items.py"

    rule cvlat_bundle_pixels:
        """Hold the bundle's keys against what its pictures show in their pixels."""
        input:
            item_table=rules.cvlat_bundle_items.output.item_table,
            stimuli=rules.cvlat_bundle_stimuli.output.stimuli,
            images=rules.cvlat_bundle_stimuli.output.images,
        output:
            audit=f"{RESULTS}/items/cvlat/pixel_audit.parquet",
        log:
            log_of("cvlat_bundle_pixels"),
        benchmark:
            benchmark_of("cvlat_bundle_pixels")
        threads: 8
        params:
            readings=f"{RESULTS}/readings/cvlat",
            code=code("cvlat_bundle_pixels.py"),
        script:
            "../../scripts/cvlat_bundle_pixels.py"

    # A bundle that holds its authors' prompts is asked with those.
    BUNDLE_PROMPTS = Path(CVLAT.bundle) / "code" / "prompts.json"
    CVLAT_PROMPTS = str(BUNDLE_PROMPTS) if BUNDLE_PROMPTS.exists() else CVLAT.prompts


rule cvlat_plan:
    """Plan every trial, the distinct requests behind them, and the truth for planted respondents."""
    input:
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
        stimuli=f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
        prompts=local(CVLAT_PROMPTS),
        # Nothing is asked, and paid for, while a picture may contradict its table.
        pixels=(rules.cvlat_pixel_audit.output if CVLAT.source == "bank" and CVLAT.pixel_audit == "stop" else []),
    output:
        trials=f"{RESULTS}/trials/cvlat/trials.parquet",
        requests=f"{RESULTS}/trials/cvlat/requests.parquet",
        truth=f"{RESULTS}/trials/cvlat/truth.parquet",
        audit=f"{RESULTS}/trials/cvlat/audit.parquet",
    log:
        log_of("cvlat_plan"),
    benchmark:
        benchmark_of("cvlat_plan")
    params:
        cells=CVLAT.cells,
        orders=CVLAT.orders,
        repeats=CVLAT.repeats,
        picture=CVLAT.picture,
        replies=CVLAT.replies,
        seed=RUN.seed,
        code=code("cvlat_plan.py"),
    script:
        "../../scripts/cvlat_plan.py"


rule cvlat_scores:
    """Hold one model's verdicts against the keys."""
    input:
        verdicts=f"{RESULTS}/verdicts/{{model}}/cvlat.parquet",
        trials=rules.cvlat_plan.output.trials,
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
    output:
        scores=f"{RESULTS}/scores/{{model}}/cvlat.parquet",
    log:
        log_of("cvlat_scores/{model}"),
    benchmark:
        benchmark_of("cvlat_scores/{model}")
    params:
        code=code("cvlat_scores.py"),
    script:
        "../../scripts/cvlat_scores.py"


rule cvlat_statistics:
    """Compute one model's rates and statistics with their intervals."""
    input:
        scores=rules.cvlat_scores.output.scores,
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
    output:
        item_rates=f"{RESULTS}/statistics/{{model}}/cvlat/item_rates.parquet",
        estimates=f"{RESULTS}/statistics/{{model}}/cvlat/estimates.parquet",
        left_out=f"{RESULTS}/statistics/{{model}}/cvlat/left_out.parquet",
    log:
        log_of("cvlat_statistics/{model}"),
    benchmark:
        benchmark_of("cvlat_statistics/{model}")
    params:
        seed=RUN.seed,
        draws=RUN.bootstrap_draws,
        code=code("cvlat_statistics.py"),
    script:
        "../../scripts/cvlat_statistics.py"


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
