"""Keys of the sync interface."""

import threading
from typing import Any

import flask
import pytest

from notesvc import clock, crypto, database, limits
from notesvc.domain import instance
from notesvc.models import SyncToken
from tests.web.conftest import PASSWORD, Member, member


@pytest.fixture
def owner(app: flask.Flask) -> Member:
    """The owner, whose session has just proven itself."""
    return member(app, "owner@example.org", "Olive Owner").step_up()


@pytest.fixture
def unproven(app: flask.Flask, owner: Member) -> Member:
    """Another session of the owner, which has proven nothing since it began: what a thief has."""
    web = app.test_client()
    assert web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD}).status_code == 200
    return Member(owner.user, web)


def test_keys_that_may_write_want_a_step_up_and_others_do_not(owner: Member, unproven: Member) -> None:
    writing, reading = (create(owner, canWrite=may).get_json()["token"]["id"] for may in (True, False))
    for refused in (create(unproven), unproven.web.post(f"/api/sync/tokens/{writing}/rotate")):
        assert (refused.status_code, refused.get_json()["code"]) == (403, "step_up_required")
    assert SyncToken.select().where(SyncToken.revoked_at.is_null()).count() == 2
    assert create(unproven, canWrite=False).status_code == 201
    assert unproven.web.post(f"/api/sync/tokens/{reading}/rotate").status_code == 201
    unproven.step_up()
    assert create(unproven).status_code == 201
    assert unproven.web.post(f"/api/sync/tokens/{writing}/rotate").status_code == 201


def create(owner: Member, **fields: Any) -> Any:
    return owner.web.post("/api/sync/tokens", json={"name": "k", "canWrite": True, **fields})


def verify(app: flask.Flask, secret: str) -> Any:
    return app.test_client().get("/api/sync/verify", headers={"Authorization": f"Bearer {secret}"})


def test_the_secret_is_shown_once_and_its_form_is_given(owner: Member) -> None:
    made = create(owner).get_json()
    assert len(made["secret"]) == len("svc_sync_") + 43
    assert made["secret"].startswith("svc_sync_")
    assert made["token"]["prefix"] == made["secret"][:18]
    assert made["secret"] not in owner.web.get("/api/sync/tokens").text
    assert made["secret"] not in owner.web.get("/api/sync/activity").text


def test_only_the_sha256_is_stored(owner: Member) -> None:
    secret = create(owner).get_json()["secret"]
    assert [token.secret_hash for token in SyncToken.select()] == [crypto.digest(secret)]


def test_scopes_follow_can_write(owner: Member) -> None:
    assert create(owner).get_json()["token"]["scopes"] == ["sync:read", "sync:write"]
    assert create(owner, canWrite=False).get_json()["token"]["scopes"] == ["sync:read"]


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"canWrite": "yes"},
        {"canWrite": None},
        {"expiresAt": "2020-01-01T00:00:00.000Z"},
        {"expiresAt": "2099-01-01T00:00:00"},
        {"expiresAt": "soon"},
        {"expiresAt": 5},
        {"scopes": ["sync:*"]},
        {"userId": "x"},
    ],
)
def test_bad_input_makes_no_key(owner: Member, fields: dict[str, Any]) -> None:
    assert create(owner, **fields).status_code == 422
    assert SyncToken.select().count() == 0


def test_revoked_rotated_and_expired_keys_stop_at_once(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = create(owner, expiresAt=clock.from_now(3600)).get_json()
    assert verify(app, first["secret"]).status_code == 200
    second = owner.web.post(f"/api/sync/tokens/{first['token']['id']}/rotate").get_json()
    assert second["token"]["expiresAt"] == first["token"]["expiresAt"]
    assert second["token"]["name"] == first["token"]["name"]
    assert (verify(app, first["secret"]).status_code, verify(app, second["secret"]).status_code) == (401, 200)
    later = clock.timestamp_ms() + 3_601_000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: later)
    refused = verify(app, second["secret"])
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_revoking_again_changes_nothing(owner: Member) -> None:
    token = create(owner).get_json()["token"]
    first = owner.web.delete(f"/api/sync/tokens/{token['id']}").get_json()
    again = owner.web.delete(f"/api/sync/tokens/{token['id']}").get_json()
    assert first == again
    assert first["token"]["state"] == "revoked"


def test_only_active_keys_rotate(owner: Member) -> None:
    token = create(owner).get_json()["token"]
    owner.web.delete(f"/api/sync/tokens/{token['id']}")
    answer = owner.web.post(f"/api/sync/tokens/{token['id']}/rotate")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "token_not_active")


def test_revoke_all_says_how_many_were_active(owner: Member) -> None:
    create(owner), create(owner)
    assert owner.web.delete("/api/sync/tokens").get_json() == {"revoked": 2}
    assert owner.web.delete("/api/sync/tokens").get_json() == {"revoked": 0}


def test_the_cap_holds_against_a_race_and_rotation_works_at_it(app: flask.Flask, owner: Member) -> None:
    for _ in range(limits.ACTIVE_TOKENS - 1):
        create(owner)
    statuses = at_once(
        app, owner, 12, lambda browser: browser.post("/api/sync/tokens", json={"name": "k", "canWrite": True})
    )
    assert sorted(statuses) == [201] + [409] * 11
    tokens = owner.web.get("/api/sync/tokens").get_json()["tokens"]
    assert len(tokens) == limits.ACTIVE_TOKENS
    assert owner.web.post(f"/api/sync/tokens/{tokens[0]['id']}/rotate").status_code == 201


def test_of_parallel_rotations_one_wins(app: flask.Flask, owner: Member) -> None:
    token = create(owner).get_json()["token"]
    path = f"/api/sync/tokens/{token['id']}/rotate"
    assert sorted(at_once(app, owner, 12, lambda browser: browser.post(path))) == [201] + [409] * 11
    states = [each["state"] for each in owner.web.get("/api/sync/tokens").get_json()["tokens"]]
    assert sorted(states) == ["active", "revoked"]


def test_a_read_key_does_not_write(app: flask.Flask, owner: Member) -> None:
    header = {"Authorization": f"Bearer {owner.key(can_write=False)}"}
    answer = app.test_client().post("/api/sync/capture", json={"markdown": "x"}, headers=header)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "insufficient_scope")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="sync:write"'


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Basic abc"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer svc_sync_" + "A" * 43},
        {"Cookie": "notesvc=x"},
    ],
    ids=str,
)
def test_only_a_bearer_key_in_the_header_counts(app: flask.Flask, owner: Member, headers: dict[str, str]) -> None:
    answer = app.test_client().get("/api/sync/verify", headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "invalid_token")


def test_the_scheme_is_case_insensitive_and_two_headers_are_refused(app: flask.Flask, owner: Member) -> None:
    key = owner.key()
    client = app.test_client()
    assert client.get("/api/sync/verify", headers={"Authorization": f"bEaReR {key}"}).status_code == 200
    twice = [("Authorization", f"Bearer {key}"), ("Authorization", f"Bearer {key}")]
    assert client.get("/api/sync/verify", headers=twice).status_code == 400


def test_a_clock_that_is_behind_is_no_reason_for_401(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = owner.key()
    past = clock.timestamp_ms() - 86_400_000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: past)
    answer = verify(app, key)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
    assert answer.headers["Retry-After"]


def test_after_a_restore_an_unknown_key_is_503(app: flask.Flask, owner: Member) -> None:
    instance.remember(instance.RESTORED_AT, clock.now())
    assert verify(app, "svc_sync_" + "A" * 43).status_code == 503
    instance.remember(instance.RESTORED_AT, clock.from_now(-8 * 86_400))
    assert verify(app, "svc_sync_" + "A" * 43).status_code == 401


def at_once(app: flask.Flask, owner: Member, count: int, ask: Any) -> list[int]:
    """The statuses of so many requests that start together, each on a connection of its own."""
    cookie = owner.web.get_cookie("notesvc")
    assert cookie is not None
    gate, statuses = threading.Barrier(count), []

    def one() -> None:
        browser = app.test_client()
        browser.set_cookie("notesvc", cookie.value)
        gate.wait()
        statuses.append(ask(browser).status_code)
        database.disconnect()

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return statuses
