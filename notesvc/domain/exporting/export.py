"""Exports of a workspace: what they hold, and their JSON as a stream."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import orjson

from notesvc import clock, database, errors
from notesvc.domain import cursors, favourites, instance, tags
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import prompt_records, records, share_records
from notesvc.domain.exporting.damage import Damage
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.missing import Missing
from notesvc.domain.storage import placed_files
from notesvc.languages import USUAL, Language
from notesvc.models import InstanceFact

FORMAT = "notesvc.workspace"
FORMAT_VERSION = 1
_PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Export:
    """An export that may begin. `number` is the workspace's change counter now, `since` that of the earlier export
    (`records.ALL`: none); `epoch` tells restored databases apart, whose counters went back; `language`
    is that of what it says besides; `damage` and `missing` are what was found while it was read."""

    caller: Caller
    number: int
    epoch: str
    since: int
    wants_versions: bool
    language: Language = USUAL
    damage: Damage = field(default_factory=lambda: Damage(is_listed=False))
    missing: Missing = field(default_factory=Missing)

    @property
    def is_whole(self) -> bool:
        return self.since == records.ALL

    @property
    def cursor(self) -> str:
        """What the next export names as `since`."""
        return cursors.encode("export", (self.number, self.epoch))

    def etag(self, form: str) -> str:
        """The validator of what the export in that form holds but for its `exportedAt`."""
        # What it has of files elsewhere hangs on whether their place answers.
        moment = clock.now() if form != "json" and placed_files.has_places(self.caller.user_id) else ""
        what = [
            moment,
            form,
            self.number,
            self.epoch,
            self.since,
            self.wants_versions,
            self.caller.name,
            "" if form == "json" else self.language,
            FORMAT_VERSION,
        ]
        return f'"{hashlib.sha256(orjson.dumps(what)).hexdigest()[:32]}"'


def begin(caller: Caller, since: str | None = None, wants_versions: bool = False) -> Export:
    """An export of all, or of what changed since an earlier one's cursor. Raises InvalidInput for what is none.

    A cursor of a future that a restored backup took back leads to an export of all.
    """
    number, epoch = _state(caller)
    after = records.ALL
    if since is not None:
        cursor_number, cursor_epoch = _decode(since)
        if cursor_number <= number and cursor_epoch == epoch:
            after = cursor_number
    language = users.language_of(caller.user_id) or USUAL
    return Export(caller, number, epoch, after, wants_versions, language, Damage(is_listed=caller.token_id is None))


def json_pieces(export: Export, paths: Paths | None = None) -> Iterator[bytes]:
    """The export as JSON; with `paths`, notes and attachments tell which file of the archive is theirs."""
    return in_chunks(_json_pieces(export, paths))


def in_chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces that are worth sending."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


def _state(caller: Caller) -> tuple[int, str]:
    row = database.execute("SELECT change_number FROM users WHERE id = ?", (caller.user_id,)).fetchone()
    restored = InstanceFact.get_or_none(InstanceFact.name == instance.RESTORED_AT)
    return int(row[0]), str(restored.value) if restored else ""


def _decode(since: str) -> tuple[int, str]:
    try:
        number, epoch = cursors.decode("export", since, (int, str))
    except errors.InvalidInput as error:
        raise errors.InvalidInput("since", "is no cursor of an export") from error
    return number, epoch


def _json_pieces(export: Export, paths: Paths | None) -> Iterator[bytes]:
    owner, since = export.caller.user_id, export.since
    head = {
        "format": FORMAT,
        "formatVersion": FORMAT_VERSION,
        "exportedAt": clock.now(),
        "cursor": export.cursor,
        "user": {"id": owner, "name": export.caller.name},
    }
    yield orjson.dumps(head)[:-1]
    yield from _array("folders", [records.folders(owner, since)])
    yield from _array("notes", _notes(export, paths))
    yield from _array("people", [records.people(owner, since)])
    yield from _array("tags", [_tags(export.caller)])
    yield from _array("journal", [records.journal(owner, since)])
    yield b',"favourites":' + orjson.dumps(_favourites(owner))
    yield from _array("shares", [share_records.shares(owner)])
    yield from _array("prompts", [prompt_records.of_user(owner)])
    if export.wants_versions:
        yield from _array("versions", records.versions(owner, since, export.damage))
    yield from _array("attachments", _attachments(owner, since, paths))
    if not export.is_whole:
        yield b',"deleted":' + orjson.dumps(records.deletions(owner, since))
    if export.damage:
        yield b',"damaged":' + orjson.dumps(export.damage.as_list())
    if export.missing:
        yield b',"missing":' + orjson.dumps(export.missing.as_list())
    yield b"}\n"


def _array(name: str, pages: Iterable[records.Page]) -> Iterator[bytes]:
    opening = f',"{name}":['.encode()
    for page in pages:
        if page:
            yield opening
            yield orjson.dumps(page)[1:-1]
            opening = b","
    yield opening + b"]" if opening != b"," else b"]"


def _notes(export: Export, paths: Paths | None) -> Iterator[records.Page]:
    for rows in records.notes(export.caller.user_id, export.since, export.damage):
        page = [records.note(row) for row in rows]
        if paths is not None:
            for note in page:
                note["path"] = paths.notes.get(note["id"])
        yield page


def _attachments(owner_id: str, since: int, paths: Paths | None) -> Iterator[records.Page]:
    for page in records.attachments(owner_id, since):
        if paths is not None:
            for attachment in page:
                attachment["path"] = paths.attachments.get(attachment["id"])
        yield page


def _tags(caller: Caller) -> records.Page:
    """Every tag: colours carry no change number, and there are few."""
    with database.connection():
        return records.ExportedTag.each(tags.tags(caller))


def _favourites(owner_id: str) -> list[str]:
    """All of them: their order carries no change number."""
    with database.connection():
        return favourites.ids(owner_id)
