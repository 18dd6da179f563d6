"""How large pictures are, as the heads of their files say it."""

import secrets
import struct

import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain import access, attachments, picture_sizes
from notesvc.domain.caller import Caller
from notesvc.models import Attachment, Note
from tests.domain.conftest import MakeNote


@pytest.fixture(autouse=True)
def _store(workspace: Settings) -> None:
    file_store.open_store(workspace.attachments)


def _jpeg(width: int, height: int, orientation: int) -> bytes:
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
    parts = [
        b"\xff" + bytes([kind]) + struct.pack(">H", len(each) + 2) + each
        for kind, each in [(0xE1, exif), (0xC0, frame)]
    ]
    return b"\xff\xd8" + b"".join(parts) + b"\xff\xd9"


def _png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", width, height, 8, 2, 0, 0, 0, 0)


_GIF = b"GIF89a" + struct.pack("<HHBBB", 7, 5, 0, 0, 0)
_WEBP = b"RIFF" + struct.pack("<I", 30) + b"WEBPVP8X" + struct.pack("<IB3x", 10, 0) + b"\x0f\0\0" + b"\x09\0\0"
_SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"


def _kept(caller: Caller, content: bytes, name: str = "a.png") -> Attachment:
    pieces = [content, b""]
    return attachments.store(caller, lambda _: pieces.pop(0), name)


def _sizes(note: Note) -> dict[str, picture_sizes.Size]:
    return picture_sizes.of_note(note, access.body_of(note))


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (_png(1200, 800), (1200, 800)),
        (_jpeg(400, 300, 1), (400, 300)),
        (_jpeg(400, 300, 6), (300, 400)),
        (_GIF, (7, 5)),
        (_WEBP, (16, 10)),
        (_SVG, None),
        (_png(0, 0), None),
        (_png(1200, 800)[:12], None),
        (b"no picture", None),
        (b"", None),
    ],
)
def test_the_head_of_a_file_tells_how_large_it_is_shown(
    caller: Caller, make_note: MakeNote, content: bytes, size: picture_sizes.Size | None
) -> None:
    file = _kept(caller, content)
    note = make_note("N", f"![x]({file.url})")
    assert _sizes(note) == ({} if size is None else {file.id: size})


def test_only_the_owners_pictures_that_the_text_names_are_told(
    caller: Caller, stranger: Caller, make_note: MakeNote
) -> None:
    mine, unnamed, foreign = _kept(caller, _GIF), _kept(caller, _GIF), _kept(stranger, _GIF)
    paper = _kept(caller, _GIF, "a.txt")
    note = make_note("N", "".join(f"![x]({each.url})\n\n" for each in (foreign, mine, paper, mine)))
    assert unnamed.id not in _sizes(note)
    assert _sizes(note) == {mine.id: (7, 5)}


def test_a_file_that_is_not_here_is_asked_for_again(caller: Caller, make_note: MakeNote) -> None:
    file = _kept(caller, _png(33, 22) + secrets.token_bytes(8))
    note = make_note("N", f"![x]({file.url})")
    path = file_store.path_of(str(file.content_hash))
    content = path.read_bytes()
    path.unlink()
    assert _sizes(note) == {}
    path.write_bytes(content)
    assert _sizes(note) == {file.id: (33, 22)}


def test_of_very_many_pictures_the_first_are_told(caller: Caller, make_note: MakeNote) -> None:
    files = [_kept(caller, _GIF) for _ in range(picture_sizes.MOST + 1)]
    note = make_note("N", "\n".join(f"![x]({each.url})" for each in files))
    assert list(_sizes(note)) == [each.id for each in files[:-1]]
