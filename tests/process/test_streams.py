"""Streams of events over real processes, on both databases."""

from collections.abc import Iterator

import psycopg
import pytest

from notesvc import clock, sqlite
from tests.kept import Services
from tests.process import processes
from tests.process.listener import Listener
from tests.process.member import Member, register
from tests.service import Service, wait_until

NOTES = "/api/workspace/notes"


@pytest.fixture
def running(services: Services, kind: str) -> Service:
    """Two web processes of few threads each, over a database of either kind."""
    return services.empty(
        kind,
        NOTESVC_REGISTRATION="open",
        NOTESVC_WORKERS="2",
        NOTESVC_THREADS="4",
    )


@pytest.fixture
def owner(running: Service) -> Member:
    return register(running)


@pytest.fixture
def guest(running: Service, owner: Member) -> Member:
    return register(running, "guest@example.org", handle="guest")


@pytest.fixture
def listeners(owner: Member) -> Iterator[list[Listener]]:
    """As many streams of the owner's as there may be, more than a process has threads for."""
    opened = [Listener(owner).opened() for _ in range(6)]
    yield opened
    for each in opened:
        each.close()


def test_every_stream_hears_of_a_change_whichever_process_made_it(owner: Member, listeners: list[Listener]) -> None:
    for number in range(8):
        made = owner.note(f"Note {number}")
        for each in listeners:
            heard = each.until("workspace", noteId=made["id"])[-1]
            assert (heard.data["change"], heard.data["folderId"]) == ("created", None)


def test_streams_hold_no_thread(running: Service, owner: Member, listeners: list[Listener]) -> None:
    for _ in range(20):
        assert owner.ask("GET", NOTES).status == 200


def test_a_seventh_stream_is_refused_and_a_place_that_is_left_is_free(owner: Member, listeners: list[Listener]) -> None:
    with Listener(owner) as refused:
        assert (refused.answer.status, refused.answer.headers["Content-Type"]) == (429, "application/problem+json")
        assert int(refused.answer.headers["Retry-After"]) > 0
        assert b"rate_limited" in refused.answer.read()
    listeners[0].close()

    def is_let_in() -> bool:
        with Listener(owner) as again:
            return again.answer.status == 200

    wait_until(is_let_in, "no place became free")


def test_a_stream_is_resumed_without_gap_or_double(owner: Member) -> None:
    with Listener(owner).opened() as first:
        made = [owner.note(f"Note {number}")["id"] for number in range(3)]
        first.until("workspace", noteId=made[-1])
        resume = first.last
    made += [owner.note(f"Note {number}")["id"] for number in range(3, 6)]
    with Listener(owner, resume).opened() as second:
        heard = second.until("workspace", noteId=made[-1])
        assert [each.data["noteId"] for each in heard] == made[3:]
        assert [each.id for each in heard] == list(range(resume + 1, resume + 4))


@pytest.mark.every_case
@pytest.mark.parametrize("last", ["999999", "-3", "x", "1" * 30])
def test_who_cannot_be_told_what_they_missed_is_told_that(owner: Member, last: str) -> None:
    with Listener(owner, last).opened() as stream:
        data = stream.next().data
        assert (data["noteId"], data["folderId"], data["change"]) == (None, None, "contents")
        made = owner.note("After")
        assert stream.next().data["noteId"] == made["id"]


def test_another_users_last_event_id_shows_nothing_of_theirs(owner: Member, guest: Member) -> None:
    with Listener(owner).opened() as theirs:
        secret = owner.note("Secret")["id"]
        theirs.until("workspace", noteId=secret)
        number = theirs.last
    for last in range(number + 2):
        with Listener(guest, last).opened() as stream:
            mine = guest.note("Mine")["id"]
            heard = stream.until("workspace", noteId=mine)
            assert secret not in str(heard)


def test_a_notification_comes_as_one_line_and_only_to_whom_it_is_for(owner: Member, guest: Member) -> None:
    note = owner.note("Pläne", "text")
    with Listener(guest).opened() as theirs, Listener(owner).opened() as mine:
        owner.make(f"{NOTES}/{note['id']}/collaborators", handle="guest", role="viewer")
        told = theirs.until("notification")[-1]
        assert (told.data["kind"], told.data["actor"]["name"]) == ("collaboration_request", "Olive Owner")
        assert told.data["note"] == {"id": note["id"], "name": "Pläne"}
        assert len(told.lines) == 3
        guest.ask("POST", "/api/notifications/read", {"ids": [told.data["id"]]})
        assert theirs.until("notification")[-1].data["readAt"] is not None
        last = owner.note("Last")["id"]
        assert [each.name for each in mine.until("workspace", noteId=last)] == ["workspace"]


def test_a_stream_ends_with_its_session(owner: Member, running: Service) -> None:
    with Listener(owner).opened() as stream:
        assert owner.ask("POST", "/api/auth/logout").status == 204
        stream.rest()
    with Listener(owner) as refused:
        assert refused.answer.status == 401


def test_a_stream_ends_when_its_user_is_disabled(running: Service, owner: Member, guest: Member) -> None:
    with Listener(guest).opened() as stream, Listener(owner).opened() as other:
        statement = f"UPDATE users SET disabled_at = '{clock.now()}' WHERE handle = 'guest'"
        elsewhere(running, statement)
        stream.rest()
        made = owner.note("Still here")["id"]
        assert other.until("workspace", noteId=made)


def elsewhere(service: Service, statement: str) -> None:
    """Another process writes."""
    if url := service.settings.get("NOTESVC_DATABASE_URL"):
        connection = psycopg.connect(url)
    else:
        connection = sqlite.library.connect(service.instance / "notesvc.sqlite")
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("kind", ["sqlite"])  # one wait is enough: beats come from no database
def test_a_silent_stream_is_heard_to_be_alive(owner: Member) -> None:
    with Listener(owner).opened() as stream:
        assert stream.next().lines == [": "]


def test_a_killed_process_of_streams_costs_nobody_an_event(running: Service, owner: Member) -> None:
    with Listener(owner).opened() as before:
        seen = owner.note("Seen")["id"]
        before.until("workspace", noteId=seen)
        killed = processes.child(running, "streams")
        processes.kill(killed)
        before.rest()
        resume = before.last
    missed = owner.note("Missed")["id"]
    wait_until(lambda: processes.child(running, "streams") != killed, "streams did not come back")
    with Listener(owner, resume).opened() as again:
        assert again.next().data["noteId"] == missed


def test_streams_outlive_the_web_processes(running: Service, owner: Member) -> None:
    with Listener(owner).opened() as stream:
        workers = processes.workers(running)
        for worker in workers:
            processes.kill(worker)
        running.answering()
        made = owner.note("Made by the next one")["id"]
        assert stream.until("workspace", noteId=made)


def test_it_stops_cleanly_while_clients_listen(running: Service, listeners: list[Listener]) -> None:
    assert running.stop() == 0
    for each in listeners:
        each.rest()
