"""The sentence that a mention is told with."""

from notesvc.text import mention


def test_it_is_the_line_as_people_read_it() -> None:
    assert mention.sentence("A\n\n- [ ] ask **@Bob** of [it](https://e.org)\n\n@bob", "bob", 99) == "ask @Bob of it"


def test_other_names_are_no_mention() -> None:
    assert mention.sentence("@bobby a@bob @bob-marsh", "bob", 99) == ""


def test_of_a_long_line_it_begins_with_the_sentence() -> None:
    line = f"{'Words before. ' * 9}Ask @bob now. {'Words after. ' * 9}"
    said = mention.sentence(line, "bob", 40)
    assert said.startswith("Ask @bob now.")
    assert len(said) <= 40
