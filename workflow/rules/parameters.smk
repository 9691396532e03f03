# What rules are told of models and judges: what decides answers, so that a change reruns, and how they are asked.
def shards_of(model):
    return REGISTRY[model].shards or RUN.shards


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
