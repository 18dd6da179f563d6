"""Public links with a view limit: what shows before a view is taken, and after the last one."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Member
from tests.web.published import enter, look, path_of, share, text, ticket_of

PASSWORD = "open sesame"


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def test_search_of_a_site_says_nothing_before_a_view_is_taken(app: Flask, owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    owner.note("One", "secret words", parentId=folder["id"])
    link = share(owner, folder, viewLimit=1)
    search = path_of(link, "search?q=secret")
    cover = look(visitor, search)
    assert (cover.status_code, "secret words" in text(cover)) == (200, False)
    assert enter(visitor, path_of(link), ticket=ticket_of(cover)).status_code == 200
    assert "secret words" in text(look(visitor, search))
    absent = look(visitor, "/s/AAAAAAAAAAAAAAAAAAAAAA")
    late = look(app.test_client(), search)
    assert (late.status_code, late.data) == (404, absent.data)


@pytest.mark.parametrize("settings", [{}, {"password": PASSWORD}])
def test_what_is_used_up_tells_nothing_but_to_the_last_view(
    settings: dict[str, Any], app: Flask, owner: Member, visitor: FlaskClient
) -> None:
    link = share(owner, owner.note("Report", "words"), viewLimit=1, **settings)
    enter(visitor, path_of(link), **settings)
    opened = enter(visitor, path_of(link), ticket=ticket_of(look(visitor, path_of(link))))
    sheet = re.search(r'href="(/s/[^"]+/style[.]css)"', text(opened))
    assert sheet
    assert look(app.test_client(), sheet[1]).mimetype == "text/css"
    absent = look(visitor, "/s/AAAAAAAAAAAAAAAAAAAAAA")
    late = app.test_client()
    answers = [look(late, path_of(link, page)) for page in ("", "style.css", "a/o/style.css", "og.png", "search?q=x")]
    answers += [enter(late, path_of(link), **settings), enter(late, path_of(link), password="wrong")]
    assert {(answer.status_code, answer.data) for answer in answers} == {(404, absent.data)}
