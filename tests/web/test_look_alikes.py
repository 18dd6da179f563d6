"""Names that look alike are one name, and none is registered twice by another spelling."""

import unicodedata
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import errors
from notesvc.domain.accounts import users
from notesvc.models import User
from tests.web.conftest import PASSWORD, Member

ADDRESSES = [
    "ADMIN@EXAMPLE.ORG",
    " admin@example.org ",
    "admin@example.org.",
    "Ａdmin@example.org",
    "ａｄｍｉｎ＠ｅｘａｍｐｌｅ．ｏｒｇ",
    "ad\u200bmin@example.org",
    "ad\u200dmin@example.org",
    "ad\u00admin@example.org",
    "ad\u2060min@example.org",
    "\ufeffadmin@example.org",
    "ad\u034fmin@example.org",
    "admin\ufe0f@example.org",
    "admin\u3164@example.org",
    "аdmin@example.org",
    "admın@example.org",
    "admin@examрle.org",
    "admin@exámple.org",
    "ⓐdmin@example.org",
    "𝐚dmin@example.org",
    "admin@example。org",
]
HANDLES = [
    "ADMIN",
    "Admin",
    "admin.",
    "admin ",
    " admin",
    ".admin",
    "admin\u200b",
    "аdmin",
    "ａdmin",
    "admın",
    "admin\u034f",
    "ⓐdmin",
    "admi\u0301n",
    "admin\n",
]


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def admin(app: flask.Flask) -> User:
    return users.register(email="admin@example.org", password=PASSWORD, name="Admin", handle="admin")


def register(browser: FlaskClient, **fields: str) -> Any:
    body = {"email": "other@example.org", "password": PASSWORD, "name": "x", "invite": users.invite(), **fields}
    return browser.post("/api/auth/register", json=body)


@pytest.mark.parametrize("email", ADDRESSES, ids=ascii)
def test_an_address_that_looks_like_one_of_an_account_makes_no_other(app: flask.Flask, admin: User, email: str) -> None:
    answer = register(app.test_client(), email=email)
    assert answer.status_code in (201, 422)
    assert [user.email for user in users.all()] == ["admin@example.org"]


@pytest.mark.parametrize("handle", HANDLES, ids=ascii)
def test_a_handle_that_looks_like_another_is_taken_or_none(
    app: flask.Flask, owner: Member, admin: User, handle: str
) -> None:
    before = len(users.all())
    assert register(app.test_client(), handle=handle).status_code in (409, 422)
    assert owner.web.patch("/api/account/profile", json={"handle": handle}).status_code in (409, 422)
    assert len(users.all()) == before


@pytest.mark.parametrize("handle", ["\u212aurt", "\u017fam", "İb", "ﬁn", "①②"], ids=ascii)
def test_letters_that_only_fold_to_ascii_are_none_of_a_handle(app: flask.Flask, owner: Member, handle: str) -> None:
    assert register(app.test_client(), handle=handle).status_code == 422
    assert owner.web.patch("/api/account/profile", json={"handle": handle}).status_code == 422


@pytest.mark.parametrize("email", ADDRESSES[1:], ids=ascii)
def test_nor_does_an_account_change_to_such_an_address(
    app: flask.Flask, owner: Member, admin: User, email: str
) -> None:
    answer = owner.step_up().web.post("/api/account/email", json={"email": email})
    assert answer.status_code in (202, 422)
    assert users.by_id(str(owner.user.id)).email == "owner@example.org"


def test_the_key_of_a_name_is_the_same_however_often_it_is_made() -> None:
    for code in range(0x20, 0x3000):
        key = users.key_of(f"a{chr(code)}b")
        assert users.key_of(key) == key, hex(code)
        assert users.key_of(unicodedata.normalize("NFD", f"a{chr(code)}b")) == key, hex(code)


@pytest.mark.parametrize(
    "email", ["(a@example.org", "a@[x", "a,b@example.org", 'a"@example.org', "a..b@example.org", "a@b c"]
)
def test_what_no_header_can_hold_is_nobodys_address(app: flask.Flask, owner: Member, email: str) -> None:
    assert register(app.test_client(), email=email).status_code == 422
    assert owner.step_up().web.post("/api/account/email", json={"email": email}).status_code == 422
    with pytest.raises(errors.InvalidInput):
        users.register(email=email, password=PASSWORD, name="x")
