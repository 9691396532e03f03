"""What the figures of all suites share: the style, and names placed beside points."""
