# The report of a run: one page with a section for each suite.
PAGE = BASE / "src" / "counterpoint" / "report"


rule estimates:
    """Gather every estimate of every model and suite."""
    input:
        expand(f"{RESULTS}/statistics/{{model}}/{{suite}}/estimates.parquet", suite=SUITES, model=MODELS),
    output:
        parquet=f"{RESULTS}/tables/estimates.parquet",
        csv=f"{RESULTS}/tables/estimates.csv",
    log:
        log_of("estimates"),
    benchmark:
        benchmark_of("estimates")
    params:
        code=code("estimates.py"),
    script:
        "../../scripts/estimates.py"


rule run_report:
    """Write the self-contained report of the run."""
    input:
        **{f"{suite}_{name}": files for suite in REPORTED for name, files in REPORTED[suite].items()},
        scores=expand(f"{RESULTS}/scores/{{model}}/{{suite}}.parquet", suite=list(REPORTED), model=MODELS),
        responses=[file for suite in REPORTED for model in MODELS for file in shard_files(model, suite, "parquet")],
        estimates=rules.estimates.output.csv,
        spending=rules.spending.output.parquet,
        page=sorted(local(str(file)) for file in PAGE.iterdir() if file.suffix in [".j2", ".css"]),
    output:
        html=f"{RESULTS}/report.html",
    log:
        log_of("report"),
    benchmark:
        benchmark_of("report")
    params:
        run=RUN.run,
        seed=RUN.seed,
        digest=RUN.digest(),
        reading=reading_json(),
        models=models_json,
        suites={suite: list(parts) for suite, parts in REPORTED.items()},
        shards=[shards_of(model) for model in MODELS],
        benchmarks=lambda wildcards, input: benchmark_files(),
        code=code("report.py"),
    script:
        "../../scripts/report.py"
