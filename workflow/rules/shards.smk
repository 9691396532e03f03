# What one shard's job reads, needs and may spend: the inputs, resources, retries and leases of the queries.
SHARD_MB = 4000  # of a shard at the papers' size; ten times its peak


def is_judging(wildcards):
    """Whether a job asks a judge about another model's replies."""
    return "judged" in wildcards.keys()


def judging_of(wildcards):
    """The folder, below the results, of what a judge is asked about a model's replies."""
    return f"judging/{wildcards.judged}/{wildcards.suite}/{wildcards.model}"


def truth_of(wildcards):
    """The truth table, for a planted respondent or judge only."""
    planted = REGISTRY[wildcards.model].provider == "planted"
    folder = judging_of(wildcards) if is_judging(wildcards) else f"trials/{wildcards.suite}"
    return f"{RESULTS}/{folder}/truth.parquet" if planted else []


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


def retry_of(wildcards):
    """The retry number that a shard takes up."""
    return retry_from(receipt_path(wildcards))


def retry_from(receipt):
    """The retry number of a shard with a receipt: the run's where requests failed, its own last one elsewhere."""
    last = receipt_of(receipt)
    if last is None:
        return RUN.retry
    return max(RUN.retry, last["retry"]) if last["failed"] else last["retry"]


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
