"""Guessing the code that a device shows, and what its user is told."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc.config import Settings
from notesvc.domain.accounts import device_codes
from tests.web import post
from tests.web.conftest import Member
from tests.web.device_flow import ask, decide, look


@pytest.fixture
def kind() -> str:
    """`tests/domain/test_device_codes.py` tries the table on each kind of database."""
    return "sqlite"


def test_five_wrong_codes_and_no_more_are_looked_at(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    statuses = [look(owner, f"BCDF-GHJ{letter}").status_code for letter in "KLMNPQR"]
    assert statuses == [404] * 5 + [429] * 2
    assert look(owner, asked["user_code"]).status_code == 429
    assert decide(owner, asked["user_code"]).status_code == 429


def test_nor_are_more_looked_at_at_the_same_moment(
    owner: Member, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[int] = []
    begun: list[int] = []
    examine = device_codes.look

    def examining(*given: Any) -> Any:
        # While this one is looked at, the next one comes.
        if len(begun) < 10:
            begun.append(1)
            statuses.append(look(owner, "BCDFGHJK").status_code)
        return examine(*given)

    monkeypatch.setattr(device_codes, "look", examining)
    statuses.append(look(owner, "BCDFGHJK").status_code)
    assert sorted(statuses) == [404] * 5 + [429]


def test_right_codes_are_no_guesses(owner: Member, anonymous: FlaskClient) -> None:
    asked = ask(anonymous)
    assert [look(owner, asked["user_code"]).status_code for _ in range(8)] == [200] * 8
    statuses = [look(owner, f"BCDF-GHJ{letter}").status_code for letter in "KLMNPQ"]
    assert statuses == [404] * 5 + [429]


def test_the_mail_says_what_a_device_may_do(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    for scopes, may in (("sync:read", "read your notes"), ("sync:read sync:write", "read and write your notes")):
        asked = ask(anonymous, scope=scopes)
        look(owner, asked["user_code"])
        assert decide(owner, asked["user_code"]).status_code == 204
        assert f"You let “Laptop” {may}." in post.only(workspace).text
