"""Making what was read: each draft within the batch's transaction, a note through the one save pipeline."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from notesvc import clock, database, errors
from notesvc.domain import attachments, favourites, history, note_attachments, people, quotas, saving
from notesvc.domain.caller import Caller
from notesvc.domain.importing.drafts import (
    AttachmentDraft,
    Draft,
    FolderDraft,
    ImportContext,
    NoteDraft,
    PersonDraft,
    RefusedDraft,
    TagDraft,
)
from notesvc.domain.importing.job_items import Item
from notesvc.domain.links import files
from notesvc.models import Attachment, Note, Tag
from notesvc.text.fold import title_key


class Writer:
    """Makes the drafts of one batch; all that it makes carries the batch's change number."""

    def __init__(self, context: ImportContext, change_number: int, parent_ids: Collection[str]) -> None:
        self._caller: Caller = context.caller
        self._top = context.job.parent_id
        self._began_at = clock.milliseconds_of(str(context.job.created_at))
        self._number = change_number
        self._left = {table: quotas.room_left(table, self._caller.user_id) for table in quotas.TABLES}
        self._alive = _living({*parent_ids, *([self._top] if self._top else [])})

    def make(self, draft: Draft) -> Item:
        """Make it; returns the item as it is from now on."""
        if isinstance(draft, RefusedDraft):
            return replace(draft.item, outcome="failed", resource_id=None, reason=draft.remark)
        if isinstance(draft, NoteDraft | FolderDraft):
            table: quotas.Table = "notes" if isinstance(draft, NoteDraft) else "folders"
            if not self._left[table]:
                return replace(draft.item, outcome="failed", resource_id=None, reason=quotas.reason(table))
            self._left[table] -= 1
        if isinstance(draft, NoteDraft):
            self._note(draft)
        elif isinstance(draft, FolderDraft):
            self._folder(draft)
        elif isinstance(draft, AttachmentDraft):
            return self._attachment(draft)
        else:
            return self._label(draft)
        return replace(draft.item, outcome="created", reason=draft.remark)

    def _folder(self, draft: FolderDraft) -> None:
        folder, item = draft.folder, draft.item
        folder.id, folder.name_key = str(item.resource_id), title_key(str(folder.name))
        folder.owner_id, folder.parent_id = self._caller.user_id, self._parent(draft)
        folder.sort_order, folder.change_number = item.sort_order, self._number
        folder.save(force_insert=True)
        self._alive.add(folder.id)

    def _note(self, draft: NoteDraft) -> None:
        note: Any = draft.note
        note.change_number = self._number
        note.parent_id = self._parent(draft)
        if note.journal_date is not None and has_entry(self._caller, str(note.journal_date)):
            add_remark(draft, f"{note.journal_date} has a journal entry already: kept as an ordinary note")
            rest = {key: value for key, value in (note.journal_meta or {}).items() if key != "date"}
            note.journal_date, note.journal_meta = None, rest or None
        saving.insert(self._caller, note, draft.body, "import")
        note_attachments.record_new_note(note, draft.body)
        files.bind_to(note, draft.files)
        if draft.item.favourite is not None:
            favourites.place(self._caller, str(note.id), self._began_at + draft.item.favourite)
        if draft.attachment_ids:
            mine = (Attachment.owner == self._caller.user_id) & Attachment.id.in_(draft.attachment_ids)
            Attachment.update(note=note.id).where(mine).execute()
        if draft.version_rows is not None:
            self._versions(draft, draft.version_rows)

    def _versions(self, draft: NoteDraft, rows: Iterable[tuple[Any, ...]]) -> None:
        """Older texts in place of the version that was just captured, and that one behind them if it differs."""
        note = draft.note
        database.execute("DELETE FROM note_versions WHERE note_id = ?", (note.id,))
        for row in rows:
            history.put(str(note.id), row)
        history.capture(self._caller, note, draft.body, "import")

    def _attachment(self, draft: AttachmentDraft) -> Item:
        try:
            made = attachments.add(self._caller.user_id, draft.name, draft.stored, None, draft.folder)
        except (errors.TooLarge, errors.CapabilityUnsupported) as refusal:
            return replace(draft.item, outcome="failed", resource_id=None, reason=refusal.detail)
        if draft.created_at is not None:
            Attachment.update(created_at=draft.created_at).where(Attachment.id == made.id).execute()
        return replace(draft.item, outcome="created", resource_id=str(made.id), reason=draft.remark)

    def _label(self, draft: Draft) -> Item:
        refusal = why_not(self._caller, draft)
        if refusal is not None:
            return replace(draft.item, outcome="skipped", resource_id=None, reason=refusal)
        if isinstance(draft, TagDraft):
            Tag.insert(owner=self._caller.user_id, tag=draft.tag, color=draft.color).execute()
            return replace(draft.item, outcome="created", resource_id=draft.tag)
        return self._person(draft)

    def _person(self, draft: Draft) -> Item:
        fields = draft.fields if isinstance(draft, PersonDraft) else {}
        try:
            with database.savepoint():
                made = people.create(self._caller, fields, is_import=True)
        except errors.Refusal as refusal:
            return replace(draft.item, outcome="failed", resource_id=None, reason=refusal.detail)
        return replace(draft.item, outcome="created", resource_id=str(made.id), reason=draft.remark)

    def _parent(self, draft: Draft) -> str | None:
        """Where it goes: to the top of the import when somebody has deleted its folder meanwhile."""
        wanted = draft.item.parent_id
        if wanted is None or wanted in self._alive:
            return wanted
        add_remark(draft, "its folder was deleted during the import")
        return self._top if self._top in self._alive else None


def why_not(caller: Caller, draft: Draft) -> str | None:
    """Why a person or a tag's colour stays as it is here; None where there is none yet."""
    if isinstance(draft, PersonDraft) and people.by_name(caller, draft.fields["name"]) is not None:
        return "somebody of that name is here already"
    if isinstance(draft, TagDraft):
        mine = (Tag.owner == caller.user_id) & (Tag.tag == draft.tag)
        if Tag.get_or_none(mine) is not None:
            return "the tag has a colour already"
    return None


def add_remark(draft: Draft, remark: str) -> None:
    draft.remark = f"{draft.remark}; {remark}" if draft.remark else remark


def has_entry(caller: Caller, date: str) -> bool:
    live = (Note.owner == caller.user_id) & (Note.journal_date == date) & Note.deleted_at.is_null()
    return Note.get_or_none(live) is not None


def _living(folder_ids: Collection[str]) -> set[str]:
    if not folder_ids:
        return set()
    rows = database.execute(
        f"SELECT id FROM folders WHERE id IN ({database.marks(sorted(folder_ids))}) AND deleted_at IS NULL",
        sorted(folder_ids),
    ).fetchall()
    return {str(row[0]) for row in rows}
