"""A function is named by a verb, a value by a noun: a participle alone (`_opened`, `Saved`) is neither."""

import ast
import re
from pathlib import Path

from tests.house.sources import Function, assert_none, files, name_of, statements, tree
from tests.places import PACKAGE

PARTICIPLE = re.compile(r"_*[A-Za-z][a-z]+ed")
VERBS = {"embed", "exceed", "feed", "need", "proceed", "seed"}


def names(path: Path) -> list[tuple[int, str]]:
    """The file, its functions and classes, and the types that it calls by a name, each with its line."""
    found = [(1, path.stem)]
    for node in statements(tree(path)):
        if isinstance(node, Function | ast.ClassDef):
            found.append((node.lineno, node.name))
        elif isinstance(node, ast.Assign):
            targets = [target for target in node.targets if isinstance(target, ast.Name)]
            found += [(target.lineno, target.id) for target in targets if target.id[0].isupper()]
    return found


def test_no_participle_alone_names_anything() -> None:
    wrong = [
        f"{name_of(path)}:{line}: {name}"
        for path in files(PACKAGE)
        for line, name in names(path)
        if PARTICIPLE.fullmatch(name) and name.strip("_").lower() not in VERBS
    ]
    assert_none(wrong)
