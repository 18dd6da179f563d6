"""A function is named by a verb, a value by a noun: a participle alone (`_opened`, `Saved`) is neither."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "notesvc"
PARTICIPLE = re.compile(r"_*[A-Za-z][a-z]+ed")
VERBS = {"embed", "exceed", "feed", "need", "proceed", "seed"}


def files() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "node_modules" not in path.parts)


def names(path: Path) -> list[str]:
    """The file, its functions and classes, and the types that it calls by a name."""
    found = [path.stem]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name) and target.id[0].isupper()]
    return found


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_participle_alone_names_anything(path: Path) -> None:
    wrong = [name for name in names(path) if PARTICIPLE.fullmatch(name) and name.strip("_").lower() not in VERBS]
    assert wrong == []
