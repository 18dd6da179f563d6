"""A note that a search has found, as a row of the list; the twin of `clients/web/src/pages/NoteRow.tsx`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from notesvc.text.first_view import icons
from notesvc.text.first_view.excerpts import match_of, with_marks
from notesvc.text.first_view.words import Words

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TAGS_SHOWN = 3
# The hues of tags by their names, as `clients/web/src/ui/TagMark.tsx` has them.
_HUES = (27, 55, 95, 150, 195, 250, 300, 350)
_ROW = Markup(
    '<li data-index="{index}"><div class="note-row"><span class="note-row-icon" aria-hidden="true">{icon}</span>'
    '<a class="row-name note-row-name" href="{href}"><bdi{naming}>{name}</bdi></a>{tags}{path}'
    '<time class="note-row-when" datetime="{at}">{day}</time>'
    '<div class="note-row-beneath">{known}{snippet}</div></div></li>'
)
_TAG = Markup(
    '<a class="tag-mark" href="/tags/{}"><span class="tag-dot" style="--tag: {}" aria-hidden="true"></span>'
    "<bdi>{}</bdi></a>"
)
_PATH = Markup('<a class="note-row-path" href="/folders/{}"><bdi>{}</bdi></a>')
_KNOWN = Markup('<p class="search-known" dir="auto"><span data-word="alsoKnownAs">{}</span> {}</p>')
_SNIPPET = Markup('<p class="search-snippet" dir="auto">{}</p>')


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What rows say besides what was found: paths of folders by their ids, and colours of tags."""

    paths: Mapping[str, str] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)


def row(index: int, found: Mapping[str, Any], around: Surroundings, words: Words) -> Markup:
    """The row of one result as the service answers it (`GET /api/workspace/search`)."""
    note, snippet = found["note"], found["snippet"]
    match = match_of(snippet)
    known = found["alsoKnownAs"]
    return _ROW.format(
        index=index,
        icon=note["icon"] or icons.of(icons.NOTEBOOK if _is_day(note["name"]) else icons.TEXT, 16, 1.5),
        href=f"/notes/{note['id']}" + (f"?{match}" if match else ""),
        **_naming(note["name"], found["title"], words),
        tags=_tags(note["tags"], around.colors),
        path=_path(note["parentId"], around.paths),
        at=note["updatedAt"],
        day=note["updatedAt"][:10],
        known=_KNOWN.format(words["alsoKnownAs"], with_marks(known)) if known else "",
        snippet=_SNIPPET.format(with_marks(snippet)) if snippet else "",
    )


def _naming(name: str, title: str, words: Words) -> dict[str, Markup | str]:
    """How the row calls the note. The day of an entry is said in the person's language by the page's script."""
    if _is_day(name):
        return {"naming": Markup(' data-day="{}"').format(name), "name": name}
    if title:
        return {"naming": "", "name": with_marks(title)}
    return {"naming": Markup(' data-word="untitled"'), "name": words["untitled"]}


def _is_day(name: str) -> bool:
    """Whether the name is that of a journal entry."""
    if not _DAY.fullmatch(name):
        return False
    try:
        date.fromisoformat(name)
    except ValueError:
        return False
    return True


def _tags(tags: Sequence[str], colors: Mapping[str, str]) -> Markup:
    if not tags:
        return Markup()
    shown = Markup().join(_TAG.format(quote(tag), _color(tag, colors) or _hue(tag), tag) for tag in tags[:_TAGS_SHOWN])
    more = Markup('<span class="note-row-more">+{}</span>').format(len(tags) - _TAGS_SHOWN)
    return Markup('<span class="note-row-tags">{}{}</span>').format(shown, more if len(tags) > _TAGS_SHOWN else "")


def _color(tag: str, colors: Mapping[str, str]) -> str | None:
    """The colour that was chosen for the tag, or for the nearest one above it."""
    at = tag.lower()
    while at and not colors.get(at):
        at = at.rpartition("/")[0]
    return colors.get(at)


def _hue(tag: str) -> str:
    """The colour that a tag has by its name."""
    total = 7
    for sign in tag.lower().partition("/")[0]:
        total = (total * 31 + ord(sign)) % 9_973
    return f"oklch(60% 0.1 {_HUES[total % len(_HUES)]})"


def _path(folder_id: str | None, paths: Mapping[str, str]) -> Markup:
    path = paths.get(folder_id or "")
    return _PATH.format(folder_id, path) if path else Markup()
