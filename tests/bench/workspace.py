"""Workspaces to measure in: written by the service's own routines, copied for each side, so both hold the same."""

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from notesvc import config, database, integrity, migrate
from notesvc.domain import folders, indexing, notes, people, sync_tokens, text_work
from notesvc.domain.accounts import sessions, users
from notesvc.domain.caller import Caller
from notesvc.models import User
from tests.bench.load import Request
from tests.bench.notes import HUB, PERSON, Draft

_NOTES_A_TRANSACTION = 500
PASSWORD = "a password for measuring"  # of an account on loopback that lives for minutes
_JSON = ("Content-Type", "application/json")


@dataclass(frozen=True)
class Workspace:
    """An instance's folder, and who may use it: the owner's cookie, and keys of several users for capturing."""

    folder: Path
    cookie: str
    keys: tuple[str, ...]
    drafts: Sequence[Draft] = field(repr=False)
    note_ids: tuple[str, ...] = field(repr=False)
    folder_ids: tuple[str, ...] = field(repr=False)
    hub_id: str

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "notesvc.sqlite"

    def copied_to(self, folder: Path) -> "Workspace":
        """The same workspace in another folder."""
        shutil.copytree(self.folder, folder)
        # Else a writer's first fsync would have to wait for these hundreds of megabytes as well.
        for path in filter(Path.is_file, folder.rglob("*")):
            with open(path, "rb") as file:
                os.fsync(file.fileno())
        return replace(self, folder=folder)

    def request(self, method: str, path: str, body: bytes = b"", expects: int = 200) -> Request:
        """A request of the owner's browser."""
        return Request(method, path, body, (("Cookie", f"notesvc={self.cookie}"), _JSON), expects)


def build(folder: Path, drafts: Sequence[Draft], keyholders: int = 1) -> Workspace:
    """Write the drafts into a new instance, whose owner and keyholders have 20 keys each."""
    folder.mkdir(mode=0o700, parents=True)
    settings = config.load({"NOTESVC_INSTANCE": str(folder)})
    database.open_database(settings)
    try:
        migrate.migrate(settings)
        # The daily check would take a core for minutes in the middle of a measure.
        integrity.remember_check()
        with database.connection():
            return _filled(folder, drafts, keyholders)
    finally:
        database.disconnect()


def _filled(folder: Path, drafts: Sequence[Draft], keyholders: int) -> Workspace:
    owner = _user(0)
    caller = users.caller_of(owner)
    cookie = sessions.start(owner, "127.0.0.1", "bench")
    people.create(caller, {"name": PERSON})
    hub, _ = notes.create(caller, {"name": HUB, "content": "What many notes link to.\n"})
    tree = _planted(caller, {draft.folder for draft in drafts})
    holders = [owner, *(_user(number) for number in range(1, keyholders))]
    return Workspace(
        folder=folder,
        cookie=cookie,
        keys=tuple(key for holder in holders for key in _keys(users.caller_of(holder))),
        drafts=drafts,
        note_ids=tuple(_written(caller, drafts, tree)),
        folder_ids=tuple(tree.values()),
        hub_id=str(hub.id),
    )


def _user(number: int) -> User:
    return users.register(email=f"bench{number}@example.org", password=PASSWORD, name=f"Bench {number}")


def _keys(caller: Caller) -> list[str]:
    return [sync_tokens.create(caller, f"key {number}", True, None)[1] for number in range(20)]


def _planted(caller: Caller, paths: Iterable[str]) -> dict[str, str]:
    """The folders of the paths and all above them, by path."""
    steps = [path.split("/") for path in paths]
    wanted = sorted({tuple(each[:depth]) for each in steps for depth in range(1, len(each) + 1)})
    tree: dict[str, str] = {}
    with database.transaction(caller.user_id):
        for place in wanted:
            made = folders.create(caller, {"name": place[-1], "parent_id": tree.get("/".join(place[:-1]))})
            tree["/".join(place)] = str(made.id)
    return tree


def _written(caller: Caller, drafts: Sequence[Draft], tree: dict[str, str]) -> list[str]:
    made: list[str] = []
    for start in range(0, len(drafts), _NOTES_A_TRANSACTION):
        some = drafts[start : start + _NOTES_A_TRANSACTION]
        with text_work.keep_results():
            # No transaction reads many texts.
            indexing.read_all(draft.body for draft in some)
            made += _made(caller, some, tree)
    return made


def _made(caller: Caller, drafts: Sequence[Draft], tree: dict[str, str]) -> list[str]:
    with database.transaction(caller.user_id):
        each = [
            {"name": draft.title, "content": draft.body, "parent_id": tree[draft.folder], "tags": list(draft.tags)}
            for draft in drafts
        ]
        return [str(notes.create(caller, fields, "import")[0].id) for fields in each]
