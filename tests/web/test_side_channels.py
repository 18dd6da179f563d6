"""Nothing that one user asks tells of another, and no query gets out of its own workspace."""

import re
from typing import Any

from tests.web.conftest import Member

WORD = "xylophone"
QUERIES = [
    'x" OR 1=1',
    "x' OR '1'='1",
    "tag:a OR person:b",
    "(",
    ")",
    "(" * 120 + ")" * 120,
    "(" * 500,
    "\x00",
    f"{WORD} OR {WORD}",
    f"{WORD}) OR (1=1",
    f"NOT {WORD}",
    f"-{WORD}",
    "*",
    "%",
    "_%",
    f"{WORD}*",
    "^x",
    "NEAR(a b)",
    "a NEAR/2 b",
    "name:x OR content:x",
    "{name content}: x",
    '"',
    '""',
    '"unclosed',
    "'",
    "\\",
    "; DROP TABLE notes; --",
    "x' UNION SELECT password_hash FROM users --",
    "rowid:1",
    ":x",
    "?",
    "%s %(x)s $1",
    "& | ! <-> :*",
    "a & !b",
    "tag:",
    "tag:%",
    "tag:secret",
    "#secret",
    "tag:' OR 1=1 --",
    "person:%",
    "$Grace",
    "in:%",
    "in:Secret",
    "is:journal OR 1=1",
    "is:trashed",
    "before:9999",
    "after:0001-01-01",
    "title:secret",
    "😀",
    "\u202e",
    "e\u0301" * 60,
]
ASKED = [
    "/api/workspace/notes",
    "/api/workspace/notes?limit=1",
    f"/api/workspace/search?q={WORD}",
    "/api/workspace/search?q=secret",
    "/api/workspace/search?q=tag:secret",
    "/api/workspace/tags",
    "/api/workspace/people",
    "/api/workspace/folders",
    "/api/workspace/graph",
    "/api/workspace/recents",
    "/api/workspace/favourites",
    "/api/workspace/journal?month=2026-11",
    "/api/workspace/journal/2026-11-21",
    "/api/workspace/trash",
    "/api/sync/tokens",
    "/api/sync/activity",
    "/api/account/accounts",
]


def fill(owner: Member) -> None:
    """A workspace with one of everything, whose words the stranger uses too."""
    folder = owner.folder("Secret folder")
    owner.person("Grace Hopper")
    note = owner.note("Payroll 2026", f"{WORD} #secret $Grace Hopper", parentId=folder["id"])
    owner.note("Other", f"[[Payroll 2026]] [[Guess]] {WORD} note://{note['id']}")
    thrown = owner.note("Thrown", WORD)
    owner.web.delete(f"/api/workspace/notes/{thrown['id']}")
    owner.web.put("/api/workspace/journal/2026-11-21", json={"content": WORD})
    owner.web.put(f"/api/workspace/favourites/{note['id']}", json={})
    owner.web.put("/api/workspace/tags/secret/color", json={"color": "red"})
    owner.key(name="secret key")
    owner.file(content=b"\x89PNG\r\n\x1a\nthe same bytes")


def seen(stranger: Member, mine: dict[str, Any]) -> dict[str, tuple[int, bytes]]:
    paths = [
        *ASKED,
        *(f"/api/workspace/notes/{mine['id']}{part}" for part in ("", "/links", "/backlinks", "/versions")),
    ]
    found = {path: stranger.web.get(path) for path in paths}
    return {path: (answer.status_code, answer.data) for path, answer in found.items()}


def test_what_others_have_changes_no_answer(owner: Member, stranger: Member) -> None:
    handle = owner.user.handle
    mine = stranger.note("Guess", f"[[Payroll 2026]] @{handle} #secret $Grace Hopper {WORD}")
    # Looking is remembered (the notes opened last): what counts is the second look.
    seen(stranger, mine)
    before = seen(stranger, mine)
    fill(owner)
    assert seen(stranger, mine) == before
    assert {status for status, _ in before.values()} == {200, 404}


def test_a_link_to_somebody_elses_note_is_as_one_to_none(owner: Member, stranger: Member) -> None:
    theirs = owner.note("Payroll 2026", WORD)
    mine = stranger.note("Guess", f"[x](note://{theirs['id']}) [[Payroll 2026]]")
    for part in ("", "/links", "/backlinks", "/rename-preview"):
        method = "POST" if part == "/rename-preview" else "GET"
        body = {"name": "Payroll 2026"} if method == "POST" else None
        answer = stranger.web.open(f"/api/workspace/notes/{mine['id']}{part}", method=method, json=body)
        assert answer.status_code == 200
        assert WORD not in answer.text
    graph = stranger.web.get("/api/workspace/graph").get_json()
    assert theirs["id"] not in {node["id"] for node in graph["nodes"]}
    assert owner.web.get(f"/api/workspace/notes/{theirs['id']}/backlinks").get_json() == {
        "linked": [],
        "unlinked": [],
        "nextCursor": None,
    }


def test_a_file_that_somebody_else_has_too_is_answered_as_a_new_one(owner: Member, stranger: Member) -> None:
    content = b"\x89PNG\r\n\x1a\nthe same bytes"
    new = stranger.file(content=content + b"!")
    fill(owner)
    same = stranger.file(content=content)
    assert (new.status_code, new.get_json().keys()) == (same.status_code, same.get_json().keys())
    theirs = owner.file(content=content).get_json()
    assert theirs["id"] != same.get_json()["id"]
    assert stranger.web.get(theirs["url"]).status_code == 404


def test_no_query_gets_out_of_its_own_workspace(owner: Member, stranger: Member) -> None:
    fill(owner)
    mine = stranger.note("Mine", f"nothing to see #own {WORD}")["id"]
    for q in QUERIES:
        answer = stranger.web.get("/api/workspace/search", query_string={"q": q})
        assert answer.status_code in (200, 422), (q, answer.text)
        if answer.status_code == 200:
            assert {result["note"]["id"] for result in answer.get_json()["results"]} <= {mine}, q
            assert not re.search(r"Payroll|Thrown|Hopper", answer.text), q


def test_nor_does_a_filter(owner: Member, stranger: Member) -> None:
    fill(owner)
    for value in ("' OR 1=1 --", "x' UNION SELECT 1 --", "%", "_", "a\\", '"'):
        for name in ("tag", "person", "parentId", "cursor", "sort", "updatedSince"):
            answer = stranger.web.get("/api/workspace/notes", query_string={name: value})
            assert answer.status_code in (200, 404, 422), (name, value, answer.text)
            assert WORD not in answer.text, (name, value)
            assert "Payroll" not in answer.text, (name, value)
