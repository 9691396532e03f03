"""Scientific figures drawn from data that are known: lines, bars and pies in the manner of papers."""
