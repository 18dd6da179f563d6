"""A note as its page first shows it: whatever was written, it is shown safely and whole."""

import json
import random
from typing import Any

import pytest
from hypothesis import given

from notesvc.text.blocks import document_text
from notesvc.text.first_view import addresses, note
from notesvc.text.first_view.blocks import blocks
from tests.text.blocks.documents import documents
from tests.text.blocks.generated_markdown import document as generated
from tests.text.first_view.checks import faults, text_of
from tests.text.hostile_html import MARKUP, SCHEMES
from tests.text.hostile_inputs import INPUTS


def shown(markdown: str) -> str:
    return str(blocks(json.loads(document_text.derive(markdown))))


@given(documents())
def test_whatever_is_written_is_shown_safely(markdown: str) -> None:
    assert faults(shown(markdown)) == []


def test_whatever_a_document_holds_is_shown_safely() -> None:
    for seed in range(300):
        document = generated(random.Random(seed))
        for hostile in random.Random(seed).sample([*MARKUP, *SCHEMES], 5):
            _put(document, hostile, random.Random(seed))
        assert faults(str(blocks(document))) == [], seed


def _put(document: list[dict[str, Any]], hostile: str, pick: random.Random) -> None:
    """The words in each place of a block that holds words."""
    block = pick.choice(document)
    block.setdefault("props", {}).update(
        {"url": hostile, "name": hostile, "caption": hostile, "language": hostile, "textColor": hostile}
    )
    for inline in block["content"] if isinstance(block.get("content"), list) else ():
        for name in ("text", "href"):
            if name in inline:
                inline[name] = hostile
        inline.get("props", {}).update(dict.fromkeys(inline.get("props", {}), hostile))


@pytest.mark.parametrize("words", [*MARKUP, *SCHEMES])
def test_no_words_become_markup(words: str) -> None:
    ways = (
        words,
        f"`{words}`",
        f"[{words}]({words})",
        f"![{words}]({words})",
        f"[[{words}|{words}]]",
        f"> [!note] {words}",
    )
    for markdown in ways:
        assert faults(shown(markdown)) == [], markdown
    head = note.Shown(
        words, is_raw=False, content="", document=(), is_editable=False, icon=words, cover=words, tags=[words],
        properties={words: words},
    )  # fmt: skip
    html = str(note.page(head))
    inner = html[html.index('<header class="note-head">') : html.index("</header>", html.index("note-head"))]
    assert faults(f"{inner.partition('>')[2]}") == []
    assert text_of(inner).count(words) == 5


@pytest.mark.parametrize("name", INPUTS)
def test_a_hostile_note_is_shown_in_linear_time(name: str) -> None:
    words = INPUTS[name](100_000)
    line = [{"type": "text", "text": words, "styles": {}}]
    source = [{"type": "mdInline", "props": {"src": words[:20_000]}}]
    kinds = ("paragraph", "quote", "codeBlock", "rawMarkdown")
    document = [{"type": kind, "content": content} for kind in kinds for content in (line, source)]
    assert text_of(str(blocks(document)))


@pytest.mark.parametrize(
    ("title", "label"),
    [("Plan", "Plan"), ("Plan # One", "Plan › One"), ("Plan#^a1", "Plan"), ("#^a1", "^a1"), ("#One", "One")],
)
def test_a_link_says_its_note_and_heading_but_no_id(title: str, label: str) -> None:
    link = {"type": "wikiLink", "props": {"title": title, "alias": ""}}
    assert text_of(str(blocks([{"type": "paragraph", "content": [link]}]))) == label


def test_the_id_of_a_block_steps_back() -> None:
    def line(*said: tuple[str, dict[str, bool]]) -> str:
        content = [{"type": "text", "text": text, "styles": styles} for text, styles in said]
        return str(blocks([{"type": "paragraph", "content": content}]))

    sign = '<span class="block-id">^a1</span></p>'
    assert line(("Beans", {"bold": True}), (" ^a1", {})).endswith(f"<strong>Beans</strong> {sign}</div>")
    assert line(("^a1", {})).endswith(f">{sign}</div>")
    assert "block-id" not in line(("x", {"code": True}), ("^a1", {})) + line(("a ^a1", {"code": True}))
    raw = note.Shown("N", is_raw=True, content="# A ^a1\n\n```\n^a1\n```", document=(), is_editable=True)
    assert str(note.page(raw)).count('<span class="block-id">^a1</span>') == 1


def test_links_lead_where_the_app_leads() -> None:
    own = "0f0e0d0c-1111-2222-3333-444455556666"
    leads = {
        f"note://{own.upper()}#A%20b": f"/notes/{own}#A%20b",
        f"/notes/{own}": f"/notes/{own}",
        f"/files/{own}/a.pdf": f"/files/{own}/a.pdf",
        "#below": "#below",
        "https://example.org/a": "https://example.org/a",
        "mailto:a@example.org": "mailto:a@example.org",
        "//example.org": None,
        "/api/auth/logout": None,
        f"/files/{own}/../x": None,
        "javascript:alert(1)": None,
        "tel:1": None,
    }
    assert {each: addresses.link_target(each) for each in leads} == leads
