"""A room whose document on the disk cannot be read: people come and write on, and it is kept for the administrator."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

from notesvc import sqlite
from notesvc.collab import store, stores
from notesvc.collab.store import Change, Facts
from notesvc.config import Settings
from tests.collab import updates
from tests.collab.agreeing import saved
from tests.collab.peer import SECONDS, Peers
from tests.collab.updates import ANY, STRING, Struct, of, string
from tests.conftest import settings_of
from tests.process import processes
from tests.process.member import Member
from tests.service import Service, wait_until

_UNREADABLE = {
    "no document": b"\xff\xff\xff",
    "its end is missing": of(5, Struct(STRING, string("words that go on"), parent=b"raw"))[:-9],
    "values that end the process": of(5, Struct(ANY, updates.nested(300_000), parent=b"raw")),
    "it waits for itself": of(5, Struct(STRING, string("a"), origin=(5, 0))),
}


@pytest.mark.every_case
@pytest.mark.parametrize("what", _UNREADABLE)
def test_a_room_that_cannot_be_read_is_made_of_the_note_and_kept_aside(
    service: Service, member: Member, peer: Peers, what: str
) -> None:
    note = member.note("Plan", "As saved.\n", mode="raw")
    ada = peer(member, note).come().write("Typed.\n").acknowledged_all()
    saved(member, note, "Typed.")
    worker = processes.child(service, "collab")
    ada.leave()
    rooms = settings_of(service.instance).rooms_path
    wait_until(lambda: not _updates(rooms, note["id"]), "the room was not closed", SECONDS)
    # As an earlier version stored it, without a sum that would tell.
    statement = "UPDATE collab_rooms SET state = ?, state_sum = NULL WHERE note_id = ?"
    _change(rooms, statement, (_UNREADABLE[what], note["id"]))
    bob = peer(member, note).come().write("More.\n").acknowledged_all()
    assert bob.read() == "As saved.\nTyped.\nMore.\n"
    assert bob.generation != ada.generation
    assert saved(member, note, "More.") == bob.read()
    assert processes.child(service, "collab") == worker
    kept = _found(rooms, "SELECT state FROM collab_rooms WHERE note_id LIKE ?", (f"{note['id']} damaged %",))
    assert kept == [(_UNREADABLE[what],)]
    assert [event["note"] for event in service.events("room_damaged")][-1] == note["id"]


def _updates(rooms: Any, note_id: str) -> list[Any]:
    return _found(rooms, "SELECT number FROM collab_updates WHERE note_id = ?", (note_id,))


def _found(rooms: Any, statement: str, values: tuple[Any, ...]) -> list[Any]:
    with contextlib.closing(sqlite.library.connect(rooms, timeout=30)) as connection:
        return list(connection.execute(statement, values).fetchall())


def _change(rooms: Any, statement: str, values: tuple[Any, ...]) -> None:
    with contextlib.closing(sqlite.library.connect(rooms, timeout=30)) as connection, connection:
        connection.execute(statement, values)


def test_a_room_that_was_put_aside_is_nobodys_and_goes_with_its_note(workspace: Settings) -> None:
    rooms = stores.open_store(workspace)
    try:
        assert rooms.create("note", Facts("generation", "raw", 1, "hash", "text"), b"state")
        rooms.append([Change("note", 1, b"change")])
        with pytest.raises(store.FencedError):
            rooms.put_aside("note", 7)
        aside = rooms.put_aside("note", 1)
        assert rooms.claim("note") is None
        assert rooms.left_behind() == []
        assert rooms.ids() == [aside]
        assert store.note_of(aside) == "note"
        assert rooms.create("note", Facts("other", "raw", 1, "hash", "text"), b"state")
        kept = rooms.claim(aside)
        assert kept is not None
        assert (kept.state, list(kept.changes)) == (b"state", [b"change"])
        rooms.forget([aside])
        assert rooms.ids() == ["note"]
    finally:
        rooms.close()


def test_a_letter_that_the_disk_changed_is_shown_to_nobody(service: Service, member: Member, peer: Peers) -> None:
    note = member.note("Plan", "As saved.\n", mode="raw")
    ada = peer(member, note).come().write("Typed.\n").acknowledged_all()
    saved(member, note, "Typed.")
    ada.leave()
    rooms = settings_of(service.instance).rooms_path
    wait_until(lambda: not _updates(rooms, note["id"]), "the room was not closed", SECONDS)
    [(state,)] = _found(rooms, "SELECT state FROM collab_rooms WHERE note_id = ?", (note["id"],))
    hurt = state.replace(b"Typed", b"Tyqed")
    assert hurt != state
    _change(rooms, "UPDATE collab_rooms SET state = ? WHERE note_id = ?", (hurt, note["id"]))
    bob = peer(member, note).come()
    assert bob.read() == "As saved.\nTyped.\n"
    assert [event["note"] for event in service.events("room_damaged")][-1] == note["id"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE collab_rooms SET state = CAST('stage' AS {blob})",
        "UPDATE collab_rooms SET content = 'test'",
        "UPDATE collab_rooms SET dead_base = 'base'",
        "UPDATE collab_updates SET change = CAST('charge' AS {blob})",
    ],
)
def test_each_part_of_a_room_has_a_sum(workspace: Settings, statement: str) -> None:
    rooms = stores.open_store(workspace)
    try:
        rooms.create("note", Facts("generation", "raw", 1, "hash", "text", dead_base="bass"), b"state")
        rooms.append([Change("note", 1, b"change")])
        assert _is_damaged(rooms) is False
        _in_place(rooms, "UPDATE collab_rooms SET generation = 'given by a restore'")
        assert _is_damaged(rooms) is False
        _in_place(rooms, statement.format(blob="BLOB" if workspace.is_sqlite else "BYTEA"))
        assert _is_damaged(rooms) is True
        _in_place(rooms, "UPDATE collab_rooms SET state_sum = NULL, facts_sum = NULL")
        _in_place(rooms, "UPDATE collab_updates SET change_sum = NULL")
        assert _is_damaged(rooms) is False
    finally:
        rooms.close()


def _is_damaged(rooms: store.RoomStore) -> bool:
    stored = rooms.claim("note")
    assert stored is not None
    return stored.is_damaged


def _in_place(rooms: store.RoomStore, statement: str) -> None:
    with rooms._transaction() as cursor:
        assert rooms._run(cursor, statement).rowcount == 1


def test_a_file_of_rooms_that_an_earlier_version_made_is_read_and_gets_sums(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    rooms = stores.open_store(settings)
    rooms.create("note", Facts("generation", "raw", 1, "hash", "text"), b"state")
    rooms.append([Change("note", 1, b"change")])
    rooms.close()
    for table, column in (("rooms", "state_sum"), ("rooms", "facts_sum"), ("updates", "change_sum")):
        _change(settings.rooms_path, f"ALTER TABLE collab_{table} DROP COLUMN {column}", ())
    rooms = stores.open_store(settings)
    try:
        assert _is_damaged(rooms) is False
        rooms.compact("note", 2, b"whole")
        _in_place(rooms, "UPDATE collab_rooms SET state = CAST('hole' AS BLOB)")
        assert _is_damaged(rooms) is True
    finally:
        rooms.close()
