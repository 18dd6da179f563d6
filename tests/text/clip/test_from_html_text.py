from html import escape
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from notesvc.text.clip.from_html import markdown_from_html, plain_markdown, strip_tags
from notesvc.text.html.page import render
from notesvc.text.html.placeholders import without_placeholders
from tests.text.hostile_html import payloads
from tests.text.html_checks import faults
from tests.text.samples import MARKDOWN, TEXT


def markdown(html: str) -> str:
    return markdown_from_html(html, "https://site.example/dir/page")[0]


def shown(html: str) -> str:
    """The words that a reader of the HTML sees."""
    parts: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            parts.append(data)

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            parts.append(" " if tag in ("p", "br", "li", "td") else "")

    reader = Reader()
    reader.feed(html)
    reader.close()
    return " ".join("".join(parts).split())


@pytest.mark.parametrize(
    "text",
    [
        *[
            "#tag",
            "$Ada",
            "@ada",
            "[[x]]",
            "![[x]]",
            "[a](b)",
            "*a*",
            "_a_",
            "**a**",
            "`a`",
            "~~a~~",
            "==a==",
            "%%a%%",
        ],
        *[
            "# a",
            "- a",
            "+ a",
            "* a",
            "1. a",
            "1) a",
            "> a",
            "```",
            "~~~",
            "---",
            "===",
            "a | b",
            "    a",
            "\\",
            "\\#a",
        ],
        *["<b>", "&amp;", "&#35;a", "https://a.b/c_d_e", "www.a.b", "<!-- a -->", "[^1]", "[^1]: a", "[a]: b", ": a"],
        *["[x] a", "[ ] a", "> [!note] a", "snake_case_name", "2*3*4", "a#b c$d e@f", "$5 and $6", "$$a$$", "a\\"],
    ],
)
def test_text_that_looks_like_syntax_stays_text(text: str) -> None:
    for html in (f"<p>{escape(text)}</p>", f"<ul><li>{escape(text)}</ul>", f"<p>a<br>{escape(text)}<br>b</p>"):
        clip = markdown(html)
        assert inline.scan(clip) == []
        assert " ".join(text.split()) in shown(render(clip).html)


@given(st.lists(TEXT | MARKDOWN, min_size=1, max_size=3))
@example(["a\u2028b", "\x1c"])
@settings(max_examples=300)
def test_any_text_is_shown_again_as_it_was(texts: list[str]) -> None:
    clip = markdown("".join(f"<p>{escape(text)}</p>" for text in texts))
    assert inline.scan(clip) == []
    assert shown(render(clip).html) == shown("".join(f"<p>{escape(without_placeholders(text))}</p>" for text in texts))


@given(MARKDOWN)
@settings(max_examples=300)
def test_any_text_survives_as_plain_markdown(text: str) -> None:
    assert inline.scan(plain_markdown(escape(text))) == []
    assert strip_tags(escape(text)) == " ".join(without_placeholders(text).split())


def test_a_hostile_page_is_rendered_inert() -> None:
    wrong = {text: found for text in payloads() if (found := faults(render(markdown(text)).html))}
    assert wrong == {}


def test_strip_tags_keeps_the_words() -> None:
    html = (
        "<title>T</title><style>x</style><p>a <b>b</b></p><script>x</script><!-- c --><noscript>d</noscript>e &amp; f"
    )
    assert strip_tags(html) == "T\na\nb\ne & f"
    assert plain_markdown("<p>#a</p>* b") == "\\#a\n\n\\* b"


@pytest.mark.parametrize(
    "unit",
    [
        *["<div>", "<b>", "</b>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<a ", "<a x='", '<a x="', "<!--"],
        *[
            "<![CDATA[",
            "<",
            "&",
            "&amp",
            "<script>",
            "<title>",
            "<math>",
            "<svg>",
            "a<br>",
            "`",
            "_a",
            "**",
            "| ",
            "<p>a",
        ],
        *[
            "<b><i>",
            "<a href=x>y",
            "<pre>a",
            "<dt>a<dd>",
            "<td>a",
            "<b><div></b></div>",
            "https://",
            "</a",
            "<a x=y ",
            "]",
        ],
    ],
)
def test_it_finishes_on_a_hostile_page(unit: str) -> None:
    html = unit * (100_000 // len(unit))
    assert len(markdown(html)) < 20 * len(html)
    assert len(strip_tags(html)) <= 2 * len(html)
