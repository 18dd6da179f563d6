"""Folders of the machine for mirrors: the administrator's, one a user; nobody types a path."""

from pathlib import Path

from notesvc import durable
from notesvc.backends.backend import Backend
from notesvc.backends.causes import BackendError
from notesvc.backends.folder import FolderBackend
from notesvc.domain import policy


def is_offered() -> bool:
    """Whether the administrator has set a folder for mirrors."""
    return policy.current().mirror_root is not None


def open_folder(owner_id: str) -> Backend:
    """The folder of the user, which is made. The administrator's own is not: an unmounted disk has none.

    Raises BackendError.
    """
    path = folder_of(owner_id)
    if path is None or not path.parent.is_dir():
        raise BackendError("no_such_place")
    try:
        durable.make_folder(path)
    except OSError as error:
        raise BackendError("forbidden") from error
    return FolderBackend(path)


def folder_of(owner_id: str) -> Path | None:
    """Where the user's folder is: by id, which no rename changes; None where none is offered."""
    root = policy.current().mirror_root
    return None if root is None else root / owner_id
