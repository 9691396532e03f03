# The files of a run, by model, suite and judge: those that rules gather, `rule all` asks for and the report counts.
def shard_files(model, suite, ending):
    return [f"{RESULTS}/responses/{model}/{suite}/{shard}.{ending}" for shard in range(shards_of(model))]


def judging_files(name):
    """A table of each judge of a run, about one model's replies in one suite; none where the suite is not judged."""

    def files(wildcards):
        judges = JUDGES if wildcards.suite in JUDGED else []
        return [f"{RESULTS}/judging/{wildcards.model}/{wildcards.suite}/{judge}/{name}.parquet" for judge in judges]

    return files


def judge_shards(model, suite, ending):
    """Every judge's shards about one model's replies, judge by judge."""
    folder = f"{RESULTS}/judging/{model}/{suite}"
    judges = JUDGES if suite in JUDGED else []
    return [f"{folder}/{judge}/{shard}.{ending}" for judge in judges for shard in range(shards_of(judge))]


def agreement_tables():
    """The table of agreement, where there is anything to compare."""
    return [f"{RESULTS}/tables/agreement.{ending}" for ending in ["parquet", "csv"] if COMPARED]


def intermediate_tables():
    """Every table between the plan and the report: asked for, so that one that was lost is made again."""
    stages = ["verdicts/{model}/{suite}", "votes/{model}/{suite}", "scores/{model}/{suite}"]
    stages += [f"statistics/{{model}}/{{suite}}/{name}" for name in ["item_rates", "estimates", "left_out"]]
    shared = [f"trials/{{suite}}/{name}" for name in ["trials", "requests", "truth"]]
    responses = [
        shard_files(model, suite, ending)
        for model in MODELS
        for suite in SUITES
        for ending in ["parquet", "json", "views.parquet"]
    ]
    judging = [
        file
        for model in MODELS
        for suite in JUDGED
        for file in [
            *expand(
                f"{RESULTS}/judging/{model}/{suite}/{{judge}}/{{table}}.parquet",
                judge=JUDGES,
                table=["requests", "links", "truth"],
            ),
            *judge_shards(model, suite, "parquet"),
            *judge_shards(model, suite, "json"),
        ]
    ]
    return [
        *expand(
            f"{RESULTS}/{{stage}}.parquet",
            stage=expand(stages, model=MODELS, suite=SUITES),
        ),
        *expand(f"{RESULTS}/{{stage}}.parquet", stage=expand(shared, suite=SUITES)),
        *(file for files in responses for file in files),
        *judging,
        *agreement_tables(),
    ]


def benchmark_files():
    """The benchmark files of the run's own jobs, by rule: those of models that left the run do not count."""
    files = {rule: found for suite in SUITES for rule, found in BENCHMARKED[suite].items()}
    files["estimates"] = [benchmark_of("estimates")]
    files["query"] = [
        benchmark_of(f"query/{model}/{suite}/{shard}")
        for model in MODELS
        for suite in SUITES
        for shard in range(shards_of(model))
    ]
    files |= {name: [benchmark_of(name)] for name in ["spending", *(["leases"] if CAPPED else [])]}
    files["judge_requests"] = expand(
        benchmark_of("judge_requests/{model}/{suite}/{judge}"), model=MODELS, suite=JUDGED, judge=JUDGES
    )
    files["judge_query"] = [
        benchmark_of(f"judge_query/{model}/{suite}/{judge}/{shard}")
        for model in MODELS
        for suite in JUDGED
        for judge in JUDGES
        for shard in range(shards_of(judge))
    ]
    files["agreement"] = [benchmark_of("agreement")]
    files["verdicts"] = expand(benchmark_of("verdicts/{model}/{suite}"), model=MODELS, suite=SUITES)
    return files
