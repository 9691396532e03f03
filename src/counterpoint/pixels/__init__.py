"""What a chart's picture shows, read from its pixels alone."""
