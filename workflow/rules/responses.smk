# Asking the models, and reading what they replied: the same for every suite.
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
            budget=RUN.budget,
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
        leases=leases_of,
    output:
        responses=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.parquet",
        receipt=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.json",
    log:
        log_of("query/{model}/{suite}/{shard}"),
    benchmark:
        benchmark_of("query/{model}/{suite}/{shard}")
    resources:
        api_slots=1,
    params:
        model=asked_model,
        how=how_to_ask,
        shards=lambda wildcards: shards_of(wildcards.model),
        seed=RUN.seed,
        retry=retry_of,
        code=code("query.py"),
    script:
        "../../scripts/query.py"


rule verdicts:
    """Read one model's replies by rule."""
    input:
        responses=lambda wildcards: shard_files(wildcards.model, wildcards.suite, "parquet"),
        requests=f"{RESULTS}/trials/{{suite}}/requests.parquet",
    output:
        verdicts=f"{RESULTS}/verdicts/{{model}}/{{suite}}.parquet",
    log:
        log_of("verdicts/{model}/{suite}"),
    benchmark:
        benchmark_of("verdicts/{model}/{suite}")
    params:
        code=code("verdicts.py"),
    script:
        "../../scripts/verdicts.py"


rule estimate:
    """Print what a run would ask of each model and what it would cost, without asking: `snakemake estimate --cores 1`."""
    input:
        trials=expand(f"{RESULTS}/trials/{{suite}}/trials.parquet", suite=SUITES),
        requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=SUITES),
        truth=expand(f"{RESULTS}/trials/{{suite}}/truth.parquet", suite=SUITES),
        stimuli=expand(f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet", suite=SUITES),
    log:
        log_of("estimate"),
    benchmark:
        benchmark_of("estimate")
    params:
        models=billed_models(MODELS),
        suites=SUITES,
        seed=RUN.seed,
        journal=RUN.journal,
        code=code("estimate.py"),
    script:
        "../../scripts/estimate.py"


rule spending:
    """Gather what each model's replies cost, beside what was estimated."""
    input:
        trials=expand(f"{RESULTS}/trials/{{suite}}/trials.parquet", suite=SUITES),
        requests=expand(f"{RESULTS}/trials/{{suite}}/requests.parquet", suite=SUITES),
        stimuli=expand(f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet", suite=SUITES),
        responses=[file for model in MODELS for suite in SUITES for file in shard_files(model, suite, "parquet")],
        receipts=[file for model in MODELS for suite in SUITES for file in shard_files(model, suite, "json")],
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
        prices=table_version(),
        code=code("spending.py"),
    script:
        "../../scripts/spending.py"
