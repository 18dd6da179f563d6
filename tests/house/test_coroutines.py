"""Coroutines close the generators they read, and never block the event loop."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import TESTS, assert_none, files, name_of, text, tree
from tests.places import PACKAGE

BLOCKING = {"time.sleep", "wait_until", "service.wait_until"}


def test_every_asynchronous_generator_is_closed_by_its_reader() -> None:
    """`async for` reads only a name that an enclosing `async with contextlib.aclosing(…) as name` binds: an inner
    generator left to the garbage collector keeps its connection open."""
    assert_none(f"{name}:{line}" for name, module in with_coroutines(PACKAGE) for line in unclosed(module, frozenset()))


def test_no_coroutine_blocks_its_loop() -> None:
    """`await asyncio.sleep(…)` instead, or `await asyncio.to_thread(wait_until, …)`: what a test waits for often has to
    happen on the loop that it blocks."""
    folders = (PACKAGE, TESTS)
    assert_none(
        f"{name}:{line}" for folder in folders for name, module in with_coroutines(folder) for line in blocking(module)
    )


def with_coroutines(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """The modules of the folder that have coroutines."""
    return ((name_of(path), tree(path)) for path in files(folder) if "async def" in text(path))


def unclosed(node: ast.AST, closing: frozenset[str]) -> Iterator[int]:
    """The lines that read anything but the names in `closing` or bound further in."""
    if isinstance(node, ast.AsyncWith):
        closing |= {ast.unparse(item.optional_vars) for item in node.items if item.optional_vars and is_closing(item)}
    is_reading = isinstance(node, ast.AsyncFor) or (isinstance(node, ast.comprehension) and node.is_async)
    if is_reading and ast.unparse(node.iter) not in closing:
        yield node.iter.lineno
    for child in ast.iter_child_nodes(node):
        yield from unclosed(child, closing)


def is_closing(item: ast.withitem) -> bool:
    called = item.context_expr
    return isinstance(called, ast.Call) and ast.unparse(called.func) in ("aclosing", "contextlib.aclosing")


def blocking(module: ast.Module) -> Iterator[int]:
    """The lines of coroutines that block; functions and lambdas inside of them may run in a thread."""
    for function in ast.walk(module):
        for node in own(function) if isinstance(function, ast.AsyncFunctionDef) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in BLOCKING:
                yield node.lineno


def own(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in the function itself."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from own(child)
