# Counterpoint: from pictures to tables, figures and a report. `snakemake --cores all` runs config/config.yaml;
# `--configfile FILE` runs another design instead of it.
from snakemake.settings.enums import Quietness
from snakemake.utils import min_version

min_version("9.27")

if not workflow.configfiles:

    configfile: "config/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/parameters.smk"
include: "workflow/rules/shards.smk"
include: "workflow/rules/outputs.smk"
include: "workflow/rules/responses.smk"


for suite in SUITES:

    include: f"workflow/rules/{suite}.smk"


include: "workflow/rules/report.smk"


if workflow.is_main_process and not workflow.dryrun:
    try:
        remember_digests(CODE_DIGESTS)
    except UserError as error:
        stop(error)


rule all:
    default_target: True
    input:
        f"{RESULTS}/report.html",
        intermediate_tables(),
        rules.estimates.output,
        rules.spending.output,
        SUITE_OUTPUTS,


onstart:
    # Snakemake limits how many jobs start in a second, and each look at what waits is then followed by another one a second
    # later, for ever: after n finished jobs it looks n times a second. No start needs a limit: on one machine cores are one,
    # on Slurm two jobs are submitted at a time, and on Kubernetes one.
    workflow.scheduler.job_rate_limiter = None
    # profiles/default leaves out what Snakemake says of each job, errors too. On one machine a job prints its error itself;
    # on a cluster that goes to the cluster's own log, and nothing else tells why a job failed.
    if not workflow.local_exec and workflow.output_settings.quiet:
        workflow.output_settings.quiet.discard(Quietness.RULES)


onsuccess:
    if Path(RESULTS, "report.html").exists():
        print(f"Report: {Path(RESULTS, 'report.html').resolve()}")
