import pytest

from notesvc.text.search.word_forms import all_keys, common_beginning, keys, same_forms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plugin", "plugins"),
        ("encrypting", "encryption"),
        ("study", "studies"),
        ("haus", "hauser"),  # as folded
        ("buch", "bucher"),
        ("notiz", "notizen"),
        ("книга", "книги"),
        ("قالب", "القالب"),
    ],
)
def test_forms_of_one_word_have_a_key_in_common(one: str, other: str) -> None:
    assert same_forms(one, other)
    for word in (one, other):
        assert word.startswith(common_beginning(word)) or keys(word)[0].startswith("a")


@pytest.mark.parametrize(
    ("one", "other"), [("plugin", "plug"), ("2024", "2025"), ("to", "too"), ("as", "a"), ("検", "索")]
)
def test_other_words_have_none(one: str, other: str) -> None:
    assert not same_forms(one, other)


def test_runs_without_spaces_have_a_key_for_each_two_letters_but_none_across_a_break() -> None:
    assert list(all_keys(["検", "索", "¶", "全", "plans", "文"])) == [("x検索",), ("eplan", "dplan")]
