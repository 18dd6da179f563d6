"""Our trouble is 503 with Retry-After, never 401 and never a wrong answer."""

import contextlib
import errno
import io
import os
import random
import stat
from collections.abc import Iterator
from typing import Any

import flask
import peewee
import pytest

from notesvc import database, limits, rate_store
from notesvc.config import Settings
from notesvc.domain.exporting import reading
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """Locks of a file, and a file that goes missing."""
    return "sqlite"


@pytest.fixture(autouse=True)
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trouble that outlasts the wait, without waiting long for it."""
    monkeypatch.setattr(limits, "LOCK_WAIT_SECONDS", 0.2)


@contextlib.contextmanager
def locked(path: Any) -> Iterator[None]:
    """Somebody else writes, and does not come to an end."""
    connection = peewee.sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def is_busy(answer: Any) -> bool:
    return (answer.status_code, answer.get_json()["code"]) == (503, "busy") and int(answer.headers["Retry-After"]) > 0


def header(owner: Member) -> dict[str, str]:
    return {"Authorization": f"Bearer {owner.key()}"}


def test_a_locked_database_refuses_writes_and_serves_reads(owner: Member, workspace: Settings) -> None:
    key, note = header(owner), owner.note("n", "text")
    program = owner.web.application.test_client()
    with locked(workspace.database_path):
        assert is_busy(owner.web.post("/api/workspace/notes", json={"name": "x"}))
        assert is_busy(program.post("/api/sync/capture", json={"markdown": "x"}, headers=key))
        assert owner.web.get(f"/api/workspace/notes/{note['id']}").status_code == 200
        assert owner.web.get("/api/workspace/search?q=text").get_json()["total"] > 0
        assert program.get("/api/sync/verify", headers=key).status_code == 200
        assert program.get("/api/sync/export", headers=key, buffered=True).status_code == 200
        assert program.get("/api/sync/folders", headers=key).status_code == 200
    assert program.post("/api/sync/capture", json={"markdown": "x"}, headers=key).status_code == 201


def test_counters_that_cannot_be_written_are_counted_in_memory(owner: Member, workspace: Settings) -> None:
    key = header(owner)
    program = owner.web.application.test_client()
    with locked(rate_store.path(workspace)):
        asked = [program.get("/api/sync/verify", headers=key).status_code for _ in range(61)]
        assert asked == [200] * 60 + [429]
        ready = program.get("/readyz")
        assert ready.status_code == 200
        assert ready.json["status"].startswith("degraded: The database is busy")
        assert 'notesvc_trouble{part="limits",cause="database_busy"} 1' in program.get("/metrics").text
        assert (
            program.get("/api/sync/verify", headers={"Authorization": "Bearer svc_sync_" + "A" * 43}).status_code == 401
        )
    assert program.get("/readyz").json == {"status": "ready"}
    # What it counted before is not forgotten, what was counted in memory is.
    assert program.get("/api/sync/verify", headers=key).status_code == 200


def test_counters_whose_file_went_away_have_a_new_one(owner: Member, workspace: Settings) -> None:
    key, program = header(owner), owner.web.application.test_client()
    assert program.get("/api/sync/verify", headers=key).status_code == 200
    for ending in ("", "-wal", "-shm"):
        rate_store.path(workspace).with_name(f"notesvc.sqlite-rates{ending}").unlink(missing_ok=True)
    asked = [program.get("/api/sync/verify", headers=key).status_code for _ in range(61)]
    assert asked == [200] * 60 + [429]
    assert rate_store.path(workspace).exists()
    assert program.get("/readyz").json["status"] == "ready"


def test_a_damaged_file_of_counters_keeps_nothing_from_starting(workspace: Settings) -> None:
    rate_store.path(workspace).write_bytes(b"SQLite format 3\0" + random.Random(1).randbytes(8_192))
    rate_store.make_file(workspace)
    windows = rate_store.SqliteWindows(rate_store.uri(workspace))
    assert [windows.incr("k", 60), windows.incr("k", 60)] == [1, 2]


TROUBLE = {
    errno.ENOSPC: "The disk of the server is full.",
    errno.EDQUOT: "The disk of the server is full.",
    errno.EROFS: "The server's folder is read-only: nothing can be written.",
    errno.EIO: "The disk of the server fails.",
    errno.EMFILE: "The server has too many files open. Try again in a moment.",
}


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
@pytest.mark.parametrize("number", TROUBLE)
def test_files_that_cannot_be_written_are_our_trouble_by_name(
    owner: Member, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    note = owner.note("n", "text")
    with monkeypatch.context() as broken:
        broken.setattr(os, call, fail)
        uploaded = owner.file()
        form = {"file": (io.BytesIO(b"text"), "a.md")}
        imported = owner.web.post("/api/data/import", data=form) if call != "replace" else uploaded
    for answer in (uploaded, imported):
        assert is_busy(answer), answer.text
        assert answer.json["detail"] == TROUBLE[number]
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").status_code == 200
    assert owner.file().status_code == 201


def test_a_database_that_went_missing_is_503_and_comes_back(owner: Member, workspace: Settings) -> None:
    key = header(owner)
    program = owner.web.application.test_client()
    away = workspace.database_path.with_suffix(".away")
    os.rename(workspace.database_path, away)
    for path in ("/api/sync/verify", "/api/sync/export", "/readyz", "/api/workspace/notes"):
        answer = program.get(path, headers=key) if "sync" in path else owner.web.get(path)
        assert is_busy(answer), path
    assert program.get("/healthz").status_code == 200
    assert not workspace.database_path.exists()
    os.rename(away, workspace.database_path)
    assert program.get("/api/sync/verify", headers=key).status_code == 200


@pytest.mark.parametrize("form", ["json", "zip", "html"])
def test_an_export_that_cannot_begin_is_our_trouble_by_name(
    owner: Member, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
        yield

    owner.note("n", "text")
    path = f"/api/data/export?format={form}"
    with monkeypatch.context() as broken:
        broken.setattr(reading, "pages", fail)
        answer = owner.web.get(path)
        assert is_busy(answer), answer.text
        assert answer.json["detail"] == "The disk of the server fails."
        assert owner.web.head(path).status_code == 200
    assert owner.web.get(path).status_code == 200


def test_a_damaged_note_is_named_and_refused_to_programs_but_leaves_the_rest_to_its_owner(owner: Member) -> None:
    note = owner.note("Hurt", "words")
    owner.note("Well", "text")
    database.execute("UPDATE note_bodies SET content = 'other' WHERE note_id = ?", (note["id"],))
    key, program = header(owner), owner.web.application.test_client()
    for answer in (
        owner.web.get(f"/api/workspace/notes/{note['id']}"),
        program.get("/api/sync/export", headers=key),
        program.get("/api/sync/export?format=zip", headers=key),
    ):
        assert is_busy(answer)
        assert note["id"] in answer.json["detail"]
    document = owner.web.get("/api/data/export").json
    names = {each["name"] for each in document["notes"]}
    assert "Well" in names
    assert "Hurt" not in names
    assert [each["name"] for each in document["damaged"]] == ["Hurt"]


def test_an_unexpected_failure_says_nothing_but_an_id(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("secret detail at /some/path in SELECT * FROM users")

    monkeypatch.setattr("notesvc.domain.recents.recents", fail)
    answer = owner.web.get("/api/workspace/recents")
    assert (answer.status_code, answer.get_json()["code"]) == (500, "internal_error")
    assert "secret" not in answer.text
    assert "SELECT" not in answer.text


def test_the_database_files_are_their_owners_alone(owner: Member, workspace: Settings) -> None:
    database.execute("SELECT 1")
    for path in workspace.instance.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_full_disk_refuses_writes_serves_reads_and_recovers(owner: Member) -> None:
    note = owner.note("n", "text")
    before = owner.web.get(f"/api/workspace/notes/{note['id']}").data
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    # The same refusal as of a full disk (SQLITE_FULL), on the very connection that the requests use.
    database.execute(f"PRAGMA max_page_count = {pages}")
    big = {"name": "big", "content": "words that fill pages " * 20_000}
    assert is_busy(owner.web.post("/api/workspace/notes", json=big))
    assert is_busy(owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"content": big["content"]}))
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").data == before
    assert owner.web.get("/api/workspace/search?q=text").get_json()["total"] > 0
    database.execute("PRAGMA max_page_count = 1073741823")
    assert owner.web.post("/api/workspace/notes", json=big).status_code == 201
