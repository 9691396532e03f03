# Counterpoint: from pictures to tables, figures and a report. `snakemake --cores all` runs config/config.yaml;
# `--configfile FILE` runs another design instead of it.
from snakemake.utils import min_version

min_version("9.27")

if not workflow.configfiles:

    configfile: "config/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/responses.smk"


for suite in SUITES:

    include: f"workflow/rules/{suite}.smk"


include: "workflow/rules/report.smk"


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
    # later, for ever: after n finished jobs it looks n times a second. On one machine no start needs a limit.
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None


onsuccess:
    if Path(RESULTS, "report.html").exists():
        print(f"Report: {Path(RESULTS, 'report.html').resolve()}")
