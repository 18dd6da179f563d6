"""Z1, Z2: every route × every kind of id, for somebody whose they are not; generated from the route table."""

import io
import re
import secrets
from typing import Any

import flask
import pytest

from notesvc import clock
from notesvc.web import routes
from notesvc.web.area import Route
from tests.web.conftest import Member

# The body with which each route that takes one would succeed for the owner.
BODIES: dict[str, Any] = {
    "PATCH /api/workspace/notes/<id:note_id>": {"name": "taken over"},
    "POST /api/workspace/notes/<id:note_id>/move": {"parentId": None},
    "POST /api/workspace/notes/<id:note_id>/rename-preview": {"name": "other"},
    "PATCH /api/workspace/folders/<id:folder_id>": {"name": "taken over"},
    "PATCH /api/workspace/people/<id:person_id>": {"name": "taken over"},
    "POST /api/workspace/people/<id:person_id>/merge": {"into": clock.new_id()},
}
# Ids inside a body or a query: the request that a stranger sends, with {id} for each of the owner's ids.
INSIDE: list[tuple[str, str, dict[str, Any] | None, tuple[int, ...]]] = [
    ("POST", "/api/workspace/notes", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/folders", {"name": "x", "parentId": "{folder_id}"}, (404,)),
    ("PATCH", "/api/workspace/notes/{my_note}", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/notes/{my_note}/move", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/notes/{my_note}/move", {"parentId": None, "after": "{note_id}"}, (422,)),
    ("PATCH", "/api/workspace/folders/{my_folder}", {"parentId": "{folder_id}"}, (404,)),
    ("POST", "/api/workspace/people/{my_person}/merge", {"into": "{person_id}"}, (404,)),
    ("GET", "/api/workspace/notes?parentId={folder_id}", None, (404,)),
    ("GET", "/api/workspace/notes?person={person_id}", None, (404,)),
    ("GET", "/api/workspace/graph?noteId={note_id}", None, (404,)),
    ("GET", "/api/workspace/versions/{my_version}/diff?against={version_id}", None, (404,)),
]
ROUTES = [route for area in routes.AREAS for route in area.routes]
WITH_ID = [route for route in ROUTES if "<id:" in route.rule]


def name_of(route: Route) -> str:
    return f"{route.method} {route.rule}"


def belongings(owner: Member, prefix: str = "") -> dict[str, str]:
    """One of everything that has an id."""
    note = owner.note("Secret plan", "the word is xylophone #secret $Grace Hopper")
    trashed = owner.note("Thrown away", "xylophone")
    owner.web.delete(f"/api/workspace/notes/{trashed['id']}")
    versions = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]
    token = owner.web.post("/api/sync/tokens", json={"name": "k", "canWrite": True}).get_json()["token"]
    upload = b"PK\x05\x06" + b"\0" * 18
    job = owner.web.post("/api/data/import", data={"file": (io.BytesIO(upload), "a.zip")}).get_json()
    return {
        f"{prefix}note_id": note["id"],
        f"{prefix}resource_id": trashed["id"],
        f"{prefix}folder_id": owner.folder("Secret folder")["id"],
        f"{prefix}person_id": owner.person(f"Grace {secrets.token_hex(3)}")["id"],
        f"{prefix}version_id": versions[0]["id"],
        f"{prefix}token_id": token["id"],
        f"{prefix}attachment_id": owner.file(content=secrets.token_bytes(30)).get_json()["id"],
        f"{prefix}job_id": job["id"],
    }


def send(member: Member, route: Route, address: str) -> Any:
    return member.web.open(address, method=route.method, json=BODIES.get(name_of(route)))


def address(route: Route, ids: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ids.get(found[1], "x"), route.rule)


def everything(owner: Member) -> Any:
    """The owner's workspace as an export shows it."""
    export = owner.web.get("/api/data/export?format=json&versions=1").get_json()
    return {name: value for name, value in export.items() if name not in ("exportedAt",)}


def test_a_stranger_gets_for_each_id_what_an_absent_id_gets(app: flask.Flask, owner: Member, stranger: Member) -> None:
    ids = belongings(owner)
    before = everything(owner)
    for route in WITH_ID:
        assert set(re.findall(r"<id:(\w+)>", route.rule)) <= ids.keys(), f"no such thing to try on {name_of(route)}"
        theirs = send(stranger, route, address(route, ids))
        absent = send(stranger, route, address(route, {name: clock.new_id() for name in ids}))
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
    for method, path, body, statuses in INSIDE:
        filled = {k: v.format(**names) if isinstance(v, str) else v for k, v in (body or {}).items()}
        answer = stranger.web.open(path.format(**names), method=method, json=filled if body else None)
        assert answer.status_code in statuses, (method, path, answer.text)
    assert everything(owner) == before


def test_nobody_gets_in_without_a_session_or_a_key(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    nobody = Member(owner.user, app.test_client())
    for route in ROUTES:
        if route.access.is_public:
            continue
        answer = send(nobody, route, address(route, ids))
        assert answer.status_code == 401, name_of(route)
        assert "WWW-Authenticate" in answer.headers, name_of(route)


def test_a_key_opens_no_session_route(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    program = Member(owner.user, app.test_client())
    header = {"Authorization": f"Bearer {owner.key()}"}
    for route in ROUTES:
        if route.access.is_public or route.access.operation is not None:
            continue
        answer = program.web.open(address(route, ids), method=route.method, headers=header)
        assert answer.status_code == 401, name_of(route)


def test_a_page_of_another_site_writes_nothing(app: flask.Flask, owner: Member) -> None:
    ids = belongings(owner)
    before = everything(owner)
    for route in ROUTES:
        if route.method == "GET" or route.access.operation is not None:
            continue
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            answer = owner.web.open(address(route, ids), method=route.method, headers=headers, json={})
            assert answer.status_code == 403, name_of(route)
            assert answer.get_json()["code"] == "forbidden_origin"
    assert everything(owner) == before


@pytest.mark.parametrize("path", ["/api/workspace/search?q=xylophone", "/api/workspace/search?q=tag:secret"])
def test_search_finds_nothing_of_others(owner: Member, stranger: Member, path: str) -> None:
    belongings(owner)
    assert owner.web.get(path).get_json()["total"] > 0
    assert stranger.web.get(path).get_json() == {"results": [], "total": 0, "nextCursor": None}


def test_links_to_notes_of_others_say_nothing(owner: Member, stranger: Member) -> None:
    theirs = owner.note("Payroll 2026", "xylophone")
    mine = stranger.note("Guess", f"[[Payroll 2026]] and [x](note://{theirs['id']})")
    links = stranger.web.get(f"/api/workspace/notes/{mine['id']}/links").get_json()["links"]
    assert {link["targetNoteId"] for link in links} == {None}
    backlinks = owner.web.get(f"/api/workspace/notes/{theirs['id']}/backlinks").get_json()
    assert backlinks == {"linked": [], "unlinked": []}
