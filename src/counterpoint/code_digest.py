"""The digest of the library code behind a script, which Snakemake tracks as a parameter of each rule."""

import ast
import hashlib
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from counterpoint.files import write_text

PACKAGE = Path(__file__).parent

_remembered: dict[str, list] = {}
"""By a module's file: its state, the digest of its code, and what it names in imports."""


def recall_digests(file: str | Path) -> None:
    """Take up what `remember_digests` wrote; what was written for other code or Python, or is damaged, is left alone.

    Modules are in the hundreds, and reading them all takes seconds whenever Snakemake starts; looking whether
    they are as they were takes milliseconds.
    """
    try:
        written = json.loads(Path(file).read_bytes())
        _remembered.update(written["modules"] if written["by"] == _maker() else {})
    except (OSError, ValueError, KeyError, TypeError):
        return


def remember_digests(file: str | Path) -> None:
    """Write down the digests of all modules that were looked at. Raises UserError where the file cannot be written."""
    text = json.dumps({"by": _maker(), "modules": _remembered}, sort_keys=True)
    if not Path(file).is_file() or Path(file).read_bytes() != text.encode():
        write_text(file, text)


def _maker() -> list:
    return [sys.version, *_state(Path(__file__))]


def _state(path: Path) -> list[int]:
    found = path.stat()
    return [found.st_mtime_ns, found.st_size]


def script_digest(script: str | Path) -> str:
    """Return a digest of all counterpoint modules that a script imports, directly or through others.

    Snakemake sees a change in a script but not in what it imports. Comments, docstrings and layout do not
    count: only a change in what the code does gives another digest.
    """
    return _digest(set(_modules(_named(ast.parse(Path(script).read_text("utf-8"))))))


def module_digest(name: str) -> str:
    """Return the digest of one counterpoint module, by dotted name, and of all that it imports."""
    return _digest({name})


def _digest(names: set[str]) -> str:
    seen: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        seen.add(name)
        waiting |= _module(name)[1] - seen
    total = hashlib.sha256()
    for name in sorted(seen):
        total.update(f"{name} {_module(name)[0]}\n".encode())
    return total.hexdigest()[:16]


@cache
def _module(name: str) -> tuple[str, frozenset[str]]:
    """Return the digest of a module's own code and the counterpoint modules that it imports."""
    path = _path(name)
    state = _state(path)
    match _remembered.get(str(path)):
        case [seen, str(digest), [*named]] if seen == state:
            return digest, _modules(named)
    tree = ast.parse(path.read_text("utf-8"))
    named = _named(tree)
    for node in _statements(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None  # a docstring, of a definition or of an attribute
    digest = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    _remembered[str(path)] = [state, digest, named]
    return digest, _modules(named)


def _named(tree: ast.Module) -> list[str]:
    """Return what code names of counterpoint where it imports: modules, and names in them."""
    found = set()
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return sorted(name for name in found if name.split(".")[0] == "counterpoint")


def _modules(named: list[str]) -> frozenset[str]:
    """Return those names that are modules now."""
    return frozenset(name for name in named if _path(name).exists())


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give all statements below a node, but look into no expression: no import and no docstring stands in one.

    Hundreds of modules are read whenever Snakemake starts, and most of what they hold are expressions.
    """
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        for child in getattr(node, block, ()):
            yield child
            yield from _statements(child)


def _path(name: str) -> Path:
    base = PACKAGE.joinpath(*name.split(".")[1:])
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
