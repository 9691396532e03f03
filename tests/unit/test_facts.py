"""Facts of the chart bank: sources, numbers, and values derived again from formulas and constants."""

import math
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from counterpoint.states import STATES
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.charts.specs.facts import totals
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.spec import ChartSpec

BANK = Path(__file__).resolve().parents[2] / "resources" / "charts"
ATOMIC_WEIGHTS = {"carbon": 12.011, "hydrogen": 1.008, "oxygen": 15.999}
MOLECULES = {
    "methanol": (1, 4, 1),
    "ethanol": (2, 6, 1),
    "acetone": (3, 6, 1),
    "menthol": (10, 20, 1),
    "sucrose": (12, 22, 11),
    "vitamin C": (6, 8, 6),
    "aspirin": (9, 8, 4),
}
"""Atoms of carbon, hydrogen and oxygen."""
ATOMIC_NUMBERS = {"Si": 14, "Fe": 26, "Br": 35, "Ag": 47, "Cs": 55, "W": 74, "U": 92}
SEATS_IN_THE_HOUSE = (
    "AL 7 AK 1 AZ 9 AR 4 CA 52 CO 8 CT 5 DE 1 FL 28 GA 14 HI 2 ID 2 IL 17 IN 9 IA 4 KS 4 KY 6 LA 6 ME 2 MD 8 MA 9 "
    "MI 13 MN 8 MS 4 MO 8 MT 2 NE 3 NV 4 NH 2 NJ 12 NM 3 NY 26 NC 14 ND 1 OH 15 OK 5 OR 6 PA 17 RI 2 SC 7 SD 1 TN 9 "
    "TX 38 UT 4 VT 1 VA 11 WA 10 WV 2 WI 8 WY 1"
)
PRESIDENTS = """
1732-02-22 1789-04-30, 1735-10-30 1797-03-04, 1743-04-13 1801-03-04, 1751-03-16 1809-03-04, 1758-04-28 1817-03-04,
1767-07-11 1825-03-04, 1767-03-15 1829-03-04, 1782-12-05 1837-03-04, 1773-02-09 1841-03-04, 1790-03-29 1841-04-04,
1795-11-02 1845-03-04, 1784-11-24 1849-03-04, 1800-01-07 1850-07-09, 1804-11-23 1853-03-04, 1791-04-23 1857-03-04,
1809-02-12 1861-03-04, 1808-12-29 1865-04-15, 1822-04-27 1869-03-04, 1822-10-04 1877-03-04, 1831-11-19 1881-03-04,
1829-10-05 1881-09-19, 1837-03-18 1885-03-04, 1833-08-20 1889-03-04, 1843-01-29 1897-03-04, 1858-10-27 1901-09-14,
1857-09-15 1909-03-04, 1856-12-28 1913-03-04, 1865-11-02 1921-03-04, 1872-07-04 1923-08-02, 1874-08-10 1929-03-04,
1882-01-30 1933-03-04, 1884-05-08 1945-04-12, 1890-10-14 1953-01-20, 1917-05-29 1961-01-20, 1908-08-27 1963-11-22,
1913-01-09 1969-01-20, 1913-07-14 1974-08-09, 1924-10-01 1977-01-20, 1911-02-06 1981-01-20, 1924-06-12 1989-01-20,
1946-08-19 1993-01-20, 1946-07-06 2001-01-20, 1961-08-04 2009-01-20, 1946-06-14 2017-01-20, 1942-11-20 2021-01-20
"""
"""Date of birth and first day in office, from Washington to Biden, each person once."""


@pytest.fixture(scope="module")
def charts() -> dict[str, ChartSpec]:
    return {chart.id: chart for chart in load_charts(BANK)}


def values(chart: ChartSpec, series: str | None = None) -> dict[str, float]:
    """Return the values of a chart, or of one of its series, by category."""
    return {fact.category: fact.value for fact in chart.facts if fact.series == series}


# The bank


def test_the_bank_has_24_charts_or_more_and_two_of_each_type(charts):
    types = Counter(chart.type for chart in charts.values())
    assert len(charts) >= 24
    assert set(types) == set(KINDS)
    assert min(types.values()) >= 2


def test_charts_are_numbered_one_after_the_other(charts):
    assert sorted(chart.number for chart in charts.values()) == list(range(len(charts)))


def test_every_chart_names_its_source_and_licence_and_no_address(charts):
    for chart in charts.values():
        assert chart.source and chart.licence and chart.year
        assert "://" not in chart.source + chart.licence and "www." not in chart.source + chart.licence


def test_every_chart_is_in_the_table_of_the_readme(charts):
    table = (BANK / "README.md").read_text(encoding="utf-8")
    assert [name for name, chart in charts.items() if f"| `{name}` | {chart.type} |" not in table] == []


def test_every_chart_counts_the_marks_that_its_words_count(charts):
    counted = {"metals": 13, "gdp_life_expectancy": 16, "boiling_points": 13, "country_population": 17}
    counted |= {"country_area": 16, "atomic_mass": 15}
    for name, marks in counted.items():
        assert len(charts[name].facts) == marks
        assert f"{marks} " in charts[name].wording.items


def test_every_kind_of_conflict_beside_numbers_is_in_the_bank(charts):
    conflicts = {step.conflict for chart in charts.values() for step in chart.manipulations}
    assert conflicts == {"numbers", "colour", "layout", "time", "hierarchy"}


def test_segments_and_cells_are_large_enough_to_be_seen(charts):
    for chart in charts.values():
        if chart.type in ("stacked_bar", "stacked_100"):
            assert min(fact.value for fact in chart.facts) >= 0.03 * max(totals(chart.facts).values()), chart.id
        if chart.type == "treemap":
            assert min(fact.value for fact in chart.facts) >= 0.008 * sum(fact.value for fact in chart.facts), chart.id


# Values that follow from formulas and constants


def test_air_pressure_follows_the_standard_atmosphere(charts):
    for fact in charts["air_pressure"].facts:
        h = fact.x
        exact = 1013.25 * (1 - 6.5 * h / 288.15) ** 5.25588 if h <= 11 else 226.32 * math.exp(-(h - 11) / 6.3416)
        assert abs(fact.value - exact) <= 0.5


def test_day_length_follows_the_sun(charts):
    """Sunrise equation with a declination of 23.44 degrees sin(...) and the sun's rim and refraction (0.833)."""
    days = [21, 52, 80, 111, 141, 172, 202, 233, 264, 294, 325, 355]
    latitude = math.radians(59.91)
    for fact, day in zip(charts["oslo_day_length"].facts, days, strict=True):
        declination = math.radians(23.44) * math.sin(2 * math.pi * (day - 81) / 365)
        cosine = (math.sin(math.radians(-0.833)) - math.sin(latitude) * math.sin(declination)) / (
            math.cos(latitude) * math.cos(declination)
        )
        assert abs(fact.value - 24 * math.acos(cosine) / math.pi) < 0.35


def test_continents_are_shares_of_their_areas(charts):
    areas = {"Asia": 44.6, "Africa": 30.4, "North America": 24.7, "South America": 17.8, "Antarctica": 14.2}
    areas |= {"Europe": 10.2, "Oceania": 8.5}
    shares = {name: round(100 * area / sum(areas.values())) for name, area in areas.items()}
    assert values(charts["continent_area"]) == shares


def test_mass_shares_of_molecules_follow_from_atomic_weights(charts):
    chart = charts["molecule_mass"]
    assert set(values(chart, "carbon")) == set(MOLECULES)
    for molecule, atoms in MOLECULES.items():
        masses = [count * weight for count, weight in zip(atoms, ATOMIC_WEIGHTS.values(), strict=True)]
        for series, mass in zip(ATOMIC_WEIGHTS, masses, strict=True):
            assert values(chart, series)[molecule] == pytest.approx(100 * mass / sum(masses), abs=0.1)


def test_shares_sum_to_100(charts):
    for name in ("molecule_mass", "us_age_groups"):
        assert all(total == pytest.approx(100) for total in totals(charts[name].facts).values())


def test_nuclei_have_the_protons_of_their_element_and_the_nucleons_of_their_name(charts):
    for name, protons in values(charts["nuclei"], "protons").items():
        element, nucleons = name.split("-")
        assert protons == ATOMIC_NUMBERS[element]
        assert totals(charts["nuclei"].facts)[name] == int(nucleons)


def test_the_titanic_had_2201_people_on_board_of_whom_711_survived(charts):
    chart = charts["titanic_classes"]
    assert sum(values(chart, "survivors").values()) == 711
    assert sum(values(chart, "deaths").values()) == 1490
    assert totals(chart.facts) == {"first class": 325, "second class": 285, "third class": 706, "crew": 885}


def test_parties_share_the_electoral_votes_but_for_one_in_1988_and_one_in_2004(charts):
    chart = charts["electoral_college"]
    assert totals(chart.facts) == {"1988": 537, "1996": 538, "2004": 537, "2012": 538, "2020": 538}
    won = {year: votes > 269 for year, votes in values(chart, "Republican").items()}
    assert won == {"1988": True, "1996": False, "2004": True, "2012": False, "2020": False}


def test_presidents_are_counted_by_their_age_on_the_first_day_in_office(charts):
    ages = []
    for pair in PRESIDENTS.split(","):
        born, sworn = (date.fromisoformat(text) for text in pair.split())
        ages.append(sworn.year - born.year - ((sworn.month, sworn.day) < (born.month, born.day)))
    assert len(ages) == 45
    counts = {f"{low} - {low + 5}": sum(low <= age < low + 5 for age in ages) for low in range(40, 80, 5)}
    assert values(charts["president_ages"]) == counts


def test_every_country_is_in_one_interval_of_life_expectancy(charts):
    assert sum(values(charts["life_expectancy"]).values()) == 142


def test_electoral_votes_are_the_seats_in_both_houses_and_sum_to_538(charts):
    words = SEATS_IN_THE_HOUSE.split()
    seats = {state: int(count) for state, count in zip(words[::2], words[1::2], strict=True)}
    assert (len(seats), sum(seats.values())) == (50, 435)
    votes = {fact.label: fact.value for fact in charts["electoral_votes"].facts}
    assert votes == {state: count + 2 for state, count in seats.items()} | {"DC": 3}
    assert sum(votes.values()) == 538


def test_every_map_shows_all_states_and_the_district(charts):
    for chart in charts.values():
        if chart.type == "choropleth":
            assert {fact.category: fact.label for fact in chart.facts} == STATES


def test_the_highest_peaks_of_the_map_are_those_that_everybody_knows(charts):
    heights = values(charts["highest_points"])
    assert heights["Alaska"] == 6190  # Denali
    assert heights["California"] == 4420  # Mount Whitney
    assert heights["Washington"] == 4390  # Mount Rainier
    assert min(heights, key=heights.__getitem__) == "Florida"


def test_molar_masses_follow_from_atomic_weights(charts):
    weights = {"C": 12.011, "H": 1.008, "O": 15.999, "S": 32.06, "P": 30.974, "Si": 28.085, "Cl": 35.45}
    atoms = {"CH4": "C H H H H", "H2O": "H H O", "SiH4": "Si H H H H", "PH3": "P H H H", "H2S": "H H S", "HCl": "H Cl"}
    atoms |= {f"C{n}H{2 * n + 2}": "C " * n + "H " * (2 * n + 2) for n in range(2, 9)}
    for fact in charts["boiling_points"].facts:
        assert fact.x == round(sum(weights[atom] for atom in atoms[fact.label].split()))
