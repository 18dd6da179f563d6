"""How much somebody may keep: each refusal says what there is too much of, and changes nothing."""

import io
import zipfile

import pytest
from flask.testing import FlaskClient

from notesvc import limits
from notesvc.domain.accounts.users import caller_of
from notesvc.domain.importing import jobs
from notesvc.errors import TooLarge
from notesvc.models import Folder, ImportJob, Note
from tests.web.conftest import Member


def said(answer: object) -> tuple[int, str]:
    body = answer.get_json()  # type: ignore[attr-defined]
    return answer.status_code, body["errors"][0]["message"]  # type: ignore[attr-defined]


def test_notes_and_folders_are_bounded(owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    note = owner.note("One")
    owner.folder("One")
    monkeypatch.setattr(limits, "MAX_NOTES", Note.select().where(Note.owner == owner.user.id).count())
    monkeypatch.setattr(limits, "MAX_FOLDERS", Folder.select().where(Folder.owner == owner.user.id).count())
    owner.web.delete(f"/api/workspace/notes/{note['id']}")
    full = f"there are {limits.MAX_NOTES} notes already, with those in the trash: that is as many as one may have"
    capture = {"markdown": "a clip", "title": "Two"}
    key = {"Authorization": f"Bearer {owner.key()}"}
    assert said(owner.web.post("/api/workspace/notes", json={"name": "Two"})) == (422, full)
    assert said(FlaskClient(owner.web.application).post("/api/sync/capture", json=capture, headers=key)) == (422, full)
    status, message = said(owner.web.post("/api/workspace/folders", json={"name": "Two"}))
    assert (status, message.startswith(f"there are {limits.MAX_FOLDERS} folders already")) == (422, True)
    monkeypatch.setattr(limits, "MAX_NOTES", limits.MAX_NOTES + 1)
    assert owner.note("Two")["name"] == "Two"


def test_attachments_are_bounded_though_no_administrator_said_so(
    owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_STORED", 20)
    assert owner.file(content=b"x" * 15).status_code == 201
    answer = owner.file(content=b"x" * 6)
    assert answer.status_code == 413
    assert "5 are left of the 20" in answer.get_json()["detail"]


def test_imports_that_wait_are_bounded_by_their_bytes(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("a.md", "words")
    monkeypatch.setattr(limits, "MAX_WAITING", len(written.getvalue()))

    def send() -> int:
        form = {"file": (io.BytesIO(written.getvalue()), "vault.zip")}
        answer = owner.web.post("/api/data/import", data=form)
        return int(answer.status_code)

    assert send() == 202
    assert send() == 413
    ImportJob.update(state="done").execute()
    assert send() == 202
    folder = owner.web.application.config["NOTESVC"].imports
    with pytest.raises(TooLarge, match=str(limits.MAX_WAITING)):
        jobs.refuse_too_many(caller_of(owner.user), folder)
