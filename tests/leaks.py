"""A socket, file or process that only the garbage collector closes fails no test that happens to run then.

Python warns about it in whichever test triggers a collection, and pytest turns the warning into a failure of that test.
`make test-full` and `make search` collect after each file instead, and name the file. What is dropped without a
collection still fails the test that drops it.
"""

import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest

_left_open: list[str] = []
_is_collecting = False


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    gc.callbacks.append(_note_collection)
    report = sys.unraisablehook

    def keep(unraisable: Any) -> None:
        if _is_collecting and isinstance(unraisable.exc_value, ResourceWarning):
            _left_open.append(str(unraisable.exc_value))
        else:
            report(unraisable)

    sys.unraisablehook = keep


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through modules and collected tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if request.config.getoption("--full"):
        gc.collect()
        found, _left_open[:] = list(_left_open), []
        assert found == [], f"{request.node.nodeid} left open: {found}"


def _note_collection(phase: str, _: dict[str, int]) -> None:
    global _is_collecting
    _is_collecting = phase == "start"
