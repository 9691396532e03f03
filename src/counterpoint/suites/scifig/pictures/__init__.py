"""The pictures that are sent: figures with pages and targets, their views, and whether texts can be read."""
