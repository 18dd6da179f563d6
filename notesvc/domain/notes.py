"""Notes: making, changing, moving and copying them."""

from collections.abc import Mapping
from typing import Any

from notesvc import clock, database, errors, limits
from notesvc.domain import (
    access,
    changes,
    documents,
    folders,
    indexing,
    note_attachments,
    notifying,
    ordering,
    preconditions,
    quotas,
    saving,
)
from notesvc.domain.caller import Caller
from notesvc.domain.documents import Document
from notesvc.domain.history import Reason
from notesvc.domain.links import bindings, files, former_texts
from notesvc.domain.links.bindings import NamingChange
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead
from notesvc.models import Note, NoteBody
from notesvc.text import inline

Fields = Mapping[str, Any]
"""What a write names: any of name, content, rich_content, mode, parent_id, tags, icon, cover, properties,
sort_order, journal_date, journal_meta; for a new one also id and created_at. A name that is absent leaves the value
alone; None is a value."""

_PLAIN = ("name", "mode", "icon", "cover", "properties", "sort_order", "journal_meta")
_NULLABLE = frozenset(name for name in _PLAIN if getattr(Note, name).null)
# What an editor of somebody else's note may change: what it says and how it looks, not where it stands.
_EDITORS = frozenset({"name", "content", "rich_content", "tags", "icon", "cover", "properties"})
# What links find a note by. Peewee calls the folder `parent`.
_NAMING = frozenset({"name", "properties", "parent"})
_PLACE = ("parent_id", "sort_order", "icon", "cover", "mode", "change_number", "revision", "updated_at")


@ahead
def create(caller: Caller, fields: Fields, reason: Reason = "manual") -> tuple[Note, NoteBody]:
    """Make a note; with content, its first version too.

    Raises InvalidInput, NotFound for a foreign parent, Conflict (`id_taken`).
    """
    fields = documents.check(fields)
    indexing.read(fields.get("content") or "")
    with database.transaction(caller.user_id):
        parent_id = fields.get("parent_id")
        access.refuse_foreign_folder(caller, parent_id)
        quotas.refuse_full("notes", caller.user_id)
        note = blank(caller, parent_id)
        if fields.get("id") is not None:
            _refuse_unfit_id(caller, fields["id"])
            note.id = fields["id"]
        note.change_number = changes.next_number(caller.user_id)
        if fields.get("sort_order") is None:
            note.sort_order = ordering.last_place("notes", caller.user_id, parent_id)
        note.journal_date = fields.get("journal_date")
        note.created_at = min(fields.get("created_at") or str(note.created_at), str(note.created_at))
        body = NoteBody(note=note.id, content="", rich_content=None)
        _apply(note, body, {name: value for name, value in fields.items() if name != "parent_id"})
        saving.insert(caller, note, body, reason)
        note_attachments.record_new_note(note, body)
        bindings.settle(caller, NamingChange(caller.user_id).add(note), int(note.change_number), (note, body))
        notifying.notes_changed(caller.user_id, [str(note.id)], "created")
    return note, body


@ahead
def change(
    caller: Caller,
    note_id: str,
    fields: Fields,
    reason: Reason = "autosave",
    precondition: Precondition = preconditions.NONE,
) -> Note:
    """Change what the fields name; links that meant the note go on meaning it, and no others do.

    Renamed back soon after a rename, it gives other notes the very texts that they had (`former_texts`).

    A change of nothing leaves everything alone. Raises NotFound, PreconditionFailed, InvalidInput, and Forbidden
    for a viewer, and for an editor who names what is the owner's to decide.
    """
    fields = documents.check(fields)
    indexing.read(fields.get("content") or "")
    with database.transaction(access.owner_of(caller, note_id)):
        note = access.note_to_change(caller, note_id)
        _refuse_what_is_the_owners(caller, note, fields, reason)
        # A damaged text is mended by restoring one of its versions.
        body = access.body_of(note, is_replaced=reason == "restore")
        if not precondition.holds_for(note):
            raise errors.PreconditionFailed((access.as_seen_by(caller, note), body))
        before, text_before = note.values(), (body.content, body.rich_content)
        touched = NamingChange(str(note.owner_id)).add(note)
        _place(caller, note, fields)
        _apply(note, body, fields)
        changed = {name for name, value in note.values().items() if before[name] != value}
        if not changed and (body.content, body.rich_content) == text_before:
            return note
        former = former_texts.before_rename(note_id, str(note.name)) if "name" in changed else {}
        _store(caller, note, ((*text_before, before["cover"]), body), reason, changed)
        if changed & _NAMING:
            rewritten = bindings.settle(caller, touched.add(note), int(note.change_number), (note, body), former)
            if "name" in changed:
                former_texts.keep(note_id, before["name"], rewritten)
    return note


@ahead
def move(
    caller: Caller,
    note_id: str,
    parent_id: str | None,
    beside: tuple[str | None, str | None] = (None, None),
    precondition: Precondition = preconditions.NONE,
) -> Note:
    """Put the note into a folder (None: the top), before or after a sibling, else last.

    Raises NotFound for the note or the folder, PreconditionFailed, InvalidInput when the sibling is not there.
    """
    with database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        if not precondition.holds_for(note):
            raise errors.PreconditionFailed((note, access.body_of(note)))
        access.refuse_foreign_folder(caller, parent_id)
        place, moved = ordering.place_beside("notes", caller.user_id, parent_id, note_id, beside)
        if (note.parent_id, note.sort_order) == (parent_id, place) and not moved:
            return note
        number = changes.next_number(caller.user_id)
        is_moved = note.parent_id != parent_id
        note.parent_id, note.sort_order, note.change_number = parent_id, place, number
        saving.touch(note)
        folders.renumber("notes", moved, number)
        if is_moved:
            bindings.settle(caller, NamingChange(caller.user_id).add(note), number, (note, access.body_of(note)))
        notifying.notes_changed(caller.user_id, [note_id], "moved")
    return note


@ahead
def duplicate(caller: Caller, note_id: str) -> tuple[Note, NoteBody]:
    """A copy beside the note, under the name with " (copy)"; journal dates are not copied. Raises NotFound."""
    with database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        body = access.body_of(note)
        fields = {
            "name": f"{note.name[: limits.MAX_NAME - 7]} (copy)",
            "content": body.content,
            "rich_content": None if body.rich_content is None else Document(str(body.rich_content)),
            "mode": note.mode,
            "parent_id": note.parent_id,
            "tags": note.tags,
            "icon": note.icon,
            "cover": note.cover,
            "properties": note.properties,
        }
        made, text = create(caller, fields)
        files.copy_bindings(made, note_id)
        note_attachments.record_copy(made, note_id)
        move(caller, str(made.id), note.parent_id, (None, note_id))
    return access.note_to_change(caller, str(made.id)), text


def restore_version(caller: Caller, version_id: str, precondition: Precondition = preconditions.NONE) -> Note:
    """Give the note the name and the text of one of its versions. Raises NotFound, PreconditionFailed."""
    version = access.version_to_read(caller, version_id)
    rich = version.rich_content
    fields = {
        "name": version.name,
        "content": version.content,
        "rich_content": None if rich is None else Document(str(rich)),
    }
    return change(caller, str(version.note_id), fields, "restore", precondition)


def blank(caller: Caller, parent_id: str | None) -> Note:
    """A note of the caller with nothing in it yet, not stored."""
    now = clock.now()
    return Note(
        id=clock.new_id(),
        owner=caller.user_id,
        parent=parent_id,
        name="",
        mode="block",
        tags=[],
        properties={},
        sort_order=ordering.STEP,
        created_at=now,
        updated_at=now,
    )


_IDS = """
SELECT 1 FROM notes WHERE id = ?
UNION ALL SELECT 1 FROM tombstones WHERE owner_id = ? AND kind = 'note' AND resource_id = ?
"""


def _refuse_unfit_id(caller: Caller, note_id: str) -> None:
    """Ids that clients make end as their user's own does: nobody can name one that is or was somebody else's."""
    if note_id[14] != "7" or note_id[19] not in "89ab" or note_id[-12:] != caller.user_id[-12:]:
        raise errors.InvalidInput("id", "must be a UUIDv7 whose last 12 digits are those of your own id")
    if database.execute(_IDS, (note_id, caller.user_id, note_id)).fetchone() is not None:
        raise errors.Conflict("There is a note with this id, or there was one.", code="id_taken")


def _store(
    caller: Caller, note: Note, text: tuple[note_attachments.Text, NoteBody], reason: Reason, changed: set[str]
) -> None:
    before, body = text
    note.change_number = changes.next_number(str(note.owner_id))
    if changed <= set(_PLACE) and (body.content, body.rich_content) == before[:2]:
        if changed == {"mode"}:
            saving.choose_surface(note)
        else:
            saving.touch(note)
        if "cover" in changed:
            note_attachments.record_save(caller, note, text, reason)
        notifying.notes_changed(str(note.owner_id), [str(note.id)], "moved" if "parent" in changed else "updated")
    else:
        saving.update(caller, note, body, reason)
        note_attachments.record_save(caller, note, text, reason)


def _refuse_what_is_the_owners(caller: Caller, note: Note, fields: Fields, reason: Reason) -> None:
    # In a room the surface is everybody's: whoever switches it there switches it for all.
    allowed = _EDITORS | {"mode"} if reason == "collaboration" else _EDITORS
    beyond = sorted(fields.keys() - allowed)
    if beyond and note.owner_id != caller.user_id:
        raise errors.Forbidden(f"Only the owner of this note may change {', '.join(beyond)}.")


def _apply(note: Note, body: NoteBody, fields: Fields) -> None:
    for name in _PLAIN:
        if fields.get(name) is not None or (name in fields and name in _NULLABLE):
            setattr(note, name, fields[name])
    if "tags" in fields:
        note.tags = checked_tags(fields["tags"])
    documents.apply(body, fields)


def _place(caller: Caller, note: Note, fields: Fields) -> None:
    """A new parent puts the note last there, unless the write names a number itself."""
    if "parent_id" not in fields or fields["parent_id"] == note.parent_id:
        return
    access.refuse_foreign_folder(caller, fields["parent_id"])
    note.parent_id = fields["parent_id"]
    note.sort_order = ordering.last_place("notes", caller.user_id, note.parent_id)


def checked_tags(tags: list[str]) -> list[str]:
    """The tags without `#` and doubles, in their order. Raises InvalidInput for one that breaks the rule."""
    kept: dict[str, str] = {}
    for position, tag in enumerate(tags):
        bare = tag.removeprefix("#")
        if not inline.is_tag(bare):
            raise errors.InvalidInput(
                f"tags[{position}]",
                "a tag has 2 to 32 letters, digits, - _ or /, at least one of them a letter",
            )
        kept.setdefault(inline.tag_key(bare), bare)
    return list(kept.values())
