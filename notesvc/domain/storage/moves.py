"""Moving a user's attachments from one place to another: copy, verify, switch."""

from notesvc import clock, database, errors, limits
from notesvc.domain.caller import Caller
from notesvc.domain.storage import refusals
from notesvc.domain.storage.refusals import NamedFile
from notesvc.models import PlacedFile, StorageMove, StoragePart

UNDER_WAY = ("planned", "copying", "verifying", "switching", "paused")
_DAMAGED = """
SELECT min(a.id), min(a.name) FROM placed_files f JOIN attachments a ON a.content_hash = f.content_hash
WHERE f.part_id = ? AND f.state = 'damaged' AND a.owner_id = ? GROUP BY f.content_hash ORDER BY min(a.id) LIMIT ?
"""


def of(owner_id: str) -> StorageMove | None:
    """The user's last move."""
    found: StorageMove | None = StorageMove.get_or_none(StorageMove.owner == owner_id)
    return found


def damaged_files(move: StorageMove) -> list[NamedFile]:
    """The attachments that keep the move from its end."""
    rows = database.execute(_DAMAGED, (move.target_id, move.owner_id, limits.PAGE)).fetchall()
    return [NamedFile(str(row[0]), str(row[1])) for row in rows]


def refused_files(move: StorageMove) -> list[NamedFile]:
    """The attachments that are too large for its target."""
    if move.target_id is None or move.state not in UNDER_WAY:
        return []
    return refusals.names_of(move.target_id, move.owner_id)


def plan(owner_id: str, source: StoragePart, target: StoragePart) -> None:
    """Begin a move, or go on with the one that there is, in the current transaction."""
    under_way = of(owner_id)
    if under_way is not None and under_way.state in UNDER_WAY and under_way.target_id == target.id:
        _change(owner_id, state="planned", cause=None, detail=None)
        return
    figures = dict.fromkeys(("done", "total", "done_bytes", "total_bytes"), 0)
    StorageMove.delete().where(StorageMove.owner == owner_id).execute()
    StorageMove.create(
        owner=owner_id,
        source=source.id,
        target=target.id,
        state="planned",
        **figures,
        created_at=clock.now(),
        updated_at=clock.now(),
    )


def start(caller: Caller) -> StorageMove:
    """Go on with what was paused; a move that is under way or done stays as it is. Raises InvalidInput without one."""
    with database.transaction(caller.user_id):
        move = of(caller.user_id)
        if move is None or move.state == "cancelled":
            raise errors.InvalidInput("", "There is nothing to move: set another place for attachments first.")
        if move.state == "paused":
            _change(caller.user_id, state="planned", cause=None, detail=None)
            # What waits for its user is tried again where the place was set again.
            StoragePart.update(updated_at=clock.now()).where(StoragePart.id == move.target_id).execute()
            PlacedFile.delete().where((PlacedFile.part == move.target_id) & (PlacedFile.state == "damaged")).execute()
            refusals.forget(str(move.target_id))
    return of(caller.user_id) or move


def cancel(caller: Caller) -> None:
    """Stay where the attachments are. Raises NotFound where none is under way."""
    with database.transaction(caller.user_id):
        if not cancel_any(caller.user_id):
            raise errors.NotFound


def cancel_any(owner_id: str) -> bool:
    """End a move that is under way, in the current transaction. What is at its target stays, as at a former place."""
    move = of(owner_id)
    if move is None or move.state not in UNDER_WAY:
        return False
    until = clock.from_now(limits.FORMER_PLACE_DAYS * 86_400)
    _change(owner_id, state="cancelled", cause=None, detail=None)
    StoragePart.update(standing="former", kept_until=until).where(StoragePart.id == move.target_id).execute()
    return True


def all_under_way() -> list[StorageMove]:
    """The moves that are to go on."""
    return list(StorageMove.select().where(StorageMove.state.in_(UNDER_WAY)))


def go_on(owner_id: str, target_id: str, **fields: str | int | None) -> bool:
    """Change the move to that target, in the current transaction; False where it was ended or paused meanwhile."""
    move = of(owner_id)
    if move is None or move.target_id != target_id or move.state not in UNDER_WAY or move.state == "paused":
        return False
    _change(owner_id, **fields)
    return True


def pause(owner_id: str, cause: str, detail: str) -> None:
    """Have the move wait for its user."""
    with database.transaction(owner_id):
        move = of(owner_id)
        if move is not None and move.state in UNDER_WAY:
            _change(owner_id, state="paused", cause=cause, detail=detail)


def doubt_files(part_id: str) -> None:
    """Have all files of a place looked at again, in the current transaction."""
    PlacedFile.update(verified_at=None).where(PlacedFile.part == part_id).execute()


def _change(owner_id: str, **fields: str | int | None) -> None:
    StorageMove.update(updated_at=clock.now(), **fields).where(StorageMove.owner == owner_id).execute()
