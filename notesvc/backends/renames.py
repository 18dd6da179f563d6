"""Renaming without looking first: two files change places, or one gets a name that nobody has.

Linux does both in one step (renameat2). Elsewhere, and on file systems that do not know it, a name is taken by a link.
"""

import contextlib
import ctypes
import errno
import functools
import os
from collections.abc import Callable

_NO_REPLACE = 1
_EXCHANGE = 2
# What file systems and systems answer that do not know such a rename.
_UNKNOWN = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})


class UnsupportedError(Exception):
    """Neither the system nor the file system can do that."""


def exchange(folder: int, one: str, other: str) -> None:
    """Two files of a folder change places in one step. Raises OSError, UnsupportedError."""
    _renameat2((folder, one), (folder, other), _EXCHANGE)


def no_replace(source: tuple[int, str], target: tuple[int, str]) -> None:
    """A file, as a folder's descriptor and a name, gets another name. Raises FileExistsError where that is taken."""
    try:
        _renameat2(source, target, _NO_REPLACE)
    except UnsupportedError:
        os.link(source[1], target[1], src_dir_fd=source[0], dst_dir_fd=target[0], follow_symlinks=False)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(source[1], dir_fd=source[0])


def _renameat2(source: tuple[int, str], target: tuple[int, str], flag: int) -> None:
    rename = _function()
    if rename is None:
        raise UnsupportedError
    if rename(source[0], os.fsencode(source[1]), target[0], os.fsencode(target[1]), flag) == 0:
        return
    number = ctypes.get_errno()
    if number in _UNKNOWN:
        raise UnsupportedError
    raise OSError(number, os.strerror(number), source[1])


@functools.cache
def _function() -> Callable[..., int] | None:
    with contextlib.suppress(OSError, AttributeError):
        found: Callable[..., int] = ctypes.CDLL(None, use_errno=True).renameat2
        found.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]  # type: ignore[attr-defined]
        return found
    return None
