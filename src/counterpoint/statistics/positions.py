"""Which option positions are chosen: shares, and a test of even use with items as the units of chance."""

from dataclasses import dataclass

import numpy as np

from counterpoint.statistics.bootstrap import CONFIDENCE, percentile_interval, resampled_means


@dataclass(frozen=True)
class PositionUse:
    """Shares of counted trials that chose each position, shape (positions,), with percentile intervals.

    `spread` is the largest share minus the smallest, `low` and `high` its interval, `p` the p value of even use.
    """

    shares: np.ndarray
    lows: np.ndarray
    highs: np.ndarray
    spread: float
    low: float
    high: float
    p: float


def position_use(chosen: np.ndarray, counted: np.ndarray, resamples: np.ndarray) -> PositionUse:
    """Return how evenly positions are chosen.

    `chosen` (items, positions) counts the trials that chose each position, `counted` (items,) all counted
    trials, `resamples` (draws, items) how often each item is drawn. Of an item's own trials nothing is assumed.

    The test is a bootstrap shift test: e = the largest minus the smallest of (resampled share - share), which
    is how far two positions' shares can come apart by chance; p = (k + 1) / (B + 1), k the resamples whose e
    reaches the spread. The interval is spread -/+ the 95 % quantile of e, within 0 to 1: it holds for all pairs
    of positions at once, and reaches 0 where even use cannot be ruled out, which a percentile interval of a
    largest difference never does.
    """
    shares = chosen.sum(axis=0) / counted.sum()
    drawn_total = resampled_means(counted[:, None].astype(np.float64), resamples)
    draws = resampled_means(chosen.astype(np.float64), resamples) / np.where(drawn_total > 0, drawn_total, np.nan)
    draws = draws[~np.isnan(draws).any(axis=1)]
    lows, highs = np.array([percentile_interval(position) for position in draws.T]).T
    errors = np.ptp(draws - shares, axis=1)
    spread = float(np.ptp(shares))
    reach = float(np.quantile(errors, CONFIDENCE))
    p = (np.count_nonzero(errors >= spread - 1e-12) + 1) / (len(errors) + 1)
    return PositionUse(shares, lows, highs, spread, max(spread - reach, 0.0), min(spread + reach, 1.0), float(p))
