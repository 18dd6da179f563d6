"""Every route by every verb with every kind of id, and every field that no request may set."""

import re
from typing import Any

import flask
import pytest

from notesvc import clock
from notesvc.domain import sync_tokens
from notesvc.models import NoteVersion, SyncToken
from notesvc.web import routes
from notesvc.web.area import Route
from tests.web.conftest import Member
from tests.web.matrix import BODIES, address, belongings, by_device, everything, name_of
from tests.web.programs import Program

VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
ROUTES = [route for area in routes.AREAS for route in area.routes]
RULES = sorted({route.rule for route in ROUTES if "<id:" in route.rule})
BY_DEVICES = {route.rule for route in ROUTES if route.access.operation is not None and not route.access.cookies}
# What only the service itself decides (ASVS 15.3.3).
NEVER = {
    "id": clock.new_id(),
    "ownerId": clock.new_id(),
    "owner_id": clock.new_id(),
    "userId": clock.new_id(),
    "user": {"id": clock.new_id()},
    "authorId": clock.new_id(),
    "createdAt": "2000-01-01T00:00:00.000Z",
    "updatedAt": "2000-01-01T00:00:00.000Z",
    "deletedAt": None,
    "revision": 9,
    "isAdmin": True,
    "is_admin": True,
    "scopes": ["sync:device"],
    "kind": "device",
    "tokenHash": "0" * 64,
    "secretHash": "0" * 64,
    "passwordHash": "x",
    "emailVerifiedAt": "2000-01-01T00:00:00.000Z",
    "steppedUpUntil": "2100-01-01T00:00:00.000Z",
    "__proto__": {"isAdmin": True},
}


@pytest.fixture
def kind() -> str:
    """`test_matrix` runs on each kind of database."""
    return "sqlite"


def parts(answer: Any) -> tuple[int, bytes]:
    return answer.status_code, answer.data


def test_by_every_verb_an_id_of_another_kind_or_user_is_as_one_that_is_not_there(
    app: flask.Flask, owner: Member, stranger: Member
) -> None:
    ids = belongings(owner)
    before = everything(owner)
    stranger.step_up()
    device = by_device(stranger)
    absent = clock.new_id()
    for rule in RULES:
        headers = device if rule in BY_DEVICES else {}
        for verb in VERBS:
            sent: dict[str, Any] = {"method": verb, "json": BODIES.get(f"{verb} {rule}"), "headers": headers}
            wanted = parts(stranger.web.open(re.sub(r"<id:\w+>", absent, rule), **sent))
            assert wanted[0] in (404, 405) or verb == "OPTIONS", (verb, rule)
            for name, value in ids.items():
                found = parts(stranger.web.open(re.sub(r"<id:\w+>", value, rule), **sent))
                assert found == wanted, (verb, rule, name)
    assert everything(owner) == before


@pytest.mark.parametrize("spelled", ["upper", "braces", "urn", "plain", "nul", "dots", "two"])
def test_an_id_has_one_spelling(owner: Member, spelled: str) -> None:
    note_id = owner.note()["id"]
    other = {
        "upper": note_id.upper(),
        "braces": f"{{{note_id}}}",
        "urn": f"urn:uuid:{note_id}",
        "plain": note_id.replace("-", ""),
        "nul": f"{note_id}%00",
        "dots": f"x/../{note_id}",
        "two": f"{note_id},{note_id}",
    }[spelled]
    assert owner.web.get(f"/api/workspace/notes/{other}").status_code == 404


def test_activity_of_somebody_elses_key_is_that_of_no_key(app: flask.Flask, owner: Member, stranger: Member) -> None:
    Program(app, owner.key()).capture({"markdown": "secret"})
    theirs = owner.web.get("/api/sync/tokens").get_json()["tokens"][0]["id"]
    program = Program(app, stranger.key())
    for ask in (
        lambda token: stranger.web.get(f"/api/sync/activity?tokenId={token}"),
        lambda token: program.get(f"activity?tokenId={token}"),
    ):
        assert parts(ask(theirs)) == parts(ask(clock.new_id()))
        assert "secret" not in ask(theirs).text


def test_a_clip_into_somebody_elses_folder_stands_at_the_root_of_ones_own(
    app: flask.Flask, owner: Member, stranger: Member
) -> None:
    folder = owner.folder("Secret folder")["id"]
    before = everything(owner)
    program = Program(app, stranger.key())
    theirs, absent = (
        program.capture({"markdown": "x", "title": "T", "parentId": each}).get_json()
        for each in (folder, clock.new_id())
    )
    assert theirs["note"]["parentId"] is None
    assert theirs["warnings"] == absent["warnings"]
    assert everything(owner) == before


def _with_form(route: Route) -> bool:
    # A clip is never lost for a field that it should not have: its own test below. Administrators decide such things.
    return route.form is not None and route.endpoint != "sync.capture" and not route.access.admin


def _fields_of(route: Route) -> set[str]:
    return {field.alias or name for name, field in (route.form.model_fields if route.form else {}).items()}


def test_a_field_that_no_request_may_set_is_refused(app: flask.Flask, owner: Member) -> None:
    owner.step_up()
    ids = belongings(owner)
    keys = {sync_tokens.DEVICE: owner.device_key()}
    own_key = owner.key()
    before = everything(owner)
    for route in filter(_with_form, ROUTES):
        operation = route.access.operation
        key = keys.get(operation.scope, own_key) if operation is not None else own_key
        headers = {} if route.access.cookies or route.access.is_public else {"Authorization": f"Bearer {key}"}
        _refuse_fields(owner, route, address(route, ids), headers)
    assert everything(owner) == before


def _refuse_fields(owner: Member, route: Route, where: str, headers: dict[str, str]) -> None:
    allowed = _fields_of(route)
    for number, (name, value) in enumerate(NEVER.items()):
        if name in allowed:
            continue
        body = {**(BODIES.get(name_of(route)) or {}), name: value}
        # Attempts are counted where they come from, before anything of them is looked at.
        source = {"REMOTE_ADDR": f"198.51.100.{number}"}
        answer = owner.web.open(where, method=route.method, json=body, headers=headers, environ_overrides=source)
        assert answer.status_code == 422, (name_of(route), name, answer.text)
        assert name in {each["field"] for each in answer.get_json()["errors"]}, (name_of(route), name)


def test_no_form_takes_what_only_the_service_decides() -> None:
    # An id, a kind or a user may be what a request is about; whose it then is, the matrix asks.
    decided = NEVER.keys() - {"id", "userId", "user", "kind", "scopes"}
    for route in filter(_with_form, ROUTES):
        if route.endpoint == "sync_device.create_note":
            # When a file was made its disk says, and a later moment than now is not taken.
            continue
        assert not _fields_of(route) & decided, name_of(route)


def test_a_clip_leaves_such_fields_out_and_says_so(app: flask.Flask, owner: Member) -> None:
    answer = Program(app, owner.key()).capture({"markdown": "x", "title": "T", **NEVER})
    assert answer.status_code == 201
    made = answer.get_json()
    assert made["id"] != NEVER["id"]
    assert made["note"]["updatedAt"] > "2020"
    assert made["warnings"]
    assert owner.web.get(f"/api/workspace/notes/{made['id']}").get_json()["deletedAt"] is None
    [version] = NoteVersion.select().where(NoteVersion.note == made["id"])
    assert version.author_id == owner.user.id
    assert [row.scopes for row in SyncToken.select()] == ["sync:read sync:write"]
