# What a generator proposes to ask in the SciFig suite, about figures of one's own or drawn ones, and what a person decided.
CANDIDATE_PROMPTS = local(str(BASE / "resources" / "prompts" / "scifig_candidates.yaml"))
GENERATOR = SCIFIG.generator


def generator_shards(ending):
    """The generator's shards; none without one. What only estimates asks no generator, and takes what is there."""
    shards = range(shards_of(GENERATOR)) if GENERATOR else []
    files = [f"{RESULTS}/generating/scifig/{GENERATOR}/{shard}.{ending}" for shard in shards]
    return [file for file in files if not ESTIMATING or Path(file).exists()]


rule scifig_generator_requests:
    """Plan what the generator is asked about each figure."""
    input:
        figures=rules.scifig_stimuli.output.figures,
        views=rules.scifig_stimuli.output.views,
        prompts=CANDIDATE_PROMPTS,
    output:
        requests=f"{RESULTS}/generating/scifig/requests.parquet",
    log:
        log_of("scifig_generator_requests"),
    benchmark:
        benchmark_of("scifig_generator_requests")
    params:
        probes=SCIFIG.probes,
        code=code("scifig_generator_requests.py"),
    script:
        "../../scripts/scifig_generator_requests.py"


if not ESTIMATING:

    use rule query as scifig_generator_query with:
        input:
            requests=f"{RESULTS}/generating/{{suite}}/requests.parquet",
            stimuli=f"{RESULTS}/stimuli/{{suite}}/stimuli.parquet",
            images=f"{RESULTS}/stimuli/{{suite}}/images",
            truth=[],
            weights=weights_of,
            leases=[],
        output:
            responses=f"{RESULTS}/generating/{{suite}}/{{model}}/{{shard}}.parquet",
            receipt=f"{RESULTS}/generating/{{suite}}/{{model}}/{{shard}}.json",
            views=f"{RESULTS}/generating/{{suite}}/{{model}}/{{shard}}.views.parquet",
        log:
            log_of("scifig_generator_query/{suite}/{model}/{shard}"),
        benchmark:
            benchmark_of("scifig_generator_query/{suite}/{model}/{shard}")
        params:
            how=how_to_generate,
            retry=lambda wildcards: retry_from(f"generating/{wildcards.suite}/{wildcards.model}/{wildcards.shard}.json"),
            lease=lambda wildcards: lease_from(
                wildcards.model, f"generating/{wildcards.suite}/{wildcards.model}/{wildcards.shard}.json"
            ),


rule scifig_candidates:
    """Gather what could be asked, hold it against every rule, and take in the decisions."""
    input:
        figures=rules.scifig_stimuli.output.figures,
        elements=rules.scifig_stimuli.output.elements,
        targets=rules.scifig_stimuli.output.targets,
        views=rules.scifig_stimuli.output.views,
        legibility=rules.scifig_legibility.output.legibility,
        responses=generator_shards("parquet"),
        prompts=CANDIDATE_PROMPTS,
        review=[local(SCIFIG.review)] if SCIFIG.review else [],
    output:
        candidates=f"{RESULTS}/items/scifig/candidates.parquet",
        validity=f"{RESULTS}/items/scifig/own_validity.parquet",
        csv=f"{RESULTS}/items/scifig/candidates.csv",
    log:
        log_of("scifig_candidates"),
    benchmark:
        benchmark_of("scifig_candidates")
    params:
        probes=SCIFIG.probes,
        code=code("scifig_candidates.py"),
    script:
        "../../scripts/scifig_candidates.py"


SUITE_OUTPUTS += [*rules.scifig_candidates.output, *generator_shards("json")]
