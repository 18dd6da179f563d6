"""How large the pictures of a note are, so that a page holds their room before they have come (decision 0048).

Sizes are read from the heads of the files; nothing else keeps them.
"""

import functools
import io
import re

import imagesize

from notesvc import database, file_store
from notesvc.domain.note_attachments import ADDRESS
from notesvc.models import Note, NoteBody

MOST = 40
"""Pictures of a note whose sizes are told: what stands further down comes before anybody is there."""
_HEAD = 512 * 1024
_RASTER = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavif", re.DOTALL)
_FILES = "SELECT id, content_hash FROM attachments WHERE owner_id = ? AND id IN ({marks}) AND type LIKE ?"

Size = tuple[int, int]
"""Width and height in pixels, as a browser shows the picture."""


def of_note(note: Note, body: NoteBody) -> dict[str, Size]:
    """The sizes of the first `MOST` pictures that the text names, by attachment id.

    Those of which nothing is known are left out: drawings, and files that are not on this machine now.
    """
    named = list(dict.fromkeys(ADDRESS.findall(str(body.content))))[:MOST]
    if not named:
        return {}
    files = dict(
        database.execute(_FILES.format(marks=database.marks(named)), (note.owner_id, *named, "image/%")).fetchall()
    )
    sizes = ((each, of_file(files[each])) for each in named if each in files)
    return {each: size for each, size in sizes if size is not None}


def of_file(content_hash: str) -> Size | None:
    """The size of a stored picture; None where it is not known."""
    try:
        return _read(content_hash)
    except OSError:
        return None


@functools.lru_cache(maxsize=10_000)
def _read(content_hash: str) -> Size | None:
    """None for what is no picture that browsers only decode. Raises OSError, which is not remembered."""
    with open(file_store.path_of(content_hash), "rb") as file:
        head = file.read(_HEAD)
    if _RASTER.match(head) is None:
        return None
    width, height = imagesize.get(io.BytesIO(head))
    return (width, height) if width > 0 and height > 0 else None
