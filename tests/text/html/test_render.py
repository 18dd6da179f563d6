import re
import string

import pytest
from hypothesis import given, settings

from notesvc.text import inline
from notesvc.text.html import sanitise
from notesvc.text.html.fallback import as_text
from notesvc.text.html.link_targets import NO_LINKS, Links, Target
from notesvc.text.html.page import PageOptions
from notesvc.text.html.page import render as page
from tests.text.hostile_html import payloads
from tests.text.html_checks import faults
from tests.text.samples import MARKDOWN

LINKS = Links(
    wiki={
        "Known": Target("/notes/1"),
        "pic.png": Target("/files/9/pic.png", "image"),
        "song.mp3": Target("/files/9/song.mp3", "audio"),
        "film.mp4": Target("/files/9/film.mp4", "video"),
        "paper.pdf": Target("/files/9/paper.pdf", "file"),
    },
    notes={"0190aaaa-0000-7000-8000-00000000000a": Target("/notes/2")},
    people=frozenset({"ada", "ada lovelace"}),
)
REL = ' rel="noopener noreferrer nofollow"'


def render(markdown: str, links: Links = NO_LINKS) -> str:
    """The HTML of the page."""
    return page(markdown, PageOptions(links)).html


def rendered(markdown: str, links: Links = LINKS) -> str:
    """The HTML on one line and without the `rel` of links and the `dir` of blocks, to compare it easily."""
    html = re.sub(r' dir="(?:auto|ltr)"', "", render(markdown, links).replace(REL, ""))
    return re.sub(r">\s*\n\s*<", "><", html).replace("\n", " ").strip()


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("# Title", '<h1 id="user-content-title">Title</h1>'),
        ("## A `b` c ##", '<h2 id="user-content-a-b-c">A <code>b</code> c</h2>'),
        ("#tag at the start", "<p>#tag at the start</p>"),
        ("#5 is no heading", "<p>#5 is no heading</p>"),
        (r"\# none", "<p># none</p>"),
        ("a\nb", "<p>a<br> b</p>"),
        ("a  \nb\\\nc", "<p>a<br> b<br> c</p>"),
        ("~~a~~ ==b== H~2~O a == b", "<p><del>a</del> <mark>b</mark> H~2~O a == b</p>"),
        ("a %%hidden%% b", "<p>a  b</p>"),
        ("%%\nhidden\n\n# too\n%%\nb", "<p>b</p>"),
        ("a <!-- hidden --> b", "<p>a  b</p>"),
        ("100%% sure", "<p>100%% sure</p>"),
        ("- [x] done\n- [ ] open", None),
        ("text\n- a\n- b", "<p>text</p><ul><li>a</li><li>b</li></ul>"),
        ("- a\n  - b\n    - c\n- d", "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>"),
        ("- a\n\n  b\n- c", "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>"),
        ("1) a\n2) b", "<ol><li>a</li><li>b</li></ol>"),
        ("3. a", '<ol start="3"><li>a</li></ol>'),
        ("- a\n1. b", "<ul><li>a</li></ul><ol><li>b</li></ol>"),
        ("1986. A year", '<ol start="1986"><li>A year</li></ol>'),
        ("It was\n1986. A year", "<p>It was<br> 1986. A year</p>"),
        ("> a\n\n> b", "<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>"),
        ("> a\nlazy", "<blockquote><p>a<br> lazy</p></blockquote>"),
        ("a\n***\nb", "<p>a</p><hr><p>b</p>"),
        ("https://a.b/c_d_e.", '<p><a href="https://a.b/c_d_e">https://a.b/c_d_e</a>.</p>'),
        ("(https://a.b/c_(d))", '<p>(<a href="https://a.b/c_(d)">https://a.b/c_(d)</a>)</p>'),
        ("<b>x</b> <kbd>y</kbd> <blink>z</blink>", "<p><b>x</b> <kbd>y</kbd> &lt;blink&gt;z&lt;/blink&gt;</p>"),
        ("a & b &amp; &lt; <", "<p>a &amp; b &amp; &lt; &lt;</p>"),
        ("    code\n", "<pre><code>code </code></pre>"),
        ("", ""),
    ],
)
def test_it_renders(markdown: str, html: str | None) -> None:
    if html is not None:
        assert rendered(markdown) == html


def test_it_shows_tasks_as_boxes_that_cannot_be_ticked() -> None:
    html = rendered("- [x] done\n- [ ] open\n- [?] odd\n- [link](https://a.b)")
    assert html.count('type="checkbox"') == html.count("disabled") == 3
    assert html.count("checked") == 2
    assert html.count('class="task done"') == 2
    assert html.count("<label><input") == 3
    assert "done</label>" in html


@pytest.mark.parametrize(
    "markdown",
    [
        "```py title=x\na <b> #tag [[x]]\n```",
        "~~~py\na <b> #tag [[x]]\n~~~",
        "````py\na <b> #tag [[x]]\n````\n",
        "> ```py\n> a <b> #tag [[x]]\n> ```",
        "1. item\n   ```py\n   a <b> #tag [[x]]\n   ```",
        "- ```py\n  a <b> #tag [[x]]\n  ```",
        "- a\n  > ```py\n  > a <b> #tag [[x]]\n  > ```",
        "```py\na <b> #tag [[x]]",
    ],
)
def test_code_stays_as_it_is_wherever_it_stands(markdown: str) -> None:
    html = re.sub("</?span[^>]*>", "", render(markdown))
    assert '<code class="language-py">a &lt;b&gt; #tag [[x]]\n</code></pre>' in html


def test_a_fence_holds_fences_that_are_shorter() -> None:
    assert "<code>```\nx\n```\n</code>" in render("````\n```\nx\n```\n````")


def test_blank_lines_and_indentation_of_code_stay() -> None:
    assert "<code>a\n\n\n  b\n</code>" in render("- x\n\n  ```\n  a\n\n\n    b\n  ```")


def test_callouts_become_boxes_with_a_title() -> None:
    assert rendered("> [!tip] A **title**\n> body") == (
        '<div class="callout callout-tip"><p class="callout-title">A <strong>title</strong></p><p>body</p></div>'
    )
    assert rendered("> [!warning]- \n> body") == (
        '<details class="callout callout-warning"><summary class="callout-title">'
        '<span data-said="warning" lang="en">Warning</span></summary><p>body</p></details>'
    )
    assert "data-said" not in rendered('> [!my kind] \n> <span data-said="tip" lang="en">Tip</span>')
    assert rendered("> [!info]+ x").startswith('<details class="callout callout-info" open="">')


def test_footnotes_stand_at_the_end_and_lead_back() -> None:
    html = rendered("a[^x] b[^none]\n\n[^x]: the *note*\n\nc")
    assert '<a href="#user-content-fn-1" role="doc-noteref">1</a></sup> b[^none]</p><p>c</p><hr' in html
    assert '<span id="user-content-fn-1"></span>the <em>note</em>' in html
    assert 'href="#user-content-fnref-1" role="doc-backlink"' in html


def test_tables_align_and_keep_bars_inside_links_and_code() -> None:
    html = rendered("| a | b |\n|:-:|---|\n| [[Known\\|x]] | `c|d` |")
    assert '<th class="align-center">a</th>' in html
    assert '<td class="align-center"><a class="note" href="/notes/1">x</a></td><td><code>c|d</code></td>' in html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("[[Known]]", '<a class="note" href="/notes/1">Known</a>'),
        ("[[Known|shown]]", '<a class="note" href="/notes/1">shown</a>'),
        ("[[Known#A b!]]", '<a class="note" href="/notes/1#user-content-a-b">Known &gt; A b!</a>'),
        ("[[#A b!]]", '<a class="note" href="#user-content-a-b">A b!</a>'),
        ("[[None]]", '<span class="missing">None</span>'),
        ("**[[Known]]**", '<strong><a class="note" href="/notes/1">Known</a></strong>'),
        ("![[Known]]", '<a class="note" href="/notes/1">Known</a>'),
        ("![[none.png]]", '<span class="missing">none.png</span>'),
        ("![[paper.pdf]]", '<a class="attachment" href="/files/9/paper.pdf">paper.pdf</a>'),
        ("[a](note://0190aaaa-0000-7000-8000-00000000000a)", '<a href="/notes/2">a</a>'),
        ("[a](note://0190aaaa-0000-7000-8000-00000000000b)", '<span class="missing">a</span>'),
        ("[a](Known.md#A%20b)", '<a href="/notes/1#user-content-a-b">a</a>'),
        ("[a](Other.md)", '<span class="missing">a</span>'),
        ("[a](#A-b)", '<a href="#user-content-a-b">a</a>'),
        ("[a #tag](https://a.b)", '<a href="https://a.b">a #tag</a>'),
        ("#a/b and #日本_x_", "#a/b and #日本_x_"),
        ("met $Ada Lovelace there", "met $Ada Lovelace there"),
        ("ask @ada, @bob", "ask @ada, @bob"),
        ("`#tag $Ada @ada [[Known]]`", "<code>#tag $Ada @ada [[Known]]</code>"),
        (r"\#tag \[[Known]] \$Ada \@ada", "#tag [[Known]] $Ada @ada"),
    ],
)
def test_it_links_what_the_note_refers_to(markdown: str, html: str) -> None:
    assert rendered(markdown) == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "markdown", ["![[pic.png|120x80]]", "![pic.png|120x80](pic.png)", "![pic.png|120x80](/files/9/pic.png)"]
)
def test_it_shows_pictures_of_our_own(markdown: str) -> None:
    html = rendered(markdown)
    assert 'src="/files/9/pic.png"' in html
    assert 'width="120"' in html
    assert 'height="80"' in html
    assert 'alt="pic.png"' in html


def test_it_plays_sound_and_film() -> None:
    html = rendered("![[song.mp3]] ![[film.mp4]]")
    assert re.search(r'<audio [^>]*src="/files/9/song.mp3"', html)
    assert re.search(r'<video [^>]*src="/files/9/film.mp4"', html)
    assert html.count("controls") == 2


def test_a_picture_from_elsewhere_is_a_link_until_it_is_allowed() -> None:
    markdown = "![a](https://x.y/p.png) <img src='https://x.y/q.png'> ![b](http://x.y/r.png) ![c](/s/t.png)"
    assert "src=" not in render(markdown)
    assert 'href="https://x.y/p.png"' in render(markdown)
    allowed = render(markdown, Links(remote_images=True))
    assert re.findall(r'src="([^"]*)"', allowed) == ["https://x.y/p.png", "https://x.y/q.png"]


@pytest.mark.parametrize("address", ["/files/../api/x", "/files/%2e%2e/api", "/files/a/..%2fb", "/api/x", "files/x"])
def test_a_picture_never_asks_for_anything_but_a_file(address: str) -> None:
    assert "src=" not in render(f"![a]({address}) <img src='{address}'>")


def test_headings_of_one_name_have_ids_of_their_own() -> None:
    assert re.findall(r'id="([^"]*)"', render("# a\n\n# a\n\n# A")) == [
        "user-content-a",
        "user-content-a-1",
        "user-content-a-2",
    ]


@pytest.mark.parametrize("character", string.punctuation)
def test_a_backslash_takes_the_meaning_of_any_punctuation(character: str) -> None:
    assert f"\\{character}" not in rendered(f"a\\{character}b").replace("&lt;", "<").replace("&amp;", "&") or (
        character == "\\"
    )


def test_no_vector_survives_the_sanitiser_alone() -> None:
    wrong = {text: found for text in payloads() if (found := faults(sanitise.clean(text)))}
    assert wrong == {}


def test_the_check_itself_finds_what_is_wrong() -> None:
    for html in ("<script>", "<b onclick=x>", "<a href='javascript:x'>", "<img src=//x>", "<b id=x>", "<!-- x -->"):
        assert faults(html)


@given(MARKDOWN)
@settings(max_examples=300)
def test_whatever_is_written_is_safe(markdown: str) -> None:
    assert faults(render(markdown, LINKS)) == []


def test_a_mail_address_between_angle_brackets_is_a_link() -> None:
    link = '<a href="mailto:ada_l@example.org">ada_l@example.org</a>'
    assert rendered("<ada_l@example.org> <mailto:ada_l@example.org>") == f"<p>{link} {link}</p>"
    for text in ("<[[@-->", "<a@b..c>", "<@b>", "<a@>"):
        assert "missing" not in rendered(text)
        assert "mailto:" not in rendered(text)


@given(MARKDOWN)
@settings(max_examples=300)
def test_no_more_links_are_shown_than_are_scanned(markdown: str) -> None:
    shown = re.findall(r'class="missing"', render(markdown))
    scanned = [token for token in inline.scan(markdown) if token.kind in ("wiki", "note")]
    # The other ways to write a link are CommonMark's own: in brackets, or an address between angle brackets.
    assert len(shown) <= len(scanned) + markdown.count("](") + markdown.count("<note://")


@pytest.mark.parametrize(
    "markdown",
    ["x" * 1_048_577, ">" * 200 + " a", "- " * 200 + "a", "a[" * 500, "<b>" * 600, "* " * 4000],
)
def test_what_is_too_much_is_shown_as_it_is(markdown: str) -> None:
    assert render(markdown) == as_text(markdown)


def test_escaped_text_is_inert_and_whole() -> None:
    assert as_text("<b>&\x00\ufdd0\ud800x") == '<pre class="plain">&lt;b&gt;&amp;x</pre>'


def test_links_travel_as_json() -> None:
    assert Links.from_json(LINKS.as_json()) == LINKS


def test_the_id_of_a_block_is_where_its_links_lead() -> None:
    assert rendered("The **beans** ^A-1") == '<p>The <strong>beans</strong> <span id="user-content-a-1"></span></p>'
    assert rendered("a ^b c `^d`\n\nx^2") == "<p>a ^b c <code>^d</code></p><p>x^2</p>"
    assert '/notes/1#user-content-a-1">Known</a>' in rendered("[[Known#^a-1]]")
    assert '<span id="user-content-a1"></span>' in rendered("- one ^a1\n- two")
