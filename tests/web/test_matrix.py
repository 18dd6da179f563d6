"""Every route × every kind of id, for somebody whose they are not; generated from the route table."""

import re
from typing import Any

import flask
import pytest

from notesvc import clock
from notesvc.domain.accounts import administration
from notesvc.domain.caller import OPERATOR
from notesvc.web import routes
from notesvc.web.area import Route
from tests.web.conftest import Member
from tests.web.matrix import BODIES, address, belongings, by_device, everything, name_of

# Ids inside a body or a query: the request that a stranger sends, with {id} for each of the owner's ids.
INSIDE: list[tuple[str, str, dict[str, Any] | None, tuple[int, ...]]] = [
    ("POST", "/api/workspace/notes", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/folders", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("PATCH", "/api/workspace/notes/{my_note}", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/notes/{my_note}/move", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/sync/notes", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/sync/folders", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("PATCH", "/api/sync/notes/{my_note}", {"parentId": "{folder_id}"}, (404,)),
    ("PATCH", "/api/sync/folders/{my_folder}", {"parentId": "{folder_id}"}, (404, 412)),
    ("POST", "/api/sync/attachments", {"sha256": "0" * 64, "name": "x", "noteId": "{note_id}"}, (404,)),
    ("POST", "/api/workspace/notes/{my_note}/move", {"parentId": None, "after": "{note_id}"}, (422,)),
    ("PATCH", "/api/workspace/folders/{my_folder}", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/people/{my_person}/merge", {"into": "{person_id}"}, (404,)),
    ("POST", "/api/workspace/notes/{my_note}/link-mentions", {"noteIds": ["{note_id}"]}, (404,)),
    ("POST", "/api/collaboration/auth", {"noteId": "{note_id}"}, (404,)),
    ("PUT", "/api/notifications/watched/note/{note_id}", None, (404,)),
    ("PUT", "/api/notifications/watched/folder/{folder_id}", None, (404,)),
    ("PUT", "/api/notifications/watched/person/{person_id}", None, (404,)),
    ("POST", "/api/workspace/collaboration/requests", {"noteId": "{note_id}"}, (202,)),
    ("GET", "/api/workspace/notes?parentId={folder_id}", None, (404,)),
    ("GET", "/api/workspace/notes?person={person_id}", None, (404,)),
    ("GET", "/api/workspace/graph?noteId={note_id}", None, (404,)),
    ("GET", "/api/workspace/attachments?name=a.png&noteId={note_id}", None, (404,)),
    ("GET", "/api/workspace/versions/{my_version}/diff?against={version_id}", None, (404,)),
]
ROUTES = [route for area in routes.AREAS for route in area.routes]
WITH_ID = [route for route in ROUTES if "<id:" in route.rule]


def send(member: Member, route: Route, address: str, **headers: str) -> Any:
    return member.web.open(address, method=route.method, json=BODIES.get(name_of(route)), headers=headers)


def test_a_stranger_gets_for_each_id_what_an_absent_id_gets(app: flask.Flask, owner: Member, stranger: Member) -> None:
    ids = belongings(owner)
    before = everything(owner)
    stranger.step_up()
    device = by_device(stranger)
    for route in WITH_ID:
        assert set(re.findall(r"<id:(\w+)>", route.rule)) <= ids.keys(), f"no such thing to try on {name_of(route)}"
        headers = {} if route.access.cookies or route.access.operation is None else device
        theirs = send(stranger, route, address(route, ids), **headers)
        absent = send(stranger, route, address(route, {name: clock.new_id() for name in ids}), **headers)
        assert (theirs.status_code, theirs.data) == (absent.status_code, absent.data), name_of(route)
        assert theirs.status_code == 404, name_of(route)
    assert everything(owner) == before


def test_an_id_inside_a_request_is_looked_up_as_the_callers_own(
    app: flask.Flask, owner: Member, stranger: Member
) -> None:
    ids = belongings(owner)
    mine = belongings(stranger)
    names = ids | {f"my_{name.removesuffix('_id')}": value for name, value in mine.items()}
    before = everything(owner)
    device = by_device(stranger)
    for method, path, body, statuses in INSIDE:
        filled = {k: with_ids(v, names) for k, v in (body or {}).items()}
        headers = device if path.startswith("/api/sync/") else {}
        answer = stranger.web.open(path.format(**names), method=method, json=filled if body else None, headers=headers)
        assert answer.status_code in statuses, (method, path, answer.text)
    assert everything(owner) == before


def with_ids(value: Any, names: dict[str, str]) -> Any:
    """The value with the ids that it asks for."""
    if isinstance(value, list):
        return [with_ids(each, names) for each in value]
    return value.format(**names) if isinstance(value, str) else value


def test_nobody_gets_in_without_a_session_or_a_key(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    nobody = Member(owner.user, app.test_client())
    for route in ROUTES:
        if route.access.is_public or route.access.guests:
            continue
        answer = send(nobody, route, address(route, ids))
        assert answer.status_code == 401, name_of(route)
        assert "WWW-Authenticate" in answer.headers, name_of(route)


def test_a_sensitive_route_wants_the_session_to_step_up(app: flask.Flask, owner: Member) -> None:
    sensitive = [route for route in ROUTES if route.access.step_up]
    assert sensitive
    ids = belongings(owner)
    administration.change(OPERATOR, ids["user_id"], {"is_admin": True})
    for route in sensitive:
        answer = send(owner, route, address(route, ids))
        assert (answer.status_code, answer.get_json()["code"]) == (403, "step_up_required"), name_of(route)


def test_administration_is_not_there_for_others(app: flask.Flask, owner: Member, stranger: Member) -> None:
    ids = belongings(owner)
    stranger.step_up()
    reserved = [route for route in ROUTES if route.rule.startswith("/api/admin/")]
    assert reserved
    assert [name_of(route) for route in reserved if not route.access.admin] == []
    for route in reserved:
        answer = send(stranger, route, address(route, ids))
        assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found"), name_of(route)


def test_a_key_opens_no_session_route(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    program = Member(owner.user, app.test_client())
    header = {"Authorization": f"Bearer {owner.key()}"}
    for route in ROUTES:
        if route.access.is_public or route.access.guests or route.access.operation is not None:
            continue
        answer = program.web.open(address(route, ids), method=route.method, headers=header)
        assert answer.status_code == 401, name_of(route)


# A neighbour under the same registered name is another site, too.
FOREIGN = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


def test_a_page_of_another_site_writes_nothing(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    before = everything(owner)
    for route in ROUTES:
        if route.method == "GET" or route.access.operation is not None or route.access.anywhere:
            continue
        for headers in FOREIGN:
            answer = owner.web.open(address(route, ids), method=route.method, headers=headers, json={})
            assert answer.status_code == 403, name_of(route)
            assert answer.get_json()["code"] == "forbidden_origin"
    assert everything(owner) == before


@pytest.mark.parametrize("path", ["/api/workspace/search?q=xylophone", "/api/workspace/search?q=tag:secret"])
def test_search_finds_nothing_of_others(owner: Member, stranger: Member, path: str) -> None:
    belongings(owner)
    assert owner.web.get(path).get_json()["total"] > 0
    assert stranger.web.get(path).get_json() == {"results": [], "total": 0, "nextCursor": None, "searchedFor": None}


def test_links_to_notes_of_others_say_nothing(owner: Member, stranger: Member) -> None:
    theirs = owner.note("Payroll 2026", "xylophone")
    mine = stranger.note("Guess", f"[[Payroll 2026]] and [x](note://{theirs['id']})")
    links = stranger.web.get(f"/api/workspace/notes/{mine['id']}/links").get_json()["links"]
    assert {link["targetNoteId"] for link in links} == {None}
    backlinks = owner.web.get(f"/api/workspace/notes/{theirs['id']}/backlinks").get_json()
    assert backlinks == {"linked": [], "unlinked": [], "nextCursor": None}
