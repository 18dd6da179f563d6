"""No change is ever left out: readers of the feed while others write, in any order of their transactions.

The invariant: whoever reads pages until there are no more, whatever their sizes and whenever they are read, has
exactly what the workspace has.
"""

import contextlib
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from notesvc import clock, database, errors
from notesvc.domain import attachments, folders, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.device import feed
from notesvc.models import Attachment, Folder, Note
from tests import searching

WRITERS, READERS = 4, 3
STEPS = 40


class Mirror:
    """What a reader of the feed has."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.cursor: str | None = None
        self.pages = 0
        self.has: dict[str, dict[str, Any]] = {"note": {}, "folder": {}, "attachment": {}}

    def read_page(self, size: int) -> bool:
        """Take a page over; answers whether there is more."""
        page = feed.read(self.caller, self.cursor, size)
        for kind, rows in (("note", page["notes"]), ("folder", page["folders"]), ("attachment", page["attachments"])):
            for row in rows:
                self.has[kind][row["id"]] = row
        for gone in page["deleted"]:
            self.has[gone["kind"]].pop(gone["id"], None)
        self.cursor, self.pages = page["cursor"], self.pages + 1
        return bool(page["more"])

    def read_all(self, size: int = 500) -> None:
        while self.read_page(size):
            pass

    def facts(self) -> dict[str, Any]:
        """What is compared: what a client writes to its disk."""
        return {
            "note": {
                id: (row["name"], row["content"], row["parentId"], row["etag"], row["sha256"])
                for id, row in self.has["note"].items()
            },
            "folder": {id: (row["name"], row["parentId"], row["etag"]) for id, row in self.has["folder"].items()},
            "attachment": {id: (row["name"], row["noteId"]) for id, row in self.has["attachment"].items()},
        }


def truth(caller: Caller) -> dict[str, Any]:
    """The workspace as its tables have it."""
    texts = dict(database.execute("SELECT note_id, content FROM note_bodies").fetchall())
    live = (Note.owner == caller.user_id) & Note.deleted_at.is_null()
    there = (Folder.owner == caller.user_id) & Folder.deleted_at.is_null()
    files = Attachment.select().where(Attachment.owner == caller.user_id)
    return {
        "note": {
            row.id: (row.name, texts[row.id], row.parent_id, row.etag, row.content_hash)
            for row in Note.select().where(live)
        },
        "folder": {row.id: (row.name, row.parent_id, row.etag) for row in Folder.select().where(there)},
        "attachment": {row.id: (row.name, row.note_id) for row in files},
    }


class Writer:
    """Somebody who does one thing after the other, as a seed has it."""

    def __init__(self, caller: Caller, seed: int) -> None:
        self.caller = caller
        self.chance = random.Random(seed)

    def step(self) -> None:
        # Where somebody else was faster.
        with contextlib.suppress(errors.Refusal):
            self.chance.choice(self.acts)()

    @property
    def acts(self) -> list[Callable[[], Any]]:
        return [
            self.make_note,
            self.make_note,
            self.change_note,
            self.change_note,
            self.rename_note,
            self.move_note,
            self.delete_note,
            self.restore,
            self.erase,
            self.make_folder,
            self.move_folder,
            self.delete_folder,
            self.add_file,
            self.empty_trash,
        ]

    def word(self) -> str:
        return f"w{self.chance.randrange(10**6)}"

    def any_id(self, table: str, where: str = "deleted_at IS NULL") -> str:
        ids = [
            row[0]
            for row in database.execute(
                f"SELECT id FROM {table} WHERE owner_id = ? AND {where} ORDER BY id", (self.caller.user_id,)
            ).fetchall()
        ]
        if not ids:
            raise errors.NotFound
        return str(self.chance.choice(ids))

    def place(self) -> str | None:
        return self.any_id("folders") if self.chance.random() < 0.7 else None

    def make_note(self) -> None:
        notes.create(self.caller, {"name": self.word(), "content": f"{self.word()} [[{self.word()}]]"})

    def change_note(self) -> None:
        notes.change(self.caller, self.any_id("notes"), {"content": self.word() * 20})

    def rename_note(self) -> None:
        notes.change(self.caller, self.any_id("notes"), {"name": self.word()})

    def move_note(self) -> None:
        notes.move(self.caller, self.any_id("notes"), self.place())

    def delete_note(self) -> None:
        trash.delete_note(self.caller, self.any_id("notes"))

    def restore(self) -> None:
        table = self.chance.choice(["notes", "folders"])
        trash.restore(self.caller, self.any_id(table, "deleted_at IS NOT NULL"))

    def erase(self) -> None:
        trash.erase(self.caller, self.any_id("notes", "deleted_at IS NOT NULL"))

    def make_folder(self) -> None:
        folders.create(self.caller, {"name": self.word(), "parent_id": self.place()})

    def move_folder(self) -> None:
        folders.change(self.caller, self.any_id("folders"), {"parent_id": self.place(), "name": self.word()})

    def delete_folder(self) -> None:
        trash.delete_folder(self.caller, self.any_id("folders"))

    def add_file(self) -> None:
        note_id = self.any_id("notes")
        made = attachments.add_to(self.caller, ("0" * 64, 1), f"{self.word()}.png", note_id)
        if self.chance.random() < 0.5:
            # Named by another note, it outlives its own.
            notes.change(self.caller, self.any_id("notes"), {"content": f"![x]({made.url})"})

    def empty_trash(self) -> None:
        if self.chance.random() < 0.3:
            trash.empty(self.caller)


def together(acts: list[Callable[[], None]]) -> None:
    """All at once, each in a thread with a connection of its own; raises what one of them raised."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], None]) -> None:
        start.wait()
        try:
            with database.connection():
                act()
        finally:
            database.disconnect()

    with ThreadPoolExecutor(len(acts)) as pool:
        for each in [pool.submit(run, act) for act in acts]:
            each.result()


@pytest.mark.search
@pytest.mark.parametrize("seed", searching.seeds(1))
def test_who_reads_while_others_write_has_all_in_the_end(caller: Caller, seed: int) -> None:
    readers = [Mirror(caller) for _ in range(READERS)]
    writing = threading.Event()
    done = [False] * WRITERS

    def write(number: int) -> None:
        writer = Writer(caller, seed * 100 + number)
        try:
            for _ in range(STEPS):
                writer.step()
        finally:
            done[number] = True
            if all(done):
                writing.set()

    def read(number: int) -> None:
        chance = random.Random(seed * 1000 + number)
        while not writing.is_set():
            readers[number].read_page(chance.choice([1, 2, 5, 50]))

    together(
        [lambda number=number: write(number) for number in range(WRITERS)]  # type: ignore[misc]
        + [lambda number=number: read(number) for number in range(READERS)]  # type: ignore[misc]
    )
    wanted = truth(caller)
    for reader in [*readers, Mirror(caller)]:
        reader.read_all(3)
        for kind, rows in reader.facts().items():
            assert set(rows.items()) ^ set(wanted[kind].items()) == set(), kind
    assert all(reader.pages > 1 for reader in readers)


# SQLite has one writer at a time: there is nothing to come between.
@pytest.mark.parametrize("kind", ["postgres"])
def test_a_transaction_that_is_open_while_a_page_is_read_is_in_a_later_one(caller: Caller) -> None:
    mirror = Mirror(caller)
    mirror.read_all()
    begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        with database.transaction(caller.user_id):
            notes.create(caller, {"name": "slow"})
            begun.set()
            assert may_end.wait(60)

    def reader() -> None:
        assert begun.wait(60)
        mirror.read_all()
        may_end.set()

    together([slow, reader])
    assert mirror.has["note"] == {}
    notes.create(caller, {"name": "next"})
    mirror.read_all()
    assert {row["name"] for row in mirror.has["note"].values()} == {"slow", "next"}


def test_a_file_that_outlives_its_note_is_told_again(caller: Caller) -> None:
    note = notes.create(caller, {"name": "A"})[0]
    file = attachments.add_to(caller, ("0" * 64, 1), "a.png", str(note.id))
    notes.create(caller, {"name": "B", "content": f"![x]({file.url})"})
    mirror = Mirror(caller)
    mirror.read_all()
    trash.delete_note(caller, str(note.id))
    trash.empty(caller)
    mirror.read_all()
    assert mirror.has["attachment"][str(file.id)]["noteId"] is None


def test_a_damaged_text_is_left_out_and_nothing_else(caller: Caller) -> None:
    made = [notes.create(caller, {"name": name, "content": f"text of {name}"})[0] for name in "ABC"]
    database.execute("UPDATE note_bodies SET content = 'other' WHERE note_id = ?", (made[1].id,))
    mirror = Mirror(caller)
    mirror.read_all()
    assert {row["name"] for row in mirror.has["note"].values()} == {"A", "C"}


def test_the_epoch_is_another_one_after_a_restore(caller: Caller) -> None:
    cursor = feed.read(caller, None, 10)["cursor"]
    before = feed.instance_epoch()
    database.execute("INSERT INTO instance_facts (name, value) VALUES ('restored_at', ?)", (clock.now(),))
    assert feed.instance_epoch() != before
    with pytest.raises(errors.CursorGone):
        feed.read(caller, cursor, 10)


def test_a_page_asks_the_database_no_more_often_the_more_it_has(caller: Caller, statements: Any) -> None:
    for number in range(30):
        notes.create(caller, {"name": f"N{number}", "content": "x"})
    with statements() as sent:
        feed.read(caller, None, 500)
    assert len(sent) < 20


def test_what_is_restored_while_the_trash_is_emptied_stays(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    note, folder = notes.create(caller, {"name": "A"})[0], folders.create(caller, {"name": "F"})
    trash.delete_note(caller, str(note.id))
    trash.delete_folder(caller, str(folder.id))
    erase = trash._erase

    def restore_before(*arguments: Any, **named: Any) -> None:
        trash.restore(caller, str(note.id))
        trash.restore(caller, str(folder.id))
        erase(*arguments, **named)

    monkeypatch.setattr(trash, "_erase", restore_before)
    trash.empty(caller)
    mirror = Mirror(caller)
    mirror.read_all()
    assert mirror.has["note"].keys() == {str(note.id)}
    assert mirror.has["folder"].keys() == {str(folder.id)}
