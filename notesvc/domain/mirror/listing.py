"""What lies at the place: its files as they are listed, and those that may be notes."""

import fnmatch
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from notesvc import limits
from notesvc.backends.backend import Backend, Entry
from notesvc.domain.mirror.file_form import FileForm, UnusableError, has_broken_front, read

MARKER = ".notesvc"
ENDINGS = (".md", ".markdown")
_LARGEST = limits.MAX_BODY + 1024 * 1024
"""Bytes of a file: a text, and front matter before it."""
_IGNORED = ("*~", "*.tmp", "*.swp", ".*", "~$*", "*.sync-conflict-*")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that was read: its text, and what that says."""

    key: str
    tag: str
    sha256: str
    text: str
    form: FileForm


def of_notes(entries: Iterable[Entry], of_attachments: frozenset[str]) -> dict[str, Entry]:
    """The files that are notes, or may be, by key; `of_attachments` are keys of files that are none."""
    return {entry.key: entry for entry in entries if is_note(entry.key) and entry.key not in of_attachments}


def is_note(key: str) -> bool:
    """Whether a file of that name is a note's; what editors and other programs leave beside files is none."""
    return key.lower().endswith(ENDINGS) and is_shown(key)


def is_shown(key: str) -> bool:
    """Whether the file is one that somebody keeps, not one that a program leaves beside those."""
    parts = key.split("/")
    if any(part.startswith(".") for part in parts):
        return False
    return not any(fnmatch.fnmatchcase(parts[-1], pattern) for pattern in _IGNORED)


def read_file(backend: Backend, key: str) -> Found:
    """The file as it is now. Raises UnusableError for what cannot be a note, MissingError, BackendError."""
    tag, raw = _bytes(backend, key)
    if len(raw) > _LARGEST:
        raise UnusableError("too_large")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableError("not_utf8") from error
    if "\x00" in text:
        raise UnusableError("nul")
    if has_broken_front(text) and "\nnotesvc_id:" in text[:2_000]:
        raise UnusableError("front_matter")
    form = read(text)
    if len(form.body.encode()) > limits.MAX_BODY:
        raise UnusableError("too_large")
    return Found(key, tag, hashlib.sha256(raw).hexdigest(), text, form)


def _bytes(backend: Backend, key: str) -> tuple[str, bytes]:
    """A reading may give less than was asked for."""
    pieces: list[bytes] = []
    left = _LARGEST + 1
    with backend.open(key) as reading:
        while left > 0 and (piece := reading.read(left)):
            pieces.append(piece)
            left -= len(piece)
        return reading.tag, b"".join(pieces)


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
