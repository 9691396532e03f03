# The validated configuration, and the functions that rules share. Everything heavy stays in the scripts: this
# file is read whenever Snakemake starts.
import json
from pathlib import Path

from snakemake.exceptions import WorkflowError

from counterpoint.code_digest import script_digest
from counterpoint.config import load_run
from counterpoint.damage import set_damaged_aside
from counterpoint.errors import UserError

SCRIPTS = Path(workflow.basedir) / "scripts"

try:
    RUN = load_run(
        config,
        [str(file) for file in workflow.configfiles],
        dict(workflow.config_settings.config),
    )
except UserError as error:
    raise WorkflowError(str(error)) from None

RESULTS = f"{RUN.results}/{RUN.run}"
MODELS = list(RUN.models)
SUITES = list(RUN.suites.model_fields_set)

if workflow.is_main_process and not workflow.dryrun:
    for table in set_damaged_aside(RESULTS):
        print(f"{table}: damaged, set aside and made again")


wildcard_constraints:
    model="|".join(map(re.escape, MODELS)),
    suite="|".join(SUITES),
    shard=r"\d+",


def code(script):
    """The digest of the library modules behind a script: a change in them reruns the rule."""
    return script_digest(SCRIPTS / script)


def log_of(name):
    return f"{RESULTS}/logs/{name}.log"


def benchmark_of(name):
    return f"{RESULTS}/benchmarks/{name}.tsv"


def final_outputs():
    """What `rule all` asks for: the report, which needs everything else."""
    return [f"{RESULTS}/report.html"]
