"""A file of the folder becomes an attachment: by its hash where the service has the bytes, else piece by piece."""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Iterator

from notesvc.clients.desktop.sync.api import Form
from notesvc.clients.desktop.sync.desk import PIECE, Desk
from notesvc.clients.desktop.sync.errors import ChangeError, RefusalError
from notesvc.clients.desktop.sync.state import Creation, Thing
from notesvc.clients.desktop.sync.tree import split
from notesvc.text import file_names

_KIND = "attachment"


def send(desk: Desk, path: str, sha256: str) -> Thing:
    """Send the file, which has that hash. Raises ChangeError where it is another one by now, RefusalError, UnreachableError."""
    name = unicodedata.normalize("NFC", file_names.safe_file(split(path)[1]))
    file = {"name": name, "sha256": sha256}
    key = _begin(desk, path, file)
    try:
        answer = desk.api.add_known_file(file, f"{key}-known")
    except RefusalError as refusal:
        if refusal.status != 404:
            raise
        form, sent = _form(desk, path, file)
        try:
            answer = desk.api.send_file(form, f"{key}-file")
        except RefusalError as refused:
            if refused.status == 422 and sent and sent[-1] != sha256:
                raise ChangeError(f"{path} has changed") from refused
            raise
    if answer["isReplay"]:
        # It may be deleted again by now: where it is not, the changes tell of it, in the next round.
        with desk.state.commit():
            end(desk, path)
        raise ChangeError(f"{path} was sent before")
    return Thing(str(answer["id"]), _KIND, str(answer["name"]), own=str(answer["sha256"]))


def end(desk: Desk, path: str) -> None:
    """Within a commit: what was begun with the file at this path is done."""
    for creation in desk.state.creations():
        if creation.kind == _KIND and creation.path == path:
            desk.state.end_creation(creation.key)


def drop_old(desk: Desk) -> None:
    """Forget what was begun with files that are not there any more: what came of it, the changes tell."""
    for creation in desk.state.creations():
        if creation.kind == _KIND and creation.path not in desk.seen.others:
            with desk.state.commit():
                desk.state.end_creation(creation.key)


def _begin(desk: Desk, path: str, file: dict[str, str]) -> str:
    """The key of this file at this path; the same one until it is answered."""
    body = json.dumps(file, sort_keys=True)
    for creation in desk.state.creations():
        if (creation.kind, creation.path, creation.body) == (_KIND, path, body):
            return creation.key
    creation = Creation(desk.new_key(), _KIND, path, "", body)
    with desk.state.commit():
        end(desk, path)
        desk.state.begin_creation(creation)
    return creation.key


def _form(desk: Desk, path: str, file: dict[str, str]) -> tuple[Form, list[str]]:
    """The form, and the hashes of what was sent of it, each time that it was."""
    boundary = secrets.token_hex(16)
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="sha256"\r\n\r\n{file["sha256"]}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file["name"]}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    ).encode()
    tail = f"\r\n--{boundary}--\r\n".encode()
    sent: list[str] = []
    size = desk.seen.others[path].size

    def pieces() -> Iterator[bytes]:
        yield head
        yield from _pieces(desk, path, size, sent)
        yield tail

    return Form(f"multipart/form-data; boundary={boundary}", len(head) + size + len(tail), pieces), sent


def _pieces(desk: Desk, path: str, size: int, sent: list[str]) -> Iterator[bytes]:
    """As many bytes as were announced. Raises ChangeError where the file has fewer."""
    hashing = hashlib.sha256()
    left = size
    try:
        with desk.disk.reading(path) as file:
            while left and (piece := file.read(min(PIECE, left))):
                hashing.update(piece)
                left -= len(piece)
                yield piece
    except OSError as error:
        raise ChangeError(str(error)) from error
    if left:
        raise ChangeError(f"{path} has changed")
    sent.append(hashing.hexdigest())
