"""What kind of archive a file is, told by what is in it."""

from pathlib import Path

import orjson

from notesvc import errors, limits
from notesvc.domain.importing import entry_names
from notesvc.domain.importing.archive import Archive
from notesvc.domain.importing.decoding import is_text
from notesvc.domain.importing.errors import ArchiveRefusedError, EntryRefusedError

MARKDOWN = (".md", ".markdown")
WORKSPACE_FILE = "workspace.json"
FORMAT = b'"notesvc.workspace"'

_HEAD = 64 * 1024
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OTHER_TEXT = (b"<?xml", b"<!doctype", b"<html", b"<en-export", b"{\\rtf", b"%pdf-", b"%!ps")


def kind_of(path: Path) -> str:
    """`workspace-zip`, `workspace-json`, `vault` or `text`.

    Raises UnsupportedMediaType for any other file, InvalidInput for an empty one or a zip that cannot be read.
    """
    with open(path, "rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise errors.InvalidInput("file", "is empty")
    if head.startswith(_ZIP):
        return _kind_of_zip(path)
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"{", b"[")) and _is_workspace(path):
        return "workspace-json"
    if not is_text(head) or start.startswith(_OTHER_TEXT) or _is_json(path):
        raise errors.UnsupportedMediaType("This kind of file is not read.")
    return "text"


def is_markdown(name: str) -> bool:
    """Whether a file of this name is a note."""
    return name.lower().endswith(MARKDOWN)


def _kind_of_zip(path: Path) -> str:
    try:
        archive = Archive(path)
    except ArchiveRefusedError as refusal:
        raise errors.InvalidInput("file", f"cannot be read: {refusal}") from refusal
    try:
        names = {entry.name: entry.index for entry in archive.entries() if not entry.is_folder}
        if WORKSPACE_FILE in names and FORMAT in _beginning(archive, names[WORKSPACE_FILE]):
            return "workspace-zip"
        if not names or any(is_markdown(name) and not _is_hidden(name) for name in names):
            return "vault"
    finally:
        archive.close()
    raise errors.UnsupportedMediaType("This kind of archive is not read: it holds no markdown files.")


def _beginning(archive: Archive, index: int) -> bytes:
    try:
        with archive.open_entry(index) as stream:
            return stream.read(_HEAD)
    except (EntryRefusedError, ArchiveRefusedError):
        return b""


def _is_hidden(name: str) -> bool:
    try:
        return entry_names.is_hidden(entry_names.parts_of(name))
    except EntryRefusedError:
        return True


def _is_workspace(path: Path) -> bool:
    """Whether our format is named anywhere: another program may have written the names in another order."""
    with open(path, "rb") as file:
        before = b""
        while piece := file.read(1024 * 1024):
            if FORMAT in before + piece:
                return True
            before = piece[-len(FORMAT) :]
    return False


def _is_json(path: Path) -> bool:
    if path.stat().st_size > limits.MAX_BODY:
        return False
    try:
        return isinstance(orjson.loads(path.read_bytes()), dict | list)
    except ValueError:
        return False
