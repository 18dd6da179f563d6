"""Whatever stands in `next`, who comes back from a provider stays with this service."""

from urllib.parse import urljoin, urlsplit

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import limits
from notesvc.web.oauth import _AFTER_LINKING
from tests.web.conftest import Member
from tests.web.external.going import come_back, sign_in
from tests.web.external.provider_stub import Stub
from tests.web.local_paths import CONTROLS, HOSTILE

SERVICE = "http://localhost"


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def host_of(location: str) -> str:
    """Where a browser ends up, which drops control characters and reads a backslash as a slash."""
    read = "".join(letter for letter in location.strip() if letter not in "\t\r\n").replace("\\", "/")
    return urlsplit(urljoin(f"{SERVICE}/sign-in", read)).netloc


def test_no_payload_leads_from_the_provider_to_another_place(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    assert len(HOSTILE + CONTROLS) >= 40
    for payload in HOSTILE + CONTROLS:
        answer = anonymous.get("/api/auth/oauth/oidc", query_string={"next": payload})
        if answer.status_code == 422:
            assert "\x00" in payload
            continue
        location = come_back(anonymous, stub.approve(answer.headers["Location"]))
        assert location == "/", payload
        assert host_of(location) == "localhost"


def test_nor_does_one_after_step_up_or_linking(stub: Stub, app: flask.Flask, owner: Member) -> None:
    owner.step_up()
    for payload in (each for each in HOSTILE + CONTROLS if "\x00" not in each and len(each) <= 2_000):
        for path in ("/api/auth/step-up/oidc", "/api/account/accounts/oidc"):
            answer = owner.web.post(path, json={"next": payload})
            assert answer.status_code == 200, payload
            state = stub.approve(answer.get_json()["url"])["state"]
            location = come_back(owner.web, {"state": state, "error": "access_denied"})
            wanted = "/" if payload else _AFTER_LINKING
            assert location == f"{wanted}?problem=provider_refused", payload
            assert host_of(location) == "localhost"


def test_an_address_of_ours_is_kept(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    assert sign_in(stub, anonymous, next="/search?q=a%20b#x") == "/search?q=a%20b#x"


def test_who_goes_there_too_often_is_told_by_a_page(
    stub: Stub, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_INS_PER_ADDRESS", "2 per hour")
    places = [
        anonymous.get("/api/auth/oauth/oidc", query_string={"next": "/graph"}).headers["Location"] for _ in range(3)
    ]
    assert [place.startswith(stub.url) for place in places] == [True, True, False]
    assert places[2] == "/sign-in?problem=rate_limited&next=%2Fgraph"
