"""Markdown to blocks and back: unedited source stays, text is never lost, the second round trip is byte-identical."""

import copy
import difflib
import random
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.writing import to_markdown
from tests.places import vaults
from tests.text.blocks import generated_markdown

CHUNKS = [pytest.param(chunk, marks=() if chunk < 5 else pytest.mark.full) for chunk in range(20)]
_EACH = 250


def generated(chunk: int) -> Iterator[str]:
    """Hundreds of documents, the same for the same chunk; 10,000 in all, a quarter of them in the gate."""
    dice = random.Random(chunk)
    for _ in range(_EACH):
        yield generated_markdown.markdown(dice)
        yield generated_markdown.soup(dice)


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", text))


def texts_of(value: Any) -> Iterator[str]:
    """Every text that a person sees in a block document, in reading order."""
    if isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, dict):
        if value.get("type") == "wikiLink":
            yield f"{value['props']['title']} {value['props'].get('alias') or ''}"
        elif isinstance(value.get("text"), str):
            yield value["text"]
        yield from texts_of([value.get(name) or [] for name in ("content", "rows", "cells", "children")])


@pytest.mark.parametrize("chunk", CHUNKS)
def test_unedited_bytes_stay_and_the_second_round_trip_is_byte_identical(chunk: int) -> None:
    for source in generated(chunk):
        document = from_markdown.from_markdown(source)
        assert merge.save(source, document) == source
        once = to_markdown.to_markdown(document)
        assert to_markdown.to_markdown(from_markdown.from_markdown(once)) == once, source


@pytest.mark.parametrize("chunk", CHUNKS)
def test_no_letter_of_a_text_is_lost(chunk: int) -> None:
    dice = random.Random(f"documents {chunk}")
    for _ in range(100):
        document = validation.validate(generated_markdown.document(dice))
        written = to_markdown.to_markdown(document)
        back = from_markdown.from_markdown(written)
        said = letters("".join(texts_of(document)))
        assert letters("".join(texts_of(back))).count(said) or letters(written).count(said) or _keeps(said, written), (
            document
        )
        assert to_markdown.to_markdown(back) == written, document


def _keeps(said: str, written: str) -> bool:
    """Whether the letters occur in order, other signs of markdown among them."""
    position = 0
    found = letters(written)
    for letter in said:
        position = found.find(letter, position) + 1
        if not position:
            return False
    return True


def test_what_an_editor_adds_by_default_is_no_edit() -> None:
    source = "# A *title*\n\n* one\n* two\n"
    document = from_markdown.from_markdown(source)
    for block in document:
        block["props"] |= {"textColor": "default", "backgroundColor": "default", "textAlignment": "left"}
        block["id"] = f"x{block['id']}"
    assert merge.save(source, validation.validate(document)) == source


@pytest.mark.parametrize(
    ("source", "index", "edited"),
    [
        ("# One\n\nTwo  words\n\n* a\n* b\n* c\n", 1, "# One\n\nTwo  words more\n\n* a\n* b\n* c\n"),
        ("* a\n* b\n* c\n", 1, "* a\n* b more\n* c\n"),
        ("3) a\n4) b\n5) c", 1, "3) a\n4) b more\n5) c"),
        ("a\r\n\r\nb\r\n\r\nc\r\n", 1, "a\r\n\r\nb more\r\n\r\nc\r\n"),
        ("a\n\n\n\nb\n\n\n\nc", 2, "a\n\n\n\nb\n\n\n\nc more"),
        ("- [ ] a\n- [x] b\n", 1, "- [ ] a\n- [x] b more\n"),
        (r"$\{a\}_{i}*b*\,c_{j}$ __b__", 0, r"$\{a\}_{i}*b*\,c_{j}$ __b__ more"),
    ],
)
def test_an_edit_changes_its_own_lines_only(source: str, index: int, edited: str) -> None:
    document = from_markdown.from_markdown(source)
    document[index]["content"].append({"type": "text", "text": " more", "styles": {}})
    assert merge.save(source, document) == edited


def test_a_formula_is_written_as_it_is() -> None:
    tex = r"$\mathbf{a}_{i} + \{b_{j}\}\,c^*d^*$"
    document = [{"type": "paragraph", "content": [{"type": "text", "text": f"*See* {tex}, 5$_a_ and x", "styles": {}}]}]
    assert merge.save("", validation.validate(document)).strip() == rf"\*See\* {tex}, 5$\_a\_ and x"


def test_blocks_are_put_in_and_taken_out() -> None:
    source = "# One\n\nTwo\n\n- a\n- b\n"
    document = from_markdown.from_markdown(source)
    new = {
        "type": "paragraph",
        "props": {},
        "content": [{"type": "text", "text": "New", "styles": {}}],
        "children": [],
    }
    assert merge.save(source, [document[0], new, *document[1:]]) == "# One\n\nNew\n\nTwo\n\n- a\n- b\n"
    assert merge.save(source, [*document, new]) == "# One\n\nTwo\n\n- a\n- b\n\nNew\n"
    assert merge.save(source, [document[0], *document[2:]]) == "# One\n\n- a\n- b\n"
    assert merge.save(source, []) == ""
    assert merge.save("", [new]) == "New\n"


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.full), "ja", "ar"])
def test_every_file_of_the_real_vaults_goes_round(language: str) -> None:
    changed = 0
    for source in files(language):
        document = from_markdown.from_markdown(source)
        assert merge.save(source, document) == source
        once = to_markdown.to_markdown(document)
        assert to_markdown.to_markdown(from_markdown.from_markdown(once)) == once
        changed += an_edit_stays_in_its_block(source, document)
    assert changed > 100


def an_edit_stays_in_its_block(source: str, document: list[dict[str, Any]]) -> bool:
    """Edit a paragraph in the middle: whether there was one. Only lines of that block may differ."""
    edited = copy.deepcopy(document)
    paragraphs = [index for index, block in enumerate(edited) if block["type"] == "paragraph" and not block["children"]]
    if not paragraphs:
        return False
    index = paragraphs[len(paragraphs) // 2]
    edited[index]["content"].append({"type": "text", "text": " edited words", "styles": {}})
    saved = merge.save(source, edited)
    own = {line.strip() for line in to_markdown.to_markdown([document[index]]).splitlines()}
    gone = [
        line[1:].strip()
        for line in difflib.unified_diff(source.splitlines(), saved.splitlines(), n=0)
        if line[0] == "-"
    ]
    others = [line for line in gone if line and not line.startswith("--")]
    assert len(others) <= max(1, len(own))
    assert "edited words" in saved
    return True


def files(language: str) -> Iterator[str]:
    with zipfile.ZipFile(vaults() / f"vault-{language}.zip") as archive:
        for name in archive.namelist():
            if name.endswith(".md"):
                yield archive.read(name).decode()


@pytest.mark.parametrize(
    "unit", ["[", "[[", "![", "`", "*", "_ ", "> ", "- ", "<a ", "](", "|", "\n|-", "&", "~~~\n", "1. "]
)
def test_hostile_text_comes_to_an_end_and_back(unit: str) -> None:
    source = unit * (20_000 // len(unit))
    assert merge.save(source, from_markdown.from_markdown(source)) == source


def test_deep_nesting_is_kept_verbatim() -> None:
    source = "".join(f"{'  ' * depth}- level {depth}\n" for depth in range(60))
    document = from_markdown.from_markdown(source)
    validation.validate(document)
    assert "level 59" in to_markdown.to_markdown(document)


@pytest.mark.parametrize(
    "between",
    [
        {"type": "wikiLink", "props": {"title": "e", "alias": ""}},
        {"type": "text", "text": "e", "styles": {"bold": True}},
    ],
)
def test_a_link_or_style_between_dollar_signs_is_written_as_no_formula(between: dict[str, Any]) -> None:
    before, after = ({"type": "text", "text": text, "styles": {}} for text in ("a $x + ", " b$ c"))
    block = {"id": "a", "type": "paragraph", "props": {}, "content": [before, between, after], "children": []}
    written = to_markdown.to_markdown(validation.validate([block]))
    assert from_markdown.from_markdown(written)[0]["content"] == [before, between, after]
