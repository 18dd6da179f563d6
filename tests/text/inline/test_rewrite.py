import pytest

from notesvc.text import inline


def test_it_replaces_spans_in_any_order() -> None:
    assert inline.replace_spans("abcdef", [(4, 5, "E"), (0, 2, ""), (3, 3, "-")]) == "c-dEf"


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("#Old #old/x `#old` #older #other/old", "#new #new/x `#old` #older #other/old", 2),
        ("#old/", "#new/", 1),
        ("#old/" + "x" * 28, "#old/" + "x" * 28, 0),
    ],
)
def test_it_renames_tags_and_those_within(before: str, after: str, count: int) -> None:
    new = "new" if count else "longer"
    assert inline.rename_tag(before, "old", new) == (after, count)


def test_it_renames_a_nested_tag() -> None:
    assert inline.rename_tag("#a/B/c #a/bc #a", "a/b", "xx") == ("#xx/c #a/bc #a", 1)


def test_it_refuses_to_rename_to_what_is_no_tag() -> None:
    with pytest.raises(ValueError):
        inline.rename_tag("#old", "old", "a b")


def test_it_renames_the_mentions_by_that_name_only() -> None:
    names = {"ann": "1", "ann lee": "2", "annie": "1"}
    text = "$Ann and $ANN! but $Ann Lee, $Annie, `$Ann`, $Anna"
    renamed = "$Joan and $Joan! but $Ann Lee, $Annie, `$Ann`, $Anna"
    after = {"joan": "1", "ann lee": "2", "annie": "1"}
    assert inline.rename_person(text, names, after, ("1", "ann", "Joan")) == (renamed, 2, 0)


@pytest.mark.parametrize(
    ("text", "new", "renamed"),
    [
        ("$Ann Lee and $Ann", "Ann Lee", ("$Ann Lee and $Ann Lee", 1, 0)),
        ("$Ann Poe and $Ann", "Bob", ("$Ann Poe and $Bob", 1, 1)),
        ("$Ann, $Ann.", "Ann-Marie", ("$Ann-Marie, $Ann-Marie.", 2, 0)),
    ],
)
def test_a_new_name_doubles_no_word_and_makes_nobody_elses_mention(
    text: str, new: str, renamed: tuple[str, int, int]
) -> None:
    before = {"ann": "1", "bob poe": "2"}
    after = {new.lower(): "1", "bob poe": "2"}
    assert inline.rename_person(text, before, after, ("1", "ann", new)) == renamed


@pytest.mark.parametrize("name", ["Ann", "Ann Lee", "Dr. Who Jr.", "O'Neill", "李雷", "Zoë", "a", "Ann (work)"])
def test_a_name_that_can_be_mentioned(name: str) -> None:
    assert inline.can_be_mentioned(name)


@pytest.mark.parametrize("name", ["5 Cent", "$Bob", "@bob", "🚀 Bob", "<b>", "x" * 121, "", "Ann\nLee", "_x"])
def test_a_name_that_cannot_be_mentioned(name: str) -> None:
    assert not inline.can_be_mentioned(name)
