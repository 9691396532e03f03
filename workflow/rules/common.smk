# The validated configuration, and what every rule says of its files, logs and code. Everything heavy stays in the
# scripts: this file is read whenever Snakemake starts.
import json
import os
import re
import sys
from pathlib import Path

from snakemake.logging import logger

from counterpoint.code_digest import recall_digests, remember_digests, script_digest
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
CODE_DIGESTS = ".snakemake/counterpoint/code_digests.json"


def stop(mistake):
    """End the run with one line: below an exception Snakemake prints the place in these files, which is no user's."""
    logger.error(str(mistake))
    sys.exit(1)


def stop(mistake):
    """End the run with one line: below an exception Snakemake prints the place in these files, which is no user's."""
    logger.error(str(mistake))
    sys.exit(1)


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
    stop(error)

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
        stop(error)
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


recall_digests(CODE_DIGESTS)


def code(script):
    """The digest of the library modules behind a script: a change in them reruns the rule."""
    return script_digest(SCRIPTS / script)


def files_below(folder, pattern):
    """The files of a source, which a rule reads; a source without any stops before anything runs.

    Like all that users bring they are local: on a cluster without a shared disk, each job has them, and no storage does.
    """
    found = sorted(map(str, Path(folder).glob(pattern)))
    if not found:
        stop(f"{folder}: holds no {pattern}; name the folder that does, or another source")
    for file in found:
        if "{" in file or "}" in file:
            stop(f"{file}: a file name with braces cannot be used; rename it")
    return [local(file) for file in found]


def facts_of(charts):
    """The CSV files that chart specifications take their facts from."""
    found = {file: chart for chart in charts for file in files_of(chart)}
    for file, chart in found.items():
        if not Path(file).is_file():
            stop(f"{chart}: facts.file: {file} is not there; allowed: the path of a CSV file")
    return [local(file) for file in found]


def log_of(name):
    return f"{RESULTS}/logs/{name}.log"


def benchmark_of(name):
    return f"{RESULTS}/benchmarks/{name}.tsv"
