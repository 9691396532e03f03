"""Pictures and what is in them: charts, their pixel boxes, and the PNG files that are sent."""
