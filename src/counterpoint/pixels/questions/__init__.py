"""Questions about a chart, answered by rule from what was read of its picture."""
