"""Who may import whom."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "notesvc"

# A layer may import the layers that stand below it here, and its own.
BELOW = {
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


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "clients" not in path.parts or "desktop" in path.parts)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "notesvc"}


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_a_module_imports_only_what_stands_below_it(path: Path) -> None:
    mine = layer_of(name_of(path))
    allowed = BELOW[mine] | {mine}
    wrong = {name for name in imported(path) if name != "notesvc.__version__" and layer_of(name) not in allowed}
    assert wrong == set()


def test_markdown_and_blocks_are_turned_into_each_other_in_one_direction() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in sorted((PACKAGE / "text" / "blocks").rglob("*.py"))
        for name in imported(path)
        if name.startswith("notesvc.text.blocks.") and place_in_blocks(name) > place_in_blocks(name_of(path))
    ]
    assert wrong == []


def place_in_blocks(module: str) -> int:
    part = (*module.split("."), "")[3]
    return BLOCKS.index(part) if part in BLOCKS else len(BLOCKS)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_a_module_imports_at_its_top_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = [
        node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_the_domain_and_the_text_know_no_flask() -> None:
    offenders = []
    for path in modules():
        if layer_of(name_of(path)) in ("domain", "text", "models"):
            source = ast.parse(path.read_text(encoding="utf-8"))
            names = {
                alias.name.split(".")[0]
                for node in ast.walk(source)
                if isinstance(node, ast.Import)
                for alias in node.names
            }
            names |= {
                (node.module or "").split(".")[0] for node in ast.walk(source) if isinstance(node, ast.ImportFrom)
            }
            offenders += [path.name for name in names & {"flask", "flask_login", "gunicorn", "werkzeug"}]
    assert offenders == []


def test_only_the_database_module_opens_transactions() -> None:
    offenders = [
        path.name
        for path in modules()
        if path.name != "database.py"
        and layer_of(name_of(path)) != "desktop"
        and (".atomic(" in (text := path.read_text(encoding="utf-8")) or "BEGIN IMMEDIATE" in text)
    ]
    assert offenders == []


def test_no_test_runs_a_loop_in_the_main_thread() -> None:
    """Once a browser was used, a loop runs there for good: only the order of files tells whether such a test fails."""
    tests = Path(__file__).resolve().parents[1]
    offenders = [path.name for path in tests.rglob("test_*.py") if "asyncio" + ".run(" in path.read_text("utf-8")]
    assert offenders == []


def test_no_test_module_imports_another() -> None:
    """What several tests need stands in a fixture or in a module of its own beside them."""
    tests = Path(__file__).resolve().parents[1]
    importing = re.compile(r"^from tests\.[\w.]*\btest_\w+ import", re.MULTILINE)
    offenders = [path.name for path in tests.rglob("*.py") if importing.search(path.read_text("utf-8"))]
    assert offenders == []
