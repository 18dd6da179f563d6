"""Search: the expectations are one table, which both databases meet in the same order."""

import random

import pytest

from notesvc import database, errors, limits
from notesvc.domain import cursors, search, trash
from notesvc.domain.caller import Caller
from notesvc.text import search_query
from notesvc.text.fold import tokens
from notesvc.text.search_query import Term
from tests.domain.conftest import Counting, MakeNote
from tests.domain.found import stamp, titles

# Title and text; the later ones have been changed later.
CORPUS = [
    ("Crème brûlée", "Vanilla, sugar and a torch. From Łódź to the Hauptstraße."),
    ("Recipes", "My creme brulee, and a list of cafés."),
    ("検索エンジン", "日本語の全文検索は難しい。"),
    ("北京旅行", "我们去北京看长城，数据库也在那里。"),
    ("한국어 노트", "데이터베이스 검색"),
    ("C++ tips", "Templates in C++ and in C."),
    ("COVID-19", "The covid-19 wave; not the covid of 19 others."),
    ("Databases", "Database design: phrase order matters."),
    ("Order", "It matters: order of a phrase, design."),
    ("Emoji 🎉", "A party 🎉 with cake."),
    ("Vanilla", "Nothing but vanilla <script>alert(1)</script>."),
    ("Vanilla sugar", "Sweet & short."),
    ("Percent", "100% of x' OR 1=1; drop table notes"),
    ("Ελλάδα", "Ο Οδυσσέας γύρισε στην Ιθάκη."),
]

EXPECTED = {
    # accents, case, letters that do not decompose
    "creme": ["Crème brûlée", "Recipes"],
    "CRÈME BRÛLÉE": ["Crème brûlée", "Recipes"],
    "lodz": ["Crème brûlée"],
    "strasse": [],
    "hauptstrasse": ["Crème brûlée"],
    "ιθακη": ["Ελλάδα"],
    "ελλαδα": ["Ελλάδα"],
    # scripts without spaces
    "検索": ["検索エンジン"],
    "全文検索": ["検索エンジン"],
    "索検": [],
    "北京": ["北京旅行"],
    "数据": ["北京旅行"],
    "库": ["北京旅行"],
    "검색": ["한국어 노트"],
    "데이터": ["한국어 노트"],
    # words, prefixes, phrases
    "datab": ["Databases"],
    "datab design": [],
    "design datab": ["Databases"],
    "database ": ["Databases"],
    '"database"': ["Databases"],
    '"datab"': [],
    "phrase order": ["Order", "Databases"],
    '"phrase order"': ["Databases"],
    '"phrase order': ["Databases"],
    "c++": ["COVID-19", "C++ tips", "Crème brûlée", "Emoji 🎉", "Recipes"],
    '"c++"': ["C++ tips"],
    "covid-19": ["COVID-19"],
    '"covid of 19"': ["COVID-19"],
    '"wave not"': ["COVID-19"],
    # the title counts more than the date, a title that is the query most
    "vanilla": ["Vanilla", "Vanilla sugar", "Crème brûlée"],
    "sugar vanilla": ["Vanilla sugar", "Crème brûlée"],
    "title:vanilla": ["Vanilla", "Vanilla sugar"],
    "title:sugar sweet": ["Vanilla sugar"],
    # without
    "vanilla -sugar": ["Vanilla"],
    'order -"phrase order"': ["Order"],
    "vanilla -title:sugar": ["Vanilla", "Crème brûlée"],
    "-vanilla -c -the -a -x -检 -database -검색 -北 -索 -γύρισε": [],
    # what other languages would take for syntax
    'x" OR 1=1': ["Percent"],
    "x' OR 1=1": ["Percent"],
    "'; drop table notes; --": ["Percent"],
    "vanilla AND NOT sugar": [],
    "vanilla NEAR sugar": [],
    "vanilla*": ["Vanilla", "Vanilla sugar", "Crème brûlée"],
    "^vanilla": ["Vanilla", "Vanilla sugar", "Crème brûlée"],
    "{title}: vanilla": [],
    "van%": ["Vanilla sugar", "Vanilla", "Crème brûlée"],
    "v_n": [],
    "vanilla\\": ["Vanilla", "Vanilla sugar", "Crème brûlée"],
    "vanil\x00la": [],
    "vanilla\x00sugar": ["Vanilla sugar", "Crème brûlée"],
    "vanilla \ud800": ["Vanilla", "Vanilla sugar", "Crème brûlée"],
    # nothing that could be found
    "🎉": [],
    "party 🎉": ["Emoji 🎉"],
    "(" * 200: [],
    "": [],
    "  ": [],
    '"" - :': [],
}


@pytest.fixture
def corpus(make_note: MakeNote) -> None:
    with database.transaction():
        for number, (title, text) in enumerate(CORPUS):
            stamp(make_note(title, text), number)


@pytest.mark.usefixtures("corpus")
def test_every_query_finds_the_same_notes_in_the_same_order_on_both_databases(caller: Caller) -> None:
    assert {q: titles(caller, q) for q in EXPECTED} == EXPECTED


@pytest.mark.usefixtures("corpus")
def test_random_queries_agree_with_reading_every_note(caller: Caller) -> None:
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
            form = chance.choice(["{}", '"{}"', '-"{}"', "title:{}", "-{}"])
            parts.append(form.format(phrase))
        q = " ".join(parts)
        assert titles(caller, q) == read_through(q), q


def read_through(q: str) -> list[str]:
    """What a search is meant to find, by looking at all notes."""
    terms = search_query.parse(q).terms
    wanted = [term for term in terms if not term.negated]
    ranked = []
    for number, (title, text) in enumerate(CORPUS):
        if any(stands(term, title, text) is term.negated for term in terms):
            continue
        in_title = all(stands(term, title, "") for term in wanted)
        is_whole = title.lower() == " ".join(token for term in wanted for token in term.tokens)
        ranked.append((3 if is_whole else 2 if wanted and in_title else 1, number, title))
    return [title for _, _, title in sorted(ranked, reverse=True)]


def stands(term: Term, title: str, text: str) -> bool:
    return any(
        (" " + " ".join(tokens(part)) + " ").find(f" {' '.join(term.tokens)}" + ("" if term.prefix else " ")) >= 0
        for part in ([title] if term.in_title else [title, text])
    )


@pytest.mark.usefixtures("corpus")
def test_the_score_tells_the_three_ranks_apart(caller: Caller) -> None:
    found = search.search(caller, "vanilla", 10)
    assert [(hit.note[1], hit.score) for hit in found.hits] == [
        ("Vanilla", 3.0),
        ("Vanilla sugar", 2.0),
        ("Crème brûlée", 1.0),
    ]


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


def test_pages_go_on_across_the_ranks_though_the_best_are_the_oldest(caller: Caller, make_note: MakeNote) -> None:
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


def test_a_search_follows_each_save(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Before", "first words")
    assert titles(caller, "first") == ["Before"]
    trash.delete_note(caller, str(note.id))
    assert titles(caller, "first") == []
    trash.erase(caller, str(note.id))
    assert titles(caller, "is:trashed first") == []


@pytest.mark.usefixtures("corpus")
def test_a_search_is_one_statement_however_many_notes_it_finds(caller: Caller, statements: Counting) -> None:
    for q, most in (("vanilla", 1), ("vanilla -sugar #x", 1), ("-xylophone", 1), ("in:work vanilla", 2)):
        with statements() as sent:
            search.search(caller, q, 100)
        assert len(sent) <= most, q


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_search_that_takes_too_long_is_given_up(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(limits, "SEARCH_MILLISECONDS", -1)
        patch.setattr(search, "_STEPS_BETWEEN_LOOKS", 10)
        with pytest.raises(errors.Busy):
            search.search(caller, "-vanilla", 10)
    assert titles(caller, "title:vanilla") == ["Vanilla", "Vanilla sugar"]
