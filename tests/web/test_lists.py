"""Every list is read in pages, by `limit` and `cursor`."""

import typing
from typing import Any
from urllib.parse import parse_qsl

import pydantic
import pytest

from notesvc import errors
from notesvc.domain import cursors
from notesvc.web import routes
from notesvc.web.area import Route
from tests.web.conftest import Member

# Answers that hold a list and are none.
NO_LISTS = {
    "/api/storage/capabilities": "a table: each kind of place once",
    "/api/storage/migrate": "one move",
    "/api/auth/ways": "what is set up: a handful",
    "/api/workspace/graph": "a graph; `limit` bounds its nodes, `truncated` says that it did",
    "/api/workspace/versions/<id:version_id>": "a version; its authors are part of it",
    "/api/workspace/versions/<id:version_id>/diff": "a text in pieces",
    "/api/workspace/shares/<id:share_id>/views": "as many days as were asked for, in one piece for a chart",
    "/api/sync/changes": "its cursor is there at the end too: `more` says whether there is another page at once",
    "/api/sync/lookup": "the notes of one page, or of a name: ten at most",
    "/api/workspace/beginnings": "as many as were asked for, by their ids: a hundred at most",
    "/api/workspace/tasks": "what is due by a day: the first ones, in one piece for home",
    "/api/notifications/preferences": "a setting, read and changed as one",
    "/api/ai/providers": "what is set up: each provider once",
    "/api/ai/usage": "figures of as many days as were asked for, in one piece for a chart",
    "/api/admin/ai-usage": "the same for all users",
    "/api/admin/figures": "figures; the failed mails are its latest few",
}
BASE = "/api/workspace"
OWN = [
    f"{BASE}/notes",
    f"{BASE}/folders",
    f"{BASE}/favourites",
    f"{BASE}/people",
    f"{BASE}/tags",
    f"{BASE}/trash",
    f"{BASE}/recents",
    f"{BASE}/journal",
    f"{BASE}/attachments?name=same.png",
    f"{BASE}/search?q=words",
    f"{BASE}/reports/links",
    f"{BASE}/notes/{{note}}/links",
    f"{BASE}/notes/{{note}}/backlinks",
    f"{BASE}/notes/{{note}}/versions",
    f"{BASE}/notes/{{note}}/shares",
    f"{BASE}/shares",
    "/api/sync/tokens",
    "/api/ai/prompts",
]


def holds_a_list(route: Route) -> bool:
    shape = route.answers.get(200)
    if route.method != "GET" or not isinstance(shape, type) or route.rule in NO_LISTS:
        return False
    kinds = [field.annotation for field in shape.model_fields.values()]
    held = [kind for each in kinds if typing.get_origin(each) is list for kind in typing.get_args(each)]
    return any(isinstance(kind, type) and issubclass(kind, pydantic.BaseModel) for kind in held)


def test_every_list_takes_limit_and_cursor_and_says_the_next() -> None:
    lists = [route for area in routes.AREAS for route in area.routes if holds_a_list(route)]
    assert len(lists) > 20
    for route in lists:
        shape = route.answers[200]
        assert isinstance(shape, type)
        assert route.query is not None, route.rule
        assert {"limit", "cursor"} <= route.query.model_fields.keys(), route.rule
        assert "next_cursor" in shape.model_fields, route.rule


@pytest.fixture
def note_id(owner: Member) -> str:
    """A note that has links, mentions and versions; and three of everything else."""
    note = str(owner.note("Plan", "words")["id"])
    for number, letter in enumerate("ABC", 1):
        owner.note(f"Linking {letter}", f"[[Plan]] [[Nowhere {letter}]] words #tag-{letter}")
        owner.note(f"Mentioning {letter}", "Plan")
        owner.person(f"{letter} Person")
        owner.folder("Below", parentId=owner.folder(f"Folder {letter}")["id"])
        owner.file("same.png", f"file {letter}".encode())
        owner.key(can_write=False)
        owner.web.post("/api/ai/prompts", json={"name": letter, "instruction": "x"})
        owner.web.post(f"/api/workspace/notes/{note}/shares", json={})
        text = f"{letter} " * 20 * number + f"[[Linking {letter}]] [[Linking A]] [[No]]"
        owner.web.patch(f"{BASE}/notes/{note}", json={"content": text, "reason": "manual"})
        other = owner.note(f"Favourite {letter}")["id"]
        owner.web.put(f"{BASE}/favourites/{other}")
        owner.web.get(f"{BASE}/notes/{other}")
        owner.web.delete(f"{BASE}/notes/{owner.note('gone')['id']}")
        owner.web.put(f"{BASE}/journal/2026-11-0{number}", json={"content": "words"})
    return note


def test_the_pages_of_each_joined_are_the_list(owner: Member, note_id: str) -> None:
    for address in OWN:
        joined_pages_are_the_list(owner, address.replace("{note}", note_id))


def joined_pages_are_the_list(owner: Member, address: str) -> None:
    whole, pages = read(owner, address), []
    cursor: str | None = ""
    while cursor is not None:
        page = read(owner, address, limit=1, **({"cursor": cursor} if cursor else {}))
        cursor = page["nextCursor"]
        pages.append(rows_of(page))
    assert joined(pages) == rows_of(whole), address
    # The folders of the trash come with its first page.
    assert max(sum(map(len, page.values())) for page in pages[1:]) == 1, address
    assert whole["nextCursor"] is None, address
    assert len(pages) > 2, address


def read(owner: Member, address: str, **asked: Any) -> Any:
    path, _, query = address.partition("?")
    answer = owner.web.get(path, query_string={**dict(parse_qsl(query)), **asked})
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def rows_of(page: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: value for name, value in page.items() if isinstance(value, list)}


def joined(pages: list[dict[str, list[Any]]]) -> dict[str, list[Any]]:
    return {name: [row for page in pages for row in page[name]] for name in pages[0]}


def test_a_cursor_of_another_list_is_refused(owner: Member) -> None:
    for name in ("A One", "B Two"):
        owner.person(name)
    cursor = owner.web.get(f"{BASE}/people?limit=1").get_json()["nextCursor"]
    for bad in (cursor, "x", "", "W10"):
        refused = owner.web.get(f"{BASE}/tags", query_string={"cursor": bad})
        assert (refused.status_code, refused.get_json()["errors"][0]["field"]) == (422, "cursor")


def test_a_page_goes_on_behind_the_row_that_it_ended_with() -> None:
    rows = ["a", "b", "c", "d"]
    first, cursor = cursors.page("letters", rows, str, None, 2)
    assert list(first) == ["a", "b"]
    assert cursors.page("letters", ["0", *rows], str, cursor, 2)[0] == ["c", "d"]
    assert cursors.page("letters", ["a", "c", "d"], str, cursor, 2)[0] == ["c", "d"]
    assert cursors.page("letters", [], str, cursor, 2) == ([], None)
    with pytest.raises(errors.InvalidInput):
        cursors.page("letters", rows, str, cursors.encode("letters", (-5, "x")), 2)
