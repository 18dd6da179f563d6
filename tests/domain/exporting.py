"""What the tests of exports share: files to attach, and archives to look into."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from notesvc.domain import attachments
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, zip_archive
from notesvc.models import Attachment

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400

Attach = Callable[..., Attachment]


def attach(caller: Caller, name: str, content: bytes = PICTURE, **where: Any) -> Attachment:
    """A stored file: `attach(caller, "a.png", note_id=…, folder="Pictures")`."""
    return attachments.store(caller, io.BytesIO(content).read, name, **where)


def exported(caller: Caller, since: str | None = None, versions: bool = False) -> dict[str, Any]:
    """The JSON export, read again."""
    pieces = export.json_pieces(export.begin(caller, since, versions))
    document: dict[str, Any] = json.loads(b"".join(pieces))
    return document


def unzipped(caller: Caller, since: str | None = None) -> zipfile.ZipFile:
    """The zip export, opened again and sound."""
    archive = zipfile.ZipFile(io.BytesIO(b"".join(zip_archive.pieces(export.begin(caller, since)))))
    assert archive.testzip() is None
    return archive


def files_of(archive: zipfile.ZipFile) -> list[str]:
    """The names in it but for folders and the index."""
    return sorted(name for name in archive.namelist() if not name.endswith("/") and name != "workspace.json")


def index_of(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Its `workspace.json`."""
    document: dict[str, Any] = json.loads(archive.read("workspace.json"))
    return document
