# The report of a run: one page with a section for each suite.
PAGE = Path(workflow.basedir) / "src" / "counterpoint" / "report"


rule run_report:
    """Write the self-contained report of the run."""
    input:
        tables=[*rules.cvlat_tables.output.parquet, *agreement_tables()[:1]],
        figures=[*rules.cvlat_figures.output.svg, *rules.cvlat_figures.output.png],
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
        audit=[
            f"{RESULTS}/items/cvlat/audit.parquet",
            *(rules.cvlat_pixel_audit if CVLAT.source == "bank" else rules.cvlat_bundle_pixels).output,
            rules.cvlat_plan.output.audit,
        ],
        stimuli=f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
        images=f"{RESULTS}/stimuli/cvlat/images",
        scores=expand(f"{RESULTS}/scores/{{model}}/cvlat.parquet", model=MODELS),
        responses=[file for model in MODELS for file in shard_files(model, "cvlat", "parquet")],
        spending=rules.spending.output.parquet,
        page=sorted(str(file) for file in PAGE.iterdir() if file.suffix in [".j2", ".css"]),
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
        shards=[shards_of(model) for model in MODELS],
        benchmarks=lambda wildcards, input: benchmark_files(),
        code=code("report.py"),
    script:
        "../../scripts/report.py"
