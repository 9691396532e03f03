"""Profiles name rules that there are, so that a renamed rule does not silently lose its memory or its group."""

import re
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
CLUSTERS = ("slurm", "kubernetes")


def rules() -> set[str]:
    named = r"^\s*(?:rule (\w+):|use rule \w+ as (\w+) with:)"
    files = sorted((REPOSITORY / "workflow" / "rules").glob("*.smk"))
    return {one or other for file in files for one, other in re.findall(named, file.read_text(), re.MULTILINE)}


def profile(name: str) -> dict:
    folder = "profiles" if name == "default" else "workflow/profiles"
    return yaml.safe_load((REPOSITORY / folder / name / "config.yaml").read_text())


@pytest.mark.parametrize("cluster", CLUSTERS)
@pytest.mark.parametrize("key", ["set-resources", "set-threads", "groups"])
def test_every_rule_of_a_cluster_profile_exists(cluster, key):
    assert set(profile(cluster).get(key, {})) <= rules()


def test_on_slurm_every_rule_is_in_a_group_but_those_that_stand_alone():
    alone = {"query", "judge_query", "scifig_generator_query", "judge_requests", "leases", "estimate"}
    assert rules() - set(profile("slurm")["groups"]) == alone


@pytest.mark.parametrize("cluster", CLUSTERS)
@pytest.mark.parametrize("rule", ["query", "judge_query"])
def test_a_profile_leaves_gpus_and_memory_of_a_shard_to_its_models_entry(cluster, rule):
    assert not {"gpu", "mem_mb"} & set(profile(cluster)["set-resources"][rule])


def test_what_the_default_profile_says_leaves_a_cluster_its_own_keys():
    # Profiles merge by key: default resources in the default profile would erase a cluster's account and partition.
    for cluster in CLUSTERS:
        assert not set(profile("default")) & set(profile(cluster))


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_no_profile_of_a_cluster_holds_a_key_of_a_provider(cluster):
    text = (REPOSITORY / "workflow" / "profiles" / cluster / "config.yaml").read_text()
    assert not re.search(r"access-key|secret-key|envvars", text)


@pytest.mark.parametrize("name", ["default", *CLUSTERS])
def test_every_key_of_a_profile_is_explained_beside_it(name):
    folder = "profiles" if name == "default" else "workflow/profiles"
    lines = (REPOSITORY / folder / name / "config.yaml").read_text().split("\n")
    block = False
    for line in lines:
        if not line:
            block = False
        elif line.startswith("#"):
            block = True
        elif re.match(r"\w", line):
            plain = line.startswith(("executor:", "kubernetes-namespace:", "show-failed-logs:"))
            assert block or plain, line
