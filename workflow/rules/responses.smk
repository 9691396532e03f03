# Asking the models, and reading what they replied: the same for every suite.
rule query:
    """Ask one model one shard of a suite's requests; what is journalled is never asked again."""
    input:
        requests=f"{RESULTS}/trials/{{suite}}/requests.parquet",
        stimuli=f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet",
        images=pictures_of,
        truth=truth_of,
        weights=weights_of,
    output:
        responses=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.parquet",
        receipt=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.json",
        views=f"{RESULTS}/responses/{{model}}/{{suite}}/{{shard}}.views.parquet",
    log:
        log_of("query/{model}/{suite}/{shard}"),
    benchmark:
        benchmark_of("query/{model}/{suite}/{shard}")
    threads: lambda wildcards: getattr(REGISTRY[wildcards.model], "threads", 1)
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
    """Print what a run would ask of each model, without asking: `snakemake estimate --cores 1`."""
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
        models=models_json,
        suites=SUITES,
        seed=RUN.seed,
        journal=RUN.journal,
        code=code("estimate.py"),
    script:
        "../../scripts/estimate.py"
