"""From verdicts to scores, statistics and tables."""
