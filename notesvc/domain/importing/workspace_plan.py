"""The plan of our own JSON: an outline of what it holds, read once, put in an order in which it can be made."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import IO, Any

import orjson

from notesvc import clock, limits
from notesvc.domain import ordering
from notesvc.domain.importing import entry_names, json_stream
from notesvc.domain.importing.archive import Archive
from notesvc.domain.importing.detection import WORKSPACE_FILE
from notesvc.domain.importing.drafts import ImportContext
from notesvc.domain.importing.errors import ArchiveRefusedError, EntryRefusedError
from notesvc.domain.importing.job_items import Item, Kind
from notesvc.domain.importing.json_stream import Member
from notesvc.domain.importing.workspace_fields import name, number

LONGEST_ELEMENT = 12 * 1024 * 1024
"""Bytes of one note in the JSON: its text, its block document and what stands around them."""

_FORMAT = "notesvc.workspace"
_VERSION = 1
_LISTS = ("folders", "people", "tags", "attachments", "notes")
_LONGEST_PATH = 4_096
_LONGEST_HEAD = 1_000
_UNREADABLE = "it cannot be read"


@dataclass(slots=True)
class _Entry:
    """What the plan needs of an element; the rest is read when its turn comes."""

    member: Member
    old_id: str | None
    name: str
    parent: str | None
    path: str | None
    sort_order: int
    is_readable: bool
    new_id: str = field(default_factory=clock.new_id)


@dataclass(slots=True)
class _Outline:
    head: dict[str, Any] = field(default_factory=dict)
    lists: dict[str, list[_Entry]] = field(default_factory=lambda: {name: [] for name in _LISTS})
    has_versions: bool = False
    favourites: dict[str, int] = field(default_factory=dict)


def plan(context: ImportContext, file: IO[bytes], archive: Archive | None) -> Iterator[Item]:
    """A row for all that the JSON holds, and for the files of the archive that it does not name.

    Raises ArchiveRefusedError for another format, or one of a newer version.
    """
    outline = _outline(file)
    tree = _Tree(context, outline.lists["folders"])
    groups = (
        tree.items(),
        (_label(entry, "person") for entry in outline.lists["people"]),
        (_label(entry, "tag") for entry in outline.lists["tags"] if entry.parent is not None),
        _attachments(outline, archive),
        (_note(entry, tree, outline.favourites) for entry in outline.lists["notes"]),
        _versions(file) if outline.has_versions else iter(()),
        _others(outline, archive),
    )
    for position, item in enumerate(chain(*groups)):
        yield replace(item, position=position)


def value_at(file: IO[bytes], place: int, size: int) -> bytes:
    """An element's bytes. Raises EntryRefusedError for one that is too long."""
    if size > LONGEST_ELEMENT:
        raise EntryRefusedError(f"it is larger than {LONGEST_ELEMENT} bytes")
    return os.pread(file.fileno(), size, place)


def _outline(file: IO[bytes]) -> _Outline:
    outline, count = _Outline(), 0
    file.seek(0)
    for member in json_stream.members(file):
        if not member.is_in_list:
            if member.size <= _LONGEST_HEAD:
                outline.head[member.name] = _value(file, member)
        elif member.name == "versions":
            outline.has_versions = True
        elif member.name == "favourites" and member.size <= _LONGEST_HEAD:
            count += 1
            outline.favourites.setdefault(str(_value(file, member)), len(outline.favourites))
        elif member.name in outline.lists:
            count += 1
            outline.lists[member.name].append(_entry(member, _value(file, member)))
        if count > limits.ARCHIVE_ENTRIES:
            raise ArchiveRefusedError(f"the archive has more than {limits.ARCHIVE_ENTRIES} entries")
    _refuse_other(outline.head)
    return outline


def _refuse_other(head: dict[str, Any]) -> None:
    if head.get("format") != _FORMAT:
        raise ArchiveRefusedError("the JSON is no export of a workspace")
    version = head.get("formatVersion")
    if not isinstance(version, int) or version < 1:
        raise ArchiveRefusedError("the JSON does not tell the version of its format")
    if version > _VERSION:
        raise ArchiveRefusedError("the export was made by a newer version of notesvc")


def _value(file: IO[bytes], member: Member) -> Any:
    try:
        return orjson.loads(value_at(file, member.place, member.size))
    except (ValueError, EntryRefusedError):
        return None


def _entry(member: Member, value: Any) -> _Entry:
    fields = value if isinstance(value, dict) else {}
    parent = fields.get({"tags": "color", "attachments": "noteId"}.get(member.name, "parentId"))
    return _Entry(
        member,
        old_id=_text(fields.get("id")),
        name=name(fields.get("tag" if member.name == "tags" else "name"), ""),
        parent=_text(parent),
        path=_text(fields.get("path")),
        sort_order=number(fields.get("sortOrder"), ordering.STEP),
        is_readable=isinstance(value, dict),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and "\x00" not in value else None


class _Tree:
    """The folders by their old ids, each with the folders above it."""

    def __init__(self, context: ImportContext, folders: list[_Entry]) -> None:
        self._context = context
        self._folders = folders
        self._by_id = {entry.old_id: entry for entry in folders if entry.old_id is not None and entry.is_readable}
        self._lines: dict[str, list[_Entry] | None] = {}

    def items(self) -> Iterator[Item]:
        """A row for each folder, parents first; those that are their own ancestors or too deep are refused."""
        lines = [(entry, self._line(entry)) for entry in self._folders]
        for entry, line in sorted(lines, key=lambda pair: len(pair[1] or [])):
            item = _item(entry, "folder", self.path_of(entry.old_id) or f"folders/{entry.name}")
            if not entry.is_readable:
                yield replace(item, outcome="failed", resource_id=None, reason=_UNREADABLE)
            elif line is None:
                reason = f"its place among the folders is none, or deeper than {limits.MAX_FOLDER_DEPTH} levels"
                yield replace(item, outcome="failed", resource_id=None, reason=reason)
            else:
                yield replace(item, parent_id=self.new_id_of(entry.parent))

    def new_id_of(self, old_id: str | None) -> str | None:
        """The id here of a folder; the folder written to for one that is not there."""
        entry = self._by_id.get(old_id) if old_id is not None else None
        if entry is None or self._line(entry) is None:
            return self._context.job.parent_id
        return entry.new_id

    def path_of(self, old_id: str | None) -> str:
        """The names from the top down to that folder."""
        entry = self._by_id.get(old_id) if old_id is not None else None
        line = self._line(entry) if entry is not None else None
        return "/".join(each.name.replace("/", "-") for each in line or [])

    def _line(self, entry: _Entry) -> list[_Entry] | None:
        """The folders from the top down to this one; None where they are a circle or too many."""
        line = [entry]
        most = limits.MAX_FOLDER_DEPTH - self._context.depth
        while (above := self._by_id.get(line[-1].parent or "")) is not None:
            line.append(above)
            if len(line) > most:
                return None
        return line[::-1] if len(line) <= most else None


def _item(entry: _Entry, kind: Kind, path: str) -> Item:
    return Item(
        0,
        entry_names.clean(path, _LONGEST_PATH),
        kind,
        resource_id=entry.new_id,
        sort_order=entry.sort_order,
        old_id=entry.old_id,
        place=entry.member.place,
        size=entry.member.size,
    )


def _label(entry: _Entry, kind: Kind) -> Item:
    item = replace(_item(entry, kind, f"{entry.member.name}/{entry.name}"), resource_id=None, old_id=None)
    return item if entry.is_readable else replace(item, outcome="failed", reason=_UNREADABLE)


def _attachments(outline: _Outline, archive: Archive | None) -> Iterator[Item]:
    notes = {entry.old_id: entry.new_id for entry in outline.lists["notes"]}
    files = _files(archive)
    for entry in outline.lists["attachments"]:
        path = entry.path or f"attachments/{entry.name}"
        item = replace(
            _item(entry, "attachment", path),
            resource_id=None,
            parent_id=notes.get(entry.parent) if entry.parent else None,
        )
        if not entry.is_readable:
            item = replace(item, outcome="failed", reason=_UNREADABLE)
        elif entry.path not in files:
            item = replace(item, outcome="skipped", reason="its file is not in the archive")
        yield item


def _note(entry: _Entry, tree: _Tree, favourites: dict[str, int]) -> Item:
    folder = tree.path_of(entry.parent)
    path = entry.path or f"{folder}/{entry.name or 'Untitled'}.md".lstrip("/")
    favourite = favourites.get(entry.old_id) if entry.old_id is not None else None
    item = replace(_item(entry, "note", path), parent_id=tree.new_id_of(entry.parent), favourite=favourite)
    return item if entry.is_readable else replace(item, outcome="failed", resource_id=None, reason=_UNREADABLE)


def _versions(file: IO[bytes]) -> Iterator[Item]:
    """A second look at the file: there may be more versions than fit in memory."""
    file.seek(0)
    for member in json_stream.members(file):
        if member.name == "versions" and member.is_in_list:
            value = _value(file, member)
            note_id = _text(value.get("noteId")) if isinstance(value, dict) else None
            if note_id is not None:
                yield Item(0, "versions", "version", old_id=note_id, place=member.place, size=member.size)


def _others(outline: _Outline, archive: Archive | None) -> Iterator[Item]:
    named = {entry.path for kind in ("notes", "attachments") for entry in outline.lists[kind]}
    for path in _files(archive) - named:
        reason = "it tells what the other files are" if path == WORKSPACE_FILE else f"{WORKSPACE_FILE} does not name it"
        yield Item(0, entry_names.clean(path.replace("\x00", " "), _LONGEST_PATH), "other", "skipped", reason=reason)


def _files(archive: Archive | None) -> set[str]:
    return {entry.name for entry in archive.entries() if not entry.is_folder} if archive else set()
