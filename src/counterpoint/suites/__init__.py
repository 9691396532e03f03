"""The studies: each supplies its items, cells, scoring and statistics, and nothing of the engine."""
