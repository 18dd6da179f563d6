"""Which statements are Peewee's, and who knows its own parts (docs/decisions/0029-peewee-or-sql.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import assert_none, files, matches, name_of, tree
from tests.places import PACKAGE

OWN_PARTS = re.compile(r"\.(?:_meta|__data__|_dirty|dirty_fields)\b")
CONNECTION = re.compile(r"\bdatabase\.db\b")
WHOLE_INSTANCE = {"integrity.py", "migrate.py", "restore.py", "rate_store.py"}
MAKES_A_QUERY = {"select", "update", "delete", "insert"}


def modules() -> list[tuple[str, Path]]:
    """The service's files, each with its name in the package."""
    paths = [(path.relative_to(PACKAGE), path) for path in files(PACKAGE)]
    return [(inside.as_posix(), path) for inside, path in paths if "clients" not in inside.parts]


def joined(path: Path) -> Iterator[str]:
    """The calls of `join` on what a query was begun with."""
    for node in ast.walk(tree(path)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("join", "join_from")
            and any(
                isinstance(inner, ast.Attribute) and inner.attr in MAKES_A_QUERY for inner in ast.walk(node.func.value)
            )
        ):
            yield f"{name_of(path)}:{node.lineno}: {ast.unparse(node.func)}"


def test_only_models_know_the_parts_of_a_row() -> None:
    others = [path for name, path in modules() if not name.startswith("models/")]
    assert_none(found for path in others for found in matches(path, OWN_PARTS))


def test_only_the_database_module_knows_the_connection() -> None:
    others = [path for name, path in modules() if name not in WHOLE_INSTANCE]
    assert_none(found for path in others for found in matches(path, CONNECTION))


def test_a_query_of_peewee_is_of_one_table() -> None:
    assert_none(found for _, path in modules() for found in joined(path))
