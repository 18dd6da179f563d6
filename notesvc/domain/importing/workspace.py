"""Our own zip and JSON: a whole workspace, with everything as it was there but the ids."""

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import orjson

from notesvc import errors, limits
from notesvc.domain import attachments
from notesvc.domain.importing import entry_names, job_items, relinking, workspace_fields
from notesvc.domain.importing.archive import Archive
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
from notesvc.domain.importing.errors import EntryRefusedError
from notesvc.domain.importing.job_items import Item
from notesvc.domain.importing.vault import stored_file
from notesvc.domain.importing.workspace_plan import plan, value_at
from notesvc.text import inline

_OLD_ID = re.compile(
    rb"(?P<before> note:// | /files/ | (?<=[\x22\x27=])/notes/ ) "
    rb"(?P<id> [0-9a-f]{8} (?: - [0-9a-f]{4} ){3} - [0-9a-f]{12} )",
    re.VERBOSE | re.IGNORECASE,
)


class Workspace:
    """The JSON at `path`, and the archive that the attachments' files lie in where there is one."""

    def __init__(self, context: ImportContext, path: Path, archive: Archive | None) -> None:
        self._context = context
        self._archive = archive
        self._json = open(path, "rb")  # noqa: SIM115 - closed by `close`

    def close(self) -> None:
        self._json.close()
        if self._archive is not None:
            self._archive.close()

    def plan(self) -> Iterator[Item]:
        """Folders, people, tags, attachments, notes, versions, and what the archive holds besides."""
        return plan(self._context, self._json, self._archive)

    def drafts(self, items: Sequence[Item]) -> list[Draft]:
        """Each item read, with the ids in it as they are here."""
        raw = [self._raw(item) for item in items]
        ids = self._new_ids([text for text in raw if isinstance(text, bytes)])
        made = [self._draft(item, text, ids) for item, text in zip(items, raw, strict=True)]
        relinking.bind_names(self._context.job.id, [draft for draft in made if isinstance(draft, NoteDraft)])
        return made

    def _raw(self, item: Item) -> bytes | EntryRefusedError:
        try:
            return value_at(self._json, item.place, item.size)
        except EntryRefusedError as refusal:
            return refusal

    def _new_ids(self, raw: list[bytes]) -> dict[bytes, bytes]:
        old = {found["id"].lower().decode() for text in raw for found in _OLD_ID.finditer(text)}
        new = job_items.new_ids(str(self._context.job.id), sorted(old))
        return {key.encode(): value.encode() for key, value in new.items()}

    def _draft(self, item: Item, raw: bytes | EntryRefusedError, ids: Mapping[bytes, bytes]) -> Draft:
        try:
            fields = _fields(raw, ids)
            if item.kind == "note":
                return self._note(item, fields, ids)
            if item.kind == "attachment":
                return self._attachment(item, fields)
            return _DRAFTS[item.kind](item, fields)
        except EntryRefusedError as refusal:
            return RefusedDraft(item, str(refusal))
        except errors.InvalidInput as refusal:
            return RefusedDraft(item, refusal.detail)

    def _note(self, item: Item, fields: dict[str, Any], ids: Mapping[bytes, bytes]) -> Draft:
        note, body, remarks = workspace_fields.note(self._context.caller, str(item.resource_id), fields)
        note.sort_order = item.sort_order
        draft = NoteDraft(item, "; ".join(remarks) or None, note=note, body=body)
        draft.links = _links(fields["content"], ids)
        draft.attachment_ids = job_items.attachments_of(str(self._context.job.id), str(item.resource_id))
        if item.old_id is not None and self._has_versions:
            draft.versions = functools.partial(self._versions, item.old_id)
        return draft

    @functools.cached_property
    def _has_versions(self) -> bool:
        return any(kind == "version" for kind, _ in job_items.counts(str(self._context.job.id)))

    def _versions(self, old_note_id: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a note's newest versions, oldest first; one that cannot be read is left out."""
        for item in _newest(job_items.versions_of(str(self._context.job.id), old_note_id)):
            with contextlib.suppress(EntryRefusedError):
                raw = value_at(self._json, item.place, item.size)
                yield workspace_fields.version(self._context.caller, _fields(raw, self._new_ids([raw])))

    def _attachment(self, item: Item, fields: dict[str, Any]) -> Draft:
        if self._archive is None:
            raise EntryRefusedError("its file is not in the archive")
        name = fields.get("name")
        draft = AttachmentDraft(item, name=attachments.safe_name(name if isinstance(name, str) and name else item.name))
        draft.folder = _folder(fields.get("folder"))
        draft.created_at = workspace_fields.moment(fields.get("createdAt"))
        index = self._files.get(item.path)
        refusal = "its file is not in the archive" if index is None else self._archive.entry(index).refusal
        if index is None or refusal is not None:
            raise EntryRefusedError(refusal or "")
        with self._archive.open_entry(index) as stream:
            draft.stored = stored_file(stream, self._context.job.is_dry_run)
        if draft.stored[0] and fields.get("sha256") not in (None, draft.stored[0]):
            draft.remark = "its content is not what the export was made with"
        return draft

    @functools.cached_property
    def _files(self) -> dict[str, int]:
        if self._archive is None:
            return {}
        entries = self._archive.entries()
        return {entry_names.clean(entry.name): entry.index for entry in entries if not entry.is_folder}


def _newest(versions: list[Item]) -> list[Item]:
    """As many as a note keeps, and as are made in one transaction."""
    sizes = accumulate(item.size for item in reversed(versions[-limits.VERSIONS_PER_NOTE :]))
    count = sum(1 for size in sizes if size <= limits.IMPORT_VERSIONS_BYTES)
    return versions[len(versions) - count :]


def _links(content: str, ids: Mapping[bytes, bytes]) -> tuple[int, int]:
    """How many links by id lead to something of this import, and how many do not."""
    found = {each["id"].lower() for each in _OLD_ID.finditer(content.encode())}
    new = found & set(ids.values())
    return len(new), len(found) - len(new)


def _fields(raw: bytes | EntryRefusedError, ids: Mapping[bytes, bytes]) -> dict[str, Any]:
    """The element with the ids that it had there replaced. Raises EntryRefusedError."""
    if isinstance(raw, EntryRefusedError):
        raise raw
    try:
        fields = orjson.loads(_OLD_ID.sub(lambda found: _with_new_ids(found, ids), raw))
    except ValueError as error:
        raise EntryRefusedError("it cannot be read") from error
    if not isinstance(fields, dict):
        raise EntryRefusedError("it cannot be read")
    return fields


def _with_new_ids(found: re.Match[bytes], ids: Mapping[bytes, bytes]) -> bytes:
    return found["before"] + ids.get(found["id"].lower(), found["id"])


def _folder(value: Any) -> str:
    """Where an attachment lay in a vault, as names only."""
    try:
        return "/".join(entry_names.parts_of(value)) if isinstance(value, str) and value else ""
    except EntryRefusedError:
        return ""


def _folder_draft(item: Item, fields: dict[str, Any]) -> Draft:
    return FolderDraft(item, folder=workspace_fields.folder(fields))


def _person_draft(item: Item, fields: dict[str, Any]) -> Draft:
    return PersonDraft(item, fields=workspace_fields.person(fields))


def _tag_draft(item: Item, fields: dict[str, Any]) -> Draft:
    tag, color = fields.get("tag"), workspace_fields.color(fields.get("color"))
    if not isinstance(tag, str) or not inline.is_tag(tag) or color is None:
        raise EntryRefusedError("it is no tag with a colour")
    return TagDraft(item, tag=inline.tag_key(tag), color=color)


_DRAFTS: dict[str, Callable[[Item, dict[str, Any]], Draft]] = {
    "folder": _folder_draft,
    "person": _person_draft,
    "tag": _tag_draft,
}
