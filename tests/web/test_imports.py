"""Bringing archives in over HTTP: received to disk, watched, taken back."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notesvc import limits
from notesvc.config import Settings
from notesvc.domain.importing import run
from notesvc.models import ImportJob, Note
from tests.web.conftest import Member

FILES: dict[str, str | bytes] = {"f/a.md": "[[b]] [x](b.md)", "f/b.md": "text", "i.png": b"png", ".x/y.md": "z"}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def zipped(files: dict[str, str | bytes] = FILES) -> bytes:
    """The same bytes each time: an entry holds no time of its making."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def send(member: Member, content: bytes, name: str = "vault.zip", **fields: str) -> Any:
    return member.web.post("/api/data/import", data={"file": (io.BytesIO(content), name), **fields})


def state(member: Member, job_id: str) -> dict[str, Any]:
    answer = member.web.get(f"/api/data/imports/{job_id}")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def work(settings: Settings) -> None:
    while run.run_some(settings.imports, lambda: False):
        pass


def test_an_upload_is_queued_done_and_reported(workspace: Settings, owner: Member) -> None:
    before = Note.select().count()
    answer = send(owner, zipped())
    assert answer.status_code == 202
    assert answer.get_json() == {"id": answer.get_json()["id"], "state": "queued"}
    job_id = answer.get_json()["id"]
    begun = {"id": job_id, "state": "queued", "done": 0, "total": 0, "fileName": "vault.zip"}
    assert state(owner, job_id) == {**begun, "folderId": None, "report": None}
    work(workspace)
    ended = state(owner, job_id)
    assert (ended["state"], ended["done"], ended["total"]) == ("done", 4, 4)
    report = ended["report"]
    links = {"resolved": 2, "unresolved": 0}
    assert report | {"files": []} == {"notes": 2, "folders": 1, "attachments": 1, "links": links, "files": []}
    files = {file.pop("path"): file for file in report["files"]}
    assert files[".x/y.md"] == {"outcome": "skipped", "reason": "hidden files are left out"}
    assert files["i.png"] == {"outcome": "created"}
    note = owner.web.get(f"/api/workspace/notes/{files['f/b.md']['noteId']}").get_json()
    assert (note["name"], note["content"], note["parentId"]) == ("b", "text", ended["folderId"])
    assert Note.select().count() == before + 2


def test_the_upload_lies_on_disk_for_its_owner_alone(workspace: Settings, owner: Member) -> None:
    job_id = send(owner, zipped(), "../../evil.zip").get_json()["id"]
    (path,) = workspace.imports.iterdir()
    assert (path.name, path.read_bytes()) == (job_id, zipped())
    assert path.stat().st_mode & 0o777 == 0o600
    work(workspace)
    assert not list(workspace.imports.iterdir())


def test_a_dry_run_names_no_notes(workspace: Settings, owner: Member) -> None:
    before = Note.select().count()
    job_id = send(owner, zipped(), dryRun="true").get_json()["id"]
    work(workspace)
    report = state(owner, job_id)["report"]
    assert (report["notes"], report["attachments"]) == (2, 1)
    assert not any("noteId" in file for file in report["files"])
    assert Note.select().count() == before


def test_it_goes_below_the_folder_that_is_named(workspace: Settings, owner: Member, stranger: Member) -> None:
    folder = owner.folder("Inbox")
    assert send(owner, zipped(), parentId=folder["id"]).status_code == 202
    assert send(stranger, zipped(), parentId=folder["id"]).status_code == 404
    assert send(owner, zipped(), parentId="nonsense").status_code == 422
    work(workspace)
    paths = [each["path"] for each in owner.web.get("/api/workspace/folders").get_json()["folders"]]
    assert "Inbox/f" in paths
    assert not list(workspace.imports.iterdir())


def test_deleting_cancels_or_takes_back_and_may_be_repeated(workspace: Settings, owner: Member) -> None:
    waiting = send(owner, zipped()).get_json()["id"]
    assert owner.web.delete(f"/api/data/imports/{waiting}").status_code == 204
    work(workspace)
    assert state(owner, waiting)["state"] == "cancelled"
    before = Note.select().where(Note.deleted_at.is_null()).count()
    job_id = send(owner, zipped()).get_json()["id"]
    work(workspace)
    for _ in range(2):
        assert owner.web.delete(f"/api/data/imports/{job_id}").status_code == 204
    assert Note.select().where(Note.deleted_at.is_null()).count() == before
    assert len(owner.web.get("/api/workspace/trash").get_json()["notes"]) == 2


def test_an_import_is_its_owners_alone(workspace: Settings, owner: Member, stranger: Member) -> None:
    job_id = send(owner, zipped()).get_json()["id"]
    for method in (stranger.web.get, stranger.web.delete):
        assert method(f"/api/data/imports/{job_id}").status_code == 404
    anonymous = owner.web.application.test_client()
    assert anonymous.get(f"/api/data/imports/{job_id}").status_code == 401
    assert anonymous.post("/api/data/import", data={"file": (io.BytesIO(b"x"), "x")}).status_code == 401
    assert ImportJob.get_by_id(job_id).is_cancel_wanted is False


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"\x7fELF\x02\x01\x01\x00", 415),
        (b"%PDF-1.4 text", 415),
        (b"<?xml version='1.0'?><en-export/>", 415),
        (b'{"some": "json"}', 415),
        (b"notes\x00ustar  ", 415),
        (zipped({"a.txt": "x", "b.bin": b"x"}), 415),
        (zipped({".hidden/a.md": "x"}), 415),
        (b"PK\x03\x04 and nothing else", 422),
        (b"", 422),
        (zipped({"a.md": b"\x00" * 3_000_000}), 422),
        (zipped()[:-40], 422),
    ],
)
def test_what_is_not_read_is_refused_and_leaves_nothing(
    workspace: Settings, owner: Member, content: bytes, status: int
) -> None:
    assert send(owner, content, "notes.md").status_code == status
    assert ImportJob.select().count() == 0
    assert not list(workspace.imports.iterdir())


def test_a_kind_is_told_by_what_is_in_the_file(workspace: Settings, owner: Member) -> None:
    ours = json.dumps({"notes": [], "format": "notesvc.workspace", "formatVersion": 1}).encode()
    contents = {
        "vault": zipped(),
        "workspace-zip": zipped({"workspace.json": ours}),
        "workspace-json": b"\xef\xbb\xbf" + ours,
        "text": "{ not json, just \u00e9 text }".encode("latin-1"),
    }
    for expected, content in contents.items():
        job_id = send(owner, content, "same.name").get_json()["id"]
        assert ImportJob.get_by_id(job_id).kind == expected


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 422),
        ({"file": "text without a file name"}, 422),
        ({"other": (io.BytesIO(b"x"), "x")}, 422),
        ({"file": (io.BytesIO(b"x"), "x"), "more": "1"}, 422),
        ({"file": (io.BytesIO(b"x"), "x"), "dryRun": "maybe"}, 422),
        ({"file": [(io.BytesIO(b"x"), "x"), (io.BytesIO(b"y"), "y")]}, 422),
        ({"file": (io.BytesIO(b"x"), "x"), "dryRun": ["true", "false"]}, 422),
        ({"file": (io.BytesIO(b"x"), "x"), "parentId": "x" * 300_000}, 413),
    ],
)
def test_a_form_that_breaks_a_rule_leaves_nothing(
    workspace: Settings, owner: Member, form: dict[str, Any], status: int
) -> None:
    answer = owner.web.post("/api/data/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == status, answer.text
    assert not list(workspace.imports.iterdir())


@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data", "multipart/form-data; boundary=ä"])
def test_a_body_that_is_no_form_is_refused(owner: Member, content_type: str) -> None:
    answer = owner.web.post("/api/data/import", data=b"x", content_type=content_type)
    assert answer.status_code == 415


def test_a_form_that_breaks_off_is_refused(workspace: Settings, owner: Member) -> None:
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nhello'
    answer = owner.web.post("/api/data/import", data=body, content_type="multipart/form-data; boundary=b")
    assert answer.status_code == 400
    assert not list(workspace.imports.iterdir())


class Chunks(io.RawIOBase):
    """A body whose length nobody tells."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = next(self._pieces, b"")
        self.taken += len(piece)
        return piece


@pytest.mark.parametrize("is_declared", [True, False])
def test_more_than_an_import_may_have_is_refused_while_it_comes(
    workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch, is_declared: bool
) -> None:
    monkeypatch.setattr(limits, "MAX_IMPORT", 500_000)
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n'
    body = Chunks(iter([head, *[b"x" * 50_000] * 100]))
    length = {"CONTENT_LENGTH": "5000100"} if is_declared else {"wsgi.input_terminated": True}
    answer = owner.web.post(
        "/api/data/import",
        content_type="multipart/form-data; boundary=b",
        environ_overrides={"wsgi.input": body, **length},
    )
    assert answer.status_code == 413
    assert body.taken < 1_000_000
    assert not list(workspace.imports.iterdir())


def test_one_byte_too_many_is_too_many(workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_IMPORT", 1_000)
    assert send(owner, b"x" * 1_000).status_code == 202
    assert send(owner, b"x" * 1_001).status_code == 413


def test_an_empty_zip_brings_nothing(workspace: Settings, owner: Member) -> None:
    job_id = send(owner, zipped({})).get_json()["id"]
    work(workspace)
    ended = state(owner, job_id)
    assert (ended["state"], ended["total"], ended["report"]["files"]) == ("done", 0, [])


def test_a_failed_import_says_why(workspace: Settings, owner: Member) -> None:
    text = b'{"format": "notesvc.workspace", "formatVersion": 99}'
    job_id = send(owner, text, "out.json").get_json()["id"]
    work(workspace)
    ended = state(owner, job_id)
    assert ended["state"] == "failed"
    (file,) = ended["report"]["files"]
    assert (file["path"], file["outcome"]) == ("out.json", "failed")
    assert "newer version" in file["reason"]


def test_too_many_at_once_are_asked_to_wait(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IMPORTS_WAITING", 1)
    assert send(owner, b"text").status_code == 202
    answer = send(owner, b"text")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


def test_nothing_is_kept_where_it_does_not_belong(workspace: Settings, owner: Member, tmp_path: Path) -> None:
    send(owner, zipped({"../../evil.md": "x", "ok.md": "y"}))
    work(workspace)
    assert not list(tmp_path.rglob("*evil*"))


def send_with_key(member: Member, content: bytes, key: str, name: str = "vault.zip") -> Any:
    body = {"file": (io.BytesIO(content), name)}
    return member.web.post("/api/data/import", data=body, headers={"Idempotency-Key": key})


def test_a_repeated_key_is_the_same_import(
    workspace: Settings, owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = send_with_key(owner, zipped(), "once")
    assert (first.status_code, first.headers.get("Idempotency-Replayed")) == (202, None)
    monkeypatch.setattr(limits, "IMPORTS_WAITING", 1)
    again = send_with_key(owner, zipped(), "once")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.get_json() == first.get_json()
    assert ImportJob.select().count() == 1
    assert [path.name for path in workspace.imports.iterdir() if first.get_json()["id"] not in path.name] == []
    work(workspace)
    assert send_with_key(owner, zipped(), "once").get_json()["state"] == "done"
    assert send_with_key(stranger, zipped(), "once").status_code == 202


def test_a_key_with_another_file_is_a_conflict_and_leaves_nothing(workspace: Settings, owner: Member) -> None:
    send_with_key(owner, zipped(), "once")
    before = sorted(workspace.imports.iterdir())
    for content, name in ((zipped({"other.md": "x"}), "vault.zip"), (zipped(), "other.zip")):
        answer = send_with_key(owner, content, "once", name)
        assert (answer.status_code, answer.get_json()["code"]) == (409, "idempotency_conflict")
    assert send_with_key(owner, zipped(), "two words").status_code == 422
    assert sorted(workspace.imports.iterdir()) == before
    assert ImportJob.select().count() == 1
