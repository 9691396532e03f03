"""What decides a reading beside the picture: the code that reads, and the packages that it asks."""

import hashlib
from importlib.metadata import version

from counterpoint.code_digest import module_digest

PACKAGES = ("rapidocr", "onnxruntime", "opencv-python-headless", "numpy", "scipy")
"""Packages whose version a reading depends on."""


def reader_digest(module: str = "counterpoint.pixels.reader") -> str:
    """Return a digest of a module, by dotted name, with all that it imports, and of the packages that reading asks."""
    parts = [module_digest(module), *(f"{name} {version(name)}" for name in PACKAGES)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
