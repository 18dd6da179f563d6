"""Whatever is done to a workspace, its public links show what was frozen, to whom they should, and nothing else."""

import re
from itertools import count
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain import stored_files
from notesvc.domain.accounts import administration
from notesvc.domain.caller import OPERATOR
from notesvc.domain.shares import freezing, shares, views
from tests import searching
from tests.web.conftest import PASSWORD, member
from tests.web.published import PERSON, text
from tests.web.share_world import HIDDEN, Link, World, answer_to, is_live, refuse_hidden, without_key

EXAMPLES = {"sqlite": 30, "postgres": 10}
STEPS = 14
SECRET = "open sesame"
SMALL = st.integers(0, 7)
TITLES = st.sampled_from(["a", "b", "b", "search", "feed.xml", "", "😀", "京都", "index", "مقهى", "%41", "x" * 90])
PIECES = st.lists(st.sampled_from(["wiki", "embed", "id", "file", "file", "tangle", "words"]), max_size=3)
HOW = st.fixed_dictionaries(
    {},
    optional={
        "password": st.sampled_from([SECRET, None]),
        "viewLimit": st.sampled_from([1, 2, None]),
        "expiresAt": st.sampled_from([3_600, None]),
        "mayBeLinked": st.booleans(),
        "feed": st.booleans(),
        "robots": st.booleans(),
        "theme": st.sampled_from(["paper", "slate"]),
    },
)
LINKABLE = st.one_of(st.just({"mayBeLinked": True}), HOW, HOW)
TICKET = re.compile(r'name="ticket" value="([^"]+)"')
NOT_TOLD = {"Date", "X-Request-Id", "Request-Id"}
LIMITS = (
    "FREEZES_PER_USER", "SHARE_SEARCHES", "SHARE_VIEWS_PER_SOURCE", "SHARE_GUESSES",
    "SIGN_INS_PER_ADDRESS", "SIGN_INS_PER_ACCOUNT", "SIGN_INS_FROM_ANYWHERE",
)  # fmt: skip
_numbers = count(1)
_moment = [0]


class Promises(RuleBasedStateMachine):
    """One owner, and everybody else."""

    app: Flask
    settings: Settings

    @initialize(title=TITLES, how=HOW)
    def begin(self, title: str, how: dict[str, Any]) -> None:
        """A site, a note outside that leads to one of it, and links to all of them."""
        self.world = World(self.app, member(self.app, f"o{next(_numbers)}@example.org", "Olive"))
        self.absent = said(answer_to(self.app, "GET", "/s/AAAAAAAAAAAAAAAAAAAAAA"))
        self.make_folder(0, "F")
        self.upload()
        self.world.owner.person("Grace Hopper", notes=f"{HIDDEN} person")
        self.make_note(1, "b", ["file"])
        self.make_note(1, title, ["wiki", "embed"])
        self.make_note(0, "a", ["wiki", "embed", "file"])
        self.share("notes", 0, {"mayBeLinked": True}, False)
        self.share("notes", 2, {}, False)
        self.share("folders", 0, how, True)

    # What the owner does.

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.world.owner.web.open(f"/api/workspace/{path}", method=method, json=body, headers=headers)

    @rule(place=SMALL, title=TITLES, pieces=PIECES)
    def make_note(self, place: int, title: str, pieces: list[str]) -> None:
        mark, content = self.content(pieces, place)
        hidden = {"properties": {"price": f"{HIDDEN} property"}, "tags": [f"{HIDDEN}-tag"]}
        body = {"name": title, "content": content, "parentId": self.folder_or_top(place), **hidden}
        made = self.call("POST", "notes", body)
        if made.status_code == 201:
            self.world.notes.append(made.get_json()["id"])
            self.world.marks[self.world.notes[-1]] = mark

    @rule(place=SMALL, name=st.sampled_from(["F", "G", "b"]))
    def make_folder(self, place: int, name: str) -> None:
        made = self.call("POST", "folders", {"name": name, "parentId": self.folder_or_top(place)})
        if made.status_code == 201:
            self.world.folders.append(made.get_json()["id"])

    @rule()
    def upload(self) -> None:
        said = f"\x89PNG\r\n\x1a\n{next(_numbers)}".encode()
        made = self.world.owner.file(f"{next(_numbers)}.png", said)
        if made.status_code == 201:
            self.world.uploads.append(made.get_json())
            row = database.execute("SELECT content_hash FROM attachments WHERE id = ?", (made.get_json()["id"],))
            self.world.contents[row.fetchone()[0]] = said

    @rule(note=SMALL, title=TITLES, pieces=PIECES)
    def write(self, note: int, title: str, pieces: list[str]) -> None:
        note_id = pick(self.world.notes, note)
        mark, content = self.content(pieces, note)
        if self.call("PATCH", f"notes/{note_id}", {"content": content}).status_code == 200:
            self.world.marks[note_id] = mark
        self.call("PATCH", f"notes/{note_id}", {"name": title})

    @rule(what=st.sampled_from(["notes", "folders"]), number=SMALL, place=SMALL)
    def move(self, what: str, number: int, place: int) -> None:
        self.call("PATCH", f"{what}/{pick(getattr(self.world, what), number)}", {"parentId": self.folder_or_top(place)})

    @rule(what=st.sampled_from(["notes", "notes", "folders"]), number=SMALL, is_for_good=st.booleans())
    def throw_away(self, what: str, number: int, is_for_good: bool) -> None:
        resource_id = pick(getattr(self.world, what), number)
        self.call("DELETE", f"{what}/{resource_id}")
        if is_for_good:
            self.call("DELETE", f"trash/{resource_id}")
        self.find_who_is_gone()

    @rule(what=st.sampled_from(["notes", "folders"]), number=SMALL)
    def restore(self, what: str, number: int) -> None:
        self.call("POST", f"trash/{pick(getattr(self.world, what), number)}/restore")

    @rule(number=SMALL)
    def lose_a_file(self, number: int) -> None:
        if self.world.uploads:
            with database.transaction():
                database.execute("DELETE FROM attachments WHERE id = ?", (pick(self.world.uploads, number)["id"],))
            self.world.uploads.remove(pick(self.world.uploads, number))

    @rule(what=st.sampled_from(["notes", "folders"]), number=SMALL, how=LINKABLE, is_named=st.booleans())
    def share(self, what: str, number: int, how: dict[str, Any], is_named: bool) -> None:
        target = pick(getattr(self.world, what), number)
        body = sent(how) | ({"slug": f"garden-{next(_numbers)}"} if is_named and what == "folders" else {})
        key = {"Idempotency-Key": f"k{next(_numbers)}"}
        made, again = (self.call("POST", f"{what}/{target}/shares", body, **key) for _ in range(2))
        if made.status_code == 201:
            shape = made.get_json()
            assert again.get_json()["id"] == shape["id"]
            link = Link(shape["id"], shape["slug"], what, target)
            self.world.links.append(link)
            set_as(link, body)
            self.world.keep_what_is_frozen(link)

    @rule(number=SMALL, how=LINKABLE, is_named=st.booleans())
    def change(self, number: int, how: dict[str, Any], is_named: bool) -> None:
        for link in some(self.world.links, number):
            body = sent(how) | ({"slug": f"garden-{next(_numbers)}"} if is_named and link.kind == "folders" else {})
            if self.call("PATCH", f"shares/{link.id}", body).status_code == 200:
                was_linkable = link.is_linkable
                set_as(link, body)
                if was_linkable and not link.is_linkable:
                    self.world.end_links_to(link)

    @rule(number=SMALL)
    def refresh(self, number: int) -> None:
        for link in some(self.world.links, number):
            if self.call("POST", f"shares/{link.id}/refresh").status_code == 200:
                self.world.keep_what_is_frozen(link)

    @rule(number=SMALL, is_all=st.sampled_from([False, False, False, True]))
    def revoke(self, number: int, is_all: bool) -> None:
        for link in some(self.world.links, number):
            answer = self.call("DELETE", "shares" if is_all else f"shares/{link.id}")
            for each in self.world.links if is_all else [link]:
                if answer.status_code == 204:
                    each.is_revoked = True
                    self.world.end_links_to(each)

    @rule(is_disabled=st.booleans())
    def disable(self, is_disabled: bool) -> None:
        user = self.world.owner.user
        administration.change(OPERATOR, str(user.id), {"is_disabled": is_disabled})
        if self.world.is_disabled and not is_disabled:
            self.world.owner.web.post("/api/auth/login", json={"email": user.email, "password": PASSWORD})
        self.world.is_disabled = is_disabled

    # What happens by itself.

    @rule()
    def freeze_large_sites(self) -> None:
        while freezing.freeze_next("http://localhost"):
            for link in self.world.links:
                self.world.keep_what_is_frozen(link)

    @rule(minutes=st.sampled_from([1, 30, 90]))
    def wait(self, minutes: int) -> None:
        _moment[0] += minutes * 60_000

    @rule()
    def sweep(self) -> None:
        shares.sweep()
        stored_files.sweep(self.settings, is_confirmed=True)
        stored_files.sweep(self.settings, is_confirmed=True)

    # What visitors do.

    @precondition(lambda self: self.world.links)
    @rule(number=SMALL, page=SMALL, encoding=st.sampled_from(["gzip", "identity"]))
    def look(self, number: int, page: int, encoding: str) -> None:
        link = pick(self.world.links, number)
        for path in ["absent", *some(sorted(link.pages), page)]:
            self.look_at(link, path, encoding)
        for file in link.files or {1: None}:
            answer = answer_to(self.app, "GET", f"/s/{link.slug}/a/o/{file}")
            note_id, content = link.files.get(file, ("", b""))
            if self.world.is_there(link) and link.is_open and is_live("notes", note_id):
                assert (answer.status_code, answer.data) == (200, content)
            else:
                assert said(answer) == self.absent

    @precondition(lambda self: self.world.links)
    @rule(number=SMALL, page=st.sampled_from(["style.css", "feed.xml", "og.png", "search?q=zqmark", "a/o/style.css"]))
    def look_around(self, number: int, page: str) -> None:
        link = pick(self.world.links, number)
        answer = answer_to(self.app, "GET", f"/s/{link.slug}/{page}")
        is_site = link.kind == "folders"
        is_shown = (
            self.world.is_there(link)
            and {
                "style.css": True,
                "a/o/style.css": link.is_open,
                "og.png": link.is_open,
                "feed.xml": is_site and link.is_open and link.has_feed,
                "search?q=zqmark": is_site or not link.is_open,
            }[page]
        )
        if not is_shown:
            assert said(answer) == self.absent
            return
        assert answer.status_code == (401 if page.startswith("search") and link.password else 200)
        if page != "og.png":
            shown = "".join(
                html for note_id, html in link.pages.values() if link.is_open and note_id and is_live("notes", note_id)
            )
            refuse_hidden(text(answer))
            for mark in re.findall(r"zqmark\d+z", text(answer)):
                assert mark in shown

    @precondition(lambda self: any(link.is_open is False for link in self.world.links))
    @rule(number=SMALL, page=SMALL)
    def enter(self, number: int, page: int) -> None:
        link = pick([link for link in self.world.links if not link.is_open], number)
        visitor, address = self.app.test_client(), f"/s/{link.slug}"
        was_there, left = self.world.is_there(link), self.left(link)
        for method in ("HEAD", "GET"):
            visitor.open(address, method=method, headers={**PERSON, "Sec-Purpose": "prefetch"})
        assert self.left(link) == left
        if link.password:
            visitor.post(address, data={"password": SECRET}, headers=PERSON)
        answer = visitor.get(address, headers=PERSON, buffered=True)
        if not was_there:
            assert said(answer) == self.absent
            return
        paths = ["", *some(sorted(link.pages), page)]
        if link.limit is not None:
            ticket = TICKET.search(text(answer))
            assert ticket
            answer = visitor.post(address, data={"ticket": ticket[1]}, headers=PERSON)
            link.taken += self.is_page_there(link, "")
            paths = [] if link.kind == "notes" or answer.status_code == 404 else paths
            self.compare(link, "", answer)
        for path in paths:
            self.compare(
                link, path, visitor.get(f"{address}/{path}" if path else address, headers=PERSON, buffered=True)
            )

    # What always holds.

    @invariant()
    def every_page_is_as_it_should_be(self) -> None:
        for link in self.world.links[:5]:
            for path in ["", *link.pages] if link.is_open else [""]:
                self.look_at(link, path, "gzip")
            if link.is_used_up:
                self.look_around(self.world.links.index(link), "style.css")
                self.look_around(self.world.links.index(link), "search?q=zqmark")
            left = self.left(link)
            assert left is None or link.is_revoked or left == max(0, (link.limit or 0) - link.taken)

    def look_at(self, link: Link, path: str, encoding: str) -> None:
        answer = answer_to(self.app, "GET", f"/s/{link.slug}/{path}" if path else f"/s/{link.slug}", encoding)
        if not self.world.is_there(link):
            assert said(answer) == self.absent
        elif link.is_open:
            self.compare(link, path, answer)
        else:
            assert answer.status_code == (401 if link.password else 200)
            assert "zqmark" not in text(answer)

    def compare(self, link: Link, path: str, answer: Any) -> None:
        if not self.is_page_there(link, path):
            assert said(answer) == self.absent
            return
        assert answer.status_code == 200
        assert without_key(text(answer), link.slug) == link.pages[path][1]
        if link.is_open:
            seen = _SEEN.setdefault(answer.headers["ETag"], link.pages[path][1])
            assert seen == link.pages[path][1]

    def is_page_there(self, link: Link, path: str) -> bool:
        note_id = link.pages.get(path, ("", ""))[0]
        return path in link.pages and (note_id is None or is_live("notes", note_id))

    def left(self, link: Link) -> int | None:
        row = database.execute("SELECT views_left FROM shares WHERE id = ?", (link.id,)).fetchone()
        return None if row is None else row[0]

    def find_who_is_gone(self) -> None:
        for link in self.world.links:
            if database.execute("SELECT 1 FROM shares WHERE id = ?", (link.id,)).fetchone() is None:
                link.is_revoked = True
                self.world.end_links_to(link)

    def folder_or_top(self, place: int) -> str | None:
        return ([None, *self.world.folders])[place % (len(self.world.folders) + 1)]

    def content(self, pieces: list[str], number: int) -> tuple[str, str]:
        """A mark, and a text that holds it among much that no visitor may see."""
        world, mark = self.world, f"zqmark{next(_numbers)}z"
        other = pick(world.notes, number) if world.notes else "0" * 36
        upload = pick(world.uploads, number) if world.uploads else {"url": "/files/none", "name": "none"}
        texts = {
            "wiki": "[[b]] [[京都]] [[a]] [[index]]",
            "embed": "![[b]]\n\n![[a]]\n\n![[京都]]",
            "id": f"[there](note://{other}) [here](/notes/{other})",
            "file": f"![]({upload['url']}) ![[{upload['name']}]]",
            "tangle": "<b>" * 600,
            "words": "$[Grace Hopper] #public",
        }
        body = "\n\n".join(texts[piece] for piece in pieces)
        return mark, f"---\nsalary: {HIDDEN}\n---\n\n{mark} %%{HIDDEN} comment%%\n\n<!-- {HIDDEN} -->\n\n{body}"


_SEEN: dict[str, str] = {}


def pick(things: list[Any], number: int) -> Any:
    return things[number % len(things)]


def some(things: list[Any], number: int) -> list[Any]:
    """One of them, if there are any."""
    return [pick(things, number)] if things else []


def said(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """All that an answer says, but for when."""
    return answer.status_code, answer.data, {k: v for k, v in answer.headers.items() if k not in NOT_TOLD}


def sent(how: dict[str, Any]) -> dict[str, Any]:
    ends = how.get("expiresAt")
    return how | ({"expiresAt": clock.from_now(ends)} if ends else {})


def set_as(link: Link, body: dict[str, Any]) -> None:
    """What a request to make or change a link means for it."""
    names = {"password": "password", "viewLimit": "limit", "expiresAt": "ends", "mayBeLinked": "may_be_linked"}
    was_limited = link.limit is not None
    for name, value in body.items():
        if name == "slug" and value != link.slug:
            renamed = {p: (n, html.replace(f"/s/{link.slug}", f"/s/{value}")) for p, (n, html) in link.pages.items()}
            link.pages, link.slug = renamed, value
        elif name == "feed":
            link.has_feed = value
        elif name in names:
            setattr(link, names[name], value)
    if not was_limited or link.limit is None:
        link.taken = 0


@pytest.mark.search
def test_public_links_keep_their_promises(
    app: Flask, workspace: Settings, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = clock.timestamp_ms()
    _moment[0] = begin
    _SEEN.clear()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: _moment[0])
    monkeypatch.setattr(limits, "SHARE_PAGES_AT_ONCE", 3)
    monkeypatch.setattr(limits, "ORPHANED_FILE_DAYS", 0)
    monkeypatch.setattr(views.waiting, "add", lambda share_id, host: None)
    for name in LIMITS:
        monkeypatch.setattr(limits, name, "1000000 per hour")
    examples = searching.examples(EXAMPLES[kind])
    run_state_machine_as_test(
        type("TheirPromises", (Promises,), {"app": app, "settings": workspace}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        ),
    )
