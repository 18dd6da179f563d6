"""The service seen from outside."""

import flask
import pytest
from flask.testing import FlaskClient

from notesvc.domain.accounts import administration
from notesvc.domain.caller import OPERATOR
from notesvc.web.request_log import JsonLines
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


ELSEWHERE = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}


def test_the_process_and_the_database_are_up(anonymous: FlaskClient) -> None:
    for path in ("/healthz", "/healthz?now=1"):
        assert anonymous.get(path).get_json() == {"status": "ok"}
    assert anonymous.get("/readyz").get_json() == {"status": "ready"}


def test_figures_are_for_this_machine_and_administrators(app: flask.Flask, owner: Member) -> None:
    owner.note()
    assert "notesvc_notes 1" in app.test_client().get("/metrics").text
    assert app.test_client().get("/metrics", **ELSEWHERE).status_code == 403
    for name in ("X-Real-IP", "Via", "CF-Connecting-IP"):
        assert app.test_client().get("/metrics", headers={name: "127.0.0.1"}).status_code == 403
    assert app.test_client().get("/metrics", headers={"Host": "evil.example"}).status_code == 421
    assert app.test_client().get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    assert owner.web.get("/metrics", **ELSEWHERE).status_code == 403
    administration.change(OPERATOR, str(owner.user.id), {"is_admin": True})
    assert owner.web.get("/metrics", **ELSEWHERE).status_code == 200


def test_a_request_is_logged_as_one_line_without_secrets(owner: Member, caplog: pytest.LogCaptureFixture) -> None:
    owner.web.get("/api/workspace/search?q=confidential")
    key = owner.key()
    owner.web.get("/api/sync/verify", headers={"Authorization": f"Bearer {key}"})
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "notesvc"]
    assert any('"route": "/api/workspace/search"' in line for line in lines)
    assert any('"route": "/api/sync/verify"' in line for line in lines)
    assert all(key not in line and "confidential" not in line for line in lines)
