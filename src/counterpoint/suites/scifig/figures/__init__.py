"""SciFig's figures, drawn from its result tables."""
