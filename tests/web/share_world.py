"""A workspace with public links in which anything may happen, and what its visitors must see of it.

In the plainest way: what was frozen is kept as it was stored, and who may see it is told from the workspace's rows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from notesvc import clock, database
from notesvc.domain.shares import stored_pages
from tests.web.conftest import Member
from tests.web.published import PERSON

HIDDEN = "zqhidden"
"""What no visitor ever sees begins with this."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-")
_MARK = re.compile(r"zqmark\d+z")
_LINK = re.compile(r'(?:href|src|action)="([^"]*)"')
_KEY = re.compile(r"/a/[0-9a-f]{32}/")
_ELSEWHERE = re.compile(r"/s/-/[a-z0-9.-]+|#.*")


@dataclass
class Link:
    """A public link with what it showed when it was frozen: `pages` by path, `files` by number."""

    id: str
    slug: str
    kind: str
    target: str
    password: str | None = None
    limit: int | None = None
    taken: int = 0
    ends: str | None = None
    may_be_linked: bool = False
    has_feed: bool = True
    is_revoked: bool = False
    generation: int = 0
    pages: dict[str, tuple[str | None, str]] = field(default_factory=dict)
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        return self.password is None and self.limit is None

    @property
    def is_used_up(self) -> bool:
        return self.limit is not None and self.taken >= self.limit

    @property
    def is_linkable(self) -> bool:
        return self.kind == "notes" and self.may_be_linked and self.is_open and self.ends is None


@dataclass
class World:
    """What there is. `marks` holds the word in the text of each note, `contents` what each stored file says."""

    app: Flask
    owner: Member
    notes: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    uploads: list[dict[str, Any]] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    is_disabled: bool = False

    def is_there(self, link: Link) -> bool:
        """Whether the link shows anything to anybody who may go on."""
        if link.is_revoked or self.is_disabled or link.generation == 0 or link.is_used_up:
            return False
        return (link.ends is None or link.ends > clock.now()) and is_live(link.kind, link.target)

    def keep_what_is_frozen(self, link: Link) -> None:
        """Take note of what was stored if it is new, and hold it against the notes."""
        row = database.execute("SELECT generation, slug FROM shares WHERE id = ?", (link.id,)).fetchone()
        if row is None or row[0] == link.generation:
            return
        link.generation = int(row[0])
        rows = database.execute("SELECT path, note_id, html FROM share_pages WHERE share_id = ?", (link.id,)).fetchall()
        link.pages = {path: (note_id, stored_pages.unpack(bytes(html))) for path, note_id, html in rows}
        files = database.execute("SELECT number, note_id, content_hash FROM share_files WHERE share_id = ?", (link.id,))
        link.files = {number: (note_id, self.contents[content]) for number, note_id, content in files.fetchall()}
        self._refuse_leaks(link)

    def end_links_to(self, ended: Link) -> None:
        """What the other pages say from now on."""
        for link in self.links:
            for path, (note_id, html) in link.pages.items():
                # What leads nowhere has no relation to anything either.
                kept = re.sub(
                    rf'(<a\b[^>]*?) href="/s/{re.escape(ended.slug)}(?:#[^"]*)?"([^>]*)',
                    lambda link: re.sub(' rel="[^"]*"', "", link[1] + link[2]),
                    html,
                )
                link.pages[path] = (note_id, html if link is ended else kept)

    def _refuse_leaks(self, link: Link) -> None:
        inside = set(inside_of(link))
        assert {note_id for note_id, _ in link.pages.values() if note_id} == inside
        marks = {self.marks[note_id] for note_id in inside}
        assert {mark for _, html in link.pages.values() for mark in _MARK.findall(html)} == marks
        others = {other.slug for other in self.links if other.is_linkable and not other.is_revoked}
        for note_id, html in link.pages.values():
            assert note_id is None or self.marks[note_id] in html
            refuse_hidden(html)
            for address in _LINK.findall(html):
                self._refuse_stray(link, address, others)

    def _refuse_stray(self, link: Link, address: str, others: set[str]) -> None:
        if _ELSEWHERE.fullmatch(address):
            return
        _, begin, slug, *rest = address.partition("#")[0].split("/")
        assert begin == "s", address
        assert slug == link.slug or (slug in others and not rest), address


def refuse_hidden(text: str) -> None:
    assert HIDDEN not in text
    assert not _ID.search(text)


def without_key(html: str, slug: str) -> str:
    """The page as it was stored."""
    return _KEY.sub("/a/o/", html).replace(f"/s/{slug}/a/o/style.css", f"/s/{slug}/style.css")


def is_live(kind: str, target: str) -> bool:
    row = database.execute(f"SELECT 1 FROM {kind} WHERE id = ? AND deleted_at IS NULL", (target,)).fetchone()
    return row is not None


def inside_of(link: Link) -> Iterator[str]:
    """The ids of the notes that the link would show if it were frozen now."""
    if link.kind == "notes":
        yield link.target
        return
    waiting = [link.target]
    while waiting:
        parent = waiting.pop()
        for kind in ("folders", "notes"):
            found = f"SELECT id FROM {kind} WHERE parent_id = ? AND deleted_at IS NULL"
            ids = [row[0] for row in database.execute(found, (parent,)).fetchall()]
            waiting += ids if kind == "folders" else []
            yield from ids if kind == "notes" else []


def answer_to(app: Flask, method: str, path: str, encoding: str = "gzip", **headers: str) -> Any:
    """The answer to somebody who has only the address."""
    sent = {**PERSON, "Accept-Encoding": encoding, **headers}
    return app.test_client().open(path, method=method, headers=sent, buffered=True)
