# The PriVE suite's own stages: pairs of pictures and their views, items, plan, scores, statistics.
from counterpoint.config_prive import PrivePictures

PRIVE = RUN.suites.prive
PRIVE_DRAWN = [domain for domain in PRIVE.domains if domain != "medical"]
PRIVE_SLICES = "medical" in PRIVE.domains
if PRIVE_SLICES:
    PRIVE_CASES = local(PRIVE.medical.folder) if PRIVE.medical.folder else f"{RESULTS}/stimuli/prive/phantoms"
PRIVE_OWN = []
if PRIVE.pairs:
    from counterpoint.suites.prive.own import picture_files

    try:
        PRIVE_OWN = [local(file) for file in [PRIVE.pairs, *picture_files(PRIVE.pairs)]]
    except UserError as error:
        stop(error)


if PRIVE_SLICES and PRIVE.medical.source == "phantom":

    rule prive_phantoms:
        """Write medical cases that are drawn, not measured, in the layout of real ones."""
        output:
            cases=directory(f"{RESULTS}/stimuli/prive/phantoms"),
        log:
            log_of("prive_phantoms"),
        benchmark:
            benchmark_of("prive_phantoms")
        params:
            number=PRIVE.medical.per_direction,
            seed=RUN.seed,
            code=code("prive_phantoms.py"),
        script:
            "../../scripts/prive_phantoms.py"


rule prive_stimuli:
    """Make the pairs of pictures, their masks, and the views that show their evidence."""
    input:
        **({"templates": files_below(PRIVE.objects, "*.yaml")} if PRIVE_DRAWN else {}),
        **({"drawings": files_below(PRIVE.objects, "drawings/*.svg")} if PRIVE_DRAWN else {}),
        **({"cases": PRIVE_CASES} if PRIVE_SLICES else {}),
        own=PRIVE_OWN,
    output:
        stimuli=f"{RESULTS}/stimuli/prive/stimuli.parquet",
        pairs=f"{RESULTS}/stimuli/prive/pairs.parquet",
        views=f"{RESULTS}/stimuli/prive/views.parquet",
        audit=f"{RESULTS}/stimuli/prive/audit.parquet",
        images=directory(f"{RESULTS}/stimuli/prive/images"),
        masks=directory(f"{RESULTS}/stimuli/prive/masks"),
    log:
        log_of("prive_stimuli"),
    benchmark:
        benchmark_of("prive_stimuli")
    params:
        pictures=PRIVE.model_dump_json(include=set(PrivePictures.model_fields)),
        views=sorted({cell.split("/")[1] for cell in PRIVE.cells}),
        seed=RUN.seed,
        code=code("prive_stimuli.py"),
    script:
        "../../scripts/prive_stimuli.py"


rule prive_items:
    """Ask questions about the pairs, compute their keys and check them."""
    input:
        pairs=rules.prive_stimuli.output.pairs,
    output:
        item_table=f"{RESULTS}/items/prive/items.parquet",
    log:
        log_of("prive_items"),
    benchmark:
        benchmark_of("prive_items")
    params:
        seed=RUN.seed,
        code=code("prive_items.py"),
    script:
        "../../scripts/prive_items.py"


rule prive_plan:
    """Plan every trial, the distinct requests behind them, and the truth for planted respondents."""
    input:
        item_table=rules.prive_items.output.item_table,
        pairs=rules.prive_stimuli.output.pairs,
        views=rules.prive_stimuli.output.views,
        prompts=local(PRIVE.prompts),
        qc=[local(PRIVE.qc)] if PRIVE.qc else [],
    output:
        trials=f"{RESULTS}/trials/prive/trials.parquet",
        requests=f"{RESULTS}/trials/prive/requests.parquet",
        truth=f"{RESULTS}/trials/prive/truth.parquet",
        no_evidence=f"{RESULTS}/trials/prive/no_evidence.parquet",
        audit=f"{RESULTS}/trials/prive/audit.parquet",
    log:
        log_of("prive_plan"),
    benchmark:
        benchmark_of("prive_plan")
    params:
        cells=PRIVE.cells,
        formats=PRIVE.formats,
        prime=PRIVE.prime,
        orders=PRIVE.orders,
        seed=RUN.seed,
        code=code("prive_plan.py"),
    script:
        "../../scripts/prive_plan.py"


rule prive_scores:
    """Hold one model's verdicts against the keys."""
    input:
        verdicts=f"{RESULTS}/verdicts/{{model}}/prive.parquet",
        trials=rules.prive_plan.output.trials,
        no_evidence=rules.prive_plan.output.no_evidence,
        item_table=rules.prive_items.output.item_table,
    output:
        scores=f"{RESULTS}/scores/{{model}}/prive.parquet",
    log:
        log_of("prive_scores/{model}"),
    benchmark:
        benchmark_of("prive_scores/{model}")
    params:
        code=code("prive_scores.py"),
    script:
        "../../scripts/prive_scores.py"


rule prive_statistics:
    """Compute one model's rates and statistics with their intervals."""
    input:
        scores=rules.prive_scores.output.scores,
        item_table=rules.prive_items.output.item_table,
    output:
        item_rates=f"{RESULTS}/statistics/{{model}}/prive/item_rates.parquet",
        estimates=f"{RESULTS}/statistics/{{model}}/prive/estimates.parquet",
        left_out=f"{RESULTS}/statistics/{{model}}/prive/left_out.parquet",
    log:
        log_of("prive_statistics/{model}"),
    benchmark:
        benchmark_of("prive_statistics/{model}")
    params:
        seed=RUN.seed,
        draws=RUN.bootstrap_draws,
        code=code("prive_statistics.py"),
    script:
        "../../scripts/prive_statistics.py"


SUITE_OUTPUTS += [
    *rules.prive_stimuli.output,
    *rules.prive_items.output,
    rules.prive_plan.output.no_evidence,
    rules.prive_plan.output.audit,
]
BENCHMARKED["prive"] = {
    **{f"prive_{stage}": [benchmark_of(f"prive_{stage}")] for stage in ["phantoms", "stimuli", "items", "plan"]},
    **{
        f"prive_{stage}": expand(benchmark_of(f"prive_{stage}/{{model}}"), model=MODELS)
        for stage in ["scores", "statistics"]
    },
}


include: "prive_results.smk"
