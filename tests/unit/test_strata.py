"""Macro means weigh strata equally, and their intervals resample clusters inside each stratum."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from counterpoint.statistics.strata import macro_draws, macro_estimate, macro_mean, stratified_counts

PUBLISHED = Path(__file__).resolve().parents[3] / "shared" / "data" / "published"


def test_a_macro_mean_is_the_mean_of_the_strata_s_means():
    values = np.array([1.0, 0.0, 0.0, 0.0, 1.0, np.nan])
    strata = np.array(["a", "a", "a", "a", "b", "b"])
    assert macro_mean(values, strata) == pytest.approx((0.25 + 1.0) / 2)
    assert np.isnan(macro_mean(np.array([np.nan]), np.array(["a"])))
    assert macro_mean(np.array([np.nan, 0.5]), np.array(["a", "b"])) == 0.5


def test_resamples_draw_whole_clusters_and_never_lose_a_stratum():
    strata = np.array(["a"] * 6 + ["b"] * 4)
    clusters = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    counts = stratified_counts(np.random.default_rng(1), strata, clusters, 500)
    assert counts.shape == (500, 10)
    assert (counts[:, 0::2] == counts[:, 1::2]).all()
    assert (counts[:, :6].sum(axis=1) == 6).all()
    assert (counts[:, 6:].sum(axis=1) == 4).all()
    assert (counts[:, 0].mean(), counts[:, 6].mean()) == pytest.approx((1.0, 1.0), abs=0.15)


def test_the_interval_of_a_macro_mean_follows_the_clusters():
    rng = np.random.default_rng(2)
    strata, clusters = np.repeat(["a", "b"], 200), np.repeat(np.arange(40), 10)
    level = rng.normal(size=40)[clusters]  # all units of a cluster alike: 20 clusters a stratum are what is known
    counts = stratified_counts(np.random.default_rng(3), strata, clusters, 2_000)
    draws = macro_draws(level, strata, counts)
    expected = np.sqrt(sum(level[strata == s].var() / 20 for s in "ab")) / 2
    assert draws.std() == pytest.approx(expected, rel=0.1)
    found = macro_estimate(level, strata, counts)
    assert found["low"] < found["estimate"] < found["high"]
    assert 0 < found["p"] <= 1


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published tables are not beside the repository")
def test_the_papers_table_1_is_the_macro_mean_of_its_tables_5_6_and_9():
    domains = pd.read_csv(PUBLISHED / "prive_by_domain.csv")
    table = pd.read_csv(PUBLISHED / "prive_by_model.csv")
    table = table[table["table"] == 1].set_index(["setting", "model", "metric"])["value"]
    compared = 0
    for place, part in domains.groupby(["setting", "model", "metric"]):
        if place in table.index:
            mean = macro_mean(part["value"].to_numpy(), part["domain"].to_numpy())
            assert mean == pytest.approx(table[place], abs=0.0501)
            compared += 1
    assert compared == 48
