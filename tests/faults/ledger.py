"""What was acknowledged to somebody who writes, and how it is compared with what the service has."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from tests.process.member import Member


@dataclass
class Kept:
    """A note as it was acknowledged last."""

    name: str
    content: str
    folder: str | None = None
    is_deleted: bool = False


@dataclass
class Ledger:
    """What was acknowledged to one writer, and what was answered or found that must not be."""

    notes: dict[str, Kept] = field(default_factory=dict)
    folders: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    acts: int = 0
    replays: int = 0
    wrong: list[str] = field(default_factory=list)

    def live(self) -> list[str]:
        return [note_id for note_id, kept in self.notes.items() if not kept.is_deleted]


def compare(ledgers: list[Ledger], member: Member) -> list[str]:
    """What the service has that differs from what was acknowledged. Nothing may be on its way."""
    there = member.get("/api/data/export?format=json")
    notes = {note["id"]: note for note in there["notes"]}
    trash = {note["id"] for note in member.get("/api/workspace/trash?limit=500")["notes"]}
    folders = {folder["id"]: (folder["name"], folder["parentId"]) for folder in there["folders"]}
    names = [note["name"] for note in there["notes"]]
    wrong = [f"twice there: {name}" for name in {name for name in names if names.count(name) > 1}]
    for ledger in ledgers:
        wrong += ledger.wrong
        wrong += [f"a removed note is back: {each}" for each in ledger.gone if each in notes or each in trash]
        wrong += [f"lost or wrong: folder {each}" for each, kept in ledger.folders.items() if folders.get(each) != kept]
        for note_id, kept in ledger.notes.items():
            wrong += _compared(note_id, kept, notes, trash)
        for url, digest in list(ledger.files.items()):
            reply = member.ask("GET", url)
            if reply.status != 200 or hashlib.sha256(reply.body).hexdigest() != digest:
                wrong.append(f"lost or wrong: file {url} ({reply.status})")
    return wrong


def _compared(note_id: str, kept: Kept, notes: dict[str, Any], trash: set[str]) -> list[str]:
    if kept.is_deleted:
        return [] if note_id in trash and note_id not in notes else [f"not in the trash: {note_id}"]
    found = notes.get(note_id)
    if found is None:
        return [f"lost: note {note_id} ({kept.name})"]
    there = Kept(found["name"], found["content"], found["parentId"])
    return [] if there == kept else [f"acknowledged {kept}, found {there}"]
