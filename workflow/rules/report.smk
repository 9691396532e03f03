# Figures and the report.
rule figures:
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
        log_of("figures"),
    benchmark:
        benchmark_of("figures")
    params:
        code=code("figures.py"),
    script:
        "../../scripts/figures.py"


rule run_report:
    """Write the self-contained report of the run."""
    input:
        tables=rules.cvlat_tables.output.parquet,
        figures=rules.figures.output.svg,
        item_table=f"{RESULTS}/items/cvlat/items.parquet",
        audit=f"{RESULTS}/items/cvlat/audit.parquet",
        stimuli=f"{RESULTS}/stimuli/cvlat/stimuli.parquet",
        images=f"{RESULTS}/stimuli/cvlat/images",
        scores=expand(f"{RESULTS}/scores/{{model}}/cvlat.parquet", model=MODELS),
        receipts=all_receipts(),
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
        models=models_json(),
        code=code("report.py"),
    script:
        "../../scripts/report.py"
