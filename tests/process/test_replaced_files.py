"""The files of the database go away under the running service: nothing is acknowledged that would be lost with them."""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from notesvc import errors
from notesvc.sqlite_file import SqliteFile
from tests.process import processes
from tests.process.member import Member, register
from tests.service import Service, wait_until

_NOTES = "/api/workspace/notes"
_WORDS = "replaced or removed under the running service"


@pytest.fixture
def service(start: Callable[..., Service], instance: Path) -> Service:
    service = start(NOTESVC_THREADS="4", NOTESVC_WORKERS="3")
    wait_until(lambda: holders(service, instance) == 3, "a worker does not know the files from its start")
    return service


def holders(service: Service, instance: Path) -> int:
    """How many web workers have the database's log open."""
    return sum(processes.has_open(pid, instance / "notesvc.sqlite-wal") for pid in processes.workers(service))


@pytest.fixture
def member(service: Service) -> Member:
    return register(service)


def ids(member: Member) -> set[str]:
    return {note["id"] for note in member.get(f"{_NOTES}?limit=500")["notes"]}


def acknowledged(member: Member, count: int = 12) -> set[str]:
    """The ids of those of so many notes that the service said it had made; the others are refused with 503."""
    made = set()
    for _ in range(count):
        reply = member.ask("POST", _NOTES, {"name": "n", "content": "text"})
        assert reply.status in (201, 503), reply.body
        if reply.status == 201:
            made.add(reply.json()["id"])
        else:
            assert reply.headers["Retry-After"]
    return made


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_log_that_was_removed_takes_no_acknowledged_note_along(
    service: Service, member: Member, instance: Path, ending: str
) -> None:
    made = acknowledged(member)
    assert len(made) == 12
    os.unlink(instance / f"notesvc.sqlite{ending}")
    refused = member.ask("POST", _NOTES, {"name": "x"})
    assert (refused.status, _WORDS in refused.json()["detail"]) == (503, True)
    ready = member.ask("GET", "/readyz")
    assert (ready.status, _WORDS in ready.body.decode()) == (503, True)
    made |= acknowledged(member)
    service.kill()
    service.start()
    assert made <= ids(member_again(service, member))
    assert len(acknowledged(member_again(service, member))) == 12


def test_a_database_put_in_place_of_the_running_one_is_refused_until_the_right_one_is_back(
    service: Service, member: Member, instance: Path
) -> None:
    made = acknowledged(member)
    path, away = instance / "notesvc.sqlite", instance / "away"
    os.rename(path, away)
    shutil.copy(away, path)
    for method in ("POST", "GET"):
        refused = member.ask(method, _NOTES, {"name": "x"} if method == "POST" else None)
        assert (refused.status, _WORDS in refused.json()["detail"]) == (503, True)
    os.replace(away, path)
    made |= acknowledged(member)
    assert len(made) == 24
    assert made <= ids(member)


def test_a_thread_that_connects_late_is_told_the_same(tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    path.touch()
    database = SqliteFile(path, lambda tries: False)
    database.execute_sql("PRAGMA journal_mode = wal")
    database.execute_sql("CREATE TABLE note (name TEXT)")
    database.refuse_replaced()
    os.unlink(f"{path}-wal")
    with ThreadPoolExecutor(1) as thread, pytest.raises(errors.Busy, match=_WORDS):
        thread.submit(database.connect).result()


def member_again(service: Service, member: Member) -> Member:
    """The same session, at the address of the service that was started anew."""
    return Member(service.url, member.cookie)
