"""What people do with the service, each act once and on things of its own, so that it can be tried again and again."""

import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.faults.running import Running
from tests.process.member import JSON, PASSWORD, Member, multipart
from tests.process.wire import Reply, Wire
from tests.service import wait_until

_NOTES = "/api/workspace/notes"


@dataclass(frozen=True, slots=True)
class Try:
    """An act that is ready to be done: `is_done` tells whether its effect is there, `is_right` whether an answer is."""

    ask: Callable[[], Reply]
    well: tuple[int, ...]
    is_done: Callable[[], bool] | None = None
    is_right: Callable[[Reply], bool] = lambda _: True
    # A stream whose head is sent can only be broken off, which whoever reads it sees.
    may_break_off: bool = False


@dataclass
class World:
    """Somebody with a workspace, and what the acts need of it."""

    running: Running
    member: Member
    key: Mapping[str, str]
    dice: random.Random
    _number: int = 0
    found: dict[str, Any] = field(default_factory=dict)

    def token(self) -> str:
        """A word that nothing else holds."""
        self._number += 1
        return f"token{self._number:06}x"

    def note(self, content: str = "first") -> str:
        return str(self.member.note(f"note {self.token()}", content)["id"])

    def names(self) -> list[str]:
        return [note["name"] for note in self.member.get(f"{_NOTES}?limit=5000")["notes"]]

    def content(self, note_id: str) -> str:
        return str(self.member.get(f"{_NOTES}/{note_id}?peek=true")["content"])

    def trash(self) -> set[str]:
        return {note["id"] for note in self.member.get("/api/workspace/trash?limit=500")["notes"]}

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Reply:
        return self.member.ask(method, path, body, headers)


def create(world: World) -> Try:
    name = f"made {world.token()}"
    fields, key = {"name": name, "content": "#tea [[other]]"}, {"Idempotency-Key": name.replace(" ", "-")}
    return Try(lambda: world.ask("POST", _NOTES, fields, key), (200, 201), lambda: world.names().count(name) == 1)


def capture(world: World) -> Try:
    title = f"clip {world.token()}"
    fields, key = {"title": title, "markdown": "text"}, {"Idempotency-Key": title.replace(" ", "-"), **world.key}
    path = "/api/sync/capture"
    return Try(lambda: world.ask("POST", path, fields, key), (200, 201), lambda: world.names().count(title) == 1)


def save(world: World) -> Try:
    note_id, content = world.note(), f"second {world.token()} #tea"
    fields = {"content": content}
    return Try(
        lambda: world.ask("PATCH", f"{_NOTES}/{note_id}", fields), (200,), lambda: world.content(note_id) == content
    )


def rename(world: World) -> Try:
    """The name and the link to it: both, or neither."""
    old, new = f"old {world.token()}", f"new {world.token()}"
    note_id = world.member.note(old)["id"]
    linker = world.note(f"see [[{old}]]")

    def is_done() -> bool:
        found = world.member.get(f"{_NOTES}/{note_id}?peek=true")["name"], world.content(linker)
        assert found in ((old, f"see [[{old}]]"), (new, f"see [[{new}]]")), found
        return bool(found[0] == new)

    return Try(lambda: world.ask("PATCH", f"{_NOTES}/{note_id}", {"name": new}), (200,), is_done)


def delete(world: World) -> Try:
    note_id = world.note()
    return Try(lambda: world.ask("DELETE", f"{_NOTES}/{note_id}"), (204,), lambda: note_id in world.trash())


def restore(world: World) -> Try:
    note_id = world.note()
    world.ask("DELETE", f"{_NOTES}/{note_id}")
    path = f"/api/workspace/trash/{note_id}/restore"
    return Try(lambda: world.ask("POST", path), (200,), lambda: note_id not in world.trash())


def purge(world: World) -> Try:
    note_id = world.note()
    world.ask("DELETE", f"{_NOTES}/{note_id}")
    path = f"/api/workspace/trash/{note_id}"
    return Try(lambda: world.ask("DELETE", path), (204,), lambda: note_id not in world.trash())


def make_folder(world: World) -> Try:
    name = f"folder {world.token()}"
    path = "/api/workspace/folders"

    def is_done() -> bool:
        return [each["name"] for each in world.member.get(path)["folders"]].count(name) == 1

    return Try(lambda: world.ask("POST", path, {"name": name}), (201,), is_done)


def upload(world: World) -> Try:
    content = world.dice.randbytes(world.dice.choice((300, 60_000)))
    name = f"{world.token()}.bin"
    body, headers = multipart(name, content)
    path = "/api/workspace/attachments"

    def is_done() -> bool:
        files = world.member.get(f"{path}?name={name}")["attachments"]
        bodies = [world.ask("GET", file["url"]) for file in files]
        assert all(each.status == 200 and each.body == content for each in bodies), (name, bodies)
        return bool(files)

    return Try(lambda: world.ask("POST", path, body, headers), (201,), is_done)


def download(world: World) -> Try:
    content = world.dice.randbytes(20_000)
    url = world.member.upload("/api/workspace/attachments", "there.bin", content).json()["url"]
    return Try(lambda: world.ask("GET", url), (200,), None, lambda reply: reply.body == content, True)


def read(world: World) -> Try:
    token = world.token()
    note_id = world.note(token)
    path = f"{_NOTES}/{note_id}"
    return Try(lambda: world.ask("GET", path), (200,), None, lambda reply: reply.json()["content"] == token)


def search(world: World) -> Try:
    token = world.token()
    note_id = world.note(f"words {token}")
    path = f"/api/workspace/search?q={token}"
    return Try(lambda: world.ask("GET", path), (200,), None, lambda reply: note_id in reply.body.decode())


def export(world: World) -> Try:
    """What breaks off is seen to break off: then there is no end of the last chunk."""
    token = world.token()
    world.note(token)

    def is_right(reply: Reply) -> bool:
        with zipfile.ZipFile(io.BytesIO(reply.body)) as archive:
            return archive.testzip() is None and token in archive.read("workspace.json").decode()

    return Try(lambda: world.ask("GET", "/api/data/export?format=zip"), (200,), None, is_right, True)


def sign_in(world: World) -> Try:
    body = json.dumps({"email": "owner@example.org", "password": PASSWORD}).encode()

    def ask() -> Reply:
        with Wire(world.running.url) as wire:
            return wire.ask("POST", "/api/auth/login", JSON, body)

    def is_right(reply: Reply) -> bool:
        cookie = str(reply.headers["Set-Cookie"]).split(";")[0]
        with Wire(world.running.url) as wire:
            return wire.ask("GET", "/api/auth/session", {"Cookie": cookie}).status == 200

    return Try(ask, (200,), None, is_right)


def make_key(world: World) -> Try:
    name = f"key {world.token()}"
    path = "/api/sync/tokens"
    fields = {"name": name, "canWrite": False}

    def keys() -> list[Any]:
        return list(world.member.get(path)["tokens"])

    # Twenty may be active.
    for each in keys():
        if each["name"].startswith("key token") and each["state"] == "active":
            world.ask("DELETE", f"{path}/{each['id']}")
    return Try(
        lambda: world.ask("POST", path, fields), (201,), lambda: [key["name"] for key in keys()].count(name) == 1
    )


def import_vault(world: World) -> Try:
    """All notes of the archive or none, and the file with its bytes."""
    token = world.token()
    archive, picture = io.BytesIO(), world.dice.randbytes(9_000)
    with zipfile.ZipFile(archive, "w") as packed:
        for number in range(3):
            packed.writestr(f"{token}-{number}.md", f"text {token} [[{token}-0]] ![[{token}.png]]\n")
        packed.writestr(f"{token}.png", picture)
    body, headers = multipart("vault.zip", archive.getvalue())
    headers |= {"Idempotency-Key": token}

    def ask() -> Reply:
        reply = world.ask("POST", "/api/data/import", body, headers)
        if reply.status not in (200, 202):
            return reply
        path = f"/api/data/imports/{reply.json()['id']}"
        ended = wait_until(lambda: _ended(world.ask("GET", path)), "the import goes on")
        return reply if ended == "done" else Reply(0, reply.headers, ended.encode())

    def is_done() -> bool:
        found = sum(name.startswith(token) for name in world.names())
        assert found in (0, 3), f"{found} of 3 notes"
        files = world.member.get(f"/api/workspace/attachments?name={token}.png")["attachments"]
        assert all(world.ask("GET", file["url"]).body == picture for file in files)
        return found == 3

    return Try(ask, (200, 202), is_done)


def _ended(reply: Reply) -> str:
    state = reply.json()["state"] if reply.status == 200 else ""
    return state if state in ("done", "failed", "cancelled", "partial") else ""


ACTS: dict[str, Callable[[World], Try]] = {
    each.__name__: each
    for each in (
        create, capture, save, rename, delete, restore, purge, make_folder, upload, download, read, search, export,
        sign_in, make_key, import_vault,
    )
}  # fmt: skip
