"""The two parts of a user's storage: where attachments lie, and where the mirror is. Secrets are sealed."""

from dataclasses import asdict, replace
from typing import Any

from notesvc import belonging, clock, crypto, database, errors
from notesvc.backends.backend import Backend, Capabilities
from notesvc.domain import audit
from notesvc.domain.caller import Caller
from notesvc.domain.storage import moves, opening, refusals
from notesvc.domain.storage.target import NOTHING, Fields, Target, check, overlap
from notesvc.models import StoragePart

_STATES = ("ok", "behind", "paused")


def of(owner_id: str, part: str) -> StoragePart:
    """Where the part is now; for a user who has set up nothing a row that is not stored ("local", or "none")."""
    return _standing(owner_id, part, "current") or _unset(owner_id, part)


def chosen(owner_id: str, part: str) -> StoragePart:
    """Where the user wants it: of attachments the place that they are being moved to, if they are."""
    return _standing(owner_id, part, "next") or of(owner_id, part)


def everywhere(part: str) -> list[StoragePart]:
    """The parts of all users that are elsewhere now, the oldest first."""
    rows = StoragePart.select().where((StoragePart.part == part) & (StoragePart.standing == "current"))
    return [row for row in rows.order_by(StoragePart.created_at, StoragePart.id) if row.is_elsewhere]


def target_of(row: StoragePart) -> Target:
    """The place with its secret. Raises Busy where that does not open: sealed by another service, or damaged."""
    secret = None if row.sealed is None else crypto.unseal(_purpose(row), str(row.sealed))
    return replace(_place(row), secret=secret)


def capabilities_of(row: StoragePart) -> Capabilities | None:
    """What the last test found there; None where nothing is elsewhere."""
    return None if row.capabilities is None else Capabilities(**row.capabilities)


def find(part_id: str) -> StoragePart | None:
    """The part of that id."""
    found: StoragePart | None = StoragePart.get_or_none(StoragePart.id == part_id)
    return found


def open_backend(row: StoragePart) -> Backend:
    """The place, to be used by one thread and closed. Raises BackendError, and Busy as `target_of` does."""
    return open_at(row, target_of(row))


def open_at(row: StoragePart, target: Target) -> Backend:
    """The same for who has the target already; needs no database."""
    return opening.open_target(str(row.owner_id), target, capabilities_of(row))


def owner_mark(owner_id: str) -> str:
    """What a place of the user's is marked with: the instance and the workspace."""
    row = database.execute("SELECT value FROM instance_facts WHERE name = ?", (belonging.FACT,)).fetchone()
    return f"instance {row[0] if row else '-'}, workspace {owner_id}"


def set_state(row: StoragePart, state: str, cause: str | None = None, detail: str | None = None) -> None:
    """Tell how the part does: "ok", "behind" or "paused". `since` stays as long as the state does."""
    assert state in _STATES
    with database.transaction(str(row.owner_id)):
        found = StoragePart.get_or_none(StoragePart.id == row.id)
        if found is None or (found.state, found.cause, found.detail) == (state, cause, detail):
            return
        since = found.since if found.state == state else clock.now()
        changed = {"state": state, "since": None if state == "ok" else since, "cause": cause, "detail": detail}
        StoragePart.update(changed).where(StoragePart.id == row.id).execute()


def target_to_test(owner_id: str, fields: Fields) -> Target:
    """The place that a form names. A stored secret goes along to its own place and user alone.

    Raises InvalidInput, and Busy for a stored secret that does not open.
    """
    if fields.get("secret") is not None:
        return _refuse_overlap(owner_id, check(fields))
    named = check(fields, secret_is_known=True)
    for row in _rows(owner_id, named.part):
        stored = _place(row)
        if named.is_elsewhere and (stored.where, stored.user) == (named.where, named.user):
            return _refuse_overlap(owner_id, replace(named, secret=target_of(row).secret))
    return _refuse_overlap(owner_id, check(fields))


def put(caller: Caller, target: Target, capabilities: Capabilities | None) -> None:
    """Set the part to a place that has been tested. Attachments at another place begin to be moved there."""
    with database.transaction(caller.user_id):
        now = of(caller.user_id, target.part)
        _refuse_overlap(caller.user_id, target)
        if target.part == "mirror":
            _put_mirror(caller.user_id, now, target, capabilities)
        elif _is_at(now, target):
            moves.cancel_any(caller.user_id)
            _fill(now, target, capabilities)
        else:
            _put_next(caller.user_id, now, target, capabilities)
        audit.record(caller, "storage_set", caller.user_id, part=target.part, backend=target.backend)


def switch(owner_id: str, target_id: str, kept_until: str) -> None:
    """Have attachments be at the place that they were moved to, in the current transaction; the old one is kept."""
    now = of(owner_id, "attachments")
    StoragePart.update(standing="former", kept_until=kept_until).where(StoragePart.id == now.id).execute()
    StoragePart.update(standing="current", kept_until=None).where(StoragePart.id == target_id).execute()


def _put_mirror(owner_id: str, now: StoragePart, target: Target, capabilities: Capabilities | None) -> None:
    if _is_stored(now) and not _is_at(now, target):
        StoragePart.delete().where(StoragePart.id == now.id).execute()
        now = _unset(owner_id, target.part)
    if target.is_elsewhere:
        _fill(now if _is_stored(now) else _make(owner_id, target, "current"), target, capabilities)


def _put_next(owner_id: str, now: StoragePart, target: Target, capabilities: Capabilities | None) -> None:
    if not _is_stored(now):
        now = _make(owner_id, Target("attachments", "local"), "current")
    ahead = _standing(owner_id, "attachments", "next")
    if ahead is not None and not _is_at(ahead, target):
        moves.cancel_any(owner_id)
        ahead = None
    ahead = ahead or _former_at(owner_id, target) or _make(owner_id, target, "next")
    _fill(ahead, target, capabilities)
    moves.plan(owner_id, now, ahead)


def _former_at(owner_id: str, target: Target) -> StoragePart | None:
    """The place where attachments were once, on the way back to it: what lies there is looked at anew."""
    for row in _rows(owner_id, target.part):
        if row.standing == "former" and _is_at(row, target):
            changed = {"standing": "next", "kept_until": None}
            StoragePart.update(changed).where(StoragePart.id == row.id).execute()
            moves.doubt_files(str(row.id))
            return row
    return None


def _fill(row: StoragePart, target: Target, capabilities: Capabilities | None) -> None:
    """Store what may be set anew at the same place: who opens it, the mode, and what its test has found."""
    if not _is_stored(row):
        return
    changed = {
        "mode": target.mode,
        "region": target.region,
        "user_name": target.user,
        "sealed": None if target.secret is None else crypto.seal(_purpose(row), target.secret),
        "capabilities": None if capabilities is None else asdict(capabilities),
        "state": "ok",
        "since": None,
        "cause": None,
        "detail": None,
        "updated_at": clock.now(),
    }
    StoragePart.update(changed).where(StoragePart.id == row.id).execute()
    refusals.forget(str(row.id))


def _make(owner_id: str, target: Target, standing: str) -> StoragePart:
    place = {name: getattr(target, name) for name in ("part", "backend", "address", "bucket", "prefix")}
    times = {"created_at": clock.now(), "updated_at": clock.now()}
    made: StoragePart = StoragePart.create(
        id=clock.new_id(), owner=owner_id, standing=standing, state="ok", **place, **times
    )
    return made


def _unset(owner_id: str, part: str) -> StoragePart:
    return StoragePart(owner=owner_id, part=part, standing="current", backend=NOTHING[part], state="ok")


def _is_stored(row: StoragePart) -> bool:
    return row.id is not None


def _is_at(row: StoragePart, target: Target) -> bool:
    return (row.backend, row.address, row.bucket, row.prefix) == target.where


def _standing(owner_id: str, part: str, standing: str) -> StoragePart | None:
    return next((row for row in _rows(owner_id, part) if row.standing == standing), None)


def _rows(owner_id: str, part: str) -> list[StoragePart]:
    mine = (StoragePart.owner == owner_id) & (StoragePart.part == part)
    return list(StoragePart.select().where(mine).order_by(StoragePart.created_at.desc(), StoragePart.id.desc()))


def _refuse_overlap(owner_id: str, target: Target) -> Target:
    other = "mirror" if target.part == "attachments" else "attachments"
    for row in _rows(owner_id, other):
        if overlap(target, _place(row)):
            field = "prefix" if target.backend == "s3" else "address"
            raise errors.InvalidInput(field, f"is where the {other} are: choose a folder beside it")
    return target


def _place(row: StoragePart) -> Target:
    return Target(
        str(row.part), str(row.backend), row.mode, row.address, row.bucket, row.region, row.prefix, row.user_name
    )


def _purpose(row: Any) -> str:
    return f"storage secret of {row.owner_id} for {row.part} at {row.id}"
