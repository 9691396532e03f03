"""Gather all models' statistics into the paper's tables and ours, as Parquet and CSV."""
