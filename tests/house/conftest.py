"""The syntax trees of all files are a million objects, which the garbage collector would walk again and again."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import sources


@pytest.fixture(autouse=True)
def _pause_garbage_collection() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Drop the trees after the last rule: they take 280 MB."""
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        sources.tree.cache_clear()
