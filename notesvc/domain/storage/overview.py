"""A user's configuration of storage, as they see it."""

from dataclasses import dataclass

from notesvc.domain.mirror import root
from notesvc.domain.mirror.states import Conflict, LeftFile
from notesvc.domain.storage import capabilities, mirror_status, moves, parts, placed_files, refusals
from notesvc.domain.storage.capabilities import CapabilityRow
from notesvc.domain.storage.mirror_status import MirrorStatus, Pause
from notesvc.domain.storage.refusals import NamedFile
from notesvc.models import StorageMove, StoragePart


@dataclass(frozen=True, slots=True)
class PartView:
    """A part without its secret."""

    backend: str
    mode: str | None
    address: str | None
    bucket: str | None
    region: str | None
    prefix: str | None
    user: str | None
    has_secret: bool
    state: str
    since: str | None
    cause: str | None
    detail: str | None
    capabilities: tuple[CapabilityRow, ...] | None
    waiting: int
    refused: tuple[NamedFile, ...]
    last_round_at: str | None
    conflicts: tuple[Conflict, ...]
    pause: Pause | None
    left_files: tuple[LeftFile, ...]


@dataclass(frozen=True, slots=True)
class MoveView:
    """A move as its user sees it."""

    state: str
    done: int
    total: int
    done_bytes: int
    total_bytes: int
    cause: str | None
    detail: str | None
    damaged: tuple[NamedFile, ...]
    refused: tuple[NamedFile, ...]
    kept_until: str | None


@dataclass(frozen=True, slots=True)
class Offers:
    """What the administrator has prepared: whether a folder of the machine."""

    folder: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """Both parts, what is offered, and the last move."""

    attachments: PartView
    mirror: PartView
    offers: Offers
    move: MoveView | None


def of(owner_id: str) -> Overview:
    """The user's configuration."""
    files = parts.chosen(owner_id, "attachments")
    mirror, now = parts.of(owner_id, "mirror"), parts.of(owner_id, "attachments")
    return Overview(
        _part(files, now, MirrorStatus(waiting=_count_waiting(now))),
        _part(mirror, mirror, mirror_status.of(owner_id)),
        Offers(folder=root.is_offered()),
        move_of(owner_id),
    )


def _count_waiting(now: StoragePart) -> int:
    return placed_files.count_waiting(str(now.id), str(now.owner_id)) if now.is_elsewhere else 0


def _too_large_for(now: StoragePart) -> tuple[NamedFile, ...]:
    return tuple(refusals.names_of(str(now.id), str(now.owner_id)) if now.is_elsewhere else ())


def move_of(owner_id: str) -> MoveView | None:
    """The user's last move."""
    move = moves.of(owner_id)
    return None if move is None else move_view(move)


def move_view(move: StorageMove) -> MoveView:
    """The move with the attachments that keep it from its end."""
    figures = (int(move.done), int(move.total), int(move.done_bytes), int(move.total_bytes))
    damaged = tuple(moves.damaged_files(move))
    refused = tuple(moves.refused_files(move))
    return MoveView(str(move.state), *figures, move.cause, move.detail, damaged, refused, move.kept_until)


def _part(row: StoragePart, now: StoragePart, status: MirrorStatus) -> PartView:
    """The place that is chosen, with the state of the one that is in use."""
    found = parts.capabilities_of(row)
    return PartView(
        backend=str(row.backend),
        mode=row.mode,
        address=row.address,
        bucket=row.bucket,
        region=row.region,
        prefix=row.prefix,
        user=row.user_name,
        has_secret=row.sealed is not None,
        state=str(now.state),
        since=now.since,
        cause=now.cause,
        detail=now.detail,
        capabilities=None if found is None else capabilities.found(str(row.backend), found),
        waiting=status.waiting,
        refused=_too_large_for(now),
        last_round_at=status.last_round_at,
        conflicts=status.conflicts,
        pause=status.pause,
        left_files=status.left_files,
    )
