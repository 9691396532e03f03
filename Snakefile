# Counterpoint: from pictures to tables, figures and a report. `snakemake --cores all` runs config/config.yaml;
# `--configfile FILE` runs another design instead of it.
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


rule all:
    default_target: True
    input:
        f"{RESULTS}/report.html",
        intermediate_tables(),
        rules.estimates.output,
        rules.spending.output,
        SUITE_OUTPUTS,


onsuccess:
    if Path(RESULTS, "report.html").exists():
        print(f"Report: {Path(RESULTS, 'report.html').resolve()}")
