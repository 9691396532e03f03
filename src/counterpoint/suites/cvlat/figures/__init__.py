"""The figures of CVLAT: the paper's 4 to 9, and ours."""
