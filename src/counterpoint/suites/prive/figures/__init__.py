"""The figures of PriVE: the paper's 6 to 10 in substance."""
