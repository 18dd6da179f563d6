"""The sync interface as programs see it."""

import io
import json
import zipfile
from typing import Any

import flask
import pytest

from notesvc import clock, database
from notesvc.models import Note
from tests.conftest import on_sqlite
from tests.web.conftest import Member
from tests.web.programs import CLIP, Program


@pytest.fixture
def reader(app: flask.Flask, owner: Member) -> Program:
    """Holds a key that may only read."""
    return Program(app, owner.key(can_write=False))


def last_used(owner: Member) -> list[str | None]:
    return [token["lastUsedAt"] for token in owner.web.get("/api/sync/tokens").get_json()["tokens"]]


def activity(owner: Member, query: str = "") -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = owner.web.get(f"/api/sync/activity{query}").get_json()["events"]
    return events


def test_verify_says_whose_key_it_is_and_is_no_use_of_it(owner: Member, program: Program, reader: Program) -> None:
    body = program.get("verify").get_json()
    assert body["valid"] is True
    assert body["user"] == {"id": owner.user.id, "name": "Olive Owner"}
    assert body["token"]["scopes"] == ["sync:read", "sync:write"]
    assert (body["token"]["canWrite"], reader.get("verify").get_json()["token"]["canWrite"]) == (True, False)
    assert owner.web.get("/api/sync/activity").status_code == program.get("activity").status_code == 200
    assert last_used(owner) == [None, None]
    assert activity(owner) == []


@on_sqlite
def test_a_key_that_may_only_read_captures_nothing(reader: Program) -> None:
    answer = reader.capture(CLIP)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "insufficient_scope")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="sync:write"'
    assert Note.select().count() == 0


@on_sqlite
@pytest.mark.parametrize("sent", [{}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp5"}])
def test_what_is_no_key_is_refused_with_a_challenge_even_with_a_session(owner: Member, sent: dict[str, str]) -> None:
    for method, path in (("GET", "verify"), ("GET", "export"), ("GET", "folders"), ("POST", "capture")):
        answer = owner.web.open(
            f"/api/sync/{path}", method=method, headers=sent, json=CLIP if method == "POST" else None
        )
        assert (answer.status_code, answer.get_json()["code"]) == (401, "invalid_token")
        assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_clip_is_a_note_and_its_repeat_is_the_same_note(owner: Member, program: Program) -> None:
    folder = owner.folder("Clips")
    clip = {**CLIP, "parentId": folder["id"], "tags": ["#one"], "selection": False, "source": "clipper", "icon": "📎"}
    first = program.capture({**clip, "capturedAt": "2026-11-21T12:00:00+02:00"}, Idempotency_Key="a-1")
    again = program.capture({**clip, "capturedAt": "2026-11-21T12:00:00+02:00"}, Idempotency_Key="a-1")
    body = first.get_json()
    assert (first.status_code, again.status_code) == (201, 200)
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    assert again.get_json() == body
    assert (body["path"], body["warnings"]) == (f"/notes/{body['id']}", [])
    assert set(body["note"]) == {"id", "name", "parentId", "tags", "icon", "updatedAt", "sortOrder"}
    assert (body["note"]["parentId"], body["note"]["tags"], body["note"]["icon"]) == (folder["id"], ["one"], "📎")
    note = owner.web.get(f"/api/workspace/notes/{body['id']}").get_json()
    assert note["properties"] == {
        "url": CLIP["url"],
        "source": "clipper",
        "selection": False,
        "capturedAt": "2026-11-21T10:00:00.000Z",
    }


@on_sqlite
def test_the_key_may_stand_in_the_body_but_there_is_only_one(program: Program) -> None:
    first = program.capture({**CLIP, "idempotencyKey": "b-1"})
    assert program.capture(CLIP, Idempotency_Key="b-1").get_json() == first.get_json()
    assert program.capture({**CLIP, "idempotencyKey": "b-1"}, Idempotency_Key="b-1").status_code == 200
    assert program.capture({**CLIP, "idempotencyKey": "b-2"}, Idempotency_Key="b-1").status_code == 422
    assert (
        program.capture({**CLIP, "title": "Other"}, Idempotency_Key="b-1").get_json()["code"] == "idempotency_conflict"
    )
    assert Note.select().count() == 1


def test_a_key_lives_on_when_the_token_is_rotated(app: flask.Flask, owner: Member, program: Program) -> None:
    first = program.capture(CLIP, Idempotency_Key="c-1").get_json()
    token_id = owner.web.get("/api/sync/tokens").get_json()["tokens"][0]["id"]
    secret = owner.web.post(f"/api/sync/tokens/{token_id}/rotate").get_json()["secret"]
    assert program.capture(CLIP, Idempotency_Key="c-1").status_code == 401
    assert Program(app, secret).capture(CLIP, Idempotency_Key="c-1").get_json() == first


def test_an_export_is_a_stream_with_a_validator(owner: Member, program: Program) -> None:
    owner.note("Note", "Text")
    answer = program.get("export")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert "Content-Length" not in answer.headers
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="notesvc-')
    assert [note["name"] for note in answer.get_json()["notes"]] == ["Note"]
    assert program.get("export", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    owner.note("Other")
    newer = program.get("export", **{"If-None-Match": answer.headers["ETag"]})
    assert len(newer.get_json()["notes"]) == 2
    since = program.get(f"export?since={answer.get_json()['cursor']}").get_json()
    assert [note["name"] for note in since["notes"]] == ["Other"]
    assert program.get("export?since=nonsense").status_code == 422
    assert program.get("export?format=html").status_code == 422
    assert program.get("export?formt=json").status_code == 422


@on_sqlite
def test_an_export_as_zip_is_an_archive_of_markdown(owner: Member, reader: Program) -> None:
    owner.note("Note", "Text")
    owner.file("a.png")
    answer = reader.get("export?format=zip&versions=1")
    assert answer.mimetype == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.data))
    assert archive.read("Note.md") == b"Text"
    assert {"workspace.json", "attachments/a.png"} <= set(archive.namelist())
    assert len(json.loads(archive.read("workspace.json"))["versions"]) == 1


@on_sqlite
def test_an_export_that_breaks_never_looks_whole(owner: Member, program: Program) -> None:
    owner.note("Note", "x" * 200_000)
    database.execute("ALTER TABLE people RENAME TO elsewhere")
    answer = program.client.get("/api/sync/export", headers=program.headers, buffered=False)
    sent = []
    with pytest.raises(Exception, match="people"):  # noqa: PT012 - what was sent until then counts
        for piece in answer.response:
            sent.append(piece)
    assert sent
    with pytest.raises(ValueError):
        json.loads(b"".join(sent))
    assert [event["status"] for event in activity(owner)] == ["error"]


@on_sqlite
def test_the_folders_are_the_tree_of_the_workspace(owner: Member, reader: Program) -> None:
    owner.folder("Below", parentId=owner.folder("Above")["id"])
    answer = reader.get("folders")
    assert [(row["name"], row["depth"], row["path"]) for row in answer.get_json()["folders"]] == [
        ("Above", 0, "Above"),
        ("Below", 1, "Above/Below"),
    ]
    assert reader.get("folders", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_use_is_noted_on_the_key_and_in_the_activity(owner: Member, program: Program) -> None:
    moments = [None]
    for use in (lambda: program.capture(CLIP), lambda: program.get("export"), lambda: program.get("folders")):
        assert use().status_code < 300
        moments.append(last_used(owner)[0])
    assert moments[1:] == sorted(moment for moment in moments if moment)
    assert sorted((event["operation"], event["status"]) for event in activity(owner)) == [
        ("capture", "success"),
        ("export", "success"),
        ("folders", "success"),
    ]
    assert program.client.head("/api/sync/export", headers=program.headers).status_code == 200


def test_activity_says_what_became_of_each_clip(owner: Member, stranger: Member, program: Program) -> None:
    made = program.capture({**CLIP, "source": "clipper"}, Idempotency_Key="d-1").get_json()
    program.capture({**CLIP, "source": "clipper"}, Idempotency_Key="d-1")
    program.capture({**CLIP, "title": "Other"}, Idempotency_Key="d-1")
    events = {event["status"]: event for event in activity(owner)}
    assert events.keys() == {"success", "duplicate", "error"}
    for status in ("success", "duplicate"):
        assert (events[status]["resourceId"], events[status]["resourceName"]) == (made["id"], "Title")
        assert events[status]["source"] == "clipper"
    assert (events["success"]["idempotencyKey"], events["success"]["firstEventId"]) == ("d-1", None)
    for status in ("duplicate", "error"):
        assert (events[status]["idempotencyKey"], events[status]["firstEventId"]) == (None, events["success"]["id"])
    assert events["error"]["message"]
    token_id = events["error"]["tokenId"]
    assert len(activity(owner, f"?tokenId={token_id}&limit=2")) == 2
    assert activity(owner, f"?tokenId={clock.new_id()}") == []
    assert activity(stranger, f"?tokenId={token_id}") == []
    assert len(program.get("activity").get_json()["events"]) == 3
    first = program.get("activity?limit=2").get_json()
    second = program.get(f"activity?limit=2&cursor={first['nextCursor']}").get_json()
    assert (len(second["events"]), second["nextCursor"]) == (1, None)


@on_sqlite
def test_another_sites_page_reads_no_activity_with_the_cookie(owner: Member, program: Program) -> None:
    assert owner.web.get("/api/sync/activity", headers={"Origin": "https://evil.example"}).status_code == 401
    assert owner.web.get("/api/sync/activity", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 401
    assert program.get("activity", Origin="https://evil.example").status_code == 200
    refused = owner.web.get("/api/sync/activity", headers={"Authorization": "Bearer x"})
    assert refused.status_code == 401


def test_the_owner_takes_the_workspace_along_in_any_form(owner: Member, program: Program) -> None:
    owner.note("Note", "Text")
    assert [note["name"] for note in owner.web.get("/api/data/export").get_json()["notes"]] == ["Note"]
    site = owner.web.get("/api/data/export?format=html", buffered=True)
    assert {"index.html", "Note.html"} <= set(zipfile.ZipFile(io.BytesIO(site.data)).namelist())
    assert owner.web.get("/api/data/export?format=html&since=x").status_code == 422
    assert owner.web.get("/api/data/export?format=pdf").status_code == 422
    assert program.client.get("/api/data/export", headers=program.headers).status_code == 401
    assert activity(owner) == []
