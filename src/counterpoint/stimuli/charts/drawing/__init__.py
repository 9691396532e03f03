"""From a variant to pixels and boxes: one module a chart type, and what they share."""
