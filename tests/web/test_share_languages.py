"""Public pages speak the language of whoever looks; the notes on them keep their own."""

import re
from dataclasses import asdict
from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notesvc import database, written_dates
from notesvc.domain.shares import frame, spoken_pages, stored_pages, words
from notesvc.languages import LANGUAGES, USUAL, Language, is_rtl
from notesvc.text.recent import Recent
from tests.web.conftest import Member
from tests.web.published import enter, look, now, path_of, share, text

OTHERS = tuple(language for language in LANGUAGES if language != USUAL)
PASSWORD = "open sesame"
# A note that looks like what stands around it.
TEXT = '# Contents\n\n<nav class="pager" aria-label="Previous and next page">Search</nav>\n\n# Pages\n\n# Next'


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def said_in(client: FlaskClient, path: str, language: str, **headers: str) -> str:
    return text(look(client, path, **{"Accept-Language": language, **headers}))


def top_of(language: Language) -> str:
    return frame.said(frame.HTML, language)


def words_of(language: Language) -> set[str]:
    """What only that language says, of the words around a page."""
    names = {"skip", "search_pages", "pages", "all_pages", "contents", "previous", "next", "previous_and_next"}
    return {word for name, word in asdict(words.IN[language]).items() if name in names}


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_speaks_the_language_of_who_looks(owner: Member, visitor: FlaskClient, language: Language) -> None:
    folder = owner.folder("Site")
    for name in ("One", "Two", "Three"):
        owner.note(name, TEXT, parentId=folder["id"])
    link = share(owner, folder)
    pages = [
        (said_in(visitor, path_of(link, each), language), said_in(visitor, path_of(link, each), "en"))
        for each in ("", "two")
    ]
    for theirs, english in pages:
        assert theirs.startswith(f"<!DOCTYPE html>\n{top_of(language)}")
        assert ('dir="rtl"' in theirs[:60]) == is_rtl(language)
        assert '<article lang="" dir="auto">' in theirs
        body = re.compile(r'<div class="body">.*</div>\n</article>', re.DOTALL)
        assert body.findall(theirs) == body.findall(english)
    said = pages[0][0] + pages[1][0]
    assert all(word in said for word in words_of(language))
    around = re.sub(r"<article.*?</article>|<meta[^>]*>", "", said, flags=re.DOTALL)
    assert not any(word in around for word in ("Skip", "Search", "All pages", "Previous", "Next"))
    assert frame.said(frame.CONTENTS, language) in said


def test_words_of_ours_on_a_page_are_in_the_language_of_who_looks(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    owner.note("", "> [!tip]\n> body\n\n> [!tip] Tip\n\n![[Other#gone]]\n\nUntitled", parentId=folder["id"])
    owner.note("Other", "words", parentId=folder["id"])
    owner.note("Untitled", "named so", parentId=folder["id"])
    link = share(owner, folder)
    page = said_in(visitor, path_of(link, "page"), "es")
    untitled = '<span data-said="untitled" lang="es">Sin título</span>'
    assert "<title data-untitled>Sin título – Site</title>" in page
    assert '<meta property="og:title" data-untitled content="Sin título">' in page
    assert f"<h1>{untitled}</h1>" in page
    assert page.count(untitled) == 2
    assert page.count(">Untitled</a>") == 1
    assert '<span data-said="tip" lang="es">Consejo</span>' in page
    assert '<p class="callout-title" dir="auto">Tip</p>' in page
    assert f'<span data-said="no_part" lang="es">{words.IN["es"].within["no_part"]}</span>' in page
    assert ">Untitled</p>" in page
    found = said_in(visitor, path_of(link, "search?q=body"), "ja")
    assert ">無題</a>" in found
    english = said_in(visitor, path_of(link, "page"), "en")
    assert '<h1><span data-said="untitled" lang="en">Untitled</span></h1>' in english


def test_every_language_has_a_word_for_all_that_stands_within_notes() -> None:
    named = {language: set(words.IN[language].within) for language in OTHERS}
    assert named == dict.fromkeys(OTHERS, named["de"])


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "5 March 2026"),
        ("de", "5. März 2026"),
        ("es", "5 de marzo de 2026"),
        ("ja", "2026年3月5日"),
        ("ar", "5 مارس 2026"),
    ],
)
def test_days_are_written_as_whoever_looks_writes_them(language: Language, day: str) -> None:
    moment = "2026-03-05T23:00:00.000Z"
    assert len({written_dates.said(date(2026, month, 5), language) for month in range(1, 13)}) == 12
    for stored in (frame.facts(moment), f'<p class="facts"><time datetime="{moment}">2026-03-05</time></p>\n'):
        page = f"<h1>A</h1>\n{stored}{frame.BEFORE_TEXT}{stored}{frame.BEHIND_TEXT}"
        shown = frame.in_language(page, language)
        if stored == frame.facts(moment) or language != USUAL:
            assert f'<time datetime="{moment}" lang="{language}" dir="auto">{day}</time>' in shown
        assert shown.partition(frame.BEFORE_TEXT)[2] == page.partition(frame.BEFORE_TEXT)[2]


def test_each_language_has_a_validator_of_its_own(owner: Member, visitor: FlaskClient) -> None:
    link = share(owner, owner.note("Report", "words"))
    tags = {}
    for language in LANGUAGES:
        for encoding in ("gzip", "identity"):
            answer = look(visitor, path_of(link), **{"Accept-Language": language, "Accept-Encoding": encoding})
            assert "Accept-Language" in answer.headers["Vary"]
            tags.setdefault(answer.headers["ETag"], []).append(text(answer))
    assert len(tags) == len(LANGUAGES)
    assert all(one == other for one, other in tags.values())
    for etag in tags:
        for language in LANGUAGES:
            again = look(visitor, path_of(link), **{"If-None-Match": etag, "Accept-Language": language})
            same = etag == look(visitor, path_of(link), **{"Accept-Language": language}).headers["ETag"]
            assert again.status_code == (304 if same else 200)
    asked = {"de-AT,de;q=0.9,en;q=0.8": "de", "fr, es;q=0.5": "es", "fr": "en", "": "en", "nonsense;;q=": "en"}
    for accepted, language in asked.items():
        assert said_in(visitor, path_of(link), accepted).startswith(f"<!DOCTYPE html>\n{top_of(language)}"), accepted


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_before_a_page_speaks_it_too(
    app: Flask, owner: Member, visitor: FlaskClient, language: Language
) -> None:
    folder, said = owner.folder("Site"), words.IN[language]
    owner.note("One", "hidden words", parentId=folder["id"])
    shut, few = share(owner, folder, password=PASSWORD), share(owner, folder, viewLimit=3)
    site = share(owner, folder)
    asked = {"Accept-Language": language}
    wrong = visitor.post(path_of(shut), data={"password": "guess"}, headers=asked)
    for answer, told in (
        (look(visitor, path_of(shut), **asked), said.has_password),
        (wrong, said.wrong_password),
        (look(visitor, path_of(few), **asked), said.not_counted),
        (look(visitor, path_of(site, "search?q=absent"), **asked), said.found_nothing),
        (look(visitor, path_of(site, "absent"), **asked), said.nothing_here.text),
        (look(visitor, "/s/", **asked), said.nothing_here.title),
    ):
        assert told in text(answer)
        assert top_of(language) in text(answer)
        assert "Accept-Language" in answer.headers["Vary"]
    assert visitor.post(path_of(shut), data={"password": PASSWORD}, headers=asked).status_code == 303
    assert "hidden words" in (opened := said_in(visitor, path_of(shut, "one"), language))
    assert top_of(language) in opened
    assert re.search(r'href="/s/[^"]+/a/[0-9a-f]{32}/style.css"', opened)
    stranger = app.test_client()
    for _ in range(10):
        enter(stranger, path_of(shut), password="guess")
    late = stranger.post(path_of(shut), data={"password": "guess"}, headers=asked)
    assert (late.status_code, said.too_many.text in late.text) == (429, True)


def test_pages_that_were_frozen_before_speak_it_too(owner: Member, visitor: FlaskClient) -> None:
    link = share(owner, owner.note("報告", "# 一つめ\n\n# 二つめ\n\n# 三つめ\n\nかな"))
    [(html,)] = database.execute("SELECT html FROM share_pages").fetchall()
    former = stored_pages.unpack(bytes(html)).replace('<html lang="en">', '<html lang="ja">')
    former = former.replace(
        '<main id="text">\n<article lang="ja" dir="auto">', '<main id="text" dir="auto">\n<article>'
    )
    packed, etag = stored_pages.packed_of(former.replace('<summary lang="en">', "<summary>"))
    with database.transaction():
        database.execute("UPDATE share_pages SET html = ?, etag = ?", (packed, etag))
    page = said_in(visitor, path_of(link), "de")
    assert page.startswith(f"<!DOCTYPE html>\n{top_of('de')}")
    assert '<article lang="ja" dir="auto">' in page
    assert '<summary lang="de">Inhalt</summary>' in page


def test_pages_that_are_kept_take_little(monkeypatch: pytest.MonkeyPatch, owner: Member, visitor: FlaskClient) -> None:
    kept: Recent[str, bytes] = Recent(4_000)
    monkeypatch.setattr(spoken_pages, "_kept", kept)
    link = share(owner, owner.note("Report", "words"))
    for _ in range(2):
        for language in OTHERS:
            assert top_of(language) in said_in(visitor, path_of(link), language)
    assert now(owner, link)["state"] == "active"
    assert sum(map(len, kept._values.values())) <= 4_000
