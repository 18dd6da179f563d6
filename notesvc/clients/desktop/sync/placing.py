"""Files put into their places, so that nothing that anybody wrote is ever replaced or lost."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta

from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.disk import TRASH, Entry, pieces_of
from notesvc.clients.desktop.sync.errors import ChangeError
from notesvc.clients.desktop.sync.scanning import LEFTOVER
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import join, split

TRASH_DAYS = 30
"""How long what the client took away lies in the local trash."""

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def write_new(desk: Desk, path: str, text: str, *, is_flushed: bool = True) -> Entry:
    """A new file at the path. Raises ChangeError where something lies there by now, DiskFullError."""
    return write_new_file(desk, path, pieces_of(text.encode()), is_flushed=is_flushed)


def write_new_file(desk: Desk, path: str, pieces: Iterator[bytes], *, is_flushed: bool = True) -> Entry:
    """The same with the bytes that come; where they end in an error, nothing is left of them."""
    temporary = _written_beside(desk, path, pieces, is_flushed=is_flushed)
    return _put(desk, temporary, path, is_flushed=is_flushed)


def replace(desk: Desk, thing: Thing, path: str, text: str) -> Entry:
    """The text in place of the file that the thing describes, which goes to the local trash.

    Looks again before and after: raises ChangeError where the file is not what it was, and leaves it there.
    """
    temporary = _written_beside(desk, path, pieces_of(text.encode()))
    try:
        _look_again(desk, thing, path)
        thing.is_begun = 1
        with desk.state.commit():
            desk.state.put(thing)
        _set_aside(desk, thing, path, "replaced")
    except BaseException as error:
        if isinstance(error, Exception):
            _remove(desk, temporary)
        raise
    return _put(desk, temporary, path)


def to_trash(desk: Desk, thing: Thing, path: str, cause: str) -> None:
    """The file that the thing describes into the local trash. Raises ChangeError where it is not what it was."""
    _look_again(desk, thing, path)
    _set_aside(desk, thing, path, cause)


def move(desk: Desk, old: str, new: str) -> None:
    """The file or folder to its new path. Raises ChangeError where something lies there, or nothing here."""
    try:
        desk.disk.move(old, new)
    except OSError as error:
        raise ChangeError(str(error)) from error


def check_trash(desk: Desk) -> None:
    """Read again what went to the trash in the last round, or before the client was killed: whoever had a file open
    may have written to it there. Such text goes back."""
    for name, path, sha256 in desk.state.unchecked_trash():
        try:
            is_expected = _is_as_expected(desk, name, path, sha256)
        except ChangeError:
            continue
        with desk.state.commit():
            if is_expected:
                desk.state.check_trash(name)
            else:
                desk.state.drop_trash(name)


def prune(desk: Desk) -> None:
    """Delete for good what has lain in the trash for `TRASH_DAYS` and was read there."""
    oldest = f"{desk.now() - timedelta(days=TRASH_DAYS):{_TIME}}"
    unchecked = {name for name, _, _ in desk.state.unchecked_trash()}
    old = [name for name, _, _, at in desk.state.trash() if at < oldest and name not in unchecked]
    for name in old:
        _remove(desk, join(TRASH, name))
    gone = [name for name in old if desk.disk.look(join(TRASH, name)) is None]
    if gone:
        with desk.state.commit():
            desk.state.drop_trash(*gone)


def clear(desk: Desk) -> None:
    """Remove what a client that was killed has left half written."""
    for path in desk.seen.leftovers:
        with contextlib.suppress(OSError):
            desk.disk.remove(path)


def _written_beside(desk: Desk, path: str, pieces: Iterator[bytes], *, is_flushed: bool = True) -> str:
    temporary = join(split(path)[0], LEFTOVER + desk.new_key())
    try:
        desk.disk.write(temporary, pieces, is_flushed=is_flushed)
    except OSError as error:
        raise ChangeError(str(error)) from error
    except Exception:
        _remove(desk, temporary)
        raise
    return temporary


def _put(desk: Desk, temporary: str, path: str, *, is_flushed: bool = True) -> Entry:
    try:
        desk.disk.move(temporary, path, is_flushed=is_flushed)
        entry = desk.disk.look(path)
    except OSError as error:
        _remove(desk, temporary)
        raise ChangeError(str(error)) from error
    if entry is None:
        raise ChangeError(f"{path} went away")
    return entry


def _look_again(desk: Desk, thing: Thing, path: str) -> None:
    try:
        sha256, entry = desk.read_hash(path)
    except OSError as error:
        raise ChangeError(str(error)) from error
    if entry.inode != thing.inode or sha256 != thing.sha256:
        raise ChangeError(f"{path} has changed")


def _set_aside(desk: Desk, thing: Thing, path: str, cause: str) -> None:
    """Rename the file into the trash, and look what it was: somebody may have written between look and rename."""
    name = f"{desk.now():%Y%m%d-%H%M%S}-{desk.new_key()[:8]}-{split(path)[1]}"
    row = (name, path, cause, f"{desk.now():{_TIME}}")
    with desk.state.commit():
        desk.state.add_trash(row, thing.sha256)
    move(desk, path, join(TRASH, name))
    if not _is_as_expected(desk, name, path, thing.sha256):
        raise ChangeError(f"{path} has changed")


def _is_as_expected(desk: Desk, name: str, path: str, sha256: str) -> bool:
    """Whether that is in the trash which should be; other text goes back to its place, or beside what is there now."""
    aside = join(TRASH, name)
    try:
        found, _ = desk.read_hash(aside)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ChangeError(str(error)) from error
    if found == sha256:
        return True
    folder, file = split(path)
    for place in dict.fromkeys((folder, "")):
        with contextlib.suppress(OSError):
            if desk.disk.look(join(place, file)) is None:
                desk.disk.move(aside, join(place, file))
            else:
                desk.disk.move(aside, join(place, desk.naming.free(place, file)))
            return False
    raise ChangeError(f"{path} cannot go back")


def _remove(desk: Desk, path: str) -> None:
    with contextlib.suppress(OSError):
        desk.disk.remove(path)
