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
from counterpoint.registry import key_variable, load_registry, model_identity, require_callable, require_keys
from counterpoint.stimuli.charts.specs.csv_facts import files_of

SCRIPTS = Path(workflow.basedir) / "scripts"

try:
    RUN = load_run(
        config,
        [str(file) for file in workflow.configfiles],
        dict(workflow.config_settings.config),
    )
    REGISTRY = load_registry(RUN.registry)
    # Snakemake does not tell its targets this early; what only estimates may name models that cannot be asked yet.
    ASKED = {} if "estimate" in sys.argv else {name: REGISTRY[name] for name in RUN.models}
    if workflow.is_main_process:
        require_callable(ASKED, RUN.registry)
        if not workflow.dryrun:
            require_keys(ASKED, RUN.registry, os.environ)
except UserError as error:
    raise WorkflowError(str(error)) from None

RESULTS = f"{RUN.results}/{RUN.run}"
MODELS = list(RUN.models)
PLANTED = [model for model in MODELS if REGISTRY[model].provider == "planted"]
SUITES = [name for name, suite in RUN.suites if suite is not None]

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
    model="|".join(map(re.escape, MODELS)),
    suite="|".join(SUITES),
    shard=r"\d+",


SUITE_OUTPUTS = []  # what a suite makes beside the tables that all suites have; each adds its own
REPORTED = {}  # by suite: what its section of the report is made from, by the name of the section's parameter
BENCHMARKED = {}  # by suite: its own rules' benchmark files, by rule


def code(script):
    """The digest of the library modules behind a script: a change in them reruns the rule."""
    return script_digest(SCRIPTS / script)


def files_below(folder, pattern):
    """The files of a source, which a rule reads; a source without any stops before anything runs."""
    found = sorted(map(str, Path(folder).glob(pattern)))
    if not found:
        raise WorkflowError(f"{folder}: holds no {pattern}; name the folder that does, or another source")
    for file in found:
        if "{" in file or "}" in file:
            raise WorkflowError(f"{file}: a file name with braces cannot be used; rename it")
    return found


def facts_of(charts):
    """The CSV files that chart specifications take their facts from."""
    found = {file: chart for chart in charts for file in files_of(chart)}
    for file, chart in found.items():
        if not Path(file).is_file():
            raise WorkflowError(f"{chart}: facts.file: {file} is not there; allowed: the path of a CSV file")
    return list(found)


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
                "identity": model_identity(REGISTRY[name]),
            }
            for name in MODELS
        ]
    )


def asked_model(wildcards):
    """What decides a model's answers: a change in it runs its queries again."""
    entry = REGISTRY[wildcards.model]
    return json.dumps(
        {
            "identity": model_identity(entry),
            "text_only": entry.text_only,
            "retry_truncated_with": getattr(entry, "retry_truncated_with", None),
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
    entry = REGISTRY[wildcards.model]
    names = ["concurrency", "attempts", "seconds_between_attempts", "seconds_a_call", "seconds_a_request"]
    limits = {name: getattr(entry, name, None) for name in names}
    for name in ["requests_per_minute", "tokens_per_minute"]:
        cap = getattr(entry, name, None)
        limits[name] = cap and cap / at_once(wildcards.model)
    return {
        "limits": limits,
        "seconds": getattr(entry, "seconds", 0),
        "base_url": getattr(entry, "base_url", None),
        "api_key_env": key_variable(entry),
        "failures_allowed": RUN.failures_allowed,
        "journal": str(Path(RUN.journal, wildcards.model)),
    }


def truth_of(wildcards):
    """The truth table, for a planted respondent only."""
    planted = wildcards.model in PLANTED
    return f"{RESULTS}/trials/{wildcards.suite}/truth.parquet" if planted else []


def pictures_of(wildcards):
    """The folder of the pictures, for a model that is shown them."""
    shown = wildcards.model not in PLANTED and not REGISTRY[wildcards.model].text_only
    return f"{RESULTS}/stimuli/{wildcards.suite}/images" if shown else []


def shards_of(model):
    return REGISTRY[model].shards or RUN.shards


def shard_files(model, suite, ending):
    return [f"{RESULTS}/responses/{model}/{suite}/{shard}.{ending}" for shard in range(shards_of(model))]


def retry_of(wildcards):
    """The retry number that a shard takes up: the run's where requests failed, its own last one elsewhere."""
    receipt = Path(f"{RESULTS}/responses/{wildcards.model}/{wildcards.suite}/{wildcards.shard}.json")
    try:
        last = json.loads(receipt.read_text())
        return max(RUN.retry, last["retry"]) if last["failed"] else last["retry"]
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
    ):  # never asked, or its receipt is damaged
        return RUN.retry


def intermediate_tables():
    """Every table between the plan and the report: asked for, so that one that was lost is made again."""
    stages = ["verdicts/{model}/{suite}", "scores/{model}/{suite}"]
    stages += [f"statistics/{{model}}/{{suite}}/{name}" for name in ["item_rates", "estimates", "left_out"]]
    shared = [f"trials/{{suite}}/{name}" for name in ["trials", "requests", "truth"]]
    responses = [
        shard_files(model, suite, ending) for model in MODELS for suite in SUITES for ending in ["parquet", "json"]
    ]
    return [
        *expand(
            f"{RESULTS}/{{stage}}.parquet",
            stage=expand(stages, model=MODELS, suite=SUITES),
        ),
        *expand(f"{RESULTS}/{{stage}}.parquet", stage=expand(shared, suite=SUITES)),
        *(file for files in responses for file in files),
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
    files["verdicts"] = expand(benchmark_of("verdicts/{model}/{suite}"), model=MODELS, suite=SUITES)
    return files
