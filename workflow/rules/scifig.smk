# The SciFig suite's own stages: figures and their views, legibility, items, plan, scores, statistics.
from counterpoint.config_scifig import ScifigFigures
from counterpoint.suites.scifig.cells import pictured
from counterpoint.suites.scifig.prompts import read_prompts

SCIFIG = RUN.suites.scifig
SCIFIG_OWN = []
try:
    if workflow.is_main_process:  # before figures are drawn for nothing
        read_prompts(Path(SCIFIG.prompts))
    if SCIFIG.own:
        from counterpoint.suites.scifig.own.manifest import files_of as figure_files

        SCIFIG_OWN = [local(file) for file in [SCIFIG.own, *figure_files(SCIFIG.own)]]
except UserError as error:
    stop(error)


rule scifig_stimuli:
    """Draw the figures and their pages, choose the texts to blur, and make every view."""
    input:
        own=SCIFIG_OWN,
    output:
        stimuli=f"{RESULTS}/stimuli/scifig/stimuli.parquet",
        elements=f"{RESULTS}/stimuli/scifig/elements.parquet",
        figures=f"{RESULTS}/stimuli/scifig/figures.parquet",
        targets=f"{RESULTS}/stimuli/scifig/targets.parquet",
        views=f"{RESULTS}/stimuli/scifig/views.parquet",
        audit=f"{RESULTS}/stimuli/scifig/audit.parquet",
        images=directory(f"{RESULTS}/stimuli/scifig/images"),
    log:
        log_of("scifig_stimuli"),
    benchmark:
        benchmark_of("scifig_stimuli")
    threads: 4
    params:
        pictures=SCIFIG.model_dump_json(include=set(ScifigFigures.model_fields)),
        cells=pictured(SCIFIG.cells, SCIFIG.levels.model_dump()),
        levels=SCIFIG.levels.model_dump_json(),
        seed=RUN.seed,
        code=code("scifig_stimuli.py"),
    script:
        "../../scripts/scifig_stimuli.py"


rule scifig_legibility:
    """Read each text that is to be blurred, before and after: it must be legible once, and no more."""
    input:
        targets=rules.scifig_stimuli.output.targets,
        stimuli=rules.scifig_stimuli.output.stimuli,
        images=rules.scifig_stimuli.output.images,
    output:
        legibility=f"{RESULTS}/stimuli/scifig/legibility.parquet",
    log:
        log_of("scifig_legibility"),
    benchmark:
        benchmark_of("scifig_legibility")
    threads: 4
    params:
        code=code("scifig_legibility.py"),
    script:
        "../../scripts/scifig_legibility.py"


if SCIFIG.reviewed:

    include: "scifig_own.smk"


rule scifig_items:
    """Compute questions, premises, captions and keys from the figures' data, and check every one of them."""
    input:
        figures=rules.scifig_stimuli.output.figures,
        elements=rules.scifig_stimuli.output.elements,
        targets=rules.scifig_stimuli.output.targets,
        legibility=rules.scifig_legibility.output.legibility,
        candidates=rules.scifig_candidates.output.candidates if SCIFIG.reviewed else [],
        own_validity=rules.scifig_candidates.output.validity if SCIFIG.reviewed else [],
        prompts=local(SCIFIG.prompts),
    output:
        item_table=f"{RESULTS}/items/scifig/items.parquet",
        validity=f"{RESULTS}/items/scifig/validity.parquet",
    log:
        log_of("scifig_items"),
    benchmark:
        benchmark_of("scifig_items")
    params:
        seed=RUN.seed,
        probes=SCIFIG.probes,
        code=code("scifig_items.py"),
    script:
        "../../scripts/scifig_items.py"


rule scifig_plan:
    """Plan every trial, the distinct requests behind them, and the truth for planted respondents."""
    input:
        item_table=rules.scifig_items.output.item_table,
        validity=rules.scifig_items.output.validity,
        views=rules.scifig_stimuli.output.views,
        targets=rules.scifig_stimuli.output.targets,
        prompts=local(SCIFIG.prompts),
    output:
        trials=f"{RESULTS}/trials/scifig/trials.parquet",
        requests=f"{RESULTS}/trials/scifig/requests.parquet",
        truth=f"{RESULTS}/trials/scifig/truth.parquet",
        no_evidence=f"{RESULTS}/trials/scifig/no_evidence.parquet",
    log:
        log_of("scifig_plan"),
    benchmark:
        benchmark_of("scifig_plan")
    params:
        cells=SCIFIG.cells,
        levels=SCIFIG.levels.model_dump_json(),
        captioned=SCIFIG.captioned,
        code=code("scifig_plan.py"),
    script:
        "../../scripts/scifig_plan.py"


rule scifig_scores:
    """Hold one model's verdicts against the keys, and its descriptions against checklist and data."""
    input:
        verdicts=f"{RESULTS}/verdicts/{{model}}/scifig.parquet",
        responses=lambda wildcards: shard_files(wildcards.model, "scifig", "parquet"),
        trials=rules.scifig_plan.output.trials,
        no_evidence=rules.scifig_plan.output.no_evidence,
        item_table=rules.scifig_items.output.item_table,
    output:
        scores=f"{RESULTS}/scores/{{model}}/scifig.parquet",
        facts=f"{RESULTS}/scores/{{model}}/scifig_facts.parquet",
        penalties=f"{RESULTS}/scores/{{model}}/scifig_penalties.parquet",
        claims=f"{RESULTS}/scores/{{model}}/scifig_claims.parquet",
        descriptions=f"{RESULTS}/scores/{{model}}/scifig_descriptions.parquet",
    log:
        log_of("scifig_scores/{model}"),
    benchmark:
        benchmark_of("scifig_scores/{model}")
    params:
        code=code("scifig_scores.py"),
    script:
        "../../scripts/scifig_scores.py"


include: "scifig_results.smk"
