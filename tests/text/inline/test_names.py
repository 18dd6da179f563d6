import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.inline.names import _NAME_END as NAME_END
from tests.places import PROJECT
from tests.text.samples import TEXT

# Read by the web app's tests, too.
TAGS = json.loads((PROJECT / "tests/text/tags.json").read_text(encoding="utf-8"))

NAMES = {"ann": "1", "ann lee": "2", "田中": "3", "jose\u0301".replace("e\u0301", "é"): "4", "dr. x": "5"}


@pytest.mark.parametrize(
    ("tail", "match"),
    [
        ("Ann Lee met", (7, "2")),
        ("ANN  lee", (8, "2")),
        ("Ann Leeds", (3, "1")),
        ("Ann's", (3, "1")),
        ("Ann", (3, "1")),
        ("Anna", None),
        ("Ann_", None),
        ("Bob", None),
        ("", None),
        ("田中さん", (2, "3")),
        ("Dr. X.", (5, "5")),
        ("José!", (4, "4")),
        ("Jose\u0301!", (5, "4")),
        ("Jose", None),
    ],
)
def test_the_longest_name_of_whole_words_wins(tail: str, match: tuple[int, str] | None) -> None:
    assert inline.match_person(tail, NAMES) == match


@settings(max_examples=200)
@given(TEXT, TEXT)
def test_a_matching_name_begins_with_the_initial_of_the_tail(tail: str, name: str) -> None:
    names = {inline.tag_key(" ".join(part.split())): "1" for part in (name, tail[:5], tail[:9])}
    match = inline.match_person(tail, names)
    if match:
        assert inline.person_initial(tail) == inline.person_initial(tail[: match[0]])
        assert inline.person_initial(tail) in {key[:1] for key in names}


@pytest.mark.parametrize(
    ("title", "key", "path"),
    [
        ("Note", "note", []),
        ("A/B c/Note.md", "note", ["a", "b c"]),
        ("./../A/ Note ", "note", ["a"]),
        ("Note.MD", "note", []),
    ],
)
def test_a_wiki_title_names_a_note_and_its_folders(title: str, key: str, path: list[str]) -> None:
    assert inline.wiki_target_key(title) == key
    assert inline.wiki_path_keys(title) == path


@pytest.mark.parametrize("text", TAGS["tags"])
def test_it_knows_a_tag(text: str) -> None:
    assert inline.is_tag(text)


@pytest.mark.parametrize("text", TAGS["others"])
def test_it_knows_what_is_no_tag(text: str) -> None:
    assert not inline.is_tag(text)


@settings(max_examples=300)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_a_text_is_a_readable_tag_when_it_is_read_as_one(text: str) -> None:
    assert inline.is_readable_tag(text) == ([token.value for token in inline.scan("#" + text)] == [text])


def test_tags_are_compared_without_case() -> None:
    assert inline.tag_key("ÉTÉ/Straße") == inline.tag_key("e\u0301te\u0301/STRASSE")


def slow_match(tail: str, names: dict[str, str]) -> tuple[int, str] | None:
    """Each beginning of the text that ends with a word, the longest first."""
    for end in range(len(tail), 0, -1):
        is_end = NAME_END.match(tail, end) is not None
        if is_end and (person_id := names.get(title_key(tail[:end]))) is not None:
            return end, person_id
    return None


@settings(max_examples=300)
@given(TEXT, st.lists(st.tuples(st.integers(1, 12), st.integers(0, 6)), max_size=6))
def test_names_are_found_as_by_trying_each_beginning(tail: str, cuts: list[tuple[int, int]]) -> None:
    names = {title_key(tail[:end] + "x" * (more > 4)): str(number) for number, (end, more) in enumerate(cuts)}
    names.pop("", None)
    assert inline.match_person(tail, names) == slow_match(tail, names)


def test_looking_for_names_takes_few_steps_whatever_they_are() -> None:
    people = inline.Names({"é $é" * 20: "1"}, most_steps=100)
    found = [people.match("é $é" * 20 + f" {number}") for number in range(10)]
    assert (found[0], found[-1]) == ((80, "1"), None)
