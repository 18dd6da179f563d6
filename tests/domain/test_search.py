"""Search: the expectations are one table, which both databases meet in the same order."""

import random

import pytest

from notesvc import database, errors, limits
from notesvc.domain import cursors, notes, search, trash
from notesvc.domain.caller import Caller
from notesvc.domain.search import matching
from notesvc.text.fold import index_tokens
from notesvc.text.search import query as search_query
from notesvc.text.search import word_forms
from notesvc.text.search.query import All, Either, Not, Part, Term
from tests.domain.conftest import Counting, MakeNote
from tests.domain.found import stamp, titles
from tests.domain.search_table import CORPUS, EXPECTED


@pytest.fixture
def corpus(make_note: MakeNote) -> None:
    with database.transaction():
        for number, (title, text) in enumerate(CORPUS):
            stamp(make_note(title, text), number)


@pytest.mark.usefixtures("corpus")
def test_every_query_finds_the_same_notes_in_the_same_order_on_both_databases(caller: Caller) -> None:
    assert {q: titles(caller, q) for q in EXPECTED} == EXPECTED


@pytest.mark.usefixtures("corpus")
def test_random_queries_find_what_reading_every_note_finds(caller: Caller) -> None:
    words = [
        "vanilla",
        "sugar",
        "c",
        "covid",
        "19",
        "phrase",
        "order",
        "des",
        "検",
        "索",
        "全文検索",
        "creme",
        "x",
        "the",
    ]
    chance = random.Random(20261121)
    for _ in range(150):
        parts = []
        for _unused in range(chance.randint(1, 3)):
            phrase = " ".join(chance.choices(words, k=chance.randint(1, 2)))
            form = chance.choice(["{}", '"{}"', '-"{}"', "title:{}", "-{}", "({} OR {})", "-({} OR {})"])
            parts.append(form.format(phrase, chance.choice(words)))
        q = " ".join(parts)
        found = search.search(caller, q, 100)
        if found.searched_for is None:
            assert {hit.note[1] for hit in found.hits} == read_through(q), q


def read_through(q: str) -> set[str]:
    """What a search is meant to find, by looking at all notes."""
    parts = search_query.parse(q).parts
    return {title for title, text in CORPUS if parts and all(fits(part, title, text) for part in parts)}


def fits(part: Part, title: str, text: str) -> bool:
    match part:
        case Not():
            return not fits(part.part, title, text)
        case Either():
            return any(fits(each, title, text) for each in part.parts)
        case All():
            return all(fits(each, title, text) for each in part.parts)
        case Term():
            return any(stands(part, each) for each in ([title] if part.in_title else [title, text]))
    raise AssertionError(part)


def stands(term: Term, text: str) -> bool:
    wanted = f" {' '.join(term.tokens)}" + ("" if term.prefix else " ")
    if wanted in f" {' '.join(index_tokens(text))} ":
        return True
    is_word = term.forms and len(term.tokens) == 1
    return is_word and any(word_forms.same_forms(term.tokens[0], word) for word in index_tokens(text))


@pytest.mark.parametrize("words", ["قالب القالب", "книга книги"])
def test_any_form_of_a_word_finds_any_other(caller: Caller, make_note: MakeNote, words: str) -> None:
    for word in words.split():
        make_note("Note", f"{word}.")
    assert [len(titles(caller, word)) for word in words.split()] == [2, 2]


@pytest.mark.usefixtures("corpus")
def test_the_better_a_note_fits_the_higher_its_score(caller: Caller) -> None:
    hits = search.search(caller, "vanilla", 10).hits
    assert [hit.note[1] for hit in hits] == ["Vanilla", "Vanilla sugar", "Crème brûlée"]
    assert hits[0].score > 2 * hits[1].score > 4 * hits[2].score > 0


@pytest.mark.usefixtures("corpus")
def test_a_snippet_is_escaped_text_with_the_words_marked(caller: Caller) -> None:
    snippets = {hit.note[1]: hit.snippet for hit in search.search(caller, "vanilla", 10).hits}
    assert snippets == {
        "Vanilla": "Nothing but <mark>vanilla</mark> &lt;script&gt;alert(1)&lt;/script&gt;.",
        "Vanilla sugar": "Sweet &amp; short.",
        "Crème brûlée": "<mark>Vanilla</mark>, sugar and a torch. From Łódź to the Hauptstraße.",
    }


@pytest.mark.usefixtures("corpus")
def test_pages_join_into_the_whole_list(caller: Caller) -> None:
    whole, pages, cursor = titles(caller, "-xylophone"), [], None
    while True:
        found = search.search(caller, "-xylophone", 4, cursor)
        assert found.total == len(CORPUS)
        pages.append([hit.note[1] for hit in found.hits])
        cursor = found.next_cursor
        if cursor is None:
            break
    assert [len(page) for page in pages] == [4, 4, 4, 2]
    assert [title for page in pages for title in page] == whole


def test_pages_go_on_though_the_best_are_the_oldest(caller: Caller, make_note: MakeNote) -> None:
    made = [make_note("Kiwi"), make_note("Kiwi pie"), *(make_note(f"Fruit {n}", "kiwi") for n in range(4))]
    for number, note in enumerate(made):
        stamp(note, number)
    pages, cursor = [], None
    for _ in range(3):
        found = search.search(caller, "kiwi", 2, cursor)
        pages.append([hit.note[1] for hit in found.hits])
        cursor = found.next_cursor
        assert found.total == 6
    assert pages == [["Kiwi", "Kiwi pie"], ["Fruit 3", "Fruit 2"], ["Fruit 1", "Fruit 0"]]
    assert cursor is None


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        cursors.encode("notes", [1, "a", "b"]),
        cursors.encode("search", ["a", "b", "c"]),
        cursors.encode("search", [1, "a"]),
        cursors.encode("search", [2**63, "a", "b"]),
        cursors.encode("search", [1, "a\x00", "b"]),
    ],
)
def test_it_refuses_a_cursor_that_it_never_gave(caller: Caller, cursor: str) -> None:
    with pytest.raises(errors.InvalidInput):
        search.search(caller, "a", 10, cursor)


@pytest.mark.parametrize(
    "q", ["before:yesterday", "is:lost", " ".join("abcdefghijklm" * 5), "(" * 500, "after:2026-02-30"]
)
def test_it_refuses_a_query_that_cannot_be_answered_and_names_the_field(caller: Caller, q: str) -> None:
    with pytest.raises(errors.InvalidInput) as refusal:
        search.search(caller, q, 10)
    assert refusal.value.errors[0]["field"] == "q"


def test_the_longest_query_of_many_words_is_answered(caller: Caller, make_note: MakeNote) -> None:
    make_note("Letters", "abc")
    assert search.search(caller, "ab -c " * 32, 10).total == 0
    assert search.search(caller, "検" * limits.SEARCH_QUERY, 10).total == 0
    assert search.search(caller, "in:" + "a/" * 126, 10).total == 0


@pytest.mark.usefixtures("corpus")
def test_a_stranger_finds_their_own_notes_alone(stranger: Caller, make_note: MakeNote) -> None:
    make_note("Mine", "vanilla", by=stranger)
    assert titles(stranger, "vanilla") == ["Mine"]
    assert titles(stranger, 'vanilla" OR 1=1') == []
    assert titles(stranger, "-sugar") == ["Mine"]
    assert titles(stranger, "covid") == []


def test_words_of_others_are_never_what_was_meant(
    caller: Caller, stranger: Caller, make_note: MakeNote, statements: Counting
) -> None:
    make_note("Xylophone", by=stranger)
    make_note("Own", "nothing of that name")
    assert search.search(caller, "xylophnoe", 10) == search.ResultPage([], 0, None)
    thrown = make_note("Xylophone")
    assert search.search(caller, "xylophnoe", 10).searched_for == "xylophone"
    trash.delete_note(caller, str(thrown.id))
    assert search.search(caller, "xylophnoe", 10) == search.ResultPage([], 0, None)


def test_what_was_searched_for_instead_is_said(caller: Caller, make_note: MakeNote) -> None:
    make_note("Subscription", "Cancel a subscription at any time.")
    found = {q: search.search(caller, q, 10).searched_for for q in ("subscription", "subscritpion", "cancel my plan")}
    assert found == {"subscription": None, "subscritpion": "subscription", "cancel my plan": None}
    assert search.search(caller, "cancel my subscription", 10).searched_for == "cancel subscription"
    assert search.search(caller, '"subscritpion"', 10) == search.ResultPage([], 0, None)


def test_a_hit_shows_its_title_its_further_name_and_where_most_words_stand(caller: Caller, make_note: MakeNote) -> None:
    filling = "Nothing to see. " * 40
    text = f"A tent.\n\n{filling}\n\nPitch the **tent** near [[Lakes|the lake]] & a _lake house_.\n\n{filling}"
    make_note("Camping <light>", text, properties={"aliases": ["How to camp by lakes", "Outdoors"]})
    (hit,) = search.search(caller, "tent lake the", 10).hits
    assert hit.title == "Camping &lt;light&gt;"
    assert hit.also_known_as == "How to camp by <mark>lakes</mark>"
    assert "Pitch the <mark>tent</mark> near the <mark>lake</mark> &amp; a <mark>lake</mark> house." in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    (hit,) = search.search(caller, "camping", 10).hits
    assert (hit.title, hit.also_known_as) == ("<mark>Camping</mark> &lt;light&gt;", None)


def test_a_search_follows_each_save(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Before", "first words")
    assert titles(caller, "first") == ["Before"]
    trash.delete_note(caller, str(note.id))
    assert titles(caller, "first") == []
    trash.erase(caller, str(note.id))
    assert titles(caller, "is:trashed first") == []


@pytest.mark.usefixtures("corpus")
def test_a_search_is_a_few_statements_however_many_notes_it_finds(caller: Caller, statements: Counting) -> None:
    for q, most in (("vanilla", 4), ("vanilla -sugar #x", 5), ("-xylophone", 4), ("in:work vanilla", 6)):
        with statements() as sent:
            search.search(caller, q, 100)
        assert len(sent) <= most, q


def test_a_search_that_finds_many_follows_each_change(
    caller: Caller, stranger: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "_MANY", 0)
    make_note("Theirs", "kettle", by=stranger)
    first, second = make_note("First", "kettle"), make_note("Second", "kettle")
    assert set(titles(caller, "kettle")) == {"First", "Second"}
    make_note("Third", "kettle")
    assert set(titles(caller, "kettle")) == {"First", "Second", "Third"}
    trash.delete_note(caller, str(first.id))
    assert set(titles(caller, "kettle")) == {"Second", "Third"}
    trash.restore(caller, str(first.id))
    notes.change(caller, str(second.id), {"content": "nothing"})
    assert set(titles(caller, "kettle")) == {"First", "Third"}
    assert titles(stranger, "kettle") == ["Theirs"]


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_search_that_takes_too_long_is_given_up(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(database, "_STEPS_BETWEEN_LOOKS", 10)
        with pytest.raises(errors.Busy):
            search.search(caller, "-vanilla", 10, milliseconds=-1)
    assert titles(caller, "title:vanilla") == ["Vanilla", "Vanilla sugar"]
