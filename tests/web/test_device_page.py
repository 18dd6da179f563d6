"""A link alone gives no device anything; whose page it is, is said on it, and nobody frames it."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from notesvc.config import Settings
from notesvc.web import pages
from tests.web import post
from tests.web.conftest import Member
from tests.web.device_flow import ask, decide, error, look, poll
from tests.web.shell_page import SHELL


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built web app, small."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(SHELL)
    monkeypatch.setattr(pages, "STATIC", static)


def test_opening_the_complete_address_approves_nothing(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    asked = ask(anonymous)
    owner.step_up()
    address = asked["verification_uri_complete"].removeprefix(workspace.base_url)
    for browser in (owner.web, anonymous):
        browser.get(address)
        browser.get(address.replace("user_code", "code"))
    assert look(owner, asked["user_code"]).status_code == 200
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"
    assert owner.web.get("/api/sync/tokens").get_json()["tokens"] == []
    assert post.delivered(workspace) == []


def test_the_page_cannot_be_framed(anonymous: FlaskClient) -> None:
    headers = anonymous.get("/device?user_code=BCDF-GHJK").headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] in ("no-referrer", "same-origin")


def test_its_user_is_told_what_asks_from_where_since_when_and_afterwards_by_mail(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    asked = ask(anonymous, device_name="Somebody's laptop")
    shown = look(owner, asked["user_code"]).get_json()
    assert {"app", "name", "scopes", "address", "createdAt", "expiresAt"} <= shown.keys()
    assert post.delivered(workspace) == []
    assert decide(owner, asked["user_code"]).status_code == 204
    told = post.only(workspace)
    assert (told.to, "Somebody's laptop" in told.text) == ("owner@example.org", True)


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
def test_only_a_post_decides(owner: Member, anonymous: FlaskClient, method: str) -> None:
    asked = ask(anonymous)
    owner.step_up()
    look(owner, asked["user_code"])
    body = {"userCode": asked["user_code"], "approve": True}
    answer = owner.web.open("/api/auth/device/approve", method=method, json=body, query_string=body)
    assert answer.status_code == 405
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"
