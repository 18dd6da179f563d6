"""A room's document over a note's text: switching surfaces says nothing new, and an edit leaves all other bytes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycrdt import Doc, XmlFragment

from notesvc.collab import conversions, patching, reading
from notesvc.text.blocks import validation
from notesvc.text.blocks.reading import from_markdown
from tests.text.blocks import edits
from tests.text.blocks.documents import documents

ENDS_WITH_BLANKS = "one  \ntwo\\\nthree\nfour   \n\n- item \n"


def switched(state: bytes, mode: str, content: str) -> bytes:
    _, change = conversions.switch(state, mode, content, None)
    document: Doc[XmlFragment] = Doc()
    document.apply_update(state)
    document.apply_update(change)
    return document.get_update()


@settings(max_examples=60)
@given(source=documents())
def test_switching_surfaces_there_and_back_leaves_nothing_to_save(source: str) -> None:
    assert nothing_to_save(source)


def test_blanks_at_ends_are_nothing_to_save() -> None:
    assert nothing_to_save(ENDS_WITH_BLANKS)


def nothing_to_save(source: str) -> bool:
    _, state = conversions.seed(source, None, "block")
    there = switched(state, "raw", source)
    back = switched(there, "block", source)
    made = [
        conversions.markdown_of_room(state, "block", source, None),
        conversions.markdown_of_room(there, "raw", source, None),
    ]
    made.append(conversions.markdown_of_room(back, "block", source, None))
    return all(found == {"changed": False} for found, _ in made)


@pytest.mark.parametrize("name", edits.EDITS)
@settings(max_examples=25)
@given(source=documents(), seed=st.integers(0, 1 << 16))
def test_an_edit_in_a_room_leaves_all_other_bytes(name: str, source: str, seed: int) -> None:
    _, state = conversions.seed(source, None, "block")
    document: Doc[XmlFragment] = Doc()
    document.apply_update(state)
    fragment = document.get(conversions.BLOCKS, type=XmlFragment)
    found = reading.blocks_of(fragment)
    if not edits.EDITS[name](random.Random(seed), found):
        return
    patching.patch_fragment(fragment, validation.validate(found))
    read, _ = conversions.markdown_of_room(document.get_update(), "block", source, None)
    saved = read.get("content", source)
    is_changed = edits.whole(from_markdown.from_markdown(source)) != edits.whole(found)
    assert edits.judged(source, saved, is_changed) == "kept", source
