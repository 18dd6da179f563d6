"""The page of a search holds what it finds for whoever may read it, and nothing of anybody else's."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc import errors
from notesvc.web import pages, search_view
from tests.web.conftest import Member
from tests.web.matrix import belongings
from tests.web.shell_page import SHELL

HOSTILE = "Kettle __NONCE__ </head><body></script><script>alert(1)</script> <mark>x</mark>"
_NAMES = (
    "titled placeholder clear filters tag person folder changed after before title has not takeOut journal trashed "
    "results count_zero count_one count_few count_other nothing nothingHint searchedFor alsoKnownAs "
    "searchCommand untitled moment"
)
WORDS = {
    language: {
        name: f"{language} {name} {'{{count}}' if name.startswith('count_') else '{{q}}'}" for name in _NAMES.split()
    }
    for language in ("en", "de", "es", "ja", "ar")
}


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(f"<head></head><body>{SHELL}</body>")
    (tmp_path / "search.html").write_text(
        f'<head><script nonce="__NONCE__">beginPainted([])</script></head><body>{SHELL}</body>'
    )
    (tmp_path / "search.json").write_text(json.dumps(WORDS))
    monkeypatch.setattr(pages, "STATIC", tmp_path)


def found(web: FlaskClient, q: str, **headers: str) -> str | None:
    """What the page holds of the search; a page that holds something is kept nowhere."""
    answer = web.get("/search", query_string={"q": q}, headers=headers)
    assert answer.status_code == 200
    holds = 'id="first-view"' in answer.text
    assert answer.headers["Cache-Control"] == ("no-store" if holds else "no-cache")
    assert ("beginPainted" in answer.text) == holds
    return answer.text if holds else None


def answer_in(page: str) -> Any:
    block = re.search(r'<script type="application/json" id="first-answer">(.*?)</script>', page, re.DOTALL)
    assert block is not None
    return json.loads(block[1])


def test_the_page_answers_as_the_interface_does(owner: Member) -> None:
    for number in range(3):
        owner.note(f"Kettle {number}", "A kettle & its lid.", tags=["Home"], icon="x")
    page = found(owner.web, " kettle ")
    assert page is not None
    said = owner.web.get("/api/workspace/search?q=kettle&limit=50").get_json()
    assert answer_in(page) == {"q": "kettle", "answer": said}
    assert page.count('class="note-row"') == 3
    assert 'value="kettle"' in page


@pytest.mark.parametrize("q", ["xylophone", "tag:secret", "title:secret", "hopper", "is:trashed xylophone"])
def test_nothing_of_others_is_in_it(owner: Member, stranger: Member, anonymous: FlaskClient, q: str) -> None:
    ids = belongings(owner)
    mine, theirs = found(owner.web, q), found(stranger.web, q)
    assert mine is not None
    assert theirs is not None
    assert answer_in(mine)["answer"]["total"] > 0
    assert answer_in(theirs)["answer"] == {"results": [], "total": 0, "nextCursor": None, "searchedFor": None}
    assert "Secret plan" not in theirs
    assert [each for each in ids.values() if each in theirs] == []
    assert 'class="note-row"' not in theirs
    assert found(anonymous, q) is None


def test_whose_names_stand_around_results_are_the_callers_own(owner: Member, stranger: Member) -> None:
    folder = owner.folder("Payroll")
    owner.note("Kettle", tags=["one"], parentId=folder["id"])
    owner.web.put("/api/workspace/tags/one/color", json={"color": "#123456"})
    stranger.note("Kettle", tags=["one"])
    mine, theirs = found(owner.web, "kettle") or "", found(stranger.web, "kettle") or ""
    for own in ("Payroll", "#123456"):
        assert own in mine
        assert own not in theirs


def test_people_are_offered_to_whoever_knows_some(owner: Member, stranger: Member) -> None:
    for person in stranger.web.get("/api/workspace/people").get_json()["people"]:
        stranger.web.delete(f"/api/workspace/people/{person['id']}")
    owner.person("Grace")
    for member, offers in ((owner, True), (stranger, False)):
        assert ('data-word="person"' in (found(member.web, "kettle") or "")) == offers


def test_words_are_nothing_but_words(owner: Member) -> None:
    folder = owner.folder("Folder </script><script>alert(2)</script>"[:60])
    owner.note(
        HOSTILE,
        "A kettle </script><img src=x onerror=alert(3)> &lt;script&gt;",
        icon="<b>",
        parentId=folder["id"],
        properties={"aliases": ["kettle kettles </p><script>alert(4)</script>"]},
    )
    page = found(owner.web, 'kettle OR "</script><script>alert(5)</script>"')
    assert page is not None
    assert page.count("<script") == page.count("</script>") == 4
    assert re.findall(r"<(?:img|b)\b", page) == []
    assert html.escape("</head><body></script>") in page
    nonces = set(re.findall(r'nonce="([^"]*)"', page))
    assert len(nonces) == 1
    assert nonces != {"__NONCE__"}


def test_it_speaks_the_accounts_language_else_the_browsers(owner: Member) -> None:
    for number in range(3):
        owner.note(f"Kettle {number}")
    page = found(owner.web, "kettle", **{"Accept-Language": "ja-JP,en"})
    assert page is not None
    assert '<div id="first-view" class="frame" lang="ja" dir="ltr">' in page
    assert "ja count_other 3" in page
    owner.web.patch("/api/account/profile", json={"language": "ar"})
    page = found(owner.web, "kettle", **{"Accept-Language": "ja-JP,en"})
    assert page is not None
    assert 'lang="ar" dir="rtl"' in page
    assert '<p class="search-count" role="status" data-word="count">ar count_few 3</p>' in page


def test_what_the_app_says_better_is_left_to_it(owner: Member) -> None:
    owner.note("Kettle")
    for q in ("", "  ", "is:nothing", "before:x", "x" * 257):
        assert found(owner.web, q) is None, q
    assert found(owner.web, "kettle") is not None
    assert found(owner.web, "kettle", **{"Sec-Fetch-Site": "same-origin"}) is not None
    # How long the page takes would tell another site what is found.
    assert found(owner.web, "kettle", **{"Sec-Fetch-Site": "cross-site"}) is None


@pytest.mark.parametrize("error", [errors.Busy("Too long."), ArithmeticError(), RecursionError()])
def test_a_search_that_fails_leaves_the_app_its_page(
    owner: Member, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    owner.note("Kettle")

    def fails(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(search_view.search, "search", fails)
    assert found(owner.web, "kettle") is None
    assert ("no first view" in caplog.text) == (not isinstance(error, errors.Refusal))


# Postgres bounds each statement by itself.
@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_page_waits_for_no_long_search(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(200):
        owner.note(f"Kettle {number}")
    monkeypatch.setattr(search_view.limits, "SEARCH_FIRST_VIEW_MILLISECONDS", -1)
    monkeypatch.setattr("notesvc.database._STEPS_BETWEEN_LOOKS", 1)
    assert found(owner.web, "kettle OR water") is None
    assert owner.web.get("/api/workspace/search?q=kettle").get_json()["total"] == 200


def test_an_older_build_has_no_words_and_no_first_view(owner: Member, tmp_path: Path) -> None:
    owner.note("Kettle")
    (tmp_path / "search.json").unlink()
    assert found(owner.web, "kettle") is None
