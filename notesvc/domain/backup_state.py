"""What the instance remembers of its backups elsewhere: the last one made, the last one tried, the last failure."""

from dataclasses import asdict, dataclass
from typing import Any

import orjson

from notesvc import clock, database
from notesvc.domain import instance
from notesvc.models import InstanceFact

_MADE = "backup_made"
_TRIED = "backup_tried"
_FAILED = {"backup": "backup_failed", "drill": "backup_drill_failed"}
_BEGUN = {"backup": "backup_begun", "drill": "backup_drill_begun"}
_DAMAGED = "backup_damaged_objects"


@dataclass(frozen=True)
class Event:
    """Something about a backup: when it was, and which backup, by the moment in which that was made."""

    at: str
    backup_id: str
    made_at: str


@dataclass(frozen=True)
class Failure:
    """Why there is no new backup, or none that could be restored: a cause for programs, words for people.

    `told_on` is the day on which administrators were told, "" for none.
    """

    at: str
    cause: str
    detail: str
    told_on: str


def last_made() -> Event | None:
    """The last backup that was made."""
    return _event(_MADE)


def last_restored() -> Event | None:
    """The last backup that was restored on trial."""
    return _event(_TRIED)


def failure(of: str) -> Failure | None:
    """The failure of the last "backup" or "drill"; None where it was well."""
    found = _fact(_FAILED[of])
    return None if found is None else Failure(**found)


def remember_made(backup_id: str, made_at: str) -> None:
    """A backup is there."""
    with database.transaction():
        _keep(_MADE, asdict(Event(clock.now(), backup_id, made_at)))
        _forget(_FAILED["backup"], _DAMAGED)


def remember_restored(backup_id: str, made_at: str) -> None:
    """A backup was restored on trial."""
    with database.transaction():
        _keep(_TRIED, asdict(Event(clock.now(), backup_id, made_at)))
        _forget(_FAILED["drill"])


def remember_failure(of: str, cause: str, detail: str, told_on: str) -> None:
    """A "backup" or "drill" came to nothing."""
    with database.transaction():
        _keep(_FAILED[of], asdict(Failure(clock.now(), cause, detail, told_on)))


def damaged_objects() -> list[str]:
    """The objects elsewhere that the last trial found damaged, until they are sent again."""
    return list(_fact(_DAMAGED) or [])


def remember_damaged_objects(names: list[str]) -> None:
    """The next backup sends them again."""
    with database.transaction():
        _keep(_DAMAGED, names)


def begin(of: str, due_before: str) -> bool:
    """Take note that a "backup" or "drill" begins; False where one began after that moment, here or on another machine
    of the same database."""
    name = _BEGUN[of]
    with database.transaction():
        if not database.on_sqlite():
            database.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (name,))
        found = InstanceFact.get_or_none(InstanceFact.name == name)
        if found is not None and str(found.value) > due_before:
            return False
        instance.remember(name, clock.now())
        return True


def take_back(of: str) -> None:
    """Take back that a "backup" or "drill" began: it may begin at any time."""
    with database.transaction():
        _forget(_BEGUN[of])


def _event(name: str) -> Event | None:
    found = _fact(name)
    return None if found is None else Event(**found)


def _fact(name: str) -> Any:
    found = InstanceFact.get_or_none(InstanceFact.name == name)
    return None if found is None else orjson.loads(str(found.value))


def _keep(name: str, value: Any) -> None:
    instance.remember(name, orjson.dumps(value).decode())


def _forget(*names: str) -> None:
    InstanceFact.delete().where(InstanceFact.name.in_(names)).execute()
