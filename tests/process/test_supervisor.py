"""When a child that ended starts again, and when that is given up."""

import mmap
import os
import signal

import pytest

from notesvc import supervisor
from notesvc.supervisor import Child, Heart, KeepsFailingError, Supervisor


def nothing() -> None:
    """What no child of these tests ever comes to run."""


def ended(child: Child, code: int, lived: float) -> float:
    """Have the child end after so many seconds; answers how long it waits for its next start."""
    child.note_end(code, child.started_at + lived)
    wait = child.due_at - child.started_at - lived
    child.started_at = child.due_at
    return round(wait, 6)


def test_who_ends_every_few_seconds_is_back_within_a_second() -> None:
    child = Child("collab", nothing)
    assert [ended(child, -11, 3.0) for _ in range(7)] == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0]


def test_who_fails_at_its_start_for_a_while_is_soon_back_once_it_served() -> None:
    child = Child("collab", nothing, is_proven=True)
    for _ in range(9):
        ended(child, 1, 0.5)
    assert [ended(child, -11, lived) for lived in (3.0, 3.0, 0.5)] == [1.0, 1.0, 2.0]


def test_the_waits_of_a_start_that_fails_double_up_to_ten_seconds() -> None:
    child = Child("web", nothing, is_proven=True)
    assert [ended(child, 1, 0.5) for _ in range(9)] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


def test_a_long_life_makes_the_next_wait_short_again() -> None:
    child = Child("web", nothing, is_proven=True)
    assert [ended(child, -9, lived) for lived in (1.0, 1.0, 29.0, 31.0, 1.0)] == [0.1, 0.2, 0.4, 0.1, 0.2]


def test_five_failures_within_the_first_seconds_are_the_end() -> None:
    child = Child("web", nothing)
    for _ in range(4):
        ended(child, 1, 1.9)
    with pytest.raises(KeepsFailingError, match="'web' failed 5 times"):
        ended(child, 1, 1.9)


def test_an_application_that_cannot_be_loaded_counts_however_long_that_took() -> None:
    child = Child("web", nothing)
    for _ in range(4):
        ended(child, 3, 20.0)
    with pytest.raises(KeepsFailingError):
        ended(child, 4, 20.0)


def test_a_child_that_once_got_through_its_start_is_never_given_up() -> None:
    child = Child("web", nothing)
    ended(child, -9, 2.1)
    for _ in range(50):
        ended(child, 3, 0.1)
    assert child.due_at < float("inf")


def test_a_child_that_hangs_is_ended_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = mmap.mmap(-1, 8)
    heart = Heart()

    def hang() -> None:
        starts[0] += 1
        while starts[0] == 1:
            signal.pause()
        os.kill(os.getppid(), signal.SIGTERM)
        signal.pause()

    monkeypatch.setattr(supervisor, "SILENT_SECONDS", 0.2)
    pid = os.fork()
    if pid == 0:
        Supervisor([Child("rooms", hang, heart=heart)]).run()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert starts[0] == 2
