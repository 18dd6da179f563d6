"""A switch of the surface, while people write on at the ends of paragraphs, joins no words and loses none."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pycrdt import Doc, Text, XmlElement, XmlFragment, XmlText

from notesvc.collab import conversions, reading, writing
from notesvc.text.blocks.validation import Block

KINDS = ["paragraph", "bulletListItem", "numberedListItem", "checkListItem", "quote", "heading"]
PIECES = ["word", "-", "#", "1.", "a_b", "*", "`", "|", ">", "~~", "\n", "über", "日本", "[x]", "$", "==", "\\", "="]
texts = st.tuples(st.lists(st.sampled_from(PIECES), max_size=4), st.sampled_from(["", " ", "  ", "\t"]))
some = st.recursive(
    st.tuples(st.sampled_from(KINDS), texts, st.just([])),
    lambda inner: st.tuples(st.sampled_from(KINDS), texts, st.lists(inner, max_size=2)),
    max_leaves=4,
)
documents = st.lists(some, min_size=1, max_size=5)


class Note:
    """A shared document of blocks that each end with a word of its own: end0, end1, … in reading order."""

    def __init__(self, given: list[Any]) -> None:
        self.document: Any = Doc()
        self.raw = self.document.get("raw", type=Text)
        self.blocks = self.document.get("blocks", type=XmlFragment)
        # Of each block: whether a blank is at its end.
        self.ends: list[bool] = []
        with self.document.transaction():
            writing.seed(self.blocks, [self._block(each) for each in given])

    def _block(self, given: Any) -> Block:
        kind, (pieces, blank), children = given
        number = len(self.ends)
        self.ends.append(bool(blank))
        content = [{"type": "text", "text": " ".join([*pieces, f"end{number}"]) + blank, "styles": {}}]
        inner = [self._block(each) for each in children] if kind != "heading" else []
        props = {"level": 2} if kind == "heading" else {}
        return {"id": f"b{number}", "type": kind, "props": props, "content": content, "children": inner}

    def switch(self, mode: str, content: str = "") -> str:
        made, change = conversions.switch(self.document.get_update(), mode, content, None)
        self.document.apply_update(change)
        return str(made["dead_base"])

    def carry_over(self, mode: str, dead_base: str) -> None:
        _, change = conversions.carry_over(self.document.get_update(), mode, dead_base)
        self.document.apply_update(change)

    @property
    def words(self) -> list[str]:
        return said(reading.blocks_of(self.blocks))

    def write_on(self, end: str, what: str) -> None:
        """As somebody does whose caret is behind that word and the blank after it."""
        text = str(self.raw)
        line = text.index(end + ("\n" if end + "\n" in text else " \n" if end + " \n" in text else "\t\n"))
        at = text.index("\n", line)
        self.raw.insert(len(text[:at].encode()), what)

    def type_behind(self, number: int, what: str) -> None:
        for text in texts_of(self.blocks):
            said_here = "".join(str(part) for part, _ in text.diff())
            if said_here.rstrip().endswith(f"end{number}"):
                text.insert(len(said_here.encode()), what)


def said(document: list[Block]) -> list[str]:
    found: list[str] = []
    for block in document:
        found += "".join(str(node.get("text", "")) for node in block["content"]).split()
        found += said(block["children"])
    return found


def texts_of(part: Any) -> list[XmlText]:
    if isinstance(part, XmlText):
        return [part]
    return [text for each in part.children if isinstance(each, XmlElement | XmlText) for text in texts_of(each)]


def continued(words: list[str], number: int, has_blank: bool) -> list[str]:
    at = words.index(f"end{number}")
    return [*words[:at], *([f"end{number}", "on"] if has_blank else [f"end{number}on"]), *words[at + 1 :]]


@settings(max_examples=40)
@given(documents, st.data())
def test_who_writes_on_behind_a_blank_begins_a_word_in_either_surface(given_blocks: list[Any], data: Any) -> None:
    note = Note(given_blocks)
    words = note.words
    number = data.draw(st.integers(0, len(note.ends) - 1))
    note.switch("raw")
    note.write_on(f"end{number}", "on")
    note.switch("block")
    assert note.words == continued(words, number, note.ends[number])


@settings(max_examples=40)
@given(documents, st.data())
def test_a_blank_typed_in_markdown_is_there_in_blocks(given_blocks: list[Any], data: Any) -> None:
    note = Note(given_blocks)
    words = note.words
    number = data.draw(st.integers(0, len(note.ends) - 1))
    note.switch("raw")
    if not note.ends[number]:
        note.write_on(f"end{number}", " ")
    note.switch("block", str(note.raw))
    note.type_behind(number, "on")
    assert note.words == continued(words, number, True)


@settings(max_examples=40)
@given(documents)
def test_there_and_back_keeps_every_word_and_every_end(given_blocks: list[Any]) -> None:
    note = Note(given_blocks)
    before = reading.blocks_of(note.blocks)
    note.switch("raw")
    content = str(note.raw)
    note.switch("block", content)
    assert said(reading.blocks_of(note.blocks)) == said(before)
    note.switch("raw", content)
    assert str(note.raw) == content


def test_a_blank_that_came_just_after_the_switch_is_carried_over() -> None:
    note = Note([("paragraph", ([], ""), []), ("bulletListItem", ([], ""), [("quote", ([], ""), [])])])
    before = note.switch("raw")
    for number in range(3):
        note.type_behind(number, " ")
    note.carry_over("raw", before)
    for number in range(3):
        note.write_on(f"end{number}", "on")
    assert str(note.raw).split("\n") == ["end0 on", "", "- end1 on", "", "    > end2 on", ""]
    before = note.switch("block", str(note.raw))
    note.raw.insert(len("end0 on"), " ")
    note.carry_over("block", before)
    assert texts_of(note.blocks)[0].diff() == [("end0 on ", None)]
