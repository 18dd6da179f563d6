"""What the configuration tells of the mirror: how it does, and going on after a pause."""

from dataclasses import dataclass

from notesvc import database, errors
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import states
from notesvc.domain.mirror.states import Conflict, LeftFile
from notesvc.domain.storage import parts

_CONFLICTS = 20
_LEFT_FILES = 20
_WAITING = """
SELECT (SELECT count(*) FROM notes n LEFT JOIN mirror_notes m ON m.note_id = n.id AND m.part_id = ?
    WHERE n.owner_id = ? AND n.deleted_at IS NULL AND (m.tag IS NULL OR m.revision <> n.revision))
+ (SELECT count(*) FROM mirror_notes m WHERE m.part_id = ?
    AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = m.note_id AND n.deleted_at IS NULL))
"""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why the mirror waits for its user; some of the names that it is about."""

    reason: str
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MirrorStatus:
    """How many files wait to be written, when the last round was, and what a person should know."""

    waiting: int = 0
    last_round_at: str | None = None
    conflicts: tuple[Conflict, ...] = ()
    pause: Pause | None = None
    left_files: tuple[LeftFile, ...] = ()


def of(owner_id: str) -> MirrorStatus:
    """How the user's mirror does."""
    part = parts.of(owner_id, "mirror")
    if not part.is_elsewhere:
        return MirrorStatus()
    part_id = str(part.id)
    state = states.of(part_id)
    waiting = int(database.execute(_WAITING, (part_id, owner_id, part_id)).fetchone()[0])
    pause = state.pause and Pause(state.pause["reason"], state.pause["count"], tuple(state.pause["names"]))
    return MirrorStatus(
        waiting,
        state.round_at,
        tuple(states.conflicts(part_id, _CONFLICTS)),
        pause or None,
        tuple(states.left_files(part_id, _LEFT_FILES)),
    )


def accept(caller: Caller) -> None:
    """Go on after a pause. Raises NotFound where the mirror does not wait for its user."""
    part = parts.of(caller.user_id, "mirror")
    if not part.is_elsewhere or states.of(str(part.id)).pause is None:
        raise errors.NotFound
    states.accept(str(part.id))
