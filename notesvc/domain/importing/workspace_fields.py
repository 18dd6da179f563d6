"""The fields of our own JSON as they may be stored: whatever breaks a rule is mended or left out, and told."""

import re
from datetime import date as Date
from typing import Any

import orjson

from notesvc import clock, errors, limits
from notesvc.domain import documents, notes
from notesvc.domain.caller import Caller
from notesvc.domain.importing import entry_names
from notesvc.domain.importing.errors import EntryRefusedError
from notesvc.models import Folder, Note, NoteBody
from notesvc.text import inline, reading, stable_json

Fields = dict[str, Any]

_NO_LINE = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
_COVER = re.compile(r"(?:https://|/files/)[^\s\x00-\x1f\"'<>\\]+")
_COLOR = re.compile("#[0-9a-fA-F]{6}")
_REASONS = ("autosave", "manual", "restore", "import", "capture", "collaboration")
_ORIGIN = 40
# As deep as a request can bring them, in which one more level is around them.
_DEPTH = limits.JSON_DEPTH - 1


def note(caller: Caller, note_id: str, fields: Fields) -> tuple[Note, NoteBody, list[str]]:
    """A note that is not placed yet, its text, and what had to be left out. Raises EntryRefusedError."""
    remarks: list[str] = []
    made = notes.blank(caller, None)
    made.id = note_id
    made.name = name(fields.get("name"), "")
    made.mode = "raw" if fields.get("mode") == "raw" else "block"
    made.icon, made.cover = icon(fields.get("icon")), _cover(fields.get("cover"))
    made.tags = _tags(fields.get("tags"), remarks)
    made.properties = _object(fields.get("properties"), remarks) or {}
    made.journal_meta = _object(fields.get("journalMeta"), remarks)
    made.journal_date = _day((made.journal_meta or {}).get("date"))
    made.created_at, made.updated_at = moment(fields.get("createdAt")), moment(fields.get("updatedAt"))
    return made, body(note_id, fields, remarks), remarks


def folder(fields: Fields) -> Folder:
    """A folder that is not placed yet."""
    return Folder(
        name=name(fields.get("name"), "Untitled"),
        icon=icon(fields.get("icon")),
        created_at=moment(fields.get("createdAt")),
        updated_at=moment(fields.get("updatedAt")),
    )


def body(note_id: str, fields: Fields, remarks: list[str]) -> NoteBody:
    """The text of a note or a version. Raises EntryRefusedError for one that is too long."""
    content = fields.get("content")
    if not isinstance(content, str):
        raise EntryRefusedError("it has no content")
    if "\x00" in content:
        content = content.replace("\x00", "")
        remarks.append("NUL characters were dropped")
    if len(content.encode()) > limits.MAX_BODY:
        raise EntryRefusedError(f"it is larger than {limits.MAX_BODY} bytes")
    made = NoteBody(note=note_id, content="", rich_content=None)
    try:
        documents.apply(made, documents.check({"content": content, "rich_content": _document(fields)}))
    except errors.InvalidInput as error:
        remarks.append(f"its block document was left out: {error.detail}")
        documents.apply(made, {"content": content})
    return made


def version(caller: Caller, fields: Fields) -> tuple[Any, ...]:
    """A version as a row: name, hash, reason, origin, author, size, time, content, document, its hash."""
    text = body("", fields, [])
    reason = fields.get("reason") if fields.get("reason") in _REASONS else "import"
    origin = fields.get("origin")
    return (
        name(fields.get("name"), ""),
        reading.content_hash(text.content),
        reason,
        entry_names.clean(origin, _ORIGIN) if isinstance(origin, str) else "import",
        caller.user_id,
        len(text.content),
        moment(fields.get("createdAt")),
        text.content,
        text.rich_content,
        reading.rich_hash(text.rich_content),
    )


def person(fields: Fields) -> Fields:
    """A person as `people.create` takes one. Raises EntryRefusedError for one without a name."""
    called = name(fields.get("name"), "").strip()
    if not called:
        raise EntryRefusedError("the person has no name")
    aliases = fields.get("aliases")
    text, email = fields.get("notes"), fields.get("email")
    return {
        "name": called,
        "aliases": [name(alias, "") for alias in aliases if isinstance(alias, str)]
        if isinstance(aliases, list)
        else [],
        "email": name(email, "") or None,
        "notes": text.replace("\x00", "") if isinstance(text, str) else "",
        "color": color(fields.get("color")),
        "created_at": moment(fields.get("createdAt")),
        "updated_at": moment(fields.get("updatedAt")),
    }


def name(value: Any, otherwise: str) -> str:
    """A name exactly as it is, unless it breaks a rule."""
    if not isinstance(value, str):
        return otherwise
    if len(value) > limits.MAX_NAME or _NO_LINE.search(value):
        value = entry_names.clean(value, limits.MAX_NAME)
    return value or otherwise


def icon(value: Any) -> str | None:
    """An icon, or none."""
    fits = isinstance(value, str) and len(value) <= limits.MAX_ICON and not _NO_LINE.search(value)
    return value if fits else None


def color(value: Any) -> str | None:
    """A colour as #rrggbb, or none."""
    return value.lower() if isinstance(value, str) and _COLOR.fullmatch(value) else None


def number(value: Any, otherwise: int) -> int:
    """A place among siblings."""
    is_place = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= limits.LARGEST_INTEGER
    return value if is_place else otherwise


def moment(value: Any) -> str:
    """A timestamp, never in the future; now where there is none."""
    now = clock.now()
    try:
        return min(clock.written(clock.parse(value)), now) if isinstance(value, str) else now
    except (ValueError, OverflowError):
        return now


def _document(fields: Fields) -> Any:
    rich = fields.get("richContent")
    if rich is not None and not stable_json.is_shallow(rich, _DEPTH):
        raise errors.InvalidInput("richContent", f"is nested more than {_DEPTH} levels deep")
    if rich is not None and b"\\u0000" in orjson.dumps(rich):
        raise errors.InvalidInput("richContent", "holds NUL characters")
    return rich


def _cover(value: Any) -> str | None:
    fits = isinstance(value, str) and len(value) <= limits.MAX_COVER and _COVER.fullmatch(value)
    return value if fits else None


def _tags(value: Any, remarks: list[str]) -> list[str]:
    given = [tag for tag in value if isinstance(tag, str)] if isinstance(value, list) else []
    kept = [tag for tag in given if inline.is_tag(tag)][: limits.MAX_TAGS]
    if len(kept) < len(given):
        remarks.append("tags that are none were left out")
    return notes.checked_tags(kept)


def _object(value: Any, remarks: list[str]) -> Fields | None:
    if not isinstance(value, dict):
        return None
    if not stable_json.is_shallow(value, _DEPTH):
        remarks.append(f"properties nested more than {_DEPTH} levels deep were left out")
        return None
    encoded = orjson.dumps(value)
    if len(encoded) > limits.MAX_PROPERTIES or b"\\u0000" in encoded:
        remarks.append("properties that are too large were left out")
        return None
    return value


def _day(value: Any) -> str | None:
    try:
        return value if isinstance(value, str) and Date.fromisoformat(value).isoformat() == value else None
    except ValueError:
        return None
