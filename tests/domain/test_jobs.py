"""Jobs that come again and again: each as often as it should, whatever becomes of the others."""

from notesvc import jobs
from notesvc.config import Settings
from notesvc.jobs import Job


def test_one_that_fails_stops_no_other_and_comes_again(workspace: Settings) -> None:
    done: list[str] = []

    def fail() -> None:
        done.append("failed")
        raise ValueError("on purpose")

    some = [Job("bad", 60.0, fail), Job("good", 60.0, lambda: done.append("good"))]
    for now in (100.0, 130.0, 160.0):
        jobs.run_due(now, some)
    assert done == ["failed", "good", "failed", "good"]
