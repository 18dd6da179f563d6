"""What the loop asks the database, in one thread: each question is short, and none is open while clients wait."""

from notesvc import database
from notesvc.domain import changes, events, sync_tokens
from notesvc.domain.accounts import sessions
from notesvc.domain.batches import chunks
from notesvc.streams.stream import StreamHandoff
from notesvc.web import event_frames


def beginning(handoff: StreamHandoff) -> tuple[int, bool]:
    """Where a new stream begins, and whether it missed nothing that can be told no more."""
    with database.connection():
        if handoff.last is not None and handoff.last >= 0 and events.can_go_on(handoff.user, handoff.last):
            return handoff.last, True
        return events.latest([handoff.user]).get(handoff.user, 0), handoff.last is None


def latest(user_ids: list[str]) -> dict[str, int]:
    """The number of each user's latest event."""
    found: dict[str, int] = {}
    with database.connection():
        for chunk in chunks(user_ids):
            found |= events.latest(list(chunk))
    return found


def after(user_id: str, number: int) -> tuple[bytes, int]:
    """A step of a user's events."""
    with database.connection():
        return event_frames.after(user_id, number)


def living(session_hashes: list[str]) -> set[str]:
    """Those of the sessions that have not ended."""
    found: set[str] = set()
    with database.connection():
        for chunk in chunks(session_hashes):
            found |= sessions.living(list(chunk))
    return found


def change_numbers(user_ids: list[str]) -> dict[str, int]:
    """The number of each user's latest change."""
    found: dict[str, int] = {}
    with database.connection():
        for chunk in chunks(user_ids):
            found |= changes.current_numbers(list(chunk))
    return found


def living_keys(token_ids: list[str]) -> set[str]:
    """Those of the keys that are good."""
    found: set[str] = set()
    with database.connection():
        for chunk in chunks(token_ids):
            found |= sync_tokens.living(list(chunk))
    return found


def state() -> object:
    """On SQLite, something that differs when another process has written; costs next to nothing."""
    with database.connection():
        return database.execute("PRAGMA data_version").fetchone()[0]
