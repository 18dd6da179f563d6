"""A model of the device routes: fast enough for thousands of runs. `test_model.py` holds it to the real ones."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from notesvc.clients.desktop.sync.api import Answer, Body

_DEFAULTS: dict[str, Any] = {"tags": [], "properties": {}, "icon": None, "cover": None, "journalMeta": None}


class ModelService:
    """A workspace in memory; also what people do in it."""

    def __init__(self) -> None:
        self.notes: dict[str, dict[str, Any]] = {}
        self.folders: dict[str, dict[str, Any]] = {}
        self.files: dict[str, dict[str, Any]] = {}
        self.uploads: list[str] = []
        self._numbers = itertools.count(1)
        self._changed: dict[str, tuple[int, str]] = {}
        self._keys: dict[str, tuple[str, str]] = {}

    # What people do

    def create_note(self, name: str, content: str, parent: str | None = None) -> str:
        note_id = self._new_id()
        self.notes[note_id] = _DEFAULTS | {"name": name, "content": content, "parentId": parent, "deleted": False}
        self._touch("note", note_id)
        return note_id

    def change_note(self, note_id: str, **fields: Any) -> None:
        if {**self.notes[note_id], **fields} != self.notes[note_id]:
            self.notes[note_id] |= fields
            self._touch("note", note_id)

    def delete_note(self, note_id: str) -> None:
        self.change_note(note_id, deleted=True)

    def create_folder(self, name: str, parent: str | None = None) -> str:
        folder_id = self._new_id()
        self.folders[folder_id] = {"name": name, "parentId": parent, "deleted": False}
        self._touch("folder", folder_id)
        return folder_id

    def change_folder(self, folder_id: str, **fields: Any) -> None:
        self.folders[folder_id] |= fields
        self._touch("folder", folder_id)

    def delete_folder(self, folder_id: str) -> None:
        for each in self.below(folder_id):
            for note_id in self.notes_in(each):
                self.delete_note(note_id)
            self.change_folder(each, deleted=True)

    def below(self, folder_id: str) -> list[str]:
        """The folder and all live ones in it, at any depth."""
        found = [folder_id]
        for each in found:
            found += [i for i, f in self.folders.items() if f["parentId"] == each and not f["deleted"]]
        return found

    def notes_in(self, folder_id: str | None) -> list[str]:
        return [i for i, note in self.notes.items() if note["parentId"] == folder_id and not note["deleted"]]

    def live_notes(self) -> dict[str, dict[str, Any]]:
        return {i: note for i, note in self.notes.items() if not note["deleted"]}

    def live_folders(self) -> dict[str, dict[str, Any]]:
        return {i: folder for i, folder in self.folders.items() if not folder["deleted"]}

    def add_file(self, name: str, data: bytes) -> str:
        file_id = self._new_id()
        self.files[file_id] = {"name": name, "data": data, "deleted": False}
        self._touch("attachment", file_id)
        return file_id

    def delete_file(self, attachment_id: str) -> None:
        self.files[attachment_id]["deleted"] = True
        self._touch("attachment", attachment_id)

    def live_files(self) -> dict[str, bytes]:
        return {i: file["data"] for i, file in self.files.items() if not file["deleted"]}

    # What devices ask

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        data = self.live_files().get(path.rpartition("/")[2])
        if data is None:
            return Answer(404, {}, {"code": "not_found"}), iter(())
        return Answer(200), iter([data[:7], data[7:]])

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        parts = urlsplit(path)
        if body is not None and not isinstance(body, bytes):
            body = b"".join(body)
        if parts.path == "/api/sync/attachments":
            return self._add_file(body or b"", headers)
        given = json.loads(body) if body else {}
        if parts.path == "/api/sync/changes":
            return self._changes(dict(parse_qsl(parts.query)))
        if parts.path == "/api/sync/batch":
            results = [self._item(operation) for operation in given["operations"]]
            return Answer(200, {}, {"results": results})
        return self._write(method, parts.path, given, headers.get("If-Match"), headers.get("Idempotency-Key"))

    def pause(self, seconds: float) -> None:
        """Time is not of the model."""

    def _add_file(self, body: bytes, headers: dict[str, str]) -> Answer:
        key = headers["Idempotency-Key"]
        if headers["Content-Type"] == "application/json":
            asked = json.loads(body)
            data = next((data for data in self.live_files().values() if _hash(data) == asked["sha256"]), None)
            if data is None and key not in self._keys:
                return Answer(404, {}, {"code": "not_found"})
            name = asked["name"]
        else:
            assert int(headers["Content-Length"]) == len(body)
            sha256, name, data = _read_form(body, headers["Content-Type"].partition("boundary=")[2].encode())
            if _hash(data) != sha256:
                return Answer(422, {}, {"code": "invalid_input"})
            self.uploads.append(sha256)
        is_replay = key in self._keys
        if not is_replay:
            self._keys[key] = "", self.add_file(name, data or b"")
        replayed = {"idempotency-replayed": "true"} if is_replay else {}
        return Answer(200 if is_replay else 201, replayed, self._shown_file(self._keys[key][1]))

    def _shown_file(self, file_id: str) -> dict[str, Any]:
        file = self.files[file_id]
        facts = {"size": len(file["data"]), "sha256": _hash(file["data"]), "folder": ""}
        return {"id": file_id, "name": file["name"], **facts}

    def _item(self, operation: dict[str, Any]) -> dict[str, Any]:
        etag, key = operation.get("ifMatch"), operation.get("idempotencyKey")
        answer = self._write(operation["method"], operation["path"], operation["body"], etag, key)
        return {"status": answer.status, "body": answer.body}

    def _write(self, method: str, path: str, body: dict[str, Any], etag: str | None, key: str | None) -> Answer:
        kind, _, rest = path.removeprefix("/api/sync/").partition("/")
        thing_id, _, action = rest.partition("/")
        table = self.notes if kind == "notes" else self.folders
        if method == "POST" and not thing_id:
            return self._create(kind, body, key)
        thing = table.get(thing_id)
        if thing is None or (thing["deleted"] and action != "restore"):
            return Answer(404, {}, {"code": "not_found"})
        if action == "restore":
            self._restore(thing_id)
            return Answer(200, {}, {"id": thing_id, "etag": self._etag(thing_id)})
        if etag is None:
            return Answer(428, {}, {"code": "precondition_required"})
        if etag != self._etag(thing_id):
            return Answer(412, {}, {"code": "precondition_failed", "current": self._shown(kind, thing_id)})
        return self._remove(kind, thing_id) if method == "DELETE" else self._change(kind, thing_id, body)

    def _create(self, kind: str, body: dict[str, Any], key: str | None) -> Answer:
        asked = json.dumps(body, sort_keys=True)
        if key in self._keys:
            known, thing_id = self._keys[key]
            if known != asked:
                return Answer(409, {}, {"code": "idempotency_conflict"})
            return Answer(200, {}, self._shown(kind, thing_id))
        if not self._is_live_folder(body["parentId"]):
            return Answer(404, {}, {"code": "not_found"})
        if kind == "folders":
            thing_id = self.create_folder(body["name"], body["parentId"])
        else:
            thing_id = self.create_note(body["name"], body["content"], body["parentId"])
            self.notes[thing_id] |= {name: body[name] for name in ("tags", "properties") if name in body}
            if "journalDate" in body and not self._has_entry(body["journalDate"]):
                self.notes[thing_id]["journalMeta"] = {"date": body["journalDate"]}
        if key is not None:
            self._keys[key] = asked, thing_id
        return Answer(201, {}, self._shown(kind, thing_id))

    def _change(self, kind: str, thing_id: str, body: dict[str, Any]) -> Answer:
        if not self._is_live_folder(body.get("parentId")):
            return Answer(404, {}, {"code": "not_found"})
        if kind == "notes":
            self.change_note(thing_id, **body)
        elif body.get("parentId") in self.below(thing_id):
            return Answer(409, {}, {"code": "folder_cycle"})
        else:
            self.change_folder(thing_id, **body)
        return Answer(200, {}, self._shown(kind, thing_id))

    def _remove(self, kind: str, thing_id: str) -> Answer:
        if kind == "notes":
            self.delete_note(thing_id)
        elif self.notes_in(thing_id) or len(self.below(thing_id)) > 1:
            return Answer(409, {}, {"code": "not_empty"})
        else:
            self.change_folder(thing_id, deleted=True)
        return Answer(204)

    def _restore(self, note_id: str) -> None:
        if not self._is_live_folder(self.notes[note_id]["parentId"]):
            self.notes[note_id]["parentId"] = None
        self.change_note(note_id, deleted=False)

    def _has_entry(self, date: str) -> bool:
        return any(note["journalMeta"] == {"date": date} for note in self.live_notes().values())

    def _is_live_folder(self, folder_id: str | None) -> bool:
        return folder_id is None or (folder_id in self.folders and not self.folders[folder_id]["deleted"])

    def _changes(self, query: dict[str, str]) -> Answer:
        since, limit = int(query.get("cursor", 0)), int(query.get("limit", 500))
        rows = sorted((number, kind, i) for i, (number, kind) in self._changed.items() if number > since)
        page = rows[:limit]
        found: dict[str, Any] = {"notes": [], "folders": [], "attachments": [], "deleted": []}
        for _, kind, thing_id in page:
            table = {"note": self.notes, "folder": self.folders, "attachment": self.files}[kind]
            if table[thing_id]["deleted"]:
                found["deleted"].append({"kind": kind, "id": thing_id})
            elif kind == "attachment":
                found["attachments"].append(self._shown_file(thing_id))
            else:
                found[f"{kind}s"].append(self._shown(f"{kind}s", thing_id))
        cursor = page[-1][0] if page else since
        return Answer(200, {}, found | {"cursor": str(cursor), "more": len(rows) > limit, "epoch": "one"})

    def _shown(self, kind: str, thing_id: str) -> dict[str, Any]:
        fields = dict((self.notes if kind == "notes" else self.folders)[thing_id])
        del fields["deleted"]
        shown = {"id": thing_id, "etag": self._etag(thing_id), **fields}
        if kind == "notes":
            shown["sha256"] = hashlib.sha256(fields["content"].encode()).hexdigest()
        return json.loads(json.dumps(shown))

    def _etag(self, thing_id: str) -> str:
        return f'"{self._changed[thing_id][0]}"'

    def _touch(self, kind: str, thing_id: str) -> None:
        self._changed[thing_id] = next(self._numbers), kind

    def _new_id(self) -> str:
        return f"00000000-0000-7000-8000-{next(self._numbers):012d}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_form(body: bytes, boundary: bytes) -> tuple[str, str, bytes]:
    """The hash, the name and the bytes of a form."""
    _, first, second, _ = body.split(b"--" + boundary)
    head, _, data = second.removesuffix(b"\r\n").partition(b"\r\n\r\n")
    name = head.partition(b'filename="')[2].partition(b'"')[0].decode()
    return first.strip().rpartition(b"\r\n")[2].decode(), name, data
