"""A note as the text of a file, and back: the page. Front matter is written as the zip export writes it."""

from dataclasses import dataclass, field
from typing import Any

from notesvc.text import inline
from notesvc.text.markdown import front_matter

# Of a note's own fields those that stand in the front matter beside the properties.
_OWN = ("tags", "icon", "cover")


@dataclass(frozen=True, slots=True)
class Fields:
    """What a page says of its note."""

    content: str
    properties: dict[str, Any] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)


def page_of(note: dict[str, Any], like: str | None = None) -> str:
    """The page of a note as the service answers it; its front matter is written as `like` writes the same one."""
    given = {name: note.get(name) for name in _OWN if note.get(name)}
    try:
        page = front_matter.join({**(note.get("properties") or {}), **given}, note["content"])
    except ValueError:
        # YAML cannot say them: they stay in the service, because only what differs between two pages is sent.
        page = front_matter.join({}, note["content"])
    if like is None or page == like:
        return page
    said, known = read(page), read(like)
    if (said.properties, said.tags) != (known.properties, known.tags):
        return page
    kept = like[: len(like) - len(known.content)] + said.content
    return kept if read(kept) == said else page


def is_same(one: str, other: str) -> bool:
    """Whether two pages say the same; front matter can be written in many ways."""
    return one == other or read(one) == read(other)


def own_of(note: dict[str, Any]) -> frozenset[str]:
    """Which of `icon` and `cover` are fields of the note; else a name of those in a page is a property's."""
    return frozenset(name for name in ("icon", "cover") if note.get(name))


def read(page: str) -> Fields:
    """What the page says; icon and cover are among the properties."""
    properties, content = front_matter.split(page)
    named = front_matter.tags(properties)
    tags = [tag for tag in named if inline.is_tag(tag)]
    if tags:
        left = [tag for tag in named if not inline.is_tag(tag)]
        properties = {name: value for name, value in properties.items() if name not in ("tags", "tag")}
        properties |= {"tags": left} if left else {}
    return Fields(content, properties, tags)


def difference(old: str, new: str, own: frozenset[str]) -> dict[str, Any]:
    """The fields of a PATCH that turns a note with the old page into one with the new page."""
    before, after = read(old), read(new)
    changed: dict[str, Any] = {}
    if before.content != after.content:
        changed["content"] = after.content
    if before.tags != after.tags:
        changed["tags"] = after.tags
    if _without(own, before.properties) != _without(own, after.properties):
        changed["properties"] = _without(own, after.properties)
    for name in sorted(own):
        if before.properties.get(name) != after.properties.get(name):
            changed[name] = after.properties.get(name)
    return changed


def new_fields(page: str) -> dict[str, Any]:
    """The fields of a POST for a new note with this page."""
    said = read(page)
    given = {"tags": said.tags, "properties": said.properties}
    return {"content": said.content} | {name: value for name, value in given.items() if value}


def has_front_matter(page: str) -> bool:
    """Whether the page begins with properties."""
    return read(page).content != page


def _without(names: frozenset[str], properties: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if name not in names}
