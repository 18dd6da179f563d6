"""Blocks and markdown in the shared document, and the small edits that make it say something else."""

import random
from typing import Any

import pytest
from pycrdt import Doc, Text, XmlElement, XmlFragment, XmlText

from notesvc.collab import conversions, patching, reading, writing
from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown

SAMPLE = """# Title

A paragraph with **bold**, _italic_ and `code`, [a link](https://example.org) and [[Wiki|alias]] #tag.
Its second line.

- [ ] open **task**
- [x] done
    - below it
1. one
2. two

> quoted
> again

| a | b |
|---|:-:|
| 1 | [x](https://example.org) |

```py
if True:
    pass
```

---

![picture](https://example.org/a.png)

<div>raw</div>
"""


def document(markdown: str) -> list[validation.Block]:
    return validation.validate(from_markdown.from_markdown(markdown))


def shared(markdown: str) -> tuple[Any, XmlFragment]:
    made: Any = Doc()
    fragment = made.get("blocks", type=XmlFragment)
    writing.seed(fragment, document(markdown))
    return made, fragment


def said(found: list[validation.Block]) -> list[str]:
    return [patching.exact(block) for block in found]


def test_what_is_written_is_read_again() -> None:
    _, fragment = shared(SAMPLE)
    found = reading.blocks_of(fragment)
    assert said(found) == said(document(SAMPLE))
    assert [block["id"] for block in found] == [block["id"] for block in document(SAMPLE)]
    assert merge.save(SAMPLE, found) == SAMPLE


def test_an_empty_note_has_one_paragraph_to_type_into() -> None:
    _, fragment = shared("")
    assert str(fragment).startswith("<blockGroup><blockContainer")
    assert merge.save("", reading.blocks_of(fragment)) == ""


@pytest.mark.parametrize("seed", range(6))
def test_any_edit_is_made_in_place_and_ids_stay_unique(seed: int) -> None:
    made, fragment = shared(SAMPLE)
    chance, markdown = random.Random(seed), SAMPLE
    for _ in range(40):
        markdown = edited(markdown, chance)
        with made.transaction():
            patching.patch_fragment(fragment, document(markdown))
        found = reading.blocks_of(fragment)
        assert said(found) == said(document(markdown))
        assert len({block["id"] for block in found}) == len(found)


def edited(markdown: str, chance: random.Random) -> str:
    lines = markdown.split("\n")
    place = chance.randrange(len(lines))
    words = lines[place].split(" ")
    kind = chance.randrange(4)
    if kind == 0 and len(lines) > 10:
        del lines[place]
    elif kind == 1:
        lines.insert(place, chance.choice(["new *words* here", "", "- item ü😀", "# H", "**bold** in", "| x | y |"]))
    elif kind == 2:
        words.insert(chance.randrange(len(words) + 1), chance.choice(["😀word", "**b**", "`c`", "[[L]]"]))
        lines[place] = " ".join(words)
    else:
        other = chance.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def test_an_edit_of_a_word_sends_little_and_leaves_the_rest_of_the_text_where_it_is() -> None:
    made, fragment = shared(SAMPLE)
    before = made.get_state()
    paragraph = fragment.children[0].children[1].children[0].children[0]
    assert isinstance(paragraph, XmlText)
    patching.patch_fragment(fragment, document(SAMPLE.replace("again", "and again")))
    assert len(made.get_update(before)) < 150
    assert str(paragraph).startswith("A paragraph with")


@pytest.mark.parametrize("seed", range(4))
def test_any_edit_of_the_text_ends_in_that_text(seed: int) -> None:
    made: Any = Doc()
    text, chance = made.get("raw", type=Text), random.Random(seed)
    wanted = "héllo wörld\nline two 😀\n" * 20
    text += wanted
    for _ in range(60):
        at = chance.randrange(len(wanted) + 1)
        wanted = wanted[:at] + chance.choice(["", "ab ", "😀", "\n"]) + wanted[at + chance.randrange(6) :]
        patching.patch_text(text, wanted)
        assert str(text) == wanted


def test_what_no_editor_of_ours_writes_is_read_as_something_valid() -> None:
    made: Any = Doc()
    fragment = made.get("blocks", type=XmlFragment)
    for name in ("blockGroup", "blockGroup", "stray"):
        group = XmlElement(name)
        fragment.children.append(group)
        for kind, attributes in (("heading", {"level": 99, "x": 1}), ("video", {"url": "javascript:x"}), ("odd", {})):
            container = XmlElement("blockContainer", {"id": "same"})
            group.children.append(container)
            element = XmlElement(kind)
            container.children.append(element)
            for key, value in attributes.items():
                element.attributes[key] = value
            text = XmlText()
            element.children.append(text)
            text.insert(0, "te\0xt", {"link": {"href": "javascript:alert(1)"}})
    found = reading.blocks_of(fragment)
    assert [block["type"] for block in found] == ["heading", "video", "rawMarkdown"] * 2
    assert len({block["id"] for block in found}) == 6
    assert "javascript" not in str(found)
    assert validation.validate(found) == found


def test_blocks_nested_too_deeply_keep_their_text() -> None:
    made: Any = Doc()
    fragment = made.get("blocks", type=XmlFragment)
    into: Any = fragment
    for level in range(60):
        group = XmlElement("blockGroup")
        into.children.append(group)
        into = XmlElement("blockContainer", {"id": f"n{level}"})
        group.children.append(into)
        paragraph = XmlElement("paragraph")
        into.children.append(paragraph)
        words = XmlText()
        paragraph.children.append(words)
        words.insert(0, f"level {level}")
    text = merge.save("", reading.blocks_of(fragment))
    assert [level for level in range(60) if f"level {level}" not in text] == []


def test_a_long_note_is_raw_whatever_it_prefers() -> None:
    made, _ = conversions.seed("word " * 60_000, None, "block")
    assert made["mode"] == "raw"


def test_a_patch_in_markdown_leaves_colours_of_other_blocks_alone() -> None:
    rich = document("one\n\ntwo\n")
    rich[0]["content"] = [{"type": "text", "text": "one", "styles": {"textColor": "red"}}]
    base = {"content": "one\n\ntwo\n", "rich_content": conversions.stable_json.dumps(rich)}
    _, state = conversions.seed(base["content"], base["rich_content"], "block")
    _, change = conversions.merge_note(state, "block", base, {"content": "one\n\nTWO\n", "rich_content": None})
    made: Any = Doc()
    made.apply_update(state)
    made.apply_update(change)
    found = reading.blocks_of(made.get("blocks", type=XmlFragment))
    assert found[0]["content"][0]["styles"] == {"textColor": "red"}
    assert found[1]["content"][0]["text"] == "TWO"


@pytest.mark.parametrize(("mode", "other"), [("raw", "block"), ("block", "raw")])
def test_a_switch_back_keeps_what_arrived_in_the_root_that_was_left(mode: str, other: str) -> None:
    text = "one\n\ntwo\n"
    made: Any = Doc()
    raw, blocks = made.get("raw", type=Text), made.get("blocks", type=XmlFragment)
    made.apply_update(conversions.seed(text, None, mode)[1])
    left, change = conversions.switch(made.get_update(), other, text, None)
    made.apply_update(change)
    if mode == "raw":
        raw.insert(0, "late ")
    else:
        blocks.children[0].children[0].children[0].children[0].insert(0, "late ")
    back, change = conversions.switch(made.get_update(), mode, text, left["dead_base"])
    made.apply_update(change)
    assert back == {"dead_base": f"late {text}", "was_carried": True}
    assert (str(raw), merge.save("", reading.blocks_of(blocks))) == (f"late {text}", f"late {text}")
