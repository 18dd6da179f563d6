"""What a rich document may hold, and where a refusal points."""

from typing import Any

import pytest

from notesvc.text.blocks import validation
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.validation import BlockError


def text(value: str = "x", **styles: Any) -> dict[str, Any]:
    return {"type": "text", "text": value, "styles": styles}


def block(kind: str = "paragraph", content: Any = None, **props: Any) -> dict[str, Any]:
    made = {"type": kind, "props": props, "children": []}
    return made if content is None else {**made, "content": content}


def nested(depth: int) -> list[dict[str, Any]]:
    document: list[dict[str, Any]] = []
    for _ in range(depth):
        document = [{"type": "bulletListItem", "content": [], "children": document}]
    return document


def refusal(document: object) -> BlockError:
    with pytest.raises(BlockError) as caught:
        validation.validate(document)
    return caught.value


def test_every_type_is_accepted_with_what_an_editor_sends() -> None:
    common = {"textColor": "default", "backgroundColor": "default", "textAlignment": "left"}
    file = {"name": "a", "url": "/files/1/a", "caption": "c", "backgroundColor": "red"}
    table = {
        "type": "tableContent",
        "columnWidths": [None, 120.5],
        "headerRows": 1,
        "rows": [{"cells": [[text()], "y"]}],
    }
    document = [
        block("paragraph", [text("a", bold=True, textColor="red")], **common),
        block("heading", "plain", **common, level=2, isToggleable=False),
        block("bulletListItem", [], **common),
        block("numberedListItem", [], **common, start=3),
        block("checkListItem", [], **common, checked=True),
        block("toggleListItem", [], **common),
        block("quote", [], textColor="default", backgroundColor="default"),
        block("codeBlock", [text("a\nb")], language="py"),
        block("table", table, textColor="default"),
        block("image", **file, showPreview=True, previewWidth=None, textAlignment="center"),
        block("video", **file, showPreview=True, previewWidth=512),
        block("audio", **file, showPreview=True),
        block("file", **file),
        block("divider"),
        block("rawMarkdown", [text("<div>")]),
        block("paragraph", [{"type": "link", "href": "note://1", "content": [text()]}]),
        block("paragraph", [{"type": "wikiLink", "props": {"title": "T", "alias": ""}}]),
        block("paragraph", [{"type": "mdInline", "props": {"src": "<br>"}}]),
    ]
    checked = validation.validate(document)
    assert [each["type"] for each in checked] == [each["type"] for each in document]
    assert validation.validate(checked) == checked
    assert len({each["id"] for each in checked}) == len(checked)


def test_what_markdown_becomes_is_valid() -> None:
    document = from_markdown.from_markdown("# a\n\n- b\n    - [x] c\n\n|a|\n|-|\n|b|\n\n![a](b)\n\n$$\nx\n$$\n")
    assert validation.validate(document) == document


def test_missing_and_taken_ids_are_replaced() -> None:
    document = [{**block(), "id": "b1"}, block(), {**block(), "id": "b1"}, {**block(), "id": None}]
    ids = [each["id"] for each in validation.validate(document)]
    assert ids[0] == "b1"
    assert len(set(ids)) == 4


def test_a_whole_float_is_the_integer_it_stands_for() -> None:
    checked = validation.validate([block("heading", [], level=2.0)])
    assert checked[0]["props"]["level"] == 2
    assert isinstance(checked[0]["props"]["level"], int)


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({}, ""),
        ("x", ""),
        ([1], "[0]"),
        ([{}], "[0].type"),
        ([{"type": ["paragraph"]}], "[0].type"),
        ([block("html")], "[0].type"),
        ([block(html="<b>")], "[0].props.html"),
        ([{**block(), "onclick": "x"}], "[0].onclick"),
        ([{**block(), "id": 7}], "[0].id"),
        ([{**block(), "id": "x" * 65}], "[0].id"),
        ([{**block(), "props": []}], "[0].props"),
        ([block("heading", level=7)], "[0].props.level"),
        ([block("heading", level=True)], "[0].props.level"),
        ([block("heading", level="2")], "[0].props.level"),
        ([block("checkListItem", checked=1)], "[0].props.checked"),
        ([block("numberedListItem", start=-1)], "[0].props.start"),
        ([block(textAlignment="middle")], "[0].props.textAlignment"),
        ([block(textColor=None)], "[0].props.textColor"),
        ([block("image", previewWidth=float("inf"))], "[0].props.previewWidth"),
        ([block("image", url="javascript:alert(1)")], "[0].props.url"),
        ([block("image", content=[text()])], "[0].content"),
        ([block(content=[text(), {"type": "script"}])], "[0].content[1].type"),
        ([block(content=[{"type": "text"}])], "[0].content[0].text"),
        ([block(content=[text("a\0")])], "[0].content[0].text"),
        ([block(content=[text("a\ud800")])], "[0].content[0].text"),
        ([block(content=[text(blink=True)])], "[0].content[0].styles.blink"),
        ([block(content=[text(bold="yes")])], "[0].content[0].styles.bold"),
        ([block(content=[text(), {"type": "link", "href": "data:x", "content": []}])], "[0].content[1].href"),
        ([block(content=[{"type": "link", "href": "/", "content": [block()]}])], "[0].content[0].content[0]"),
        ([block(content=[{"type": "wikiLink", "props": {}}])], "[0].content[0].props.title"),
        ([block(content=[{"type": "mdInline", "props": {"src": 1}}])], "[0].content[0].props.src"),
        ([block("codeBlock", [{"type": "mdInline", "props": {"src": "x"}}])], "[0].content[0].type"),
        ([block("table", [])], "[0].content"),
        (
            [block("table", {"type": "tableContent", "rows": [{"cells": [{"type": "x"}]}]})],
            "[0].content.rows[0].cells[0].type",
        ),
        ([block(), {**block(), "children": [block(), block("x")]}], "[1].children[1].type"),
        ([{**block(), "children": {}}], "[0].children"),
    ],
)
def test_a_refusal_names_the_wrong_part(document: object, path: str) -> None:
    assert refusal(document).path == path


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:x", "java\tscript:x", "java\nscript:x",
        "\x01javascript:x",
        "javascript&colon;x", "&#106;avascript:x", "&amp;#106;avascript:x", "java\u200bscript:x", "data:text/html,x",
        "vbscript:x", "file:///etc/passwd", "blob:x", "//evil.example", "\\\\evil.example", "/\\evil.example", " //e",
        "java&Tab;script:x", "java&NewLine;script:x", "ftp://x", "custom+app:x",
    ],
)  # fmt: skip
def test_a_forbidden_address_is_refused_however_it_is_disguised(href: str) -> None:
    assert refusal([block(content=[{"type": "link", "href": href, "content": []}])]).path == "[0].content[0].href"
    assert refusal([block("file", url=href)]).path == "[0].props.url"


@pytest.mark.parametrize(
    "href",
    [
        "",
        "#part",
        "a b.md",
        "../a?b=c:d",
        "/files/1/a.png",
        "note://1",
        "https://x.y/a:b",
        "mailto:a@b.c",
        "tel:+1",
        "?q=1:2",
    ],
)
def test_other_addresses_are_accepted(href: str) -> None:
    assert validation.validate([block(content=[{"type": "link", "href": href, "content": []}])])


def test_depth_and_number_are_limited() -> None:
    assert validation.validate(nested(validation.MAX_DEPTH))
    assert "deeper" in refusal(nested(validation.MAX_DEPTH + 1)).message
    assert "deeper" in refusal(nested(5_000)).message
    assert len(validation.validate([block()] * validation.MAX_BLOCKS)) == validation.MAX_BLOCKS
    assert "more than" in refusal([block()] * (validation.MAX_BLOCKS + 1)).message
    assert "more than" in refusal([{**block(), "children": [block()] * 200}] * 100).message


def test_equality_is_that_of_the_sorted_serialisations() -> None:
    a = [{"type": "paragraph", "props": {}, "id": "x"}]
    b = [{"id": "x", "props": {}, "type": "paragraph"}]
    assert validation.equal(a, b)
    assert not validation.equal(a, [{**b[0], "id": "y"}])
    assert not validation.equal(a, [])


def table(*widths: int, span: int = 1) -> dict[str, Any]:
    rows = [{"cells": [{"type": "tableCell", "props": {"colspan": span}} for _ in range(width)]} for width in widths]
    return block("table", {"type": "tableContent", "rows": rows})


def test_cells_that_spans_and_short_rows_stand_for_are_limited() -> None:
    assert validation.validate([table(10, 10, 1), table(3, span=4)])
    assert validation.validate([table(*[50] * 500)])
    for wide in ([table(21, 0, span=1_000)], [table(201, *[0] * 100)], [table(101, *[0] * 100)] * 2):
        assert refusal(wide).path == f"[{len(wide) - 1}].content"
