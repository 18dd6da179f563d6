"""The activity of keys: read by their owner, bounded, and never in the way."""

import importlib.util
from typing import Any

import pytest

from notesvc import clock, database, errors, limits
from notesvc.config import Settings
from notesvc.domain import sync_events, sync_tokens
from notesvc.domain.caller import Caller
from notesvc.domain.sync_operations import CAPTURE, EXPORT, FOLDERS, VERIFY
from tests.domain.other import writing_elsewhere
from tests.places import MIGRATIONS


@pytest.fixture
def holder(caller: Caller) -> Caller:
    """The owner, coming with a key."""
    return with_key(caller)


def with_key(caller: Caller) -> Caller:
    _, secret = sync_tokens.create(caller, "Sync", True, None)
    return sync_tokens.authenticate(secret, sync_tokens.READ)


def messages(caller: Caller, token_id: str | None = None) -> list[str | None]:
    return [row[10] for row in sync_events.events(caller, token_id, None, 5_000)[0]]


def record(caller: Caller, message: str) -> None:
    sync_events.record(caller, EXPORT, "success", sync_events.Details(message=message))


def test_it_is_read_a_page_at_a_time_each_line_once(holder: Caller) -> None:
    for number in range(7):
        record(holder, str(number))
    rows, cursor = sync_events.events(holder, None, None, 3)
    found = list(rows)
    while cursor:
        rows, cursor = sync_events.events(holder, None, cursor, 3)
        found += rows
    assert sorted(row[10] for row in found) == [str(number) for number in range(7)]
    assert [(row[-1], row[0]) for row in found] == sorted(((row[-1], row[0]) for row in found), reverse=True)


def test_a_cursor_that_is_none_is_refused(holder: Caller) -> None:
    with pytest.raises(errors.InvalidInput):
        sync_events.events(holder, None, "nonsense", 3)


def test_it_tells_one_key_from_another(holder: Caller, caller: Caller) -> None:
    other = with_key(caller)
    record(holder, "first")
    record(other, "second")
    assert messages(caller, holder.token_id) == ["first"]
    assert sorted(messages(caller)) == ["first", "second"]


def test_a_stranger_sees_nothing_of_it_even_by_the_keys_id(holder: Caller, stranger: Caller) -> None:
    record(holder, "mine")
    assert messages(stranger) == []
    assert messages(stranger, holder.token_id) == []
    assert messages(holder, "no id at all") == []


def test_a_session_leaves_no_activity(caller: Caller) -> None:
    record(caller, "by session")
    assert messages(caller) == []


def test_looking_at_the_key_is_not_using_it(holder: Caller) -> None:
    sync_events.record(holder, VERIFY, "success")
    assert messages(holder) == []
    assert sync_tokens.token_of(holder).last_used_at is None
    sync_events.record(holder, FOLDERS, "success")
    assert sync_tokens.token_of(holder).last_used_at is not None


def test_a_user_keeps_so_many_lines_and_no_more(holder: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EVENTS_PER_USER", 1_200)
    with database.transaction():
        for number in range(2_000):
            record(holder, str(number))
    kept = messages(holder)
    assert len(kept) <= 1_200
    assert "1999" in kept[:200]
    assert "0" not in kept


def test_a_line_is_left_out_while_others_write(holder: Caller, workspace: Settings) -> None:
    with writing_elsewhere(workspace, "sync_tokens"):
        record(holder, "in vain")
    record(holder, "written")
    assert messages(holder) == ["written"]


def test_writing_it_waits_for_the_disk_again_afterwards(holder: Caller) -> None:
    record(holder, "hurried")
    if database.on_sqlite():
        assert database.execute("PRAGMA synchronous").fetchone()[0] == 2
    else:
        assert database.execute("SHOW synchronous_commit").fetchone()[0] == "on"


def capture(caller: Caller, status: sync_events.Status, key: str | None) -> None:
    sync_events.record(caller, CAPTURE, status, sync_events.Details(idempotency_key=key))


def keys_of(caller: Caller) -> list[tuple[str, str | None, str | None]]:
    """Status, key and first event of each line, oldest first."""
    rows, _ = sync_events.events(caller, None, None, 100)
    return sorted(((row[4], row[6], row[7]) for row in rows), key=str)


def test_a_key_stands_in_its_first_event_and_the_others_refer_to_it(holder: Caller, stranger: Caller) -> None:
    capture(holder, "success", "k")
    first = sync_events.events(holder, None, None, 1)[0][0][0]
    for _ in range(2):
        capture(holder, "duplicate", "k")
        capture(holder, "success", None)
    # Somebody else's key of that name is another one.
    capture(with_key(stranger), "success", "k")
    duplicate, keyless = ("duplicate", None, first), ("success", None, None)
    assert keys_of(holder) == sorted([("success", "k", None), duplicate, duplicate, keyless, keyless], key=str)
    assert keys_of(stranger) == [("success", "k", None)]


def test_a_repeat_whose_first_event_is_gone_has_the_key(holder: Caller) -> None:
    capture(holder, "success", "k")
    database.execute("DELETE FROM sync_events")
    capture(holder, "duplicate", "k")
    assert keys_of(holder) == [("duplicate", "k", None)]


def test_the_migration_leaves_each_key_in_its_first_event(holder: Caller) -> None:
    database.execute("DROP INDEX sync_events_key")
    database.execute("ALTER TABLE sync_events DROP COLUMN first_event_id")
    ids = [clock.new_id() for _ in range(5)]
    keys = ["k", "k", "other", None, "k"]
    for number, (event_id, key) in enumerate(zip(ids, keys, strict=True)):
        database.execute(
            "INSERT INTO sync_events "
            "(id, user_id, idempotency_key, created_at, token_id, token_name, operation, status) "
            "VALUES (?, ?, ?, ?, 't', 'Sync', 'capture', 'success')",
            (event_id, holder.user_id, key, f"2026-11-21T10:00:0{number}.000Z"),
        )
    migration("0022_event_keys").up(None, database.db.obj)
    rows = database.execute("SELECT idempotency_key, first_event_id FROM sync_events ORDER BY created_at").fetchall()
    assert list(map(tuple, rows)) == [("k", None), (None, ids[0]), ("other", None), (None, None), (None, ids[0])]


def migration(name: str) -> Any:
    found = importlib.util.spec_from_file_location(name, MIGRATIONS / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
