"""A function is named by a verb, a value by a noun: a participle alone (`_opened`, `Saved`) is neither."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "notesvc"
PARTICIPLE = re.compile(r"_*[A-Za-z][a-z]+ed")
VERBS = {"embed", "exceed", "feed", "need", "proceed", "seed"}
FOLDERS = ("collab", "domain", "text")


def files() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py"))


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_participle_alone_names_anything(path: Path) -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)]
    wrong = [
        name for name in [*names, path.stem] if PARTICIPLE.fullmatch(name) and name.strip("_").lower() not in VERBS
    ]
    assert wrong == []
