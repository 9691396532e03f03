"""Draw the figures from the tables, as SVG and PNG."""
