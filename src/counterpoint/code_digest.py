"""The digest of the library code behind a script, which Snakemake tracks as a parameter of each rule."""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


def script_digest(script: str | Path) -> str:
    """Return a digest of all counterpoint modules that a script imports, directly or through others.

    Snakemake sees a change in a script but not in what it imports. Comments, docstrings and layout do not
    count: only a change in what the code does gives another digest.
    """
    return _digest(_imports(ast.parse(Path(script).read_text("utf-8"))))


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
    tree = ast.parse(_path(name).read_text("utf-8"))
    imports = _imports(tree)
    for node in _statements(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None  # a docstring, of a definition or of an attribute
    return hashlib.sha256(_written(tree).encode()).hexdigest(), frozenset(imports)


def _imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        found |= {name for name in names if name.split(".")[0] == "counterpoint" and _path(name).exists()}
    return found


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give all statements below a node, but look into no expression: no import and no docstring stands in one.

    Hundreds of modules are read whenever Snakemake starts, and most of what they hold are expressions.
    """
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        for child in getattr(node, block, ()):
            yield child
            yield from _statements(child)


def _written(tree: ast.Module) -> str:
    """Write a tree out without its places in the file, as `ast.dump` does, which takes twice as long.

    A node is its class and then its fields, which the class tells the number of; a list begins with its length.
    """
    lines, waiting = [], [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, ast.AST):
            lines.append(type(value).__name__)
            waiting += [getattr(value, field, None) for field in value._fields]
        elif isinstance(value, list):
            lines.append(f"{len(value)}:")
            waiting += value
        else:
            lines.append(repr(value))
    return "\n".join(lines)


def _path(name: str) -> Path:
    base = PACKAGE.joinpath(*name.split(".")[1:])
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
