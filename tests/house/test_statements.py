"""Which statements are Peewee's, and who knows its own parts (docs/decisions/0029-peewee-or-sql.md)."""

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "notesvc"
OWN_PARTS = re.compile(r"\.(?:_meta|__data__|_dirty|dirty_fields)\b")
CONNECTION = re.compile(r"\bdatabase\.db\b")
WHOLE_INSTANCE = {"integrity.py", "migrate.py", "restore.py", "rate_store.py"}
MAKES_A_QUERY = {"select", "update", "delete", "insert"}


def modules() -> list[tuple[str, str]]:
    paths = sorted(path for path in PACKAGE.rglob("*.py") if "clients" not in path.parts)
    return [(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def test_only_models_know_the_parts_of_a_row() -> None:
    assert [name for name, text in modules() if OWN_PARTS.search(text) and not name.startswith("models/")] == []


def test_only_the_database_module_knows_the_connection() -> None:
    assert [name for name, text in modules() if CONNECTION.search(text) and name not in WHOLE_INSTANCE] == []


def test_a_query_of_peewee_is_of_one_table() -> None:
    found = [f"{name}: {call}" for name, text in modules() for call in joined(text)]
    assert found == []


def joined(text: str) -> list[str]:
    """The calls of `join` on what a query was begun with."""
    return [
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("join", "join_from")
        and any(isinstance(inner, ast.Attribute) and inner.attr in MAKES_A_QUERY for inner in ast.walk(node.func.value))
    ]
