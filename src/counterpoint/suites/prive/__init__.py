"""The PriVE suite: image pairs that differ in one attribute, and views that show its evidence closer."""
