"""The wildcard: on every answer of the bearer routes, whatever its status, and on no other route."""

import io
import re
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, limits
from notesvc.domain import sync_operations, sync_tokens
from notesvc.models import Capture
from notesvc.web import routes
from tests.web.conftest import Member

ORIGIN = {"Origin": "https://evil.example"}
ROUTES = [route for area in routes.AREAS for route in area.routes]
ALL_BEARER = [route for route in ROUTES if route.access.operation is not None]
# Those of devices have tests of their own (`test_sync_device_refusals`).
BEARER = [route for route in ALL_BEARER if route.access.operation.scope != sync_tokens.DEVICE]
OTHER = [route for route in ROUTES if route.access.operation is None and not route.access.anywhere]
EXPOSED = {"ETag", "Retry-After", "Idempotency-Replayed", "Content-Disposition"}
ALLOWED = {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def program(app: flask.Flask) -> FlaskClient:
    """A page of another site."""
    return app.test_client()


def is_open(answer: Any) -> bool:
    names = {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")}
    is_wildcard = answer.headers.getlist("Access-Control-Allow-Origin") == ["*"]
    return is_wildcard and "Access-Control-Allow-Credentials" not in answer.headers and names == EXPOSED


def test_each_operation_is_one_bearer_route_but_for_those_of_devices() -> None:
    names = [route.access.operation.name for route in BEARER]
    assert len(names) == len(set(names))
    assert {route.access.operation for route in ALL_BEARER} == set(sync_operations.ALL)


def good(route: Any, owner: Member) -> dict[str, Any]:
    """What the route is asked with to do what it is for."""
    if route.upload is not None:
        note, tokens = owner.note(), owner.web.get("/api/sync/tokens").get_json()["tokens"]
        Capture.create(
            note=note["id"], token_id=next(token["id"] for token in tokens if "sync:write" in token["scopes"])
        )
        return {"data": {"file": (io.BytesIO(b"x"), "a.txt"), "noteId": note["id"]}}
    if route.form is not None:
        return {
            "json": {"markdown": "x"} | ({"journal": "2026-11-21"} if route.endpoint == "sync_clips.append" else {})
        }
    return {"query_string": {"url": "https://a.example/"}} if route.endpoint == "sync_clips.lookup" else {}


@pytest.mark.parametrize("route", BEARER, ids=lambda route: route.endpoint)
def test_every_answer_of_a_bearer_route_is_for_any_origin(owner: Member, program: FlaskClient, route: Any) -> None:
    key, reading = ({"Authorization": f"Bearer {owner.key(can_write)}", **ORIGIN} for can_write in (True, False))
    body = {"json": {"markdown": "x"}} if route.method == "POST" else {}
    asked = {
        next(iter(route.answers)): program.open(route.rule, method=route.method, headers=key, **good(route, owner)),
        401: program.open(route.rule, method=route.method, headers=ORIGIN, **body),
        405: program.open(route.rule, method="DELETE", headers=key),
        404: program.open(f"{route.rule}/x", method=route.method, headers=key),
        400: program.open(route.rule, method=route.method, headers={**key, "Authorization": "Bearer a, Bearer b"}),
    }
    if route.upload is None:
        unknown = {**good(route, owner).get("query_string", {}), "x": "y"}
        asked[422] = program.open(route.rule, method=route.method, headers=key, query_string=unknown, **body)
        assert asked[422].json["error"].startswith("x: ")
    if route.method == "POST":
        asked[403] = program.open(route.rule, method="POST", headers=reading, **body)
        asked[415] = program.open(route.rule, method="POST", headers=key, data=b"x", content_type="text/plain")
    if route.form is not None:
        asked[413] = program.open(route.rule, method="POST", headers=key, json={"markdown": "x" * limits.MAX_BODY})
    for status, answer in asked.items():
        assert answer.status_code == status
        assert is_open(answer)
        if status >= 400:
            # Some clients read that name.
            assert answer.json["error"] == answer.json["detail"] != ""


@pytest.mark.parametrize("route", BEARER, ids=lambda route: route.endpoint)
def test_a_pre_flight_needs_no_key_and_costs_nothing(owner: Member, program: FlaskClient, route: Any) -> None:
    asked = {"Access-Control-Request-Method": route.method, "Access-Control-Request-Headers": ", ".join(ALLOWED)}
    for _ in range(route.access.operation.per_minute + 1):
        answer = program.options(route.rule, headers={**ORIGIN, **asked})
        assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert {name.strip().lower() for name in answer.headers["Access-Control-Allow-Headers"].split(",")} == {
        name.lower() for name in ALLOWED
    }
    assert route.method in answer.headers["Access-Control-Allow-Methods"]
    key = {"Authorization": f"Bearer {owner.key()}"}
    assert program.open(route.rule, method=route.method, headers=key, **good(route, owner)).status_code < 300


def test_too_often_and_trouble_of_ours_are_for_any_origin_too(owner: Member, program: FlaskClient) -> None:
    key = {"Authorization": f"Bearer {owner.key()}", **ORIGIN}
    answers = [program.get("/api/sync/export", headers=key, buffered=True) for _ in range(11)]
    assert (answers[-1].status_code, is_open(answers[-1])) == (429, True)
    database.execute("ALTER TABLE users RENAME TO elsewhere")
    troubled = program.get("/api/sync/verify", headers=key)
    assert (troubled.status_code, is_open(troubled)) == (503, True)


def test_no_other_route_is_for_other_origins(owner: Member) -> None:
    for route in OTHER:
        path = re.sub(r"<[^>]*>", clock.new_id(), route.rule)
        for method in (route.method, "OPTIONS"):
            asked = {**ORIGIN, "Access-Control-Request-Method": route.method}
            # Not read to the end: the stream of events has none.
            with owner.web.open(path, method=method, headers=asked) as answer:
                assert "Access-Control-Allow-Origin" not in answer.headers, (method, path)
