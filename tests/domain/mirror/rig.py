"""A workspace, a model of a place, and rounds between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from notesvc import clock, database
from notesvc.backends.backend import Backend
from notesvc.backends.causes import BackendError
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import file_form, rounds, states
from notesvc.domain.mirror.mirror import ORIGIN, Mirror, PauseError
from notesvc.domain.mirror.records import Record, standings, texts
from notesvc.models import StoragePart
from tests.backends.model import Model

INSTANCE = "00000000-0000-7000-8000-000000000001"


class Rig:
    """The caller's mirror at the model place."""

    def __init__(self, caller: Caller, place: Model | None = None, *, is_two_way: bool = True) -> None:
        self.caller = caller
        self.place = place or Model()
        self.is_two_way = is_two_way
        now = clock.now()
        self.part_id = clock.new_id()
        StoragePart.create(
            id=self.part_id,
            owner=caller.user_id,
            part="mirror",
            standing="current",
            backend="s3",
            state="ok",
            created_at=now,
            updated_at=now,
        )

    def backend(self) -> Backend:
        return self.place.backend()

    def mirror(self) -> Mirror:
        """As after a start of the process."""
        caller = self.caller.through(ORIGIN)
        return Mirror(self.part_id, caller, self.backend(), self.place.capabilities, self.is_two_way, INSTANCE)

    def round(self) -> str:
        """A round; answers "ok", or what it ended with."""
        try:
            rounds.run(self.mirror())
        except PauseError as error:
            states.pause(self.part_id, error.reason, error.names, error.count)
            return error.reason
        except BackendError as error:
            return error.cause
        return "ok"

    def settle(self) -> None:
        """Rounds until both sides rest; what it asks for is granted."""
        for _ in range(4):
            if self.round() != "ok":
                states.accept(self.part_id)

    def records(self) -> dict[str, Record]:
        """The live notes, by id."""
        mine = self.caller.user_id
        return {record.id: record for page in texts(mine, standings(mine)) for record in page}

    def notes(self) -> dict[str, str]:
        """The texts of live notes by name."""
        return {record.name: record.content for record in self.records().values()}

    def files(self) -> dict[str, str]:
        """The bodies of the files by key."""
        shown = {key: content.decode() for key, content in self.place.files.items() if key.endswith(".md")}
        return {key: file_form.read(text).body for key, text in shown.items()}

    def edit(self, key: str, old: str, new: str) -> None:
        """Somebody replaces a piece of a file's text."""
        text = self.place.files[key].decode()
        assert old in text
        self.place.write(key, text.replace(old, new, 1).encode())

    def count(self, table: str) -> int:
        where = f"SELECT count(*) FROM {table} WHERE part_id = ?"
        return int(database.execute(where, (self.part_id,)).fetchone()[0])


@contextmanager
def interrupted_transactions(monkeypatch: pytest.MonkeyPatch, strike: Any, disturb: Any) -> Iterator[None]:
    """Calls `strike` before and after each commit, as a process that may end at either, and `disturb` before each
    transaction, where others may write."""
    whole = database.transaction

    @contextmanager
    def transaction(lock: str | None = None) -> Iterator[None]:
        if database.in_transaction():
            yield
            return
        disturb()
        with whole(lock):
            yield
            strike()
        strike()

    with monkeypatch.context() as patch:
        patch.setattr(database, "transaction", transaction)
        yield
