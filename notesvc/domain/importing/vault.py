"""Zips of markdown files, such as Obsidian vaults, and single text files."""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import orjson

from notesvc import clock, errors, file_store, limits
from notesvc.domain import attachments, notes
from notesvc.domain.importing import entry_names, relinking, workspace_fields
from notesvc.domain.importing.archive import Entry, Files, Unpacking, read
from notesvc.domain.importing.decoding import decode
from notesvc.domain.importing.detection import MARKDOWN, is_markdown
from notesvc.domain.importing.drafts import AttachmentDraft, Draft, FolderDraft, ImportContext, NoteDraft, RefusedDraft
from notesvc.domain.importing.errors import EntryRefusedError
from notesvc.domain.importing.folder_tree import FolderTree, Parts, Places
from notesvc.domain.importing.job_items import Item, Outcome
from notesvc.domain.links import resolution
from notesvc.models import NoteBody
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.markdown import front_matter

_PIECE = 256 * 1024
_LONGEST_PATH = 4_096


@dataclass(frozen=True, slots=True)
class _Entry:
    entry: Entry
    parts: Parts
    is_note: bool


class Vault:
    """Markdown files in folders, with the files that they show.

    Names and places are the files'; everything that is neither markdown nor hidden becomes an attachment.
    """

    def __init__(self, context: ImportContext, files: Files, is_note: Callable[[str], bool] = is_markdown) -> None:
        self._context = context
        self._files = files
        self._is_note = is_note

    def close(self) -> None:
        self._files.close()

    # The plan

    def plan(self) -> Iterator[Item]:
        """Folders first, then attachments, whose ids the notes' links need, then notes."""
        refused: list[Item] = []
        tree = FolderTree(self._context)
        found = self._accept(tree, refused)
        for position, item in enumerate(chain(tree.items(), refused, self._items(found, tree))):
            yield replace(item, position=position)

    def _accept(self, tree: FolderTree, refused: list[Item]) -> list[_Entry]:
        found: dict[Parts, _Entry] = {}
        for entry in self._files.entries():
            try:
                each = self._check(entry, tree)
            except EntryRefusedError as refusal:
                refused.append(_refusal(entry, "failed", str(refusal)))
                continue
            if each is None:
                if not entry.is_folder:
                    refused.append(_refusal(entry, "skipped", "hidden files are left out"))
            elif not entry.is_folder:
                if each.parts in found:
                    twin = found[each.parts].entry
                    refused.append(_refusal(twin, "skipped", "a later entry has the same name"))
                found[each.parts] = each
        return list(found.values())

    def _check(self, entry: Entry, tree: FolderTree) -> _Entry | None:
        """The entry with its parts; None for a hidden one. Raises EntryRefusedError."""
        parts = entry_names.parts_of(entry.name)
        if entry_names.is_hidden(parts):
            return None
        if entry.refusal is not None:
            raise EntryRefusedError(entry.refusal)
        tree.need(parts if entry.is_folder else parts[:-1])
        return _Entry(entry, parts, self._is_note(parts[-1]))

    def _items(self, found: list[_Entry], tree: FolderTree) -> Iterator[Item]:
        places = Places(self._context, "notes")
        for each in sorted(found, key=_order):
            path, entry, folder = "/".join(each.parts), each.entry, each.parts[:-1]
            if not each.is_note:
                yield Item(0, path, "attachment", place=entry.index, size=entry.size)
                continue
            yield Item(
                0,
                path,
                "note",
                resource_id=clock.new_id(),
                parent_id=tree.id_of(folder),
                sort_order=places.following(folder),
                place=entry.index,
                size=entry.size,
            )

    # The drafts

    def drafts(self, items: Sequence[Item]) -> list[Draft]:
        """Each item read; the links of the notes lead to what the items say."""
        made = [self._draft(item) for item in items]
        written = [draft for draft in made if isinstance(draft, NoteDraft)]
        relinking.relink(self._context.job.id, written)
        return made

    def _draft(self, item: Item) -> Draft:
        try:
            if item.kind == "folder":
                name = entry_names.clean(item.name, limits.MAX_NAME)
                return FolderDraft(item, folder=workspace_fields.folder({"name": name}))
            if item.kind == "attachment":
                return self._attachment(item)
            return self._note(item)
        except EntryRefusedError as refusal:
            return RefusedDraft(item, str(refusal))
        except errors.InvalidInput as refusal:
            return RefusedDraft(item, refusal.detail)

    def _attachment(self, item: Item) -> Draft:
        with self._files.open_entry(item.place) as stream:
            stored = stored_file(stream, self._context.job.is_dry_run)
        folder = "/".join(part for part in (self._above, item.folder) if part)
        return AttachmentDraft(item, name=attachments.safe_name(item.name), folder=folder, stored=stored)

    @functools.cached_property
    def _above(self) -> str:
        """The path of the folder that the job writes to, as names only."""
        return "/".join(resolution.Resolver(self._context.caller.user_id).path_of(self._context.job.parent_id))

    def _note(self, item: Item) -> Draft:
        text, remark = decode(read(self._files, item.place, limits.MAX_BODY))
        properties, tags, content, more = _front_matter(text)
        if len(content.encode()) > limits.MAX_BODY:
            raise EntryRefusedError(f"it is larger than {limits.MAX_BODY} bytes")
        note = notes.blank(self._context.caller, item.parent_id)
        note.id, note.sort_order = str(item.resource_id), item.sort_order
        note.name = entry_names.title_of(item.name, (*MARKDOWN, ".txt"))
        note.tags, note.properties = tags, properties
        modified = self._files.entry(item.place).modified
        if modified is not None:
            note.created_at = note.updated_at = modified
        body = NoteBody(note=note.id, content=content, rich_content=None)
        remarks = [word for word in (remark, more) if word]
        return NoteDraft(item, "; ".join(remarks) or None, note=note, body=body)


def stored_file(stream: Unpacking, is_dry_run: bool) -> tuple[str, int]:
    """Put an entry into the file store, or only read it. Raises EntryRefusedError when it is too large or damaged."""
    try:
        return _read_only(stream) if is_dry_run else file_store.put(stream.read, limits.MAX_ATTACHMENT)
    except errors.TooLarge as error:
        raise EntryRefusedError(f"it is larger than {limits.MAX_ATTACHMENT} bytes") from error


def _read_only(stream: Unpacking) -> tuple[str, int]:
    size = 0
    while piece := stream.read(_PIECE):
        size += len(piece)
        if size > limits.MAX_ATTACHMENT:
            raise errors.TooLarge
    return "", size


def _front_matter(text: str) -> tuple[dict[str, Any], list[str], str, str | None]:
    """Properties, tags, the text behind them, and a remark where the front matter stays in the text."""
    properties, content = front_matter.split(text)
    named = front_matter.tags(properties)
    tags = [tag for tag in named if inline.is_tag(tag)][: limits.MAX_TAGS]
    if tags:
        kept = set(tags)
        left = [tag for tag in named if tag not in kept]
        properties = {key: value for key, value in properties.items() if key not in ("tags", "tag")}
        properties |= {"tags": left} if left else {}
    if not _can_be_stored(properties):
        return {}, [], text, "the front matter is too large, or holds what is no text: it stays in the note"
    return properties, tags, content, None


def _can_be_stored(properties: dict[str, Any]) -> bool:
    try:
        encoded = orjson.dumps(properties)
    except TypeError:
        # Escapes of YAML can say halves of surrogate pairs.
        return False
    return len(encoded) <= limits.MAX_PROPERTIES and b"\\u0000" not in encoded


def _refusal(entry: Entry, outcome: Outcome, reason: str) -> Item:
    path = entry_names.clean(entry.name.replace("\x00", " "), _LONGEST_PATH)
    return Item(0, path, "other", outcome, reason=reason)


def _order(found: _Entry) -> tuple[bool, list[str], str, Parts]:
    folder = [title_key(part) for part in found.parts[:-1]]
    return found.is_note, folder, title_key(found.parts[-1]), found.parts
