"""What users want to hear of: notes they mute, things they watch, kinds of notifications they get by mail."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from notesvc import database, errors, limits
from notesvc.domain import access, tags
from notesvc.domain.caller import Caller
from notesvc.domain.notifications import KINDS, Kind
from notesvc.models import MailedKind, Mute, Watch

WatchedKind = Literal["note", "folder", "tag", "person"]


class NotificationSettings(NamedTuple):
    """A user's settings: which kinds are mailed, ids of muted notes, what is watched."""

    mail: dict[Kind, bool]
    muted: list[str]
    watched: list[tuple[str, str]]


def of_user(caller: Caller) -> NotificationSettings:
    """What the caller wants to hear of."""
    mailed = {row.kind for row in MailedKind.select().where(MailedKind.user == caller.user_id)}
    muted = Mute.select().where(Mute.user == caller.user_id).order_by(Mute.note)
    watched = Watch.select().where(Watch.user == caller.user_id).order_by(Watch.kind, Watch.target)
    return NotificationSettings(
        {kind: kind in mailed for kind in KINDS},
        [str(row.note_id) for row in muted],
        [(str(row.kind), str(row.target)) for row in watched],
    )


def mail(caller: Caller, kinds: Mapping[Kind, bool]) -> None:
    """Have kinds of notifications sent by mail, or no more."""
    with database.transaction(caller.user_id):
        for kind, is_wanted in kinds.items():
            MailedKind.delete().where((MailedKind.user == caller.user_id) & (MailedKind.kind == kind)).execute()
            if is_wanted:
                MailedKind.create(user=caller.user_id, kind=kind)


def mute(caller: Caller, note_id: str) -> None:
    """Hear nothing of a note any more. Raises NotFound."""
    with database.transaction(caller.user_id):
        access.note_to_read(caller, note_id)
        row = {"user": caller.user_id, "note": note_id}
        Mute.insert(row).on_conflict_ignore().execute()


def unmute(caller: Caller, note_id: str) -> None:
    """Hear of a note again. Raises NotFound."""
    with database.transaction(caller.user_id):
        access.note_to_read(caller, note_id)
        Mute.delete().where((Mute.user == caller.user_id) & (Mute.note == note_id)).execute()


def watch(caller: Caller, kind: WatchedKind, target: str) -> None:
    """Hear when others change a note, or one in a folder, with a tag or with a person.

    Raises NotFound, InvalidInput.
    """
    with database.transaction(caller.user_id):
        row = {"user": caller.user_id, "kind": kind, "target": _target(caller, kind, target)}
        if Watch.select().where(Watch.user == caller.user_id).count() >= limits.WATCHES:
            raise errors.InvalidInput("", f"you can watch at most {limits.WATCHES} things")
        Watch.insert(row).on_conflict_ignore().execute()


def unwatch(caller: Caller, kind: WatchedKind, target: str) -> None:
    """Hear of it no more. Raises NotFound, InvalidInput."""
    with database.transaction(caller.user_id):
        mine = (Watch.user == caller.user_id) & (Watch.kind == kind)
        Watch.delete().where(mine & (Watch.target == _target(caller, kind, target))).execute()


def _target(caller: Caller, kind: WatchedKind, target: str) -> str:
    """How the target is stored, if it is the caller's to watch."""
    if kind == "note":
        return str(access.note_to_read(caller, target).id)
    if kind == "folder":
        return str(access.folder_to_change(caller, target).id)
    if kind == "person":
        return str(access.person_to_change(caller, target).id)
    return tags.check(target)
