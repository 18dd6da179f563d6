"""Reading multipart/form-data: bounded, refused with words, and with no database connection kept meanwhile."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from typing import IO, Any, cast

from flask import request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import MultiPartParser

from notesvc import database, errors, limits
from notesvc.web import bodies

_PARTS = 10
_IN_MEMORY = 512 * limits.KIB
# What is read at a time. The parser keeps the end of a piece that may begin a boundary, and counts it together with
# the next piece: its bound on memory has to be larger than a piece, or it refuses files by their bytes.
_PIECE = 64 * limits.KIB
_FORM_MEMORY = 4 * _PIECE


def receive_file(open_target: Callable[..., IO[bytes]], most: int) -> tuple[FileStorage, dict[str, str]]:
    """The one part `file` of the request, written to what `open_target` opens, and the fields beside it.

    Raises UnsupportedMediaType, MalformedRequest, InvalidInput, and TooLarge where the body is longer than `most`
    bytes and the form around them: whole, or in chunks.
    """
    boundary = request.mimetype_params.get("boundary", "")
    if request.mimetype != "multipart/form-data" or not boundary.isascii() or not boundary:
        raise errors.UnsupportedMediaType("Send the file as multipart/form-data.")
    # A slow upload must not keep a connection from those who need one.
    database.release()
    try:
        parser = MultiPartParser(open_target, _FORM_MEMORY, buffer_size=_PIECE, max_form_parts=_PARTS)
        form, files = parser.parse(_BoundedBody(most), boundary.encode(), request.content_length)  # type: ignore[arg-type]
    except ValueError as error:
        raise errors.MalformedRequest("The body is no multipart/form-data.") from error
    except RequestEntityTooLarge as error:
        raise errors.TooLarge(f"The form has more than {_PARTS} parts, or one beside the file is too long.") from error
    finally:
        database.connect()
    return _only_file(files), _fields(form)


@contextlib.contextmanager
def receive_attachment(form: type[bodies.Form], optional: str) -> Iterator[tuple[IO[bytes], str, bodies.Form]]:
    """A file for the workspace, its name, and the form beside it, which says "none" by an empty `optional` field.

    Raises as `receive_file` does.
    """
    # A small one waits in memory until all of it is there. A second one would be refused when both are read.
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as whole:
        file, fields = receive_file(lambda **_: cast(IO[bytes], whole), limits.MAX_ATTACHMENT)
        given = {name: text for name, text in fields.items() if text or name != optional}
        yield cast(IO[bytes], whole), file.filename or "", bodies.validate(form, given)


def _only_file(files: MultiDict[str, FileStorage]) -> FileStorage:
    unknown = [name for name in files if name != "file"]
    if unknown:
        raise errors.InvalidInput(unknown[0], "is no field of this request")
    if "file" not in files or not files["file"].filename:
        raise errors.InvalidInput("file", "is missing")
    if len(files.getlist("file")) > 1:
        raise errors.InvalidInput("file", "is given more than once")
    return files["file"]


def _fields(form: MultiDict[str, str]) -> dict[str, str]:
    twice = [name for name in form if len(form.getlist(name)) > 1]
    if twice:
        raise errors.InvalidInput(twice[0], "is given more than once")
    return dict(form.items())


class _BoundedBody:
    """The body as a stream; raises TooLarge where it is longer than it may be, chunked or not."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = most + _FORM_MEMORY
        if request.content_length is not None and request.content_length > self._left:
            raise self._too_large()

    def read(self, size: int) -> Any:
        piece = request.stream.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise self._too_large()
        return piece

    def _too_large(self) -> errors.TooLarge:
        return errors.TooLarge(f"The file is larger than {self._most} bytes.")
