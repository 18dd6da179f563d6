"""The service seen from outside."""

import flask
import pytest
from flask.testing import FlaskClient

from notesvc.domain import users
from notesvc.web.request_log import JsonLines
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


ELSEWHERE = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}


def test_the_process_and_the_database_are_up(anonymous: FlaskClient) -> None:
    assert anonymous.get("/healthz").get_json() == {"status": "ok"}
    assert anonymous.get("/readyz").get_json() == {"status": "ready"}


def test_figures_are_for_this_machine_and_administrators(app: flask.Flask, owner: Member) -> None:
    owner.note()
    assert "notesvc_notes 6" in app.test_client().get("/metrics").text
    assert app.test_client().get("/metrics", **ELSEWHERE).status_code == 403
    assert app.test_client().get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    assert owner.web.get("/metrics", **ELSEWHERE).status_code == 403
    users.make_admin(str(owner.user.email))
    assert owner.web.get("/metrics", **ELSEWHERE).status_code == 200


def test_the_front_page_says_what_to_do_first(app: flask.Flask, anonymous: FlaskClient) -> None:
    assert "/api/auth/register" in anonymous.get("/").text
    users.register(email="a@example.org", password="correct horse", name="A")
    page = anonymous.get("/")
    assert "/api/auth/register" not in page.text
    assert "<script" not in page.text
    assert "style-src 'nonce-" in page.headers["Content-Security-Policy"]


def test_a_request_is_logged_as_one_line_without_secrets(owner: Member, caplog: pytest.LogCaptureFixture) -> None:
    owner.web.get("/api/workspace/search?q=confidential")
    key = owner.key()
    owner.web.get("/api/sync/verify", headers={"Authorization": f"Bearer {key}"})
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "notesvc"]
    assert any('"route": "/api/workspace/search"' in line for line in lines)
    assert any('"route": "/api/sync/verify"' in line for line in lines)
    assert all(key not in line and "confidential" not in line for line in lines)
