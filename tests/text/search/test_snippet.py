import html
import re
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.fold import tokens
from notesvc.text.scripts import is_mark
from notesvc.text.search.matches import Pattern, runs_of
from notesvc.text.search.query import Term, parse
from notesvc.text.search.snippet import around_matches, densest_excerpt, excerpt
from tests.text.samples import HOSTILE, TEXT, vault_notes


def snippet(text: str, terms: Sequence[Pattern], width: int = 160) -> str:
    return densest_excerpt(text, runs_of(terms), width)


def shown(text: str, q: str, width: int = 160) -> str:
    return snippet(text, parse(q).terms, width)


def plain(snip: str) -> str:
    return html.unescape(snip.replace("<mark>", "").replace("</mark>", "")).strip("…")


@pytest.mark.parametrize(
    ("text", "q", "expected"),
    [
        ("Some words here", '"words"', "Some <mark>words</mark> here"),
        ("Some WORDS here", "word", "Some <mark>WORDS</mark> here"),
        ("swords words", '"words"', "swords <mark>words</mark>"),
        ("Café und Straße", "cafe strasse", "<mark>Café</mark> und <mark>Straße</mark>"),
        ("Cafe\u0301!", "café", "<mark>Cafe\u0301</mark>!"),
        ("a well-known fact", '"well known"', "a <mark>well-known</mark> fact"),
        ("known well, well known", '"well known"', "known well, <mark>well known</mark>"),
        ("a <b> & 'c'", "c", "a &lt;b&gt; &amp; &#x27;<mark>c</mark>&#x27;"),
        ("one\n\n two", "two", "one <mark>two</mark>"),
        ("全文検索エンジン", "検索", "全文<mark>検索</mark>エンジン"),
        ("カ\u3099ム", "ガ", "<mark>カ\u3099</mark>ム"),
        ("العَرَبِيَّة أحمد", "احمد العربية", "<mark>العَرَبِيَّة</mark> <mark>أحمد</mark>"),
        ("ภาษาไทย", "ไทย", "ภาษา<mark>ไทย</mark>"),
        ("ดื่มน้ำเย็น", "น้ำ", "ดื่ม<mark>น้ำ</mark>เย็น"),
        ("İSTANBUL ΟΔΟΣ", "istanbul οδός", "<mark>İSTANBUL</mark> <mark>ΟΔΟΣ</mark>"),
        ("“x” InDesign", "indesign", "“x” <mark>InDesign</mark>"),
        ("snake_case", "case", "snake_<mark>case</mark>"),
        ("nothing here", "else", "nothing here"),
        ("", "x", ""),
        ("text", "", "text"),
    ],
)
def test_it_marks_what_was_searched(text: str, q: str, expected: str) -> None:
    assert shown(text, q) == expected


@pytest.mark.parametrize("q", ["issue化", "化し", "日issue", "ver2版", "50条", "party 🎉", "🎉", "👍", '"🎉 time"'])
def test_it_marks_words_where_scripts_meet(q: str) -> None:
    text = "昨日issue化してほしい ver2版 50条 party 🎉 time 👍🏽"
    found = re.findall("<mark>(.*?)</mark>", shown(text, q, 400))
    assert " ".join(found).replace("🏽", "") == q.strip('"')


def test_it_cuts_around_the_first_match() -> None:
    text = "word " * 500 + "needle and more " + "word " * 500
    found = shown(text, "needle", 60)
    assert found.startswith("…word ")
    assert found.endswith(" word…")
    assert "<mark>needle</mark>" in found
    assert 40 <= len(plain(found)) <= 60


@pytest.mark.parametrize("lines", [0, 90])
def test_code_is_shown_as_it_is(lines: int) -> None:
    code = "a = 1\n" * lines + "force = 1 / distance**3\n"
    text = f"A law of **squares**.\n\n```python\n{code}```\n\nIts **end**."
    found = around_matches(text, parse("distance").terms)
    assert "force = 1 / <mark>distance</mark>**3 Its end." in found
    assert ("A law of squares. force" in found) is (lines == 0)


def test_it_begins_with_the_text_when_nothing_matches() -> None:
    found = shown("word " * 100, "needle", 60)
    assert found.startswith("word word")
    assert found.endswith("…")


def test_it_marks_all_terms_in_the_excerpt() -> None:
    found = shown("x " * 300 + "beta then alpha then beta", "alpha beta", 60)
    assert re.findall("<mark>(.*?)</mark>", found) == ["beta", "alpha", "beta"]


@pytest.mark.parametrize("character", ["e\u0301\u0323", "👩‍👩‍👧", "👍🏽", "ที่"])
def test_it_does_not_cut_a_character(character: str) -> None:
    for width in range(10, 24):
        found = plain(snippet(character * 100, [], width))
        assert found == character * (len(found) // len(character))


@settings(max_examples=300)
@given(TEXT, st.integers(1, 50), st.integers(0, 200), st.booleans())
def test_every_word_of_a_text_is_found_and_marked(text: str, width: int, number: int, prefix: bool) -> None:
    # Symbols that stand for words, such as ㎏, are indexed but not marked.
    text = "".join(char for char in text if char.isalnum() or char.isspace() or is_mark(char))
    words = tokens(text)
    if not words:
        return
    found = snippet(text, [Term((words[number % len(words)],), prefix)], width)
    assert "<mark>" in found


@settings(max_examples=300)
@given(TEXT, st.integers(1, 50), st.lists(st.sampled_from(["a", "検", "é", "fi", "1"]), max_size=2))
def test_it_is_a_piece_of_the_text(text: str, width: int, words: list[str]) -> None:
    found = snippet(text, [Term(tuple(tokens(word)), True) for word in words], width)
    assert "<" not in found.replace("<mark>", "").replace("</mark>", "")
    assert plain(found) in re.sub(r"\s+", " ", text.strip("…")) or "…" in text


@settings(max_examples=300)
@given(TEXT, st.integers(0, 200), st.integers(1, 60), st.integers(1, 50))
def test_an_excerpt_marks_its_span(text: str, start: int, length: int, width: int) -> None:
    if not text:
        return
    start %= len(text)
    end = min(len(text), start + length)
    (marked,) = re.findall("<mark>(.*?)</mark>", excerpt(text, start, end, width), re.DOTALL)
    assert re.sub(r"\s+", " ", text[start:end]).startswith(html.unescape(marked))
    if end - start <= width:
        assert html.unescape(marked) == re.sub(r"\s+", " ", text[start:end])


def test_an_excerpt_shows_what_is_around_a_link() -> None:
    text = "first words then [[A <link>]] and words after that, which go on"
    assert excerpt(text, 17, 29, 30) == "…then <mark>[[A &lt;link&gt;]]</mark> and…"


@pytest.mark.parametrize("unit", HOSTILE)
def test_it_finishes_on_hostile_text(unit: str) -> None:
    terms = [Term(("a",), True), Term(("x", "a")), Term(("検", "検", "索"))]
    for size in (1_000, 30_000, 300_000):
        found = snippet(unit * (size // len(unit)), terms)
        assert len(plain(found)) <= 400


@pytest.mark.parametrize(("language", "q"), [("en", "note vault"), ("ja", "ノート 保管庫"), ("ar", "ملاحظة")])
def test_it_marks_words_in_real_notes(language: str, q: str) -> None:
    notes = vault_notes(language)
    marked = [note for note in notes if "<mark>" in shown(note, q)]
    assert len(marked) > len(notes) / 3


def test_it_finds_what_is_written_decomposed() -> None:
    text = unicodedata.normalize("NFD", "x " * 200 + "한국어 검색")
    assert "<mark>" in shown(text, "검색")
