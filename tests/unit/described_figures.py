"""Thirty descriptions of three figures in the manners of models, and what a reader finds that each states.

They were written, and read by hand, before the reader of facts was tried on them.
"""

from counterpoint.judging.facts import Fact

HIGHEST = ("highest", "tallest", "largest", "maximum", "biggest")
LOWEST = ("lowest", "shortest", "smallest", "minimum")
X_AXIS, Y_AXIS = ("x axis", "horizontal axis"), ("y axis", "vertical axis")
FALLS = (
    "falls",
    "fall",
    "declines",
    "decline",
    "decreases",
    "decrease",
    "drops",
    "downward",
    "declining",
    "decreasing",
)
RISES = ("rises", "rise", "increases", "increase", "climbs", "upward", "increasing", "grows")
HUMP = (
    "rises then falls",
    "rises and then falls",
    "rises to a peak",
    "peaks",
    "peak",
    "increases then decreases",
    "increases and then decreases",
)


def _value(key, series, category, number, tolerance):
    subjects = tuple(filter(None, (series, category)))
    return Fact(key, "values", "value", f"{subjects} is {number}", subjects, number=number, tolerance=tolerance)


_SITES = {"1": ("North Field",), "2": ("River Bank",), "3": ("Hill Top",)}
_FERTILISERS = {
    "c": (("Control",), (3.1, 4.0, 2.4)),
    "o": (("Compost",), (4.2, 5.1, 3.3)),
    "m": (("Mineral N",), (5.0, 4.6, 3.9)),
}
_COLOURS = {"c": ("grey", "gray"), "o": ("green",), "m": ("blue",)}
BARS = [
    Fact(
        "type",
        "type",
        "type",
        "a grouped bar chart",
        wordings=("bar chart", "bar graph", "bar plot", "grouped bars"),
        against=("line chart", "line graph", "pie chart", "scatter plot", "stacked bar chart"),
    ),
    Fact("xl", "x_label", "label", "x is Site", (X_AXIS,), ("site",), ("grain yield",)),
    Fact("yl", "y_label", "label", "y is Grain yield", (Y_AXIS,), ("grain yield",), ("site",)),
    Fact("nsite", "categories", "count", "3 sites", (("site", "location"),), number=3),
    Fact("nser", "series", "count", "3 series", (("series", "treatment", "fertiliser"),), number=3),
    Fact("hi", "values", "extreme", "Compost has the highest bar", (HIGHEST,), ("Compost",), ("Control", "Mineral N")),
    Fact("lo", "values", "extreme", "Control has the lowest bar", (LOWEST,), ("Control",), ("Compost", "Mineral N")),
    *(
        _value(f"{letter}{place}", series, site, values[int(place) - 1], 0.25)
        for letter, (series, values) in _FERTILISERS.items()
        for place, site in _SITES.items()
    ),
    *(
        Fact(
            f"col_{one}",
            "colours",
            "style",
            f"{series[0]} is {_COLOURS[one][0]}",
            (series,),
            _COLOURS[one],
            tuple(c for other, cs in _COLOURS.items() if other != one for c in cs) + ("red", "orange", "black"),
        )
        for one, (series, _) in _FERTILISERS.items()
    ),
]

_DAYS = {str(place): (f"{10 * place}", f"day {10 * place}") for place in range(5)}
_PLOTS = {
    "m": (("Mulched",), (40, 38, 35, 33, 30)),
    "b": (("Bare soil",), (40, 34, 27, 20, 15)),
    "i": (("Irrigated",), (25, 30, 36, 33, 28)),
}
LINES = [
    Fact(
        "type",
        "type",
        "type",
        "a line chart",
        wordings=("line chart", "line graph", "line plot"),
        against=("bar chart", "pie chart", "scatter plot", "area chart"),
    ),
    Fact("xl", "x_label", "label", "x is Day", (X_AXIS,), ("day", "days"), ("soil moisture",)),
    Fact("yl", "y_label", "label", "y is Soil moisture", (Y_AXIS,), ("soil moisture",), ("day",)),
    Fact("nser", "series", "count", "3 lines", (("line", "series", "plot", "curve"),), number=3),
    *(
        _value(f"{letter}{place}", series, day, values[int(place)], 1.5)
        for letter, (series, values) in _PLOTS.items()
        for place, day in _DAYS.items()
    ),
    Fact("tm", "trends", "trend", "Mulched falls", (("Mulched",),), FALLS, (*RISES, *HUMP)),
    Fact("tb", "trends", "trend", "Bare soil falls", (("Bare soil",),), FALLS, (*RISES, *HUMP)),
    Fact(
        "ti",
        "trends",
        "trend",
        "Irrigated rises then falls",
        (("Irrigated",),),
        HUMP,
        ("steadily rises", "steadily increases", "steadily declines", "steadily falls", "remains constant"),
    ),
]

_SHARES = {"t": ("Transport", 34), "h": ("Housing", 27), "f": ("Food", 18), "e": ("Energy", 13), "o": ("Leisure", 8)}
PIE = [
    Fact(
        "type",
        "type",
        "type",
        "a pie chart",
        wordings=("pie chart", "pie graph"),
        against=("bar chart", "donut chart", "doughnut chart", "line chart"),
    ),
    Fact("n", "slices", "count", "5 slices", (("slice", "segment", "category", "categories", "sector"),), number=5),
    *(_value(key, None, (name,), share, 1.0) for key, (name, share) in _SHARES.items()),
    Fact(
        "big",
        "extremes",
        "extreme",
        "Transport is largest",
        (HIGHEST,),
        ("Transport",),
        ("Housing", "Food", "Energy", "Leisure"),
    ),
    Fact(
        "small",
        "extremes",
        "extreme",
        "Leisure is smallest",
        (LOWEST,),
        ("Leisure",),
        ("Transport", "Housing", "Food", "Energy"),
    ),
]

DESCRIBED = [
    # ------------------------------------------------------------------------------------------------- grouped bars
    (
        BARS,
        """This grouped bar chart compares grain yield (t/ha) at three sites under three fertiliser treatments. At North
Field, Control yields about 3.1 t/ha, Compost 4.2 and Mineral N 5.0. At River Bank the values are 4.0, 5.1 and 4.6 for
Control, Compost and Mineral N, respectively. Hill Top is the least productive site: 2.4 (Control), 3.3 (Compost) and 3.9
(Mineral N).""",
        "type nsite nser c1 o1 m1 c2 o2 m2 c3 o3 m3",
        "",
    ),
    (
        BARS,
        """**Type:** Bar chart

**Axes**
- X-axis: Site
- Y-axis: Grain yield (t/ha)

**Values**
- North Field: Control 3.1, Compost 4.2, Mineral N 5.0
- River Bank: Control 4.0, Compost 5.1, Mineral N 4.6
- Hill Top: Control 2.4, Compost 2.9, Mineral N 3.9""",
        "type xl yl c1 o1 m1 c2 o2 m2 c3 m3",
        "o3",
    ),
    (
        BARS,
        """| Site | Control | Compost | Mineral N |
|:--|--:|--:|--:|
| North Field | 3.1 | 4.2 | 5.0 |
| River Bank | 4.0 | 5.6 | 4.6 |
| Hill Top | 2.4 | 3.3 | ~3.9 |

The tallest bar is Compost at River Bank and the shortest is Control at Hill Top.""",
        "c1 o1 m1 c2 m2 c3 o3 m3 hi lo",
        "o2",
    ),
    (
        BARS,
        """The figure is a line chart of grain yield over sites. Control (grey bars) has the lowest yield everywhere. Compost,
shown in green, does best at River Bank with roughly 5 t/ha. Mineral N, shown in red, reaches 5.0 at North Field.""",
        "lo col_c col_o o2 m1",
        "type col_m",
    ),
    (
        BARS,
        """A bar graph with the site on the x-axis and grain yield on the y-axis. There are four treatments. For Control, yields
are 3.1 at North Field, 4.0 at River Bank, and 2.4 at Hill Top. For Compost they are 4.2, 5.1 and 3.3 at North Field, River
Bank and Hill Top. Mineral N starts at 5.0 in North Field, but drops to 3.9 at Hill Top; it is not 5.5 at River Bank.""",
        "type xl yl c1 c2 c3 o1 o2 o3 m1 m3",
        "nser",
    ),
    (
        BARS,
        """Yields are highest with Compost, which reaches about 5.1 t/ha at River Bank, followed by Mineral N at 4.6 t/ha. The
unfertilised Control trails at 4.0 t/ha. On Hill Top all bars are short: between 2.3 and 2.5 for Control, just over 3 for
Compost, and almost 4 for Mineral N. Error bars are drawn on each bar.""",
        "hi o2 m2 c2 c3 m3",
        "",
    ),
    (
        BARS,
        """1. **Control** (gray): North Field 3.1; River Bank 4.0; Hill Top 3.4
2. **Compost** (green): North Field 4.2; River Bank 5.1; Hill Top 3.3
3. **Mineral N** (blue): North Field 5.0; River Bank 4.6; Hill Top 3.9

Overall, the caption says that Control has the highest yield, which is not what the bars show.""",
        "col_c c1 c2 col_o o1 o2 o3 col_m m1 m2 m3",
        "c3",
    ),
    (
        BARS,
        """The chart displays the yields of 3 fertilisers at 3 locations. At North Field there is a clear order, with Mineral N
ahead of Compost and Control (5.0, 4.2 and 3.1). The vertical axis, labelled Grain yield, runs from 0 to 6. Mineral N has
the highest bar overall.""",
        "nser nsite m1 o1 c1 yl",
        "hi",
    ),
    (
        BARS,
        """North Field:
- Control: 3.0
- Compost: 4.2
- Mineral N: 4.1

River Bank:
- Control: 4.1
- Compost: 5
- Mineral N: 4.6

Compost exceeds Control by 1.1 at each site.""",
        "c1 o1 c2 o2 m2",
        "m1",
    ),
    (
        BARS,
        """I cannot make out the values. It seems to be a bar chart about agriculture, with several groups of coloured bars. The
legend lists Control, Compost and Mineral N.""",
        "type",
        "",
    ),
    # --------------------------------------------------------------------------------------------------------- lines
    (
        LINES,
        """The line chart shows soil moisture over 40 days for three plots. Mulched starts at 40% on day 0 and declines slowly to
30% by day 40. Bare soil declines much faster, from 40% on day 0 to 15% on day 40. Irrigated rises to a peak of 36% at day 20
and then falls to 28% at day 40.""",
        "type nser m0 m4 tm b0 b4 tb i2 i4 ti",
        "",
    ),
    (
        LINES,
        """- **X-axis:** Day
- **Y-axis:** Soil moisture (%)
- **Mulched:** decreases from 40 (day 0) to 30 (day 40)
- **Bare soil:** decreases from 40 (day 0) to 15 (day 40)
- **Irrigated:** peaks at 36 (day 20)""",
        "xl yl tm m0 m4 tb b0 b4 ti i2",
        "",
    ),
    (
        LINES,
        """| Day | Mulched | Bare soil | Irrigated |
|---|---|---|---|
| 0 | 40 | 40 | 25 |
| 10 | 38 | 34 | 30 |
| 20 | 35 | 30 | 36 |
| 30 | 33 | 20 | 33 |
| 40 | 30 | 15 | 22 |""",
        "m0 m1 m2 m3 m4 b0 b1 b3 b4 i0 i1 i2 i3",
        "b2 i4",
    ),
    (
        LINES,
        """Over time, Mulched increases while Bare soil decreases. On day 20, Mulched is at 35%, Bare soil at 27% and Irrigated at
36%. On day 30 Mulched and Irrigated are both at 33%, whereas Bare soil is down to 20%.""",
        "tb m2 b2 i2 m3 i3 b3",
        "tm",
    ),
    (
        LINES,
        """This is a bar chart with soil moisture on the x axis. Two lines are drawn. Irrigated increases then decreases, with its
highest value of 40% at day 20.""",
        "ti",
        "type xl i2",
    ),
    (
        LINES,
        """Bare soil: 40, 34, 27, 20 and 15 at days 0, 10, 20, 30 and 40.
Mulched: 40, 38, 35, 33 and 30 at days 0, 10, 20, 30 and 40.
Irrigated: 25, 30, 36, 33 and 20 at days 0, 10, 20, 30 and 40.""",
        "b0 b1 b2 b3 b4 m0 m1 m2 m3 m4 i0 i1 i2 i3",
        "i4",
    ),
    (
        LINES,
        """The graph has three curves. Both Mulched and Bare soil fall throughout; Bare soil falls faster. Irrigated does not fall at
first: it rises until day 20, where it peaks at about 36%.""",
        "nser tm tb ti i2",
        "",
    ),
    (
        LINES,
        """Mulched loses only 10 points in 40 days (40 to 30). Bare soil is the driest at the end, at 15% on day 40, compared to 28%
for Irrigated and 30% for Mulched. The horizontal axis gives the day, the vertical axis soil moisture.""",
        "b4 i4 m4 xl yl",
        "",
    ),
    (
        LINES,
        """### Mulched
Starts at 40% on day 0. It drops to 38% at day 10 and 35% at day 20.
### Bare soil
Starts at 40% on day 0. It drops to 24% at day 10.
### Irrigated
Starts at 35% on day 0.""",
        "m0 m1 m2 tm b0 tb",
        "b1 i0",
    ),
    (
        LINES,
        """Soil moisture generally declines. The picture is too blurred to read any number, though Bare soil clearly declines most.""",
        "tb",
        "",
    ),
    # ----------------------------------------------------------------------------------------------------------- pie
    (
        PIE,
        """The pie chart has five slices: Transport (34%), Housing (27%), Food (18%), Energy (13%) and Leisure (8%). Transport is the
largest and Leisure the smallest.""",
        "type n t h f e o big small",
        "",
    ),
    (
        PIE,
        """Transport makes up about a third (34%) of spending, Housing 27%, and Food 18%. Energy accounts for 15% and Leisure for 8%.""",
        "t h f o",
        "e",
    ),
    (
        PIE,
        """* Transport - 34 %
* Housing - 27 %
* Food - 18 %
* Energy - 13 %
* Leisure - 6 %""",
        "t h f e",
        "o",
    ),
    (
        PIE,
        """34% of the budget goes to Transport, 27% to Housing, 18% to Food, 13% to Energy and 8% to Leisure.""",
        "t h f e o",
        "",
    ),
    (
        PIE,
        """This donut chart is divided into six segments. The biggest is Housing with 27%; Transport follows with 24%.""",
        "h",
        "type n big t",
    ),
    (
        PIE,
        """| Category | Share |
|---|---|
| Transport | 34% |
| Housing | 27% |
| Food | 18% |
| Energy | 31% |
| Leisure | 8% |""",
        "t h f o",
        "e",
    ),
    (
        PIE,
        """Transport, Housing and Food represent 34%, 27% and 18% respectively; the remaining two, Energy and Leisure, are 13% and 8%.
The smallest slice is Leisure.""",
        "t h f e o small",
        "",
    ),
    (
        PIE,
        """Housing (27%) is seven points smaller than Transport (34%). Together, Food and Energy make up 31%. The pie chart contains 5
categories.""",
        "h t type n",
        "",
    ),
    (
        PIE,
        """A pie chart of household spending. Leisure is not the largest slice; Transport is, at 34 percent. Food is at 0.18 of the
total.""",
        "type t big",
        "",
    ),
    (
        PIE,
        """Spending by category: Transport: 34, Housing: 27, Food: 28, Energy: 13, Leisure: 8. Energy is the smallest.""",
        "t h e o",
        "f small",
    ),
]
