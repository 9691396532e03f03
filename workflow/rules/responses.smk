# Asking the models, and reading what they replied, by rule or by a judge: the same for every suite.
RUBRICS = files_below(BASE / "resources" / "rubrics", "*.yaml")

if CAPPED:

    rule leases:
        """Divide the budgets among the shards: what each may spend."""
        input:
            requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=SUITES),
            stimuli=expand(f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet", suite=SUITES),
        output:
            leases=f"{RESULTS}/leases.json",
        log:
            log_of("leases"),
        benchmark:
            benchmark_of("leases")
        params:
            models=billed_models(CAPPED),
            budget=RUN.budget and RUN.budget - sum(filter(None, JUDGE_BUDGETS.values())),
            suites=SUITES,
            journal=RUN.journal,
            code=code("leases.py"),
        script:
            "../../scripts/leases.py"


rule query:
    """Ask one model one shard of a suite's requests; what is journalled is never asked again."""
    input:
        requests=f"{RESULTS}/trials/{{suite}}/requests.parquet",
        stimuli=f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet",
        images=pictures_of,
        truth=truth_of,
        weights=weights_of,
        leases=leases_of,
    output:
        responses=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.parquet",
        receipt=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.json",
        views=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.views.parquet",
    log:
        log_of("query/{model}/{suite}/{shard}"),
    benchmark:
        benchmark_of("query/{model}/{suite}/{shard}")
    threads: cores_of
    resources:
        api_slots=1,
        gpu=gpus_of,
        mem_mb=memory_of,
    params:
        model=asked_model,
        how=how_to_ask,
        shards=lambda wildcards: shards_of(wildcards.model),
        seed=RUN.seed,
        retry=retry_of,
        lease=lease_of,
        code=code("query.py"),
    script:
        "../../scripts/query.py"


rule judge_requests:
    """Plan what a judge is asked about one model's replies; replies that look the same to it are one request."""
    input:
        responses=lambda wildcards: shard_files(wildcards.judged, wildcards.suite, "parquet"),
        requests=f"{RESULTS}/trials/{{suite}}/requests.parquet",
        rubrics=RUBRICS,
    output:
        requests=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/requests.parquet",
        links=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/links.parquet",
        truth=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/truth.parquet",
    log:
        log_of("judge_requests/{judged}/{suite}/{model}"),
    benchmark:
        benchmark_of("judge_requests/{judged}/{suite}/{model}")
    params:
        extraction=lambda wildcards: getattr(RUN.suites, wildcards.suite).extraction,
        votes=lambda wildcards: votes_of(wildcards.model),
        planted=lambda wildcards: REGISTRY[wildcards.model].provider == "planted",
        code=code("judge_requests.py"),
    script:
        "../../scripts/judge_requests.py"


use rule query as judge_query with:
    input:
        requests=rules.judge_requests.output.requests,
        stimuli=[],
        images=[],
        truth=truth_of,
        weights=weights_of,
        leases=[],
    output:
        responses=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/{{shard}}.parquet",
        receipt=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/{{shard}}.json",
        views=f"{RESULTS}/judging/{{judged}}/{{suite}}/{{model}}/{{shard}}.views.parquet",
    log:
        log_of("judge_query/{judged}/{suite}/{model}/{shard}"),
    benchmark:
        benchmark_of("judge_query/{judged}/{suite}/{model}/{shard}")


rule verdicts:
    """Read one model's replies, by rule or by what the judges said of them."""
    input:
        responses=lambda wildcards: shard_files(wildcards.model, wildcards.suite, "parquet"),
        requests=f"{RESULTS}/trials/{{suite}}/requests.parquet",
        rubrics=RUBRICS,
        judge_requests=judging_files("requests"),
        judge_links=judging_files("links"),
        judge_responses=lambda wildcards: judge_shards(wildcards.model, wildcards.suite, "parquet"),
    output:
        verdicts=f"{RESULTS}/verdicts/{{model}}/{{suite}}.parquet",
        votes=f"{RESULTS}/votes/{{model}}/{{suite}}.parquet",
    log:
        log_of("verdicts/{model}/{suite}"),
    benchmark:
        benchmark_of("verdicts/{model}/{suite}")
    params:
        extraction=lambda wildcards: getattr(RUN.suites, wildcards.suite).extraction,
        judges=lambda wildcards: JUDGES if wildcards.suite in JUDGED else [],
        judge_shards=lambda wildcards: [shards_of(judge) for judge in JUDGES if wildcards.suite in JUDGED],
        code=code("verdicts.py"),
    script:
        "../../scripts/verdicts.py"


rule agreement:
    """Compare what parser, judges and people read in the same replies."""
    input:
        requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=COMPARED),
        trials=expand(f"{RESULTS}/trials/{{suite}}/trials.parquet", suite=COMPARED),
        verdicts=[f"{RESULTS}/verdicts/{model}/{suite}.parquet" for suite in COMPARED for model in MODELS],
        votes=[f"{RESULTS}/votes/{model}/{suite}.parquet" for suite in COMPARED for model in MODELS],
        people=[local(HUMAN_LABELS[suite]) for suite in COMPARED if suite in HUMAN_LABELS],
    output:
        parquet=f"{RESULTS}/tables/agreement.parquet",
        csv=f"{RESULTS}/tables/agreement.csv",
    log:
        log_of("agreement"),
    benchmark:
        benchmark_of("agreement")
    params:
        suites=COMPARED,
        models=MODELS,
        labelled=sorted(HUMAN_LABELS),
        draws=RUN.bootstrap_draws,
        seed=RUN.seed,
        code=code("agreement.py"),
    script:
        "../../scripts/agreement.py"


rule estimate:
    """Print what a run would ask of each model and what it would cost, without asking: `snakemake estimate --cores 1`."""
    input:
        trials=expand(f"{RESULTS}/trials/{{suite}}/trials.parquet", suite=SUITES),
        requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=SUITES),
        truth=expand(f"{RESULTS}/trials/{{suite}}/truth.parquet", suite=SUITES),
        stimuli=expand(f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet", suite=SUITES),
        rubrics=RUBRICS,
    log:
        log_of("estimate"),
    benchmark:
        benchmark_of("estimate")
    params:
        models=billed_models(MODELS),
        suites=SUITES,
        judged=JUDGED,
        judges=judges_json(),
        seed=RUN.seed,
        journal=RUN.journal,
        code=code("estimate.py"),
    script:
        "../../scripts/estimate.py"


rule spending:
    """Gather what the replies of each model and judge cost, beside what was estimated."""
    input:
        trials=expand(f"{RESULTS}/trials/{{suite}}/trials.parquet", suite=SUITES),
        requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=SUITES),
        stimuli=expand(f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet", suite=SUITES),
        responses=[file for model in MODELS for suite in SUITES for file in shard_files(model, suite, "parquet")],
        receipts=[file for model in MODELS for suite in SUITES for file in shard_files(model, suite, "json")],
        judge_responses=[file for suite in JUDGED for model in MODELS for file in judge_shards(model, suite, "parquet")],
        judge_receipts=[file for suite in JUDGED for model in MODELS for file in judge_shards(model, suite, "json")],
    output:
        parquet=f"{RESULTS}/tables/spending.parquet",
        csv=f"{RESULTS}/tables/spending.csv",
    log:
        log_of("spending"),
    benchmark:
        benchmark_of("spending")
    params:
        models=billed_models(MODELS),
        suites=SUITES,
        judged=JUDGED,
        judges=judges_json(),
        journal=RUN.journal,
        prices=table_version(),
        code=code("spending.py"),
    script:
        "../../scripts/spending.py"
