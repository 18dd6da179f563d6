"""Which blocks a text becomes."""

from typing import Any

import pytest

from notesvc.text.blocks import validation
from notesvc.text.blocks.reading.from_markdown import from_markdown


def kinds(document: list[dict[str, Any]]) -> list[Any]:
    return [(block["type"], kinds(block["children"])) if block["children"] else block["type"] for block in document]


def inline(source: str) -> list[Any]:
    """The inline nodes of a paragraph, shortened to what matters."""
    document = from_markdown(source)
    assert [block["type"] for block in document] == ["paragraph"]
    return [_short(node) for node in document[0]["content"]]


def _short(node: dict[str, Any]) -> Any:
    if node["type"] == "text":
        return (node["text"], *sorted(node["styles"])) if node["styles"] else node["text"]
    if node["type"] == "link":
        return {node["href"]: [_short(part) for part in node["content"]]}
    props = node["props"]
    return [props["src"]] if "src" in props else [[props["title"], props["alias"]]]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", []),
        ("\n \n", []),
        ("# a\n## b ##\nc\n===\n", ["heading", "heading", "heading"]),
        ("a\n\nb", ["paragraph", "paragraph"]),
        ("- a\n    - b\n        - c", [("bulletListItem", [("bulletListItem", ["bulletListItem"])])]),
        ("1. a\n\n   p\n2. b", [("numberedListItem", ["paragraph"]), "numberedListItem"]),
        ("- [ ] a\n- [x] b\n- c\n- [y] d", ["checkListItem", "checkListItem", "bulletListItem", "bulletListItem"]),
        ("> a\n>\n> b\n> > c", [("quote", ["paragraph", "quote"])]),
        ("> # a", [("quote", ["heading"])]),
        ("> [!note] a\n> b", [("quote", ["paragraph"])]),
        ("> [!note]-\n> 2. a\n> > b", [("quote", ["numberedListItem", "quote"])]),
        ("> [!note] a\nb", ["quote"]),
        ("- # a", [("bulletListItem", ["heading"])]),
        ("```py\na\n```\n\n    b\n\n~~~~\n```\n~~~~", ["codeBlock", "codeBlock", "codeBlock"]),
        ("| a |\n|---|\n| b |", ["table"]),
        ("---\n\n***\n___", ["divider", "divider", "divider"]),
        ("---\na: b\n---\n# c", ["rawMarkdown", "heading"]),
        ("a\n\n---\na: b\n---", ["paragraph", "divider", "heading"]),
        ("<div>\na\n</div>\n\n<!-- a\n\nb -->", ["rawMarkdown", "rawMarkdown"]),
        ("[a]: /b\n[c]: /d\n\n[^1]: e\n    f\n\n    g\n\nh", ["rawMarkdown", "rawMarkdown", "paragraph"]),
        ("$$\na\n\nb\n$$\n\n$$c$$", ["rawMarkdown", "rawMarkdown"]),
        ("$$ not closed", ["paragraph"]),
        ("![a](b.png)\n\n![[c.png]]\n\n![a][b]", ["image", "rawMarkdown", "paragraph"]),
        ("![a](b.png) and text", ["paragraph"]),
        ("![a](javascript:x)", ["rawMarkdown"]),
        ("| a |\n|---|\n| b | lost |", ["rawMarkdown"]),
        ("#tag first", ["paragraph"]),
    ],
)  # fmt: skip
def test_a_block_of_markdown_becomes_its_type(source: str, expected: list[Any]) -> None:
    assert kinds(from_markdown(source)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a **b** _c_ ~~d~~", ["a ", ("b", "bold"), " ", ("c", "italic"), " ", ("d", "strike")]),
        ("`e` <u>f</u>", [("e", "code"), " ", ("f", "underline")]),
        ("***a***", [("a", "bold", "italic")]),
        ("a\nb  \nc\\\nd", ["a\nb\nc\nd"]),
        ("[a **b**](/c)", [{"/c": ["a ", ("b", "bold")]}]),
        ("<https://a.b> <a@b.c>", [{"https://a.b": ["https://a.b"]}, " ", {"mailto:a@b.c": ["a@b.c"]}]),
        ('[a](b "t")', [['[a](b "t")']]),
        ("[a](javascript:x)", [["[a](javascript:x)"]]),
        ("[a](//evil.example)", [["[a](//evil.example)"]]),
        ("[[a]] [[b#c|d]] ![[e]]", [[["a", ""]], " ", [["b#c", "d"]], " ", ["![[e]]"]]),
        ("[[a|]] x ![b](c)", [["[[a|]]"], " x ", ["![b](c)"]]),
        ("`[[a]]` \\[[b]]", [("[[a]]", "code"), " [[b]]"]),
        ("a <b>c</b> &nbsp; &amp;", ["a ", ["<b>"], "c", ["</b>"], " ", ["&nbsp;"], " &"]),
        ("#tag $Ann @bob a#b $5", ["#tag $Ann @bob a#b $5"]),
        ("**[[a]]**", [["**[[a]]**"]]),
        ("**see [[a]] now**", [("see ", "bold"), [["a", ""]], (" now", "bold")]),
        ("x $$a_1 + b_2$$", ["x ", ["$$a_1 + b_2$$"]]),
        (r"x $\mathbf{a}_{i}*b_{j}*\,c$ *y*", [r"x $\mathbf{a}_{i}*b_{j}*\,c$ ", ("y", "italic")]),
        ("$5 *and* 6 $ or a$*b*$", ["$5 ", ("and", "italic"), " 6 $ or a$", ("b", "italic"), "$"]),
        ("`a $b` _c_$ and [$d](e)$", [("a $b", "code"), " ", ("c", "italic"), "$ and ", {"e": ["$d"]}, "$"]),
        ("\u3000wide", ["\u3000wide"]),
    ],
)  # fmt: skip
def test_a_line_becomes_its_nodes(source: str, expected: list[Any]) -> None:
    assert inline(source) == expected


def test_a_reference_link_is_kept_as_it_is_only_where_it_is_one() -> None:
    document = from_markdown("[a] and [b]\n\n[a]: /x")
    assert [_short(node) for node in document[0]["content"]] == [["[a]"], " and [b]"]


def test_the_properties_of_blocks_are_read() -> None:
    document = from_markdown('### a\n\n7. b\n\n```js {1}\nc\n```\n\n- [X] d\n\n![e](<f g.png> "h")\n\n1) i\n1. j')
    assert [block["props"] for block in document] == [
        {"level": 3}, {"start": 7}, {"language": "js {1}"}, {"checked": True},
        {"name": "e", "url": "f g.png", "caption": "h"}, {}, {"start": 1},
    ]  # fmt: skip


def test_a_table_keeps_alignment_line_breaks_and_pipes() -> None:
    [table] = from_markdown("| a | b |\n|--:|:-:|\n| x<br>y | `p\\|q` |")
    rows = table["content"]["rows"]
    assert table["content"]["headerRows"] == 1
    assert [cell["props"] for cell in rows[1]["cells"]] == [{"textAlignment": "right"}, {"textAlignment": "center"}]
    assert [_short(cell["content"][0]) for cell in rows[1]["cells"]] == ["x\ny", ("p|q", "code")]


def test_the_same_text_has_the_same_ids() -> None:
    source = "# a\n\n- b\n    - c\n\nd"
    document = from_markdown(source)
    assert document == from_markdown(source)
    assert [document[1]["id"], document[1]["children"][0]["id"], document[2]["id"]] == ["b2", "b3", "b4"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference(end: str) -> None:
    source = "# a\n\nb\nc\n\n```\nd\n```\n"
    assert from_markdown(source.replace("\n", end)) == from_markdown(source)


@pytest.mark.parametrize(("unit", "depth"), [("> ", 40), ("- ", 40), ("> ", 5_000), ("- ", 5_000), ("1. > ", 3_000)])
def test_too_deep_nesting_is_one_raw_block(unit: str, depth: int) -> None:
    [block] = from_markdown(unit * depth + "x")
    assert block["type"] == "rawMarkdown"
    assert block["content"][0]["text"] == (unit * depth + "x")


def test_as_deep_as_the_model_allows_stays_blocks() -> None:
    document = from_markdown("> " * validation.MAX_DEPTH + "x")
    assert document[0]["type"] == "quote"
    assert validation.validate(document) == document


def test_the_rest_of_a_very_long_text_is_one_raw_block() -> None:
    document = from_markdown("x\n\n" * 30_000 + "last")
    assert len(document) == validation.MAX_BLOCKS
    assert document[-1]["type"] == "rawMarkdown"
    assert document[-1]["content"][0]["text"].endswith("last")
    assert validation.validate(document) == document


def test_short_rows_of_many_tables_are_not_filled_without_end() -> None:
    wide = "|a" * 1_000 + "|\n" + "|-" * 1_000 + "|\n" + "|b\n" * 60 + "\n"
    found = from_markdown(wide * 6)
    cells = [len(row["cells"]) for each in found if each["type"] == "table" for row in each["content"]["rows"]]
    assert 0 < sum(cells) <= 200_000
