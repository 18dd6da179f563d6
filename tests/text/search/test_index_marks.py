import pytest

from notesvc.text import reading
from notesvc.text.search import index_entry, index_marks

HAS = {
    "- [x] done": {"task"},
    "1. [ ] to do": {"task"},
    "[ ] no task": set(),
    "~~~\ncode\n~~~": {"code"},
    "| a |\n|---|\n": {"table"},
    "a | b\n---|:--": {"table"},
    "---": set(),
    "[[Note]]": {"link"},
    "https://example.org": {"link"},
    "[text](note.md)": {"link"},
    "[no link]": set(),
    "![alt](x.png)": {"image"},
    "![[x.png|300]]": {"image", "attachment"},
    "![[report.pdf#page=2]]": {"attachment"},
    "![[Note]]": set(),
    "[a](/files/0195f0a0-0000-7000-8000-000000000000/a.pdf)": {"link", "attachment"},
}


@pytest.mark.parametrize("text", HAS)
def test_it_knows_what_a_text_has(text: str) -> None:
    marks = set(reading.read(text, 10).marks)
    assert {kind for kind in index_marks.KINDS if f"§i{kind}" in marks} == HAS[text]


def test_headings_are_those_outside_of_code_and_formulas() -> None:
    text = "# One\n\n$$\na\n# b\n$$\n\n```sh\n# a comment\n```\n\n> ## Two ##\n\n#tag\n\n~~~\n```\n# none\n~~~\n### 三"
    assert [heading.text for heading in index_marks.headings(text)] == ["One", "Two", "三"]


def test_an_entry_says_where_and_how_often_words_stand() -> None:
    said = reading.read("# Setting up\n\nPlugins, a plugin and more plugins. The end.", 10)
    entry = index_entry.entry("My plan", ["Other names", "Third"], said)
    assert (entry.title, entry.names, entry.headings) == ("my plan", "other names ¶ third", "setting up")
    marks = set(entry.marks.split())
    assert {"§wmy§plan", "§wother§names", "§wthird", "§tplan", "§nnames", "§kteplan", "§knename", "§kheset"} <= marks
    assert {"§koeplugin", "§kseplugin", "§le"} <= marks
    assert "§koeend" not in marks
    assert "§ld" not in marks
    assert set(entry.prominent.split()) == {"plan", "names", "third", "setting"}


def test_marks_that_the_index_would_not_take_are_dropped() -> None:
    many = [f"§t{number:060}" for number in range(20_000)]
    assert sum(len(mark.encode()) + 8 for mark in index_marks.that_fit(many)) <= index_marks.MAX_BYTES
