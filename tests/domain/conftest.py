"""A cast for the domain: the caller, a stranger who may see nothing, notes, and a count of statements."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.domain import notes
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.models import Note, User

MakeNote = Callable[..., Note]
Counting = Callable[[], Any]


def add_user(handle: str) -> Caller:
    """An account with nothing in its workspace."""
    now = clock.now()
    user = User.create(
        id=clock.new_id(),
        email=f"{handle}@example.org",
        email_key=f"{handle}@example.org",
        handle=handle,
        handle_key=handle,
        name=handle.title(),
        is_admin=False,
        created_at=now,
        updated_at=now,
    )
    return users.caller_of(user)


@pytest.fixture
def caller(workspace: Settings) -> Caller:
    """The owner of what the test makes; the test runs on both databases."""
    return add_user("owner")


@pytest.fixture
def stranger(workspace: Settings) -> Caller:
    """Somebody who may see nothing of the caller's."""
    return add_user("stranger")


@pytest.fixture
def make_note(caller: Caller) -> MakeNote:
    """Makes notes: `make_note("Title", "text", tags=["x"])`, of the caller unless `by=` names another."""

    def make(name: str = "", content: str = "", *, by: Caller | None = None, **fields: Any) -> Note:
        return notes.create(by or caller, {"name": name, "content": content, **fields})[0]

    return make


@pytest.fixture
def statements(workspace: Settings, monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Counts what is sent to the database: `with statements() as sent: …`, then `len(sent)`."""

    @contextmanager
    def counting() -> Iterator[list[str]]:
        sent: list[str] = []
        run = database.db.obj.execute_sql

        def execute_sql(sql: str, *arguments: Any, **options: Any) -> Any:
            sent.append(sql)
            return run(sql, *arguments, **options)

        with monkeypatch.context() as patch:
            patch.setattr(database.db.obj, "execute_sql", execute_sql)
            yield sent

    return counting
