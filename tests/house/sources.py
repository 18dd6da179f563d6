"""The Python files that the rules read: each is read and parsed once."""

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.places import PACKAGE, PROJECT

TESTS = PROJECT / "tests"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def files(folder: Path) -> tuple[Path, ...]:
    """All Python files in a folder, except those of installed packages."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "node_modules"]
        found += [Path(place, name) for name in names if name.endswith(".py")]
    return tuple(sorted(found))


@cache
def modules() -> tuple[Path, ...]:
    """The files of the service and of the desktop client, without what builds the other clients."""
    return tuple(path for path in files(PACKAGE) if "clients" not in path.parts or "desktop" in path.parts)


def name_of(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below this one except expressions, which cannot contain statements."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def functions(path: Path) -> Iterator[Function]:
    return (node for node in statements(tree(path)) if isinstance(node, Function))


def matches(path: Path, pattern: re.Pattern[str]) -> Iterator[str]:
    """Each match of a pattern in a file, as `path:line: match`."""
    for match in pattern.finditer(text(path)):
        yield f"{name_of(path)}:{text(path).count(chr(10), 0, match.start()) + 1}: {match[0]}"


def assert_none(offenders: Iterable[str]) -> None:
    """Fail with one line for each offender; `assert` would cut a long list short."""
    if lines := sorted(set(offenders)):
        pytest.fail("\n".join(lines), pytrace=False)
