"""An edit of one thing leaves all other bytes of the text alone."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown
from tests.text.blocks import edits
from tests.text.blocks.documents import documents, put
from tests.text.samples import vault_notes


@pytest.mark.parametrize("name", edits.EDITS)
@settings(max_examples=100)
@given(source=documents(), seed=st.integers(0, 1 << 16))
def test_an_edit_of_one_thing_leaves_all_other_bytes(name: str, source: str, seed: int) -> None:
    assert edits.outcome(source, edits.EDITS[name], random.Random(seed)) in ("none", "kept"), source


@pytest.mark.parametrize("language", ["en", "ja", "ar"])
def test_an_edit_of_a_real_note_leaves_all_other_bytes(language: str) -> None:
    for number, source in list(enumerate(vault_notes(language)))[:: 173 // 5]:
        for name, edit in edits.EDITS.items():
            outcome = edits.outcome(source, edit, random.Random(f"{language} {number} {name}"))
            assert outcome in ("none", "kept"), (number, name)


def add(text: str, *way: int) -> Any:
    """Puts a word at the end of the text of the block that the way leads to, through children."""

    def edit(document: list[edits.Block]) -> None:
        block = document[way[0]]
        for step in way[1:]:
            block = block["children"][step]
        block["content"].append({"type": "text", "text": text, "styles": {}})

    return edit


def add_to_cell(text: str, row: int, column: int) -> Any:
    def edit(document: list[edits.Block]) -> None:
        cell = document[0]["content"]["rows"][row]["cells"][column]
        cell["content"].append({"type": "text", "text": text, "styles": {}})

    return edit


def glue_into_first_row(document: list[edits.Block]) -> None:
    document[0]["content"]["rows"][0]["cells"][1]["content"][1]["text"] += "new"


def unmake_callout(document: list[edits.Block]) -> None:
    document[0]["content"][0]["text"] = "[!note new] Title"


def take(*way: int) -> Any:
    def edit(document: list[edits.Block]) -> None:
        siblings = document
        for step in way[:-1]:
            siblings = siblings[step]["children"]
        del siblings[way[-1]]

    return edit


GLUED = "|a|**`b`**, **`c`**|\n|:--|--|\n|_d_|e|\n"
TABLE = "| a<br/> | [**x**](u) |\n|:--|---:|\n|_b_  |c|\n| d |\n"


@pytest.mark.parametrize(
    ("source", "edit", "saved"),
    [
        (TABLE, add_to_cell(" new", 1, 1), TABLE.replace("|c|", "|c new|")),
        (TABLE, add_to_cell(" new", 0, 0), TABLE.replace("a<br/>", "a new<br/>")),
        # A style that Markdown cannot say where a word is glued to it goes; nothing else does.
        (GLUED, glue_into_first_row, GLUED.replace(", **`c`**", ", new`c`")),
        (TABLE, add_to_cell("new", 2, 1), TABLE.replace("| d |", "| d | new |")),
        ("* a\n  * _b_\n  * c\n* d  \n  e\n", add(" new", 0, 1), "* a\n  * _b_\n  * c new\n* d  \n  e\n"),
        ("* a\n  * _b_\n  * c\n* d  \n  e\n", take(0, 0), "* a\n  * c\n* d  \n  e\n"),
        ("- a\n\t1. b\n\t2. c\n\t3. d", take(0, 1), "- a\n\t1. b\n\t2. d"),
        ("1. a\n2. **[[b]]**を\n3. _c_\n", take(0), "1. **[[b]]**を\n2. _c_\n"),
        ("1. a\n1. b\n1. c\n", take(1), "1. a\n1. c\n"),
        ("> one  \n> two\n>* _x_\n", add(" new", 0), "> one  \n> two new\n>* _x_\n"),
        ("one  \ntwo\\\nthree _x_\n", add(" new", 0), "one  \ntwo\\\nthree _x_ new\n"),
        ("- [X]  a\n- [ ] _b_\n", add(" new", 1), "- [X]  a\n- [ ] _b_ new\n"),
        # A title that is none any more needs a blank line below it.
        ("> [!note] Title\n> a _b_\n", unmake_callout, "> [!note new] Title\n>\n> a _b_\n"),
        ("---\na: b\nc:\n  - d\n---\n# T ##\n", put(0, "new"), "new\n\n---\na: b\nc:\n  - d\n---\n# T ##\n"),
        ("---\na: b\n---\n# T\n", put(0, "new"), "---\na: b\n---\n\nnew\n\n# T\n"),
        ("T _x_ #\n===\n", add(" new", 0), "T _x_ # new\n===\n"),
    ],
)
def test_what_is_beside_an_edit_stays(source: str, edit: Any, saved: str) -> None:
    document = from_markdown.from_markdown(source)
    edit(document)
    assert merge.save(source, document) == saved


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        # An item that was moved out of its list and back again.
        ("- a\n\n## H\n\n- b\n", "## H\n\n- a\n- b\n"),
        ("- a\n\nP\n\n- b\n- c\n", "P\n\n- a\n- b\n- c\n"),
        ("1. a\n\nP\n\n1. b\n", "1. a\n2. b\n"),
        ("- ab\n  - c\n- d\n", "- a\n  - b\n    - c\n- d\n"),
        # Another list below says nothing of the blank lines in this one.
        ("1. a\n2. b\n\n5) c\n", "1. a\n2. b\n3. new\n\n5) c\n"),
        # What belongs to an item stays within it when its number becomes longer.
        (
            "8. a\n9. b\n   - c\n\n   ```\n   d\n   ```\n10. e\n    - f\n",
            "8. a\n9. new\n10. b\n    - c\n\n    ```\n    d\n    ```\n11. e\n    - f\n",
        ),
        ("> 8. a\n> 9. b\n>    - c\n", "> 8. a\n> 9. new\n> 10. b\n>     - c\n"),
        # A list with blank lines goes on with them.
        ("- a\n\n- b\n\nP\n", "- a\n\n- b\n\n- c\n\nP\n"),
        # Below an item that holds a blank line stands one, too.
        ("- a\n\n    P\n\nQ\n", "- a\n\n    P\n\n- b\n\nQ\n"),
        ("Q\n\n- b\n", "Q\n\n- a\n\n    P\n\n- b\n"),
        # The first item within another.
        ("- a\n- b\n", "- a\n    - b\n"),
        ("- a\n  - b\n- c\n", "- a\n  - b\n- c\n  - d\n"),
        ("- a\n\t- b\n- c\n", "- a\n\t- b\n- c\n\t- d\n"),
        ("- a\n  - b\n", "- a\n  - b\n    - c\n"),
        ("- _a_\n        - b\n- c\n", "- _a_\n        - b\n- c\n    - d\n"),
        ("- a\n\n  P\n- b\n", "- a\n\n  P\n- b\n    - c\n"),
        # Two lists within one item: a blank line between them would make the list around it loose.
        ("- a\n    1. b\n", "- a\n    1. b\n    - c\n"),
        ("- a\n", "- a\n    1. b\n    - c\n    1. d\n"),
        ("- a\n    - b\n", "- a\n    - b\n\n    5. c\n"),
    ],
)
def test_an_item_is_written_as_those_beside_it(source: str, wanted: str) -> None:
    assert merge.save(source, from_markdown.from_markdown(wanted)) == wanted
