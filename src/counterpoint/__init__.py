"""Counterpoint: do vision-language models answer from the picture or from memory?"""

__version__ = "0.1.0"
