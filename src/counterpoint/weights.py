"""Weights of models that run inside the process: where their files are, and whether they are what they should be."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from counterpoint.errors import UserError

MAGIC = b"GGUF"
"""The first bytes of a GGUF file (ggml's docs/gguf.md)."""


def packaged_weights(package: str) -> Path:
    """Return the one GGUF file inside an installed Python package; none of the package's code is run.

    Raises UserError when the package is not installed, or holds none or several.
    """
    try:
        files = [file for file in distribution(package).files or () if file.suffix == ".gguf"]
    except PackageNotFoundError:
        raise UserError(
            f'the package "{package}" is not installed; install it, or give the weights as gguf: FILE'
        ) from None
    if len(files) != 1:
        raise UserError(
            f'the package "{package}" holds {len(files)} GGUF files; '
            "allowed: a package that holds one, or the weights as gguf: FILE"
        )
    return checked_weights(files[0].locate())


def checked_weights(path: str | Path) -> Path:
    """Return the path of a GGUF file. Raises UserError when it is not there, cannot be read, or is no GGUF file."""
    try:
        with open(path, "rb") as file:
            begins = file.read(len(MAGIC))
    except FileNotFoundError:
        raise UserError(f'"{path}" is not there; allowed: the path of a GGUF file') from None
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL character
        why = getattr(error, "strerror", None) or error
        raise UserError(f'"{path}" cannot be read ({why}); allowed: a GGUF file') from None
    if begins != MAGIC:
        raise UserError(f'"{path}" is no GGUF file; allowed: weights in the format GGUF')
    return Path(path)


def weights_problems(package: str | None, gguf: str | None, mmproj: str | None) -> Iterator[tuple[str, str]]:
    """Yield the key of each of an entry's weights that cannot be run, and why."""
    checks = (
        ("package", package, packaged_weights),
        ("gguf", gguf, checked_weights),
        ("mmproj", mmproj, checked_weights),
    )
    for key, value, check in checks:
        if value is not None:
            try:
                check(value)
            except UserError as error:
                yield key, str(error)
