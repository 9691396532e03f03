# The CVLAT suite's own stages: pictures, items, plan, scores, statistics.
CVLAT = RUN.suites.cvlat


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


include: "cvlat_results.smk"
