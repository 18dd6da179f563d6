"""Who may use the routes of devices, from where, and how often."""

import re
from typing import Any

import flask
import pytest

from notesvc import clock, limits
from notesvc.domain import sync_tokens
from notesvc.models import SyncToken
from notesvc.web import routes
from tests.web.conftest import Member
from tests.web.programs import Program

ORIGIN = {"Origin": "https://app.example"}
ROUTES = [
    route
    for area in routes.AREAS
    for route in area.routes
    if route.access.operation is not None and route.access.operation.scope == sync_tokens.DEVICE
]


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def path_of(route: Any) -> str:
    return re.sub(r"<[^>]*>", clock.new_id(), route.rule)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.endpoint)
def test_only_the_key_of_a_device_opens_it_from_any_origin(app: flask.Flask, owner: Member, route: Any) -> None:
    browser, path = app.test_client(), path_of(route)
    for secret, status, code in ((owner.key(), 403, "insufficient_scope"), ("svc_sync_none", 401, "invalid_token")):
        headers = {"Authorization": f"Bearer {secret}", **ORIGIN}
        answer = browser.open(path, method=route.method, headers=headers, json={})
        assert (answer.status_code, answer.get_json()["code"]) == (status, code)
        assert answer.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert answer.get_json()["error"] == answer.get_json()["detail"]
    assert owner.web.open(path, method=route.method, json={}).status_code == 401
    asked = {"Access-Control-Request-Method": route.method, "Access-Control-Request-Headers": "If-Match"}
    flight = browser.options(path, headers={**ORIGIN, **asked})
    assert flight.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in flight.headers
    assert route.method in flight.headers["Access-Control-Allow-Methods"]
    assert "If-Match" in flight.headers["Access-Control-Allow-Headers"]


def test_a_key_that_a_person_made_is_no_devices_whatever_its_scopes_say(app: flask.Flask, owner: Member) -> None:
    secret = owner.key()
    SyncToken.update(scopes="sync:device sync:read sync:write").execute()
    assert Program(app, secret).get("changes").status_code == 403


def test_each_row_of_operations_is_a_window_of_its_own(
    app: flask.Flask, owner: Member, device: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = {
        "mirror_notes": limits.MIRROR_NOTES_PER_MINUTE,
        "mirror_folders": limits.MIRROR_FOLDERS_PER_MINUTE,
        "mirror_files": limits.MIRROR_FILES_PER_MINUTE,
        "changes": limits.CHANGES_PER_MINUTE,
        "batch": limits.BATCHES_PER_MINUTE,
    }
    by_window: dict[str, list[Any]] = {}
    for route in ROUTES:
        by_window.setdefault(route.access.operation.name, []).append(route)
    assert {name: found[0].access.operation.per_minute for name, found in by_window.items()} == windows
    folders = by_window["mirror_folders"]
    # Refusals count as well, by whichever of its routes they come.
    statuses = [
        device.client.open(path_of(route), method=route.method, headers=device.headers, json={"name": ""}).status_code
        for _ in range(limits.MIRROR_FOLDERS_PER_MINUTE // len(folders))
        for route in folders
    ]
    assert 429 not in statuses
    late = device.write("POST", "folders", {"name": "F"})
    assert (late.status_code, late.mimetype, 0 < int(late.headers["Retry-After"]) <= 60) == (429, "text/plain", True)
    assert device.write("POST", "notes", {"name": "N"}).status_code == 201


def test_a_devices_files_count_with_its_own_and_a_clippers_with_clips(
    app: flask.Flask, owner: Member, device: Program
) -> None:
    clipper = Program(app, owner.key())
    tried = [
        [program.client.post("/api/sync/attachments", headers=program.headers).status_code for _ in range(121)]
        for program in (device, clipper)
    ]
    assert [statuses.count(429) for statuses in tried] == [0, 1]


def test_a_devices_key_was_used_by_what_it_did(owner: Member, device: Program) -> None:
    assert SyncToken.get().last_used_at is None
    device.get("changes")
    assert SyncToken.get().last_used_at is not None
