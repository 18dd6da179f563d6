"""The page of a note holds the note for those who may read it, and for nobody else."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc.models import NoteBody
from notesvc.web import first_view, pages
from tests.web.conftest import Member
from tests.web.sharing import NOTES, share
from tests.web.shell_page import SHELL

WORDS = "Only for those who may read it."
NAME = "Plan __NONCE__ </head><body>"


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(f"<head></head><body>{SHELL}</body>")
    (tmp_path / "note.html").write_text(
        f'<head><script nonce="__NONCE__">beginPainted([])</script></head><body>{SHELL}</body>'
    )
    (tmp_path / "sign-in.html").write_text(f'<head></head><body><div id="first-view"></div>{SHELL}</body>')
    monkeypatch.setattr(pages, "STATIC", tmp_path)


def made(owner: Member, **fields: Any) -> dict[str, Any]:
    answer = owner.web.post(NOTES, json={"name": NAME, "content": WORDS, **fields})
    assert answer.status_code == 201
    return dict(answer.get_json())


def shows(web: FlaskClient, note: dict[str, Any], **query: str) -> bool:
    """Whether the note's page holds its words; a page that does is kept nowhere."""
    answer = web.get(f"/notes/{note['id']}", query_string=query)
    assert answer.status_code == 200
    holds = "Only for those" in answer.text
    assert answer.headers["Cache-Control"] == ("no-store" if holds else "no-cache")
    assert ('id="first-view"' in answer.text, "beginPainted" in answer.text) == (holds, holds)
    return holds


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_readers_are_shown_the_note_and_others_the_app(
    owner: Member, stranger: Member, anonymous: FlaskClient, mode: str
) -> None:
    note = made(owner, mode=mode)
    assert shows(owner.web, note)
    assert not shows(stranger.web, note)
    assert not shows(anonymous, note)
    share(owner, note, stranger)
    assert shows(stranger.web, note)
    assert not shows(anonymous, note)


def test_looking_at_the_page_does_not_open_the_note(owner: Member) -> None:
    note = made(owner)
    before = owner.web.get("/api/workspace/recents").get_json()
    assert shows(owner.web, note)
    assert owner.web.get("/api/workspace/recents").get_json() == before


def test_words_of_a_note_are_nothing_but_words(owner: Member) -> None:
    text = owner.web.get(f"/notes/{made(owner)['id']}").text
    assert html.escape(NAME) in text
    nonces = set(re.findall(r'nonce="([^"]*)"', text))
    assert len(nonces) == 1
    assert nonces != {"__NONCE__"}


def test_what_the_app_shows_in_its_own_way_is_left_to_it(owner: Member) -> None:
    note, other = made(owner), made(owner)
    assert not shows(owner.web, note, beside=other["id"])
    assert not shows(owner.web, made(owner, content=f"{WORDS} {'x' * 200_000}"))
    owner.web.delete(f"{NOTES}/{note['id']}")
    assert not shows(owner.web, note)


def test_a_damaged_note_and_a_fault_of_ours_leave_the_app_its_page(
    owner: Member, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    note, other = made(owner), made(owner)
    NoteBody.update(content="Only for those whose disk fails").where(NoteBody.note == note["id"]).execute()
    assert not shows(owner.web, note)

    def fails(*_: Any) -> None:
        raise ArithmeticError

    monkeypatch.setattr(first_view.first_view, "page", fails)
    assert not shows(owner.web, other)
    assert "no first view" in caplog.text


def test_the_page_of_signing_in_stands_where_it_will_stay(owner: Member, anonymous: FlaskClient) -> None:
    asked = anonymous.get("/sign-in?next=/trash")
    assert ('id="first-view"' in asked.text, asked.headers["Cache-Control"]) == (True, "no-store")
    led_on = owner.web.get("/sign-in")
    assert ('id="first-view"' in led_on.text, led_on.headers["Cache-Control"]) == (False, "no-cache")
    assert 'id="first-view"' not in anonymous.get("/register").text


def test_before_anybody_has_an_account_signing_in_leads_on(anonymous: FlaskClient) -> None:
    assert 'id="first-view"' not in anonymous.get("/sign-in").text
