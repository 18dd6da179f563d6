"""Pictures of diagrams for public pages, where no script may draw them: their owners' browsers leave them here."""

import io
import struct
from collections.abc import Iterable

from notesvc import clock, database, errors, file_store, limits
from notesvc.domain.caller import Caller
from notesvc.models import Diagram
from notesvc.text.html.code_blocks import diagram_key

NAME = "diagram.png"
# As much of a hash as an id is long: pages name pictures where they name files.
_ID = 36
_PNG = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">8xI4sII")
_KEEP = """
INSERT INTO diagrams (owner_id, source_hash, picture, created_at) VALUES (?, ?, ?, ?)
ON CONFLICT (owner_id, source_hash) DO UPDATE SET picture = excluded.picture, created_at = excluded.created_at
"""
_FORGET = """
DELETE FROM diagrams WHERE owner_id = ? AND source_hash NOT IN
    (SELECT source_hash FROM diagrams WHERE owner_id = ? ORDER BY created_at DESC, source_hash LIMIT ?)
"""


def keep(caller: Caller, source: str, picture: bytes) -> None:
    """Keep the picture (PNG) of a diagram for the next freeze; the oldest go where there are too many.

    Raises InvalidInput for what is no picture that a page can show.
    """
    if not source.strip():
        raise errors.InvalidInput("source", "must not be empty")
    if not _is_picture(picture):
        raise errors.InvalidInput("file", f"must be a PNG of at most {limits.DIAGRAM_SIDE} pixels a side")
    with database.transaction(caller.user_id):
        database.execute(_KEEP, (caller.user_id, diagram_key(source), picture, clock.now()))
        database.execute(_FORGET, (caller.user_id, caller.user_id, limits.DIAGRAMS))


def addresses(owner_id: str, texts: Iterable[str]) -> dict[str, str]:
    """The address, by `diagram_key`, of each picture that pages of these notes may show."""
    if not any("mermaid" in text.lower() for text in texts):
        return {}
    rows = database.execute("SELECT source_hash FROM diagrams WHERE owner_id = ?", (owner_id,)).fetchall()
    return {str(key): f"/files/{key[:_ID]}/{NAME}" for (key,) in rows}


def store(owner_id: str, picture_id: str) -> tuple[str, int] | None:
    """Hash and size of the picture of such an address, which is a stored file now; None where there is none."""
    row = Diagram.get_or_none((Diagram.owner == owner_id) & Diagram.source_hash.startswith(picture_id))
    if row is None or len(picture_id) != _ID:
        return None
    return file_store.put(io.BytesIO(bytes(row.picture)).read, limits.DIAGRAM_BYTES)


def _is_picture(content: bytes) -> bool:
    if not content.startswith(_PNG) or len(content) < _HEADER.size:
        return False
    _, kind, width, height = _HEADER.unpack_from(content)
    return kind == b"IHDR" and 0 < width <= limits.DIAGRAM_SIDE and 0 < height <= limits.DIAGRAM_SIDE
