"""What an answer cites stands in the notes, at the place that is quoted."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc.domain.ai import citations, passages, quotes
from notesvc.domain.ai.passages import Passage
from notesvc.text import sentences

TEA = Passage(1, "house", "House", "Kitchen", "Tea is served at four.\n- The **kettle** boils at five. Mind the steam.")
ROSES = Passage(2, "house", "House", "Garden", "Water the roses on Mondays.")
HARBOUR = Passage(3, "coast", "Coast", None, "The harbour is twelve metres deep, and closed in winter.")
GIVEN = [TEA, ROSES, HARBOUR]

WORDS = [
    "tea",
    "kettle",
    "steam",
    "roses",
    "harbour",
    "winter",
    "The",
    "is",
    "at four",
    "検索の方法",
    "قالب",
    "#",
    "- ",
]
SIGNS = [
    "[1]",
    "[2]",
    "[3]",
    "[9]",
    "[1, 3]",
    "[1-3]",
    "【2】",
    "[[1]]",
    "[^2]",
    "[1](http://x)",
    "[9[8]9]",
    "`[1]`",
    "[",
    "]",
]
SAYINGS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
CITED = st.tuples(SAYINGS, st.sampled_from(SIGNS), st.sampled_from([". ", "\n", " ", "```\n", "`", "~"])).map("".join)
ANSWERS = st.lists(CITED | st.text(max_size=4), max_size=6).map("".join)
FILLERS = st.sampled_from([". ", "\n", "\n\n", "# Head\n", "x" * 400, "word " * 90, "語" * 400])
NOTES = st.lists(SAYINGS | FILLERS, min_size=1).map(" ".join)


@given(ANSWERS, st.lists(NOTES, min_size=1, max_size=3))
def test_a_source_is_cited_and_its_quote_stands_in_its_note(answer: str, notes: list[str]) -> None:
    cut = [(f"note {at}", piece) for at, note in enumerate(notes) for piece in passages.cut(note)]
    given = [Passage(n, note_id, "Title", piece.heading, piece.text) for n, (note_id, piece) in enumerate(cut, 1)]
    checked = citations.check(answer, given)
    for source in checked.sources:
        quote = source["quote"]
        assert quote == quote.strip()
        assert 0 < len(quote) <= quotes.LONGEST
        assert quote in notes[int(source["noteId"].removeprefix("note "))]
        assert source["noteId"] == given[source["n"] - 1].note_id
        assert any(each.heading == source["heading"] and quote in each.text for each in given)
    again = citations.check(checked.content, given)
    assert numbers_in(checked.content) == [source["n"] for source in checked.sources] or "`" in answer or "~" in answer
    assert {source["n"] for source in again.sources} <= {source["n"] for source in checked.sources}
    assert bool(checked.sources) != ({"kind": "uncited", "lost": []} in checked.warnings)


def numbers_in(content: str) -> list[int]:
    """The numbers that stand in brackets, each once, as the page shows them."""
    return list(dict.fromkeys(map(int, re.findall(r"\[(\d+)\]", content))))


@given(st.text(alphabet="ab .!?。\n」", max_size=60))
def test_sentences_leave_out_nothing_but_space(text: str) -> None:
    found = list(sentences.spans(text))
    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())
    assert all("\n" not in text[start:end] for start, end in found)


@pytest.mark.parametrize(
    ("answer", "content", "quoted"),
    [
        ("Tea is at four [1].", "Tea is at four [1].", {1: "Tea is served at four."}),
        ("The kettle boils. [1] Roses get water [2].", None, {1: "The **kettle** boils at five.", 2: ROSES.text}),
        ("The harbour is deep [3][7].", "The harbour is deep [3].", {3: HARBOUR.text}),
        ("The harbour is deep [3, 9].", "The harbour is deep [3].", {3: HARBOUR.text}),
        ("Harbour and roses, deep and watered [2-3].", None, {2: ROSES.text, 3: HARBOUR.text}),
        ("Deep harbour【3†source】!", "Deep harbour[3]!", {3: HARBOUR.text}),
        ("Deep harbour [3](https://example.org/x)", "Deep harbour [3]", {3: HARBOUR.text}),
        ("Roses [1]: on Mondays", "Roses [1] on Mondays", {1: ROSES.text}),
        ("[3] The harbour is deep.", "[3] The harbour is deep.", {3: HARBOUR.text}),
        ("Elephants are large [3].", "Elephants are large.", {}),
        ("Nothing of it is in your notes.", None, {}),
        ("Call `roses[2]` now.", None, {}),
        ("```\nroses[2]\n```\nRoses need water [2].", None, {2: ROSES.text}),
        ("", "", {}),
    ],
)
def test_citations_are_held_against_the_notes(answer: str, content: str | None, quoted: dict[int, str]) -> None:
    checked = citations.check(answer, GIVEN)
    if content is not None:
        assert checked.content == content
    assert {source["n"]: source["quote"] for source in checked.sources} == quoted
    assert ("uncited" in [warning["kind"] for warning in checked.warnings]) == (not quoted)


def test_a_sentence_that_the_note_does_not_say_is_named() -> None:
    checked = citations.check("Roses need water [2]. Elephants are large [2].", GIVEN)
    assert checked.content == "Roses need water [2]. Elephants are large."
    assert checked.warnings == [{"kind": "unsupported", "lost": ["Elephants are large."]}]


def test_another_passage_of_the_same_note_may_say_it() -> None:
    checked = citations.check("The roses get water on Mondays [1].", GIVEN)
    shown = {"n": 1, "noteId": "house", "title": "House", "heading": "Garden", "quote": ROSES.text}
    assert checked.sources == [shown]
    assert citations.check("The roses get water [3].", GIVEN).sources == []


def test_scripts_without_spaces_are_held_too() -> None:
    given = [Passage(1, "n", "返金", None, "はじめに。購入から7日以内であれば全額返金します。例外もあります。")]
    checked = citations.check("全額返金されます [1]。", given)
    assert [source["quote"] for source in checked.sources] == ["購入から7日以内であれば全額返金します。"]


@pytest.mark.parametrize("piece", ["`", "``x", "[1]", "[1", "[[9,", "~~~\n", "【1", "[9[8]9]", "1. ", "\n> `[1]"])
def test_long_odd_answers_come_to_an_end(piece: str) -> None:
    checked = citations.check(piece * 10_000, GIVEN)
    assert checked.sources == []
    assert "[9]" not in checked.content
