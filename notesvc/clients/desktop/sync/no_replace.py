"""Renaming that never replaces anything, as each system has it, and flushing a whole file system."""

import ctypes
import ctypes.util
import errno
import os
import stat
import sys

Place = tuple[str, int | None]
"""A name, and a handle of the folder that it is in; None where the name is a whole path."""

_AT_FDCWD = -100
_NOREPLACE = 1
_RENAME_EXCL = 4
# What a file system answers that cannot rename without replacing.
_UNKNOWN = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


def rename(old: Place, new: Place) -> None:
    """Rename; raises FileExistsError where something has the new name, OSError."""
    if sys.platform == "win32":
        os.rename(old[0], new[0])
        return
    number = _call(old, new)
    if number in _UNKNOWN:
        _link_and_unlink(old, new)
    elif number:
        raise OSError(number, os.strerror(number), old[0])


def sync_all(handle: int | None) -> None:
    """Flush the file system that the handle is on, where the system can."""
    call = getattr(_LIBRARY, "syncfs", None)
    if handle is not None and call is not None and call(handle) != 0:
        raise OSError(ctypes.get_errno(), "the disk was not flushed")


def _library() -> ctypes.CDLL | None:
    return None if sys.platform == "win32" else ctypes.CDLL(None, use_errno=True)


_LIBRARY = _library()

CAN_FLUSH_ALL = hasattr(_LIBRARY, "syncfs")
"""Whether there is a call that flushes a file system and waits for it."""


def _call(old: Place, new: Place) -> int:
    """0, or the number of the error; EINVAL also where this system has no such call."""
    name, flag = ("renameatx_np", _RENAME_EXCL) if sys.platform == "darwin" else ("renameat2", _NOREPLACE)
    call = getattr(_LIBRARY, name, None)
    if call is None:
        return errno.ENOSYS
    places = [value for text, handle in (old, new) for value in (_handle(handle), os.fsencode(text))]
    return 0 if call(*places, ctypes.c_uint(flag)) == 0 else ctypes.get_errno()


def _handle(handle: int | None) -> int:
    return _AT_FDCWD if handle is None else handle


def _link_and_unlink(old: Place, new: Place) -> None:
    """Two steps: for a moment the file has both names. A folder has to make do with a look before."""
    if stat.S_ISDIR(os.stat(old[0], dir_fd=old[1], follow_symlinks=False).st_mode):
        try:
            os.stat(new[0], dir_fd=new[1], follow_symlinks=False)
        except FileNotFoundError:
            os.rename(old[0], new[0], src_dir_fd=old[1], dst_dir_fd=new[1])
            return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new[0])
    os.link(old[0], new[0], src_dir_fd=old[1], dst_dir_fd=new[1], follow_symlinks=False)
    os.unlink(old[0], dir_fd=old[1])
