"""The real service in this process: what devices ask it, and what people do in it by the routes of the web app."""

import io
from collections.abc import Iterator
from typing import Any

import flask

from notesvc import database, file_store
from notesvc.clients.desktop.sync.api import Answer, Body
from notesvc.domain import attachments
from notesvc.models import Attachment
from tests.web.conftest import Member

_NOTES = """
SELECT n.id, n.name, n.parent_id, b.content FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.owner_id = ? AND n.deleted_at IS NULL
"""
_FILES = "SELECT id, content_hash FROM attachments WHERE owner_id = ?"
_PIECE = 64 * 1024
_FOLDERS = "SELECT id, name, parent_id FROM folders WHERE owner_id = ? AND deleted_at IS NULL"


class RealService:
    """A workspace of the service's; it begins empty."""

    def __init__(self, app: flask.Flask, member: Member) -> None:
        self._member, self._client = member, app.test_client()
        self._headers = {"Authorization": f"Bearer {member.device_key()}"}
        self._owner = str(member.user.id)
        for table in ("notes", "folders", "attachments"):
            database.execute(f"DELETE FROM {table} WHERE owner_id = ?", (self._owner,))

    # What people do

    def create_note(self, name: str, content: str, parent: str | None = None) -> str:
        return str(self._member.note(name, content, parentId=parent)["id"])

    def change_note(self, note_id: str, **fields: object) -> None:
        self._web("PATCH", f"notes/{note_id}", fields)

    def delete_note(self, note_id: str) -> None:
        self._web("DELETE", f"notes/{note_id}")

    def create_folder(self, name: str, parent: str | None = None) -> str:
        return str(self._member.folder(name, parentId=parent)["id"])

    def change_folder(self, folder_id: str, **fields: object) -> None:
        self._web("PATCH", f"folders/{folder_id}", fields)

    def delete_folder(self, folder_id: str) -> None:
        self._web("DELETE", f"folders/{folder_id}")

    def below(self, folder_id: str) -> list[str]:
        found, folders = [folder_id], self.live_folders()
        for each in found:
            found += [i for i, folder in folders.items() if folder["parentId"] == each]
        return found

    def notes_in(self, folder_id: str | None) -> list[str]:
        return [i for i, note in self.live_notes().items() if note["parentId"] == folder_id]

    def live_notes(self) -> dict[str, dict[str, object]]:
        rows = database.execute(_NOTES, (self._owner,)).fetchall()
        return {i: {"name": name, "parentId": parent, "content": text} for i, name, parent, text in rows}

    def live_folders(self) -> dict[str, dict[str, object]]:
        rows = database.execute(_FOLDERS, (self._owner,)).fetchall()
        return {i: {"name": name, "parentId": parent} for i, name, parent in rows}

    def add_file(self, name: str, data: bytes) -> str:
        given = {"file": (io.BytesIO(data), name)}
        answer = self._member.web.post("/api/workspace/attachments", data=given)
        assert answer.status_code == 201, answer.text
        return str(answer.get_json()["id"])

    def delete_file(self, attachment_id: str) -> None:
        """As the service does when the last note that named it is erased."""
        with database.transaction(self._owner):
            attachments.drop_unreferenced(self._owner, [Attachment.get_by_id(attachment_id)])

    def live_files(self) -> dict[str, bytes]:
        rows = database.execute(_FILES, (self._owner,)).fetchall()
        return {i: file_store.path_of(sha256).read_bytes() for i, sha256 in rows}

    # What devices ask

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        answer = self._client.get(path, headers=self._headers, buffered=True)
        data = answer.data
        pieces = (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))
        return Answer(answer.status_code, {}, answer.get_json(silent=True)), pieces

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        sent = body if body is None or isinstance(body, bytes) else b"".join(body)
        answer = self._client.open(path, method=method, data=sent, headers={**self._headers, **headers})
        assert answer.status_code < 500, answer.text
        found = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, found, answer.get_json(silent=True))

    def pause(self, seconds: float) -> None:
        """A minute goes by, and with it what was used of the limits."""
        raise AssertionError(f"the service wants to be left alone for {seconds} seconds")

    def _web(self, method: str, path: str, body: Any = None) -> None:
        answer = self._member.web.open(f"/api/workspace/{path}", method=method, json=body)
        assert answer.status_code in (200, 204), answer.text
