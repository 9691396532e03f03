# The validated configuration, and the functions that rules share. Everything heavy stays in the scripts: this
# file is read whenever Snakemake starts.
import json
import os
import re
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError

from counterpoint.code_digest import script_digest
from counterpoint.config import load_run
from counterpoint.damage import set_damaged_aside
from counterpoint.errors import UserError
from counterpoint.files import check_writable
from counterpoint.models.prices import require_judge_budgets, require_prices, table_version
from counterpoint.registry import (
    billing_of,
    key_variable,
    load_registry,
    model_identity,
    require_callable,
    require_keys,
    served_by_job,
    serving_of,
)
from counterpoint.stimuli.charts.specs.csv_facts import files_of

# The folder of this workflow, also where another one uses it as a module.
BASE = Path(str(workflow.current_basedir)).parents[1]
# Whether Snakemake was told only to say what a run would cost.
ESTIMATING = "estimate" in sys.argv
SCRIPTS = BASE / "scripts"

try:
    RUN = load_run(
        config,
        [str(file) for file in workflow.configfiles],
        dict(workflow.config_settings.config),
    )
    REGISTRY = load_registry(RUN.registry)
    # Snakemake does not tell its targets this early; what only estimates may name models that cannot be asked yet.
    CHOSEN = RUN.suites.chosen
    JUDGED = [name for name, suite in CHOSEN.items() if suite.extraction != "parser"]
    JUDGES = list(RUN.judges) if JUDGED else []
    NAMED = [*RUN.models, *JUDGES, *RUN.generators]
    ASKED = {} if ESTIMATING else {name: REGISTRY[name] for name in NAMED}
    BILLING = {name: billing_of(REGISTRY[name]) for name in NAMED}
    # Models whose spending is limited, by a budget of their own or by the run's; judges by their own.
    CAPPED = [
        name
        for name in RUN.models
        if name in ASKED and not BILLING[name]["free"] and {RUN.budget, ASKED[name].budget} != {None}
    ]
    # A judge's requests are known only when replies are there, and a generator's decide what models are asked: the
    # budget of its own is divided evenly among its shards, and what is left of the run's is the models'.
    JUDGE_BUDGETS = {
        name: ASKED[name].budget for name in [*JUDGES, *RUN.generators] if name in ASKED and not BILLING[name]["free"]
    }
    if workflow.is_main_process:
        require_callable(ASKED, RUN.registry)
        limited = [*CAPPED, *(name for name, budget in JUDGE_BUDGETS.items() if budget is not None)]
        require_prices({name: BILLING[name] for name in limited}, RUN.registry)
        require_judge_budgets(RUN.budget, JUDGE_BUDGETS, RUN.models, RUN.registry)
        if not workflow.dryrun:
            require_keys(ASKED, RUN.registry, os.environ)
except UserError as error:
    raise WorkflowError(str(error)) from None

SHARD_MB = 4000  # of a shard at the papers' size; ten times its peak
RESULTS = f"{RUN.results}/{RUN.run}"
MODELS = list(RUN.models)
PLANTED = [model for model in MODELS if REGISTRY[model].provider == "planted"]
SUITES = list(CHOSEN)
HUMAN_LABELS = {name: suite.human_labels for name, suite in CHOSEN.items() if suite.human_labels}
# Suites in which there is anything to compare: a judge's readings, or people's.
COMPARED = [suite for suite in SUITES if suite in JUDGED or suite in HUMAN_LABELS]

# Handed on to the jobs of a cluster, which Snakemake does for declared variables only; their values it never shows.
KEYS = sorted({variable for entry in ASKED.values() if (variable := key_variable(entry))})
if KEYS and not workflow.dryrun:

    envvars:
        *KEYS,


if workflow.is_main_process and not workflow.dryrun:
    try:
        for folder in [RUN.results, RUN.journal]:
            check_writable(folder)
    except UserError as error:
        raise WorkflowError(str(error)) from None
    for table in set_damaged_aside(RESULTS):
        print(f"{table}: damaged, set aside and made again")


wildcard_constraints:
    model="|".join(map(re.escape, NAMED)),
    judged="|".join(map(re.escape, MODELS)),
    suite="|".join(SUITES),
    shard=r"\d+",


SUITE_OUTPUTS = []  # what a suite makes beside the tables that all suites have; each adds its own
REPORTED = {}  # by suite: what its section of the report is made from, by the name of the section's parameter
BENCHMARKED = {}  # by suite: its own rules' benchmark files, by rule


def code(script):
    """The digest of the library modules behind a script: a change in them reruns the rule."""
    return script_digest(SCRIPTS / script)


def files_below(folder, pattern):
    """The files of a source, which a rule reads; a source without any stops before anything runs.

    Like all that users bring they are local: on a cluster without a shared disk, each job has them, and no storage does.
    """
    found = sorted(map(str, Path(folder).glob(pattern)))
    if not found:
        raise WorkflowError(f"{folder}: holds no {pattern}; name the folder that does, or another source")
    for file in found:
        if "{" in file or "}" in file:
            raise WorkflowError(f"{file}: a file name with braces cannot be used; rename it")
    return [local(file) for file in found]


def facts_of(charts):
    """The CSV files that chart specifications take their facts from."""
    found = {file: chart for chart in charts for file in files_of(chart)}
    for file, chart in found.items():
        if not Path(file).is_file():
            raise WorkflowError(f"{chart}: facts.file: {file} is not there; allowed: the path of a CSV file")
    return [local(file) for file in found]


def log_of(name):
    return f"{RESULTS}/logs/{name}.log"


def benchmark_of(name):
    return f"{RESULTS}/benchmarks/{name}.tsv"


def models_json(*_):
    """What tables and report say of the models: name, group, and what was planted."""
    return json.dumps(
        [
            {
                "name": name,
                "group": REGISTRY[name].group,
                "text_only": REGISTRY[name].text_only,
                "orders": REGISTRY[name].orders,
                "identity": model_identity(REGISTRY[name]),
            }
            for name in MODELS
        ]
    )


def billed_models(names):
    """What decides what models cost, and what each of their shards may spend."""
    return json.dumps(
        [
            {
                "name": name,
                "identity": model_identity(REGISTRY[name]),
                "text_only": REGISTRY[name].text_only,
                "orders": REGISTRY[name].orders,
                "over_limit": getattr(REGISTRY[name], "over_limit", None),
                "retry_truncated_with": getattr(REGISTRY[name], "retry_truncated_with", None),
                "shards": shards_of(name),
                "billing": BILLING[name],
                "budget": getattr(REGISTRY[name], "budget", None),
            }
            for name in names
        ]
    )


def asked_model(wildcards):
    """What decides a model's answers: a change in it runs its queries again."""
    entry = REGISTRY[wildcards.model]
    return json.dumps(
        {
            "identity": model_identity(entry),
            "text_only": entry.text_only,
            "orders": entry.orders,
            "retry_truncated_with": getattr(entry, "retry_truncated_with", None),
            "over_limit": getattr(entry, "over_limit", None),
        }
    )


def at_once(model):
    """How many shards of a model may run at once: its caps a minute are divided by that.

    What a cluster's job sees of cores is its own, so there every shard counts, or `api_slots` where it is given.
    """
    most = shards_of(model) * len(SUITES)
    slots = workflow.global_resources.get("api_slots")
    slots = getattr(slots, "value", slots)
    if isinstance(slots, int):
        most = min(most, slots)
    if workflow.is_main_process and workflow.local_exec and workflow.cores:
        most = min(most, workflow.cores)
    return max(1, most)


def how_to_ask(wildcards, input):
    """What decides no answer, such as concurrency: a function of the input too, which Snakemake does not track."""
    return asking(wildcards.model, judge_lease(wildcards.model) if is_judging(wildcards) else None)


def how_to_generate(wildcards, input):
    """The same of a generator, which has a lease as a judge has."""
    return asking(wildcards.model, judge_lease(wildcards.model))


def asking(model, lease):
    """What decides no answer of a model, whose shard may spend `lease` where that is no file's to say."""
    entry = REGISTRY[model]
    names = ["concurrency", "attempts", "seconds_between_attempts", "seconds_a_call", "seconds_a_request"]
    limits = {name: getattr(entry, name, None) for name in names}
    for name in ["requests_per_minute", "tokens_per_minute"]:
        cap = getattr(entry, name, None)
        limits[name] = cap and cap / at_once(model)
    return {
        "limits": limits,
        "seconds": getattr(entry, "seconds", 0),
        "base_url": getattr(entry, "base_url", None),
        "transport": getattr(entry, "transport", "direct"),
        "api_key_env": key_variable(entry),
        "context_tokens": getattr(entry, "context_tokens", None),
        "serving": serving_of(entry),
        "billing": BILLING[model],
        "lease": lease,
        "failures_allowed": RUN.failures_allowed,
        "journal": str(Path(RUN.journal, model)),
    }


def truth_of(wildcards):
    """The truth table, for a planted respondent or judge only."""
    planted = REGISTRY[wildcards.model].provider == "planted"
    folder = judging_of(wildcards) if is_judging(wildcards) else f"trials/{wildcards.suite}"
    return f"{RESULTS}/{folder}/truth.parquet" if planted else []


def is_judging(wildcards):
    """Whether a job asks a judge about another model's replies."""
    return "judged" in wildcards.keys()


def judging_of(wildcards):
    """The folder, below the results, of what a judge is asked about a model's replies."""
    return f"judging/{wildcards.judged}/{wildcards.suite}/{wildcards.model}"


def pictures_of(wildcards):
    """The folder of the pictures, for a model that is shown them."""
    shown = wildcards.model not in PLANTED and not REGISTRY[wildcards.model].text_only
    return f"{RESULTS}/stimuli/{wildcards.suite}/images" if shown else []


def weights_of(wildcards):
    """The files of weights that a model's entry names: others in their place are another model."""
    entry = served_by_job(REGISTRY[wildcards.model]) or REGISTRY[wildcards.model]
    return [local(file) for key in ["gguf", "mmproj"] if (file := getattr(entry, key, None))]


def cores_of(wildcards):
    """The cores of a shard's job: one, but for a model that runs in it."""
    entry = served_by_job(REGISTRY[wildcards.model]) or REGISTRY[wildcards.model]
    return getattr(entry, "threads", 1)


def gpus_of(wildcards):
    """The GPUs of a shard's job, those of the server that it starts; None and not 0, which Kubernetes takes for a GPU."""
    serve = served_by_job(REGISTRY[wildcards.model])
    return (serve and serve.gpus) or None


def memory_of(wildcards):
    """The main memory of a shard's job, in MB: a shard's own, and the server's that it starts."""
    serve = served_by_job(REGISTRY[wildcards.model])
    return SHARD_MB + (serve.mem_mb if serve else 0)


def shards_of(model):
    return REGISTRY[model].shards or RUN.shards


def shard_files(model, suite, ending):
    return [f"{RESULTS}/responses/{model}/{suite}/{shard}.{ending}" for shard in range(shards_of(model))]


def retry_of(wildcards):
    """The retry number that a shard takes up."""
    return retry_from(receipt_path(wildcards))


def retry_from(receipt):
    """The retry number of a shard with a receipt: the run's where requests failed, its own last one elsewhere."""
    last = receipt_of(receipt)
    if last is None:
        return RUN.retry
    return max(RUN.retry, last["retry"]) if last["failed"] else last["retry"]


def receipt_path(wildcards):
    """Where a shard's receipt is, below the results."""
    asked = judging_of(wildcards) if is_judging(wildcards) else f"responses/{wildcards.model}/{wildcards.suite}"
    return f"{asked}/{wildcards.shard}.json"


def receipt_of(path):
    """What a shard's last job said of itself; None where it was never asked, or its receipt is damaged."""
    try:
        last = json.loads(Path(RESULTS, path).read_text())
        return {name: last[name] for name in ["retry", "failed", "over_budget", "lease"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def leases_of(wildcards):
    """What shards may spend, for a model whose spending is limited."""
    return f"{RESULTS}/leases.json" if wildcards.model in CAPPED else []


def judge_lease(judge):
    """What a judge may spend in one shard's buckets, on all models' replies, in US dollars; None without a budget."""
    budget = JUDGE_BUDGETS.get(judge)
    return budget and budget / shards_of(judge)


def lease_of(wildcards):
    """The lease that a judge's shard takes up; what the others' budgets divide is a file, an input of their shards."""
    return lease_from(wildcards.model, receipt_path(wildcards)) if is_judging(wildcards) else None


def lease_from(model, receipt):
    """The lease of a shard with a receipt: another one only where requests were left out for want of money."""
    last = receipt_of(receipt)
    return judge_lease(model) if last is None or last["over_budget"] else last["lease"]


def votes_of(judge):
    """How often a judge is asked about a reply: the rule judge would say the same each time."""
    return 1 if REGISTRY[judge].provider == "rule_judge" else RUN.votes


def judges_json():
    """What estimate and spending need of the judges."""
    return json.dumps(
        [
            {"name": name, "votes": votes_of(name), "shards": shards_of(name), "billing": BILLING[name]}
            for name in JUDGES
        ]
    )


def reading_json():
    """Who reads the replies of each suite, for the report."""
    judges = [
        {"name": judge, "votes": votes_of(judge), "identity": model_identity(REGISTRY[judge])} for judge in JUDGES
    ]
    return json.dumps(
        {
            name: {"extraction": suite.extraction, "judges": judges if name in JUDGED else []}
            for name, suite in CHOSEN.items()
        }
    )


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
