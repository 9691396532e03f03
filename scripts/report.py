"""Write the self-contained report of a run."""
