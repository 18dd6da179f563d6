"""Somebody who writes notes, and repeats each act until it is known how it ended."""

import hashlib
import json
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from tests.faults.ledger import Kept, Ledger
from tests.process.member import Member, multipart
from tests.process.wire import Reply

PATIENCE_SECONDS = 90.0
_MOST_NOTES = 40
_NOTES = "/api/workspace/notes"
_FOLDERS = "/api/workspace/folders"


class GivenUpError(Exception):
    """No answer came in time; the ledger says so."""


class Writer:
    """One thread's acts, one after the other: each is repeated until it has an answer that says how it ended."""

    def __init__(self, member: Member, key: Mapping[str, str], seed: int, name: str) -> None:
        self.ledger = Ledger()
        self._member, self._key, self._name = member, key, name
        self._dice = random.Random(seed)
        self._number = 0
        self._next_capture = 0.0
        self.on_acknowledged: Callable[[], None] = lambda: None

    def act(self) -> None:
        """Do one thing of some dozen kinds."""
        live = self.ledger.live()
        if len(live) < 3:
            return self._create()
        kinds: list[tuple[Callable[[], None], int]] = [
            (self._create, 4 if len(live) < _MOST_NOTES else 0),
            (self._capture, 3 if time.monotonic() >= self._next_capture else 0),
            (self._save, 6),
            (self._rename, 3),
            (self._upload, 2 if len(self.ledger.files) < _MOST_NOTES else 0),
            (self._make_folder, 1 if len(self.ledger.folders) < 8 else 0),
            (self._move_folder, 2 if len(self.ledger.folders) > 1 else 0),
            (self._move, 2 if self.ledger.folders else 0),
            (self._delete, 3 if len(live) > 8 else 0),
            (self._restore, 1),
            (self._purge, 3),
        ]
        acts, weights = zip(*kinds, strict=True)
        self._dice.choices(acts, weights)[0]()

    def _create(self) -> None:
        token, link = self._token(), self._some_link()
        fields = {
            "name": f"note {token}",
            "content": f"first {token} #tag-{token}\n\n{link}",
            "parentId": self._folder(),
        }
        status, made = self._keyed("POST", _NOTES, fields, {})
        if status:
            self.ledger.notes[made["id"]] = Kept(fields["name"], fields["content"], fields["parentId"])

    def _capture(self) -> None:
        token = self._token()
        fields = {"title": f"clip {token}", "markdown": f"clipped {token}", "url": f"https://example.org/{token}"}
        status, made = self._keyed("POST", "/api/sync/capture", fields, self._key)
        # Thirty a minute are allowed with a key.
        self._next_capture = time.monotonic() + 2.6
        if status:
            found = self._read(made["id"])
            self.ledger.notes[made["id"]] = Kept(fields["title"], found["content"])
            if token not in found["content"]:
                self._wrong(f"the clip {token} holds {found['content']!r}")

    def _save(self) -> None:
        note_id, kept = self._any()
        content = f"{kept.content.partition(' ')[0]} {self._token()}\n\n{self._some_link()}"
        self._patch(
            note_id, {"content": content}, {note_id: (kept.name, kept.content)}, {note_id: (kept.name, content)}
        )
        kept.content = content

    def _rename(self) -> None:
        """With all links to the note, or not at all."""
        note_id, kept = self._any()
        linkers = self._linkers(kept.name)
        if any(each.is_deleted for each in linkers.values()):
            return
        name = f"note {self._token()}"
        touched = {**linkers, note_id: kept}
        before = {each: (found.name, found.content) for each, found in touched.items()}
        for found in linkers.values():
            found.content = found.content.replace(f"[[{kept.name}]]", f"[[{name}]]")
        kept.name = name
        after = {each: (found.name, found.content) for each, found in touched.items()}
        self._patch(note_id, {"name": name}, before, after)

    def _upload(self) -> None:
        content = self._dice.randbytes(self._dice.choice((100, 5_000, 40_000)))
        body, headers = multipart(f"{self._token()}.bin", content)
        reply = self._definite(lambda: self._ask("POST", "/api/workspace/attachments", body, headers), (201,))
        self.ledger.files[reply.json()["url"]] = hashlib.sha256(content).hexdigest()

    def _make_folder(self) -> None:
        name = f"folder {self._token()}"

        def make() -> Reply | None:
            reply = self._ask("POST", _FOLDERS, {"name": name})
            if reply is None and (found := self._folder_named(name)):
                return found
            return reply

        self.ledger.folders[self._definite(make, (200, 201)).json()["id"]] = (name, None)

    def _move_folder(self) -> None:
        folder = self._dice.choice(list(self.ledger.folders))
        into = self._dice.choice([each for each in self.ledger.folders if each != folder])
        if self._is_within(into, folder):
            return
        self._definite(lambda: self._ask("PATCH", f"{_FOLDERS}/{folder}", {"parentId": into}), (200,))
        self.ledger.folders[folder] = (self.ledger.folders[folder][0], into)

    def _move(self) -> None:
        note_id, kept = self._any()
        folder = self._folder()
        self._definite(lambda: self._ask("POST", f"{_NOTES}/{note_id}/move", {"parentId": folder}), (200,))
        kept.folder = folder

    def _delete(self) -> None:
        note_id, kept = self._any()
        # What was done unheard is found gone.
        self._definite(lambda: self._ask("DELETE", f"{_NOTES}/{note_id}"), (204, 404))
        kept.is_deleted = True

    def _restore(self) -> None:
        if note_id := self._in_trash():
            self._definite(lambda: self._ask("POST", f"/api/workspace/trash/{note_id}/restore"), (200, 204, 404))
            self.ledger.notes[note_id].is_deleted = False

    def _purge(self) -> None:
        if note_id := self._in_trash():
            self._definite(lambda: self._ask("DELETE", f"/api/workspace/trash/{note_id}"), (204, 404))
            del self.ledger.notes[note_id]
            self.ledger.gone.add(note_id)

    def _patch(self, note_id: str, fields: dict[str, str], before: dict[str, Any], after: dict[str, Any]) -> None:
        """Change a note; while nobody answers, the notes that it touches are all as before or all as after."""

        def change() -> Reply | None:
            reply = self._ask("PATCH", f"{_NOTES}/{note_id}", fields)
            if reply is None:
                found = {each: self._state(each) for each in after}
                # Two reads may have the commit between them: then the second look is of one moment.
                if found not in (before, after) and {each: self._state(each) for each in after} != after:
                    self._wrong(f"half changed: {found}, neither {before} nor {after}")
            return reply

        self._definite(change, (200,))
        if len(after) > 1 and (found := {each: self._state(each) for each in after}) != after:
            self._wrong(f"acknowledged {after}, found {found}")

    def _keyed(self, method: str, path: str, fields: dict[str, Any], more: Mapping[str, str]) -> tuple[int, Any]:
        """Make something once, under a key; now and then the same request comes again."""
        headers = {"Idempotency-Key": self._token(), **more}
        reply = self._definite(lambda: self._ask(method, path, fields, headers), (200, 201))
        if self._dice.random() < 0.2:
            again = self._definite(lambda: self._ask(method, path, fields, headers), (200, 201))
            self.ledger.replays += 1
            if again.status != 200 or again.json()["id"] != reply.json()["id"]:
                self._wrong(f"the same key made {reply.json()['id']} and {again.json()['id']}")
        return reply.status, reply.json()

    def _definite(self, ask: Callable[[], Reply | None], well: tuple[int, ...]) -> Reply:
        """Ask until there is an answer that says how it ended. Raises GivenUpError."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            reply = ask()
            if reply is not None and reply.status in well:
                self.ledger.acts += 1
                self.on_acknowledged()
                return reply
            if reply is not None and not _is_passing(reply):
                self._wrong(f"answered {reply.status}: {reply.body[:300]!r}")
                raise GivenUpError
            time.sleep(0.02)
        self._wrong("no answer for a long time")
        raise GivenUpError

    def _ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Reply | None:
        """The answer; None where it did not come, or in part."""
        try:
            reply = self._member.ask(method, path, body, headers)
            if reply.status != 204:
                json.loads(reply.body)
            return reply
        except (OSError, EOFError, ValueError, TypeError):
            return None

    def _read(self, note_id: str) -> Any:
        return self._definite(lambda: self._ask("GET", f"{_NOTES}/{note_id}?peek=true"), (200,)).json()

    def _state(self, note_id: str) -> tuple[str, str]:
        found = self._read(note_id)
        return found["name"], found["content"]

    def _folder_named(self, name: str) -> Reply | None:
        reply = self._ask("GET", _FOLDERS)
        if reply is None or reply.status != 200:
            return None
        found = [each for each in reply.json()["folders"] if each["name"] == name]
        return Reply(200, reply.headers, json.dumps(found[0]).encode()) if found else None

    def _linkers(self, name: str) -> dict[str, Kept]:
        return {each: kept for each, kept in self.ledger.notes.items() if f"[[{name}]]" in kept.content}

    def _some_link(self) -> str:
        live = self.ledger.live()
        return f"[[{self.ledger.notes[self._dice.choice(live)].name}]]" if live else "alone"

    def _any(self) -> tuple[str, Kept]:
        note_id = self._dice.choice(self.ledger.live())
        return note_id, self.ledger.notes[note_id]

    def _in_trash(self) -> str | None:
        found = [note_id for note_id, kept in self.ledger.notes.items() if kept.is_deleted]
        return self._dice.choice(found) if found else None

    def _folder(self) -> str | None:
        return self._dice.choice([None, *self.ledger.folders])

    def _is_within(self, folder: str | None, outer: str) -> bool:
        while folder is not None and folder != outer:
            folder = self.ledger.folders[folder][1]
        return folder == outer

    def _token(self) -> str:
        self._number += 1
        return f"{self._name}-{self._number:06}"

    def _wrong(self, what: str) -> None:
        self.ledger.wrong.append(f"{self._name}: {what}")


def _is_passing(reply: Reply) -> bool:
    """Whether the answer says that it may go well another time."""
    return reply.status in (429, 503) and "Retry-After" in reply.headers
