"""The device flow (RFC 8628)."""

from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.models import DeviceCode
from tests.web import post
from tests.web.conftest import Member
from tests.web.device_flow import CLIENT, GRANT, ask, decide, error, look, poll, unproven


@pytest.fixture
def kind() -> str:
    """`tests/domain/test_device_codes.py` tries the table on each kind of database."""
    return "sqlite"


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    moment = clock.timestamp_ms() + int(seconds * 1000)
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)


def test_the_clipper_gets_a_key_of_its_own_kind(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    assert error(anonymous.post("/api/auth/device/code", data={"client_id": "notes-phone"})) == "invalid_client"
    too_much = {"client_id": "notes-clipper", "scope": "sync:device sync:read"}
    assert error(anonymous.post("/api/auth/device/code", data=too_much)) == "invalid_scope"
    asked = ask(anonymous, client_id="notes-clipper", device_name="")
    assert look(owner, asked["user_code"]).get_json()["app"] == "Clipper"
    assert decide(owner, asked["user_code"]).status_code == 204
    made = poll(anonymous, asked["device_code"], "notes-clipper").get_json()
    assert made["scope"] == "sync:read sync:write"
    (key,) = owner.web.get("/api/sync/tokens").get_json()["tokens"]
    assert (key["name"], key["kind"]) == ("Clipper", "api")


def test_an_approved_device_gets_a_key_that_stands_among_the_keys(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    asked = ask(anonymous)
    assert (asked["expires_in"], asked["interval"]) == (600, 5)
    assert asked["verification_uri"] == f"{workspace.base_url}/device"
    assert asked["verification_uri_complete"].endswith(f"/device?user_code={asked['user_code']}")
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"
    shown = look(owner, asked["user_code"].lower().replace("-", " ")).get_json()
    assert (shown["app"], shown["name"], shown["address"]) == ("Notes for the desktop", "Laptop", "127.0.0.1")
    assert shown["scopes"] == ["sync:device", "sync:read", "sync:write"]
    assert decide(owner, asked["user_code"]).status_code == 204
    given = poll(anonymous, asked["device_code"]).get_json()
    assert given["token_type"] == "Bearer"
    key = {"Authorization": f"Bearer {given['access_token']}"}
    verified = anonymous.get("/api/sync/verify", headers=key).get_json()
    assert (verified["token"]["kind"], verified["token"]["name"]) == ("device", "Laptop")
    [listed] = owner.web.get("/api/sync/tokens").get_json()["tokens"]
    owner.web.delete(f"/api/sync/tokens/{listed['id']}")
    assert anonymous.get("/api/sync/verify", headers=key).status_code == 401
    told = post.only(workspace)
    assert (told.subject, "Laptop" in told.text) == ("A device was approved", True)


def test_codes_are_of_letters_that_are_not_misread(anonymous: FlaskClient) -> None:
    codes = {ask(anonymous)["user_code"] for _ in range(30)}
    assert len(codes) == 30
    assert set("".join(codes)) <= set("BCDFGHJKLMNPQRSTVWXZ-")


def test_h1_looking_takes_nothing_and_whoever_decides_first_has_it(
    owner: Member, stranger: Member, anonymous: FlaskClient
) -> None:
    asked = ask(anonymous)
    before = dict(DeviceCode.select().dicts().get())
    for each in (stranger, owner, stranger):
        assert look(each, asked["user_code"]).status_code == 200
    assert dict(DeviceCode.select().dicts().get()) == before
    assert decide(owner, asked["user_code"]).status_code == 204
    assert look(stranger, asked["user_code"]).status_code == 404
    for approve in (True, False):
        assert decide(stranger, asked["user_code"], approve).status_code == 404
    assert poll(anonymous, asked["device_code"]).status_code == 200
    assert owner.web.get("/api/sync/tokens").get_json()["tokens"]
    assert not stranger.web.get("/api/sync/tokens").get_json()["tokens"]


def test_looking_approves_nothing_and_a_get_cannot(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    assert owner.web.get("/api/auth/device/approve").status_code == 405
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"


def test_a_device_that_may_write_wants_a_fresh_proof(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    refused = unproven(owner, asked["user_code"])
    assert (refused.status_code, refused.get_json()["code"]) == (403, "step_up_required")
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"
    assert decide(owner, asked["user_code"]).status_code == 204


def test_denying_and_reading_want_none(owner: Member, anonymous: FlaskClient) -> None:
    asked, reader = ask(anonymous), ask(anonymous, scope="sync:read")
    for each, approve in ((asked, False), (reader, True)):
        look(owner, each["user_code"])
        assert unproven(owner, each["user_code"], approve).status_code == 204


@pytest.mark.parametrize(
    ("source", "place"),
    [("93.184.216.34", "here"), ("93.184.216.35", "elsewhere"), ("192.168.1.7", "private"), ("127.0.0.1", "private")],
)
def test_its_user_learns_where_the_device_asked_from(
    owner: Member, anonymous: FlaskClient, source: str, place: str
) -> None:
    body = {"client_id": CLIENT}
    asked = anonymous.post("/api/auth/device/code", data=body, environ_overrides={"REMOTE_ADDR": source}).get_json()
    shown = owner.web.get(
        "/api/auth/device",
        query_string={"userCode": asked["user_code"]},
        environ_overrides={"REMOTE_ADDR": "93.184.216.34"},
    ).get_json()
    assert (shown["address"], shown["place"]) == (source, place)


def test_a_page_of_another_site_approves_nothing(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    body = {"userCode": asked["user_code"], "approve": True}
    answer = owner.web.post("/api/auth/device/approve", json=body, headers={"Origin": "https://evil.example"})
    assert answer.get_json()["code"] == "forbidden_origin"


def test_a_denied_device_is_told_so(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    assert decide(owner, asked["user_code"], approve=False).status_code == 204
    assert error(poll(anonymous, asked["device_code"])) == "access_denied"
    assert decide(owner, asked["user_code"]).status_code == 404


def test_the_key_is_given_once(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    decide(owner, asked["user_code"])
    assert poll(anonymous, asked["device_code"]).status_code == 200
    assert error(poll(anonymous, asked["device_code"])) == "invalid_grant"


def test_who_polls_too_fast_has_to_wait_longer(anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ask(anonymous)
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"
    assert error(poll(anonymous, asked["device_code"])) == "slow_down"
    later(monkeypatch, 6)
    assert error(poll(anonymous, asked["device_code"])) == "slow_down"
    later(monkeypatch, 20)
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"


def test_codes_expire(owner: Member, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ask(anonymous)
    later(monkeypatch, limits.DEVICE_CODE_SECONDS + 1)
    assert error(poll(anonymous, asked["device_code"])) == "expired_token"
    later(monkeypatch, limits.DEVICE_CODE_SECONDS)
    ask(anonymous)
    assert DeviceCode.select().count() == 1


def test_an_expired_code_is_not_there_for_people(
    owner: Member, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    later(monkeypatch, limits.DEVICE_CODE_SECONDS + 1)
    assert look(owner, asked["user_code"]).status_code == 404
    assert decide(owner, asked["user_code"]).status_code == 404


def test_a_disabled_user_gives_no_key(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    decide(owner, asked["user_code"])
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", (clock.now(), owner.user.id))
    assert error(poll(anonymous, asked["device_code"])) == "access_denied"


def test_the_limit_of_keys_holds_for_devices(
    owner: Member, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    monkeypatch.setattr(limits, "ACTIVE_TOKENS", 1)
    owner.key()
    assert decide(owner, asked["user_code"]).get_json()["code"] == "token_limit"
    owner.web.delete("/api/sync/tokens")
    assert decide(owner, asked["user_code"]).status_code == 204
    owner.key()
    assert error(poll(anonymous, asked["device_code"])) == "access_denied"


def test_fewer_scopes_can_be_asked_for_and_unknown_ones_not(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous, scope="sync:read")
    look(owner, asked["user_code"])
    decide(owner, asked["user_code"])
    given = poll(anonymous, asked["device_code"]).get_json()
    assert given["scope"] == "sync:read"
    key = {"Authorization": f"Bearer {given['access_token']}"}
    assert anonymous.post("/api/sync/capture", json={"markdown": "x"}, headers=key).status_code == 403
    body = {"client_id": CLIENT, "scope": "sync:*"}
    assert error(anonymous.post("/api/auth/device/code", data=body)) == "invalid_scope"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password", "client_id": CLIENT}, "unsupported_grant_type"),
        ({"grant_type": GRANT, "client_id": CLIENT}, "invalid_grant"),
        ({"grant_type": GRANT, "client_id": CLIENT, "device_code": "guess"}, "invalid_grant"),
        ({"grant_type": [GRANT, GRANT], "client_id": CLIENT}, "invalid_request"),
    ],
)
def test_what_is_no_request_for_a_key_is_refused(anonymous: FlaskClient, body: dict[str, Any], code: str) -> None:
    assert error(anonymous.post("/api/auth/device/token", data=body)) == code


def test_requests_are_form_encoded(anonymous: FlaskClient) -> None:
    assert error(anonymous.post("/api/auth/device/code", json={"client_id": CLIENT})) == "invalid_request"
    assert error(anonymous.post("/api/auth/device/code", data={"client_id": "other"})) == "invalid_client"


def test_a_code_of_another_client_is_none(owner: Member, anonymous: FlaskClient) -> None:
    assert error(poll(anonymous, ask(anonymous)["device_code"], "other")) == "invalid_grant"


def test_only_hashes_of_codes_are_stored(anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    stored = " ".join(str(value) for row in DeviceCode.select().tuples() for value in row)
    assert asked["device_code"] not in stored
    assert asked["user_code"] not in stored
    assert asked["user_code"].replace("-", "") not in stored


def test_a_device_calls_itself_by_one_line(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous, device_name="Lap\r\ntop\u202etxt" + "x" * 200)
    name = look(owner, asked["user_code"]).get_json()["name"]
    assert name.startswith("Lap top txt")
    assert len(name) == limits.DEVICE_NAME


def test_any_origin_may_ask_and_cookies_are_not_looked_at(app: flask.Flask, owner: Member) -> None:
    origin = {"Origin": "https://anywhere.example"}
    answer = owner.web.post("/api/auth/device/code", data={"client_id": CLIENT}, headers=origin)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    refused = owner.web.post("/api/auth/device/token", data={}, headers=origin)
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    private = owner.web.get("/api/auth/device?userCode=x", headers=origin)
    assert "Access-Control-Allow-Origin" not in private.headers


def test_one_source_cannot_hold_many_codes(anonymous: FlaskClient) -> None:
    statuses = [anonymous.post("/api/auth/device/code", data={"client_id": CLIENT}).status_code for _ in range(62)]
    assert statuses == [200] * 60 + [429] * 2
