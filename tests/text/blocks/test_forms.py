"""Toggles, lists and widths of pictures in Markdown: the forms that the web app writes for the clipboard too."""

import json
from pathlib import Path
from typing import Any

import pytest

from notesvc.text import inline
from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.writing import to_markdown
from notesvc.text.html import page

FORMS = json.loads((Path(__file__).parents[1] / "forms.json").read_text(encoding="utf-8"))
EXAMPLES = [example for examples in FORMS.values() for example in examples]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["markdown"])
def test_each_form_is_read_and_written(example: dict[str, Any]) -> None:
    read = from_markdown.from_markdown(example["markdown"])
    assert validation.without_ids(read) == example["blocks"]
    assert to_markdown.to_markdown(example["blocks"]) == example["markdown"]


@pytest.mark.parametrize(
    ("source", "way", "saved"),
    [
        ("* _a_ <!-- toggle -->\n  * _b_\n", [0], "* _a_ new <!-- toggle -->\n  * _b_\n"),
        ("* _a_  <!-- toggle -->\n  more\n  * _b_\n", [0, 0], "* _a_  <!-- toggle -->\n  more\n  * _b_ new\n"),
        ("- <!-- toggle -->\n  * _b_\n", [0, 0], "- <!-- toggle -->\n  * _b_ new\n"),
    ],
)
def test_an_edit_of_a_toggle_keeps_the_rest(source: str, way: list[int], saved: str) -> None:
    document = from_markdown.from_markdown(source)
    block = document[way[0]] if len(way) == 1 else document[way[0]]["children"][way[1]]
    block["content"].append({"type": "text", "text": " new", "styles": {}})
    assert merge.save(source, document) == saved


def test_a_bullet_becomes_a_toggle_and_a_bullet_again() -> None:
    source = "* a\n* _b_\n  * _c_\n"
    document = from_markdown.from_markdown(source)
    document[1]["type"] = "toggleListItem"
    folded = merge.save(source, document)
    assert folded == "* a\n* _b_ <!-- toggle -->\n  * _c_\n"
    document[1]["type"] = "bulletListItem"
    assert merge.save(folded, document) == source


def test_a_picture_made_wider_changes_its_width_alone() -> None:
    source = "_a_\n\n![alt|300](<a b.png> 'title')\n\n![alt](<a b.png>)\n"
    document = from_markdown.from_markdown(source)
    document[2]["props"]["previewWidth"] = 412.6
    assert merge.save(source, document) == source.replace("![alt](", "![alt|413](")


def test_a_text_that_looks_like_a_toggle_is_text() -> None:
    item = {"type": "bulletListItem", "props": {}, "content": [], "children": []}
    item["content"] = [{"type": "text", "text": "a <!-- toggle -->", "styles": {}}]
    assert validation.without_ids(from_markdown.from_markdown(to_markdown.to_markdown([item]))) == [item]


def test_a_toggle_is_a_list_to_others_and_a_width_a_width() -> None:
    shown = page.render("- Title <!-- toggle -->\n    - below\n\n![alt|300](/files/1/a.png)\n").html
    assert "<!--" not in shown
    assert shown.count("<li") == 2
    assert "<summary" in shown
    assert 'width="300"' in shown
    assert inline.scan("- Title #tag <!-- toggle -->")[0].value == "tag"
