"""A note as a markdown file: its front matter, its text, and what either says of the note."""

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from notesvc import limits
from notesvc.models.attachments import path_segment
from notesvc.text import inline
from notesvc.text.markdown import front_matter, link_addresses

ID = "notesvc_id"
"""The property of a file that names its note, wherever the file is moved to."""
_OWN = frozenset({ID, "tags", "tag", "icon", "cover"})
_NOTE_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class UnusableError(Exception):
    """The file's text cannot be a note's; says why, as in `left_files.DETAILS`."""


@dataclass(frozen=True, slots=True)
class Look:
    """What stands in the front matter but for the id: tags, icon, cover, and the properties."""

    tags: tuple[str, ...] = ()
    icon: str | None = None
    cover: str | None = None
    properties: Mapping[str, Any] | None = None

    @property
    def others(self) -> Mapping[str, Any]:
        return self.properties or {}


@dataclass(frozen=True, slots=True)
class FileForm:
    """A file taken apart. `look` is None for one without front matter."""

    note_id: str | None
    look: Look | None
    body: str


def write(note_id: str, look: Look, body: str) -> str:
    """The text of a note's file. Properties that YAML cannot say are left out of it."""
    properties = {name: value for name, value in look.others.items() if name not in _OWN}
    tags = [*look.tags, *front_matter.tags(dict(look.others))]
    own = {"tags": tags, "icon": look.icon or look.others.get("icon"), "cover": look.cover or look.others.get("cover")}
    given = {name: value for name, value in own.items() if value}
    try:
        return front_matter.join({ID: note_id} | properties | given, body)
    except ValueError:
        return front_matter.join({ID: note_id}, body)


def read(text: str) -> FileForm:
    """What the text of a file says. Raises UnusableError for front matter that a note cannot keep."""
    properties, body = front_matter.split(text)
    if not properties:
        return FileForm(None, None, body)
    named = properties.get(ID)
    note_id = named if isinstance(named, str) and _NOTE_ID.fullmatch(named) else None
    icon, cover = (_text(properties.get(name)) for name in ("icon", "cover"))
    others = {name: value for name, value in properties.items() if name not in _OWN}
    _refuse_unstorable(others)
    return FileForm(note_id, Look(tuple(front_matter.tags(properties)), icon, cover, others), body)


def has_broken_front(text: str) -> bool:
    """Whether the text begins like a file with front matter, and has none that can be read: somebody is at it."""
    return text.startswith(("---\n", "---\r\n")) and front_matter.split(text)[1] == text


def with_own_files(body: str, keys: tuple[str, ...], named: Callable[[str], tuple[str, str] | None]) -> str:
    """The text of a file with relative addresses of attachments as the service's own.

    `keys` are where the file is and where it was; `named` tells of a key the id and the name of its attachment.
    """
    spans = []
    for address in link_addresses.paths(body):
        found = next(filter(None, (named(_absolute(address.path, key)) for key in keys)), None)
        if found is not None:
            spans.append((address.start, address.end, f"/files/{found[0]}/{path_segment(found[1])}{address.fragment}"))
    return inline.replace_spans(body, spans)


def keys_named(body: str, key: str) -> set[str]:
    """The keys of files that the text names, seen from its file."""
    return {_absolute(address.path, key) for address in link_addresses.paths(body)}


def tags_that_hold(tags: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Those of the tags that keep the rule for tags, at most as many as a note has, and the others."""
    kept = [tag for tag in tags if inline.is_tag(tag)][: limits.MAX_TAGS]
    return kept, [tag for tag in tags if tag not in set(kept)]


def _absolute(path: str, key: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(key), path))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _refuse_unstorable(properties: dict[str, Any]) -> None:
    try:
        encoded = orjson.dumps(properties)
    except TypeError as error:
        raise UnusableError("odd_front_matter") from error
    if len(encoded) > limits.MAX_PROPERTIES or b"\\u0000" in encoded:
        raise UnusableError("odd_front_matter")
