"""Ids of rows: in the order in which they were made, whatever the clock does."""

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from notesvc import clock


def moment_of(row_id: str) -> int:
    """Milliseconds since 1970, as the id has them."""
    return uuid.UUID(row_id).int >> 80


def test_an_id_tells_its_moment_kind_and_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "timestamp_ms", lambda: 1_795_000_000_123)
    made = uuid.UUID(clock.new_id())
    assert made.version == 7
    assert made.variant == uuid.RFC_4122
    assert moment_of(str(made)) == 1_795_000_000_123


def test_ids_of_one_moment_are_in_the_order_in_which_they_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "timestamp_ms", lambda: 1_796_000_000_000)
    made = [clock.new_id() for _ in range(10_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert moment_of(made[-1]) == 1_796_000_000_002


def test_a_clock_that_was_put_back_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([1_797_000_000_000, 1_796_999_999_900, 1_796_000_000_000])
    monkeypatch.setattr(clock, "timestamp_ms", lambda: next(moments))
    first, soon, back = (clock.new_id() for _ in range(3))
    assert first < soon
    assert moment_of(back) == 1_796_000_000_000


def test_threads_never_get_the_same_id() -> None:
    with ThreadPoolExecutor(8) as pool:
        made = [
            row_id
            for row_ids in pool.map(lambda _: [clock.new_id() for _ in range(2_000)], range(8))
            for row_id in row_ids
        ]
    assert len(set(made)) == len(made)
