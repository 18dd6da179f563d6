"""Who may import whom."""

import ast
import re
from pathlib import Path

from tests.house.sources import TESTS, assert_none, files, functions, matches, modules, name_of, statements, tree
from tests.places import PACKAGE, PROJECT

_TRANSACTION = re.compile(r"\.atomic\(|BEGIN IMMEDIATE")
_MAIN_LOOP = re.compile(r"asyncio\.run\(")
_FROM_A_TEST = re.compile(r"^from tests\.[\w.]*\btest_\w+ import", re.MULTILINE)

# A layer may import the layers that stand below it here, and its own.
BELOW: dict[str, set[str]] = {
    "text": set(),
    "leaves": {"text"},
    "desktop": {"text"},
    "outside": {"leaves", "text"},
    "ai": {"outside", "leaves", "text"},
    "backends": {"outside", "leaves", "text"},
    "models": {"leaves", "text"},
    "providers": {"leaves", "text"},
    "domain": {"providers", "ai", "backends", "models", "leaves", "text"},
    "process": {"domain", "backends", "models", "leaves", "text"},
    "web": {"domain", "providers", "ai", "backends", "models", "leaves", "text", "process"},
    "collab": {"domain", "models", "leaves", "text"},
    "streams": {"web", "domain", "ai", "models", "leaves", "text"},
    "edge": {"web", "leaves", "text"},
    "joints": {
        "edge",
        "streams",
        "providers",
        "ai",
        "backends",
        "outside",
        "web",
        "collab",
        "domain",
        "models",
        "leaves",
        "text",
        "process",
    },
}
# Modules of the package's top that are no leaves: what runs the service, and what joins it.
PROCESS = {
    "adopt",
    "migrate",
    "backup",
    "backups",
    "restore",
    "integrity",
    "manifest",
    "place_findings",
    "sqlite_copy",
    "postgres_copy",
}
JOINTS = {"factory", "cli", "serve", "jobs", "gunicorn_config", "preflight", "supervisor"}


# The parts of the way between Markdown and blocks, each of which may import those before it.
BLOCKS = ["schema", "errors", "inline_validation", "validation", "content", "reading", "writing", "merging"]


def layer_of(module: str) -> str:
    parts = module.split(".")
    if len(parts) < 2:
        return "leaves"
    name = parts[2] if parts[1] == "clients" and len(parts) > 2 else parts[1]
    if name in BELOW and name not in ("leaves", "process", "joints"):
        return name
    if name in PROCESS:
        return "process"
    return "joints" if name in JOINTS else "leaves"


def module_of(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def place_in_blocks(module: str) -> int:
    part = (*module.split("."), "")[3]
    return BLOCKS.index(part) if part in BLOCKS else len(BLOCKS)


def imported(path: Path) -> list[tuple[int, str]]:
    """What a file imports, each with its line."""
    found = []
    for node in statements(tree(path)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def imported_of_ours(path: Path) -> list[tuple[int, str]]:
    return [(line, name) for line, name in imported(path) if name.split(".")[0] == "notesvc"]


def test_modules_import_only_what_stands_below_them() -> None:
    wrong = []
    for path in modules():
        mine = layer_of(module_of(path))
        allowed = BELOW[mine] | {mine}
        wrong += [
            f"{name_of(path)}:{line}: {mine} imports {name}"
            for line, name in imported_of_ours(path)
            if name != "notesvc.__version__" and layer_of(name) not in allowed
        ]
    assert_none(wrong)


def test_markdown_and_blocks_are_turned_into_each_other_in_one_direction() -> None:
    wrong = [
        f"{name_of(path)}:{line}: imports {name}"
        for path in files(PACKAGE / "text" / "blocks")
        for line, name in imported_of_ours(path)
        if name.startswith("notesvc.text.blocks.") and place_in_blocks(name) > place_in_blocks(module_of(path))
    ]
    assert_none(wrong)


def test_modules_import_at_their_top_only() -> None:
    inside = [
        f"{name_of(path)}:{node.lineno}: imports in a function"
        for path in modules()
        for function in functions(path)
        for node in statements(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert_none(inside)


def test_the_domain_and_the_text_know_no_flask() -> None:
    wrong = [
        f"{name_of(path)}:{line}: imports {name}"
        for path in modules()
        if layer_of(module_of(path)) in ("domain", "text", "models")
        for line, name in imported(path)
        if name.split(".")[0] in ("flask", "flask_login", "gunicorn", "werkzeug")
    ]
    assert_none(wrong)


def test_only_the_database_module_opens_transactions() -> None:
    wrong = [
        found
        for path in modules()
        if path.name != "database.py" and layer_of(module_of(path)) != "desktop"
        for found in matches(path, _TRANSACTION)
    ]
    assert_none(wrong)


def test_no_test_runs_a_loop_in_the_main_thread() -> None:
    """Once a browser was used, a loop runs there for good: only the order of files tells whether such a test fails."""
    tests = [path for path in files(TESTS) if path.name.startswith("test_")]
    assert_none(found for path in tests for found in matches(path, _MAIN_LOOP))


def test_no_test_module_imports_another() -> None:
    """What several tests need stands in a fixture or in a module of its own beside them."""
    assert_none(found for path in files(TESTS) for found in matches(path, _FROM_A_TEST))
