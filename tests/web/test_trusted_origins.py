"""A page of a trusted origin, such as an app's own view under a scheme of its own, reads answers with the cookie."""

import dataclasses

import pytest

from notesvc import factory
from notesvc.config import Settings
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def test_trusted_origins_read_and_write_with_the_cookie_and_no_others_do(workspace: Settings, owner: Member) -> None:
    trusted = factory.create_app(dataclasses.replace(workspace, trusted_origins=("app://notes",))).test_client()
    held = owner.web.get_cookie("notesvc")
    assert held is not None
    trusted.set_cookie("notesvc", held.value)
    for path, asked in (("/api/workspace/notes", "PATCH"), ("/api/auth/session", "GET"), ("/api/sync/tokens", "POST")):
        headers = {"Origin": "app://notes", "Access-Control-Request-Method": asked}
        headers["Access-Control-Request-Headers"] = "If-Match, Content-Type"
        before = trusted.options(path, headers=headers)
        assert before.headers["Access-Control-Allow-Origin"] == "app://notes"
        assert before.headers["Access-Control-Allow-Credentials"] == "true"
        assert asked in before.headers["Access-Control-Allow-Methods"]
        assert before.headers["Access-Control-Allow-Headers"] == "Content-Type, If-Match"
    read = trusted.get("/api/workspace/notes", headers={"Origin": "app://notes"})
    assert (read.status_code, read.headers["Access-Control-Allow-Origin"]) == (200, "app://notes")
    assert "Origin" in read.headers["Vary"]
    assert (
        "Access-Control-Allow-Origin"
        not in trusted.get("/api/workspace/notes", headers={"Origin": "https://evil.example"}).headers
    )
    program = trusted.get("/api/sync/verify", headers={"Origin": "app://notes"})
    assert program.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in program.headers
