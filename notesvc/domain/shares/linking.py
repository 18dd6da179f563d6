"""The addresses of a frozen page: within the share, to shares that may be linked, to its own files; to nothing else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote

from notesvc import database
from notesvc.domain import picture_sizes
from notesvc.domain.shares import contents, diagrams
from notesvc.models import Share
from notesvc.text.html.sanitise import START_TAG, without_lone_relation

_ADDRESS = re.compile(r' (?P<name>href|src)="(?P<value>[^"]*)"')
_OWN = re.compile(r"/(?P<kind>notes|files)/(?P<id>[0-9a-f-]{36})(?:/[^#]*)?(?P<place>#.*)?")
_REMOTE = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_WITH_SOURCE = frozenset({"img", "audio", "video"})
# Pixels, as `web/share_assets/page.css` says it.
_MOST_HEIGHT = 720
_ALT = re.compile(r' alt="([^"]*)"')

_PARAGRAPH = re.compile(r"<p\b[^<>]*>\Z")
_OF_SHARE = re.compile(r' (?P<name>href|src|action|content)="(?P<base>(?:https?://[^/"]*)?)/s/(?P<slug>[^/#"]+)')

_LINKED = """
SELECT s.note_id, s.slug FROM shares s JOIN notes n ON n.id = s.note_id AND n.deleted_at IS NULL
WHERE s.owner_id = ? AND s.may_be_linked = ? AND s.revoked_at IS NULL AND s.password_hash IS NULL
    AND s.view_limit IS NULL AND s.expires_at IS NULL ORDER BY s.created_at
"""
_FILES = "SELECT id, name, size, content_hash, note_id FROM attachments WHERE owner_id = ? ORDER BY id"
_PUT = """
SELECT a.note_id, a.attachment_id FROM note_attachments a JOIN notes n ON n.id = a.note_id
WHERE n.owner_id = ? AND a.state = 'put'
"""
_WRITTEN_BY_OTHERS = """
SELECT c.note_id FROM collaborators c JOIN notes n ON n.id = c.note_id WHERE n.owner_id = ? AND c.role = 'editor'
UNION SELECT v.note_id FROM note_versions v JOIN notes n ON n.id = v.note_id
    WHERE n.owner_id = ? AND v.author_id <> ?
"""


class File(NamedTuple):
    """A file that a page shows, under its number in the share."""

    number: int
    note_id: str
    name: str
    size: int
    content_hash: str


class Files:
    """The files of a workspace, of which a share takes those that its notes show.

    What others than the owner have written into a note shows only what the owner has put there (decision 0013).
    """

    def __init__(self, owner_id: str) -> None:
        rows = database.execute(_FILES, (owner_id,)).fetchall()
        self._rows = {str(row[0]): row for row in rows}
        put = database.execute(_PUT, (owner_id,)).fetchall()
        self._put = {(str(note_id), str(file_id)) for note_id, file_id in put}
        others = database.execute(_WRITTEN_BY_OTHERS, (owner_id, owner_id, owner_id)).fetchall()
        self._written_by_others = {str(row[0]) for row in others}
        self._owner_id = owner_id
        self._numbers: dict[tuple[str, str], int] = {}
        self.taken: list[File] = []

    def number(self, note_ids: Sequence[str], attachment_id: str) -> int | None:
        """The number under which the page of a note, with the notes that it embeds, shows the file; None where it may
        not. The page's own note is the first of the ids."""
        note_id = note_ids[0]
        known = self._numbers.get((note_id, attachment_id))
        row = self._rows.get(attachment_id)
        if known is None and row is None:
            return self._take_diagram(note_id, attachment_id)
        if known is not None or row is None:
            return known
        _, name, size, content_hash, uploaded_to = row
        is_put = any(uploaded_to == each or (each, attachment_id) in self._put for each in note_ids)
        if not is_put and not self._written_by_others.isdisjoint(note_ids):
            return None
        return self._take(note_id, attachment_id, name, content_hash, size)

    def _take_diagram(self, note_id: str, picture_id: str) -> int | None:
        stored = diagrams.store(self._owner_id, picture_id)
        return None if stored is None else self._take(note_id, picture_id, diagrams.NAME, *stored)

    def _take(self, note_id: str, file_id: str, name: str, content_hash: str, size: int) -> int:
        number = len(self.taken) + 1
        self._numbers[note_id, file_id] = number
        self.taken.append(File(number, note_id, name, size, content_hash))
        return number


@dataclass(slots=True)
class Linking:
    """Puts a share's own addresses into rendered notes. `linked` holds the slugs of the other shares that the latest of
    them names."""

    share: Share
    paths: Mapping[str, str]
    files: Files
    others: Mapping[str, str]
    linked: set[str] = field(default_factory=set)

    def put_in(self, note_ids: Sequence[str], html: str) -> str:
        """The safe HTML of a note, with those that it embeds, with addresses that hold outside; what leads nowhere is
        text."""
        self.linked = set()
        return START_TAG.sub(lambda tag: self._tag(note_ids, tag), html)

    def _tag(self, note_ids: Sequence[str], tag: re.Match[str]) -> str:
        if "href=" not in tag["attributes"] and "src=" not in tag["attributes"]:
            return tag[0]
        attributes = _ADDRESS.sub(lambda found: self._address(note_ids, found), tag["attributes"])
        if tag["name"] in _WITH_SOURCE and " src=" not in attributes:
            alt = _ALT.search(attributes)
            return f'<span class="missing">{alt[1] if alt else ""}</span>'
        if tag["name"] == "a":
            attributes = without_lone_relation(attributes)
        if tag["name"] == "img":
            attributes += self._look(note_ids, tag)
        shown = tag[0].replace(tag["attributes"], attributes, 1)
        return self._opener(attributes, shown) if tag["name"] == "img" and _is_alone(tag) else shown

    def _opener(self, attributes: str, picture: str) -> str:
        """A picture of ours that has words for it leads to itself, as large as it is."""
        alt, source = _ALT.search(attributes), _ADDRESS.search(attributes)
        if not (alt and alt[1].strip() and source and source["value"].startswith(address_of_files(self.share.slug))):
            return picture
        return f'<a class="picture" href="{source["value"]}">{picture}</a>'

    def _look(self, note_ids: Sequence[str], tag: re.Match[str]) -> str:
        """The class and the size that a picture gets: by them styles tell one in a line, and hold its room."""
        size = "" if " width=" in tag["attributes"] else self._size(note_ids, tag["attributes"])
        classes = " ".join(["is-sized"] * bool(size) + ["is-inline"] * (not _is_alone(tag)))
        return (f' class="{classes}"' if classes and " class=" not in tag["attributes"] else "") + size

    def _size(self, note_ids: Sequence[str], attributes: str) -> str:
        """As large as the picture is; an upright one is on the screen as a whole."""
        own = next((own for found in _ADDRESS.finditer(attributes) if (own := _OWN.fullmatch(found["value"]))), None)
        number = own and self.files.number(note_ids, own["id"])
        file = self.files.taken[number - 1] if number else None
        size = picture_sizes.of_file(file.content_hash) if file and file.name != diagrams.NAME else None
        if size is None:
            return ""
        width, height = size
        shown = min(height, _MOST_HEIGHT)
        return f' width="{round(width * shown / height)}" height="{shown}"'

    def _address(self, note_ids: Sequence[str], found: re.Match[str]) -> str:
        value = found["value"]
        if value.startswith("#") or _REMOTE.match(value):
            return found[0]
        own = _OWN.fullmatch(value)
        address = None if own is None else self._of(note_ids, own)
        return "" if address is None else f' {found["name"]}="{address}"'

    def _of(self, note_ids: Sequence[str], own: re.Match[str]) -> str | None:
        if own["kind"] == "files":
            number = self.files.number(note_ids, own["id"])
            return None if number is None else f"{address_of_files(self.share.slug)}{number}"
        if own["id"] in self.paths:
            return address_of(self.share.slug, self.paths[own["id"]]) + (own["place"] or "")
        slug = self.others.get(own["id"])
        if slug is None or slug == self.share.slug:
            return None
        self.linked.add(slug)
        return address_of(slug) + (own["place"] or "")


def _is_alone(tag: re.Match[str]) -> bool:
    """Whether the element is all that its paragraph holds."""
    html, start = tag.string, tag.start()
    return bool(_PARAGRAPH.search(html, max(0, start - 80), start)) and html.startswith("</p>", tag.end())


def linking_of(share: Share, paths: Mapping[str, str]) -> Linking:
    """What puts addresses into the share's pages."""
    owner_id = str(share.owner_id)
    return Linking(share, paths, Files(owner_id), dict(_linkable(owner_id)))


def linkable_slugs(owner_id: str) -> set[str]:
    """The slugs of the owner's shares that others may lead to now."""
    return {slug for _, slug in _linkable(owner_id)}


def address_of(slug: object, path: str = contents.FRONT) -> str:
    """The address of a page, from the root of the host."""
    return f"/s/{slug}/{quote(path)}" if path else f"/s/{slug}"


def address_of_files(slug: object, key: str = "o") -> str:
    """What the addresses of a share's files begin with; `o` is the key of shares that are open to all."""
    return f"/s/{slug}/a/{key}/"


def without_links_to(html: str, slug: str) -> str:
    """The page without links to that share: what they said stays as text."""
    gone = re.compile(rf"{re.escape(address_of(slug))}(?:[/#].*)?")

    def without_address(tag: re.Match[str]) -> str:
        kept = _ADDRESS.sub(lambda found: "" if gone.fullmatch(found["value"]) else found[0], tag["attributes"])
        if kept == tag["attributes"]:
            return tag[0]
        return tag[0].replace(tag["attributes"], without_lone_relation(kept), 1)

    return START_TAG.sub(without_address, html)


def under_slug(html: str, slug: str, new_slug: str) -> str:
    """A page of a share as it is under another slug; what its notes say stays, and so do links that lead elsewhere."""

    def at_new_slug(tag: re.Match[str]) -> str:
        def put(found: re.Match[str]) -> str:
            is_own = found["slug"] == slug and (not found["base"] or tag["name"] == "meta")
            return f' {found["name"]}="{found["base"]}/s/{new_slug}' if is_own else found[0]

        return tag[0].replace(tag["attributes"], _OF_SHARE.sub(put, tag["attributes"]), 1)

    return START_TAG.sub(at_new_slug, html)


def _linkable(owner_id: str) -> list[tuple[str, str]]:
    """By note the slugs of the shares that others may lead to, of several of a note the latest last."""
    rows = database.execute(_LINKED, (owner_id, True)).fetchall()
    return [(str(note_id), str(slug)) for note_id, slug in rows]
