"""Notes as pages: what stands on them, what they say of themselves, and what is not shown."""

import re

import pytest

from notesvc.text.html import page
from notesvc.text.html.code_blocks import diagram_key
from notesvc.text.html.link_targets import Links
from notesvc.text.html.page import EmbeddedNote, Page, PageOptions
from tests.text.html.pages import LINKS, shown

# Code


def test_code_has_its_words_marked() -> None:
    html = shown("```python\ndef f(): return 'a<b'  # c\n```")
    assert '<span class="k">def</span> <span class="nf">f</span>' in html
    assert "<span class=\"s\">'a&lt;b'</span>" in html
    assert '<span class="c"># c</span>' in html
    assert '<span class="gi">+ b</span>' in shown("```diff\n- a\n+ b\n```")


@pytest.mark.parametrize("language", ["nothing", "", "../../etc", "python\x00"])
def test_code_of_an_unknown_language_is_plain(language: str) -> None:
    html = shown(f"```{language}\ndef <f>\n```")
    assert "&lt;f&gt;" in html
    if language != "python\x00":
        assert "<span" not in html


@pytest.mark.parametrize(
    ("markdown", "is_list"),
    [
        ("<dl><dt>A</dt><dd>b</dd><dd>c</dd><dt>D</dt><dt>E</dt><dd>f</dd></dl>", True),
        ("<dl><div><dt>A</dt><dd>b</dd></div></dl>", True),
        ("<dl><dt><br>A</dt></dl>", False),
        ("<dl><dd>b</dd></dl>", False),
        ("<dl><dt>A</dt><dd><dl><dt>B</dt></dl></dd><p>c</p></dl>", False),
    ],
)
def test_a_list_of_terms_is_one_only_with_their_descriptions(markdown: str, is_list: bool) -> None:
    html = shown(markdown)
    assert html.startswith("<dl>" if is_list else '<dl role="none">')


def test_code_keeps_every_letter() -> None:
    code = "\n\n  a = '\\n' \n\n\nb <&> c\n\n"
    for language in ("python", "js", "html", "diff", "bash", "yaml", "css", "json"):
        html = shown(f"```{language}\n{code}\n```")
        inside = re.sub("<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        assert inside == code + "\n"


def test_code_that_is_too_long_is_plain() -> None:
    html = shown("```python\n" + "x = 'a'\n" * 10_000 + "```")
    assert "<span" not in html
    assert html.count("x = 'a'") == 10_000


def test_a_diagram_is_its_source_until_there_is_a_picture() -> None:
    markdown = "```mermaid\ngraph TD\n  A-->B\n```"
    assert '<code class="language-mermaid">graph TD\n  A--&gt;B\n</code>' in shown(markdown)
    options = PageOptions(LINKS, diagrams={diagram_key("graph TD\n  A-->B"): "/files/9/d.svg"})
    html = shown(markdown, options)
    assert re.fullmatch(
        r'<figure class="diagram"><img src="/files/9/d.svg" alt="graph TD\n  A--&gt;B"[^>]*></figure>', html
    )


def test_a_diagram_never_comes_from_elsewhere() -> None:
    options = PageOptions(LINKS, diagrams={diagram_key("a"): "https://evil.example/x.svg"})
    assert "evil" not in shown("```mermaid\na\n```", options)


# Lists, callouts, tables, headings


def test_a_task_is_named_by_its_text() -> None:
    html = re.sub(r">\s+<", "><", shown("- [ ] a **b**\n  - [x] c\n\n1. x\n\n- [ ] loose\n\n  more"))
    assert re.search(r"<label><input[^>]*> a <strong>b</strong></label><ul><li class=.task done", html)
    assert re.search(r"<p><label><input[^>]*> loose</label></p><p>more</p>", html)
    assert html.count("<label>") == 3


def test_a_toggle_folds_what_is_in_it() -> None:
    markdown = "- A *a* <!-- toggle -->\n  - in\n\n1. x\n\n- B <!-- toggle -->\n\n  para\n- [[Other]] <!-- toggle -->"
    html = re.sub(r">\s+<", "><", shown(markdown))
    assert '<li class="toggle"><details><summary>A <em>a</em></summary><ul><li>in</li></ul></details></li>' in html
    assert "<details><summary>B</summary><p>para</p></details>" in html
    assert '<summary><a class="note" href="/notes/2">Other</a></summary>' in html


def test_callouts_are_read_as_the_editor_does() -> None:
    html = shown("> [!メモ|x]- Title\n> body\n\n> [!my_kind]\n> b")
    assert '<details class="callout callout-note">\n<summary class="callout-title">Title</summary>' in html
    assert '<div class="callout callout-mykind">\n<p class="callout-title">My kind</p>' in html


def test_cells_align_by_class() -> None:
    html = shown("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |")
    assert re.findall(r'<td class="([^"]*)">', html) == ["align-left", "align-center", "align-right"]
    assert "align=" not in html


def test_each_id_is_there_once_and_headings_are_told() -> None:
    made = page.render('# A *b*[^1] $x$\n\n## A b x\n\n<p id="a-b-x">c</p>\n\n# A\\*b\n\n[^1]: d\n\n###\n\n# `c<d>`')
    ids = re.findall(r' id="([^"]*)"', made.html)
    assert len(ids) == len(set(ids))
    assert [(level, text) for level, _, text in made.headings][:2] == [(1, "A b $x$"), (2, "A b x")]
    assert made.headings[2] == (1, "user-content-ab", "A*b")
    assert made.headings[-1][2] == "c<d>"
    assert all(f'id="{name}"' in made.html for _, name, _ in made.headings)


# Scripts


def test_blocks_run_as_their_letters_do() -> None:
    html = page.render("مرحبا\n\n- مرحبا\n  - a\n- b\n\n> שלום\n\n| א |\n|---|\n| b |\n\n- c\n\n`x`").html
    assert '<ul dir="rtl">' in html
    assert '<ul dir="ltr">' in html
    assert html.count("<ul>") == 1
    assert '<blockquote dir="rtl">' in html
    assert '<table dir="rtl">' in html
    assert '<p dir="auto">مرحبا</p>' in html


def test_paragraphs_of_an_item_lend_it_their_direction() -> None:
    html = page.render("- مرحبا\n\n  b\n\n- c\n\n  d").html
    assert re.search(r'<ul dir="rtl">\s*<li>\s*<p dir="auto">مرحبا', html)
    assert re.search(r'<li dir="ltr">\s*<p dir="auto">c', html)


def test_what_the_writer_says_of_language_and_direction_stays() -> None:
    html = page.render('<p lang="ja" dir="rtl">a</p>').html
    assert html == '<p lang="ja" dir="rtl">a</p>'


# Other notes


def test_an_embedded_note_is_shown_where_its_text_is_known() -> None:
    options = PageOptions(LINKS, {"Other": EmbeddedNote("# T\n\n[[pic.png]] [[Else]] a[^1] $x$\n\n[^1]: f", Links())})
    made = page.render("# T\n\n![[Other]]\n\na[^1] ![[Other]]\n\n[^1]: g", options)
    assert made.html.count('<article class="embedded">') == 1
    assert '<span class="missing">pic.png</span>' in made.html
    assert [text for _, _, text in made.headings] == ["T"]
    assert made.headings[0][1] == "user-content-t"
    ids = re.findall(r' id="([^"]*)"', made.html)
    assert len(ids) == len(set(ids))
    assert 'id="user-content-fn-2"' in made.html
    assert made.has_formulas


def test_an_embedded_note_is_its_title_where_its_text_is_not_given() -> None:
    assert shown("![[Other]]") == '<p><a class="note" href="/notes/2">Other</a></p>'
    assert shown("![[Private]]") == '<p><span class="missing">Private</span></p>'


def test_a_part_of_a_note_is_embedded() -> None:
    text = "a\n\n# One\n\nb\n\n```\n# Two\n```\n\n## In\n\nc\n\n# Two\n\nd"
    html = shown("![[Other#One]]", PageOptions(LINKS, {"Other": EmbeddedNote(text)}))
    assert [each in html for each in ("<p>a", "<p>b", "<p>c", "<p>d")] == [False, True, True, False]
    assert 'href="/notes/2#user-content-one"' in html


PARTS = """# Beds [north]

The *beans* ^b1

- peas ^p1
    - sugar
- onions

    | a |
    | - |
    | table |

    ^t1

> ```
> code
> ```
>
> ^c1

> [!tip] Warm
> soil

^w1

## See [more](x) of *it* ^h1

under

# End

done
"""


@pytest.mark.parametrize(
    ("anchor", "has", "lacks"),
    [
        ("^b1", "<em>beans</em>", "peas"),
        ("^P1", "sugar", "onions"),
        ("^t1", "<td", "onions"),
        ("^c1", "code\n", "blockquote"),
        ("^w1", "soil", "code"),
        ("^h1", "under", "done"),
        ("Beds north", "sugar", "done"),
        ("See more of it", "under", "done"),
        ("Beds north#See more of it", "under", "done"),
    ],
)
def test_an_embed_shows_the_part_that_it_names_and_no_more(anchor: str, has: str, lacks: str) -> None:
    html = shown(f"![[Other#{anchor}]]", PageOptions(LINKS, {"Other": EmbeddedNote(PARTS)}))
    assert has in html
    assert lacks not in html


@pytest.mark.parametrize("anchor", ["^b2", "Cellar", "^"])
def test_a_part_that_is_not_there_is_said_to_be_missing_and_leads_to_the_note(anchor: str) -> None:
    made = page.render(f"![[Other#{anchor}]]", PageOptions(LINKS, {"Other": EmbeddedNote(PARTS)}))
    assert f'<p class="missing"><span data-said="no_part" lang="en">{page.NO_PART}</span></p>' in made.html
    assert 'href="/notes/2' in made.html
    assert "beans" not in made.html
    assert made.warnings == (page.EMBED_WITHOUT_PART.format("Other", anchor),)


@pytest.mark.parametrize("heading", ["a[b]c", "# sign", "x | y", "[north] beds"])
def test_a_link_finds_a_heading_whose_signs_it_cannot_hold(heading: str) -> None:
    said = " ".join(re.sub(r"[\[\]|#]+", " ", heading).split())
    name = page.render(f"# \\{heading}" if heading[0] in "#[" else f"# {heading}").headings[0][1]
    assert f'href="#{name}"' in shown(f"[[#{said}]]")


def test_notes_that_embed_each_other_end() -> None:
    embeds = {name: EmbeddedNote(f"in {name}\n\n![[{'B' if name == 'A' else 'A'}]]\n\n![[{name}]]") for name in "AB"}
    html = shown("![[A]]\n\n" * 200, PageOptions(LINKS, embeds))
    assert 2 <= html.count("<article") <= page.MOST_EMBEDS
    assert html.count("embedded-title") >= 200


def test_an_embedded_note_that_cannot_be_rendered_is_text_and_told() -> None:
    made = page.render("a\n\n![[A]]", PageOptions(LINKS, {"A": EmbeddedNote("- " * 200 + "<b>")}))
    assert "&lt;b&gt;" in made.html
    assert made.warnings == (page.EMBED_TOO_TANGLED.format("A"),)
    assert not made.is_plain


# What is not shown, and what is said


def test_front_matter_comments_and_mentions_are_not_there() -> None:
    html = shown("---\nsecret: x\n---\na %%hidden%% <!-- hidden --> #tag $Ada @ada\n\n%%\nhidden\n%%")
    assert html == "<p>a   #tag $Ada @ada</p>"


def test_the_description_is_the_beginning_of_the_text() -> None:
    assert (
        page.render("# Head\n\n```\ncode\n```\n\nA **b** & [[x]] $y$[^1].\n- c\n\n[^1]: d").description
        == "A b & x $y$. c"
    )
    assert page.render("word " * 100).description == "word " * 39 + "word…"
    assert page.render("日" * 300).description == "日" * 200 + "…"
    assert page.render("# Only").description == ""


@pytest.mark.parametrize("markdown", ["x" * 1_048_577, ">" * 200 + " a", "<b>" * 600])
def test_what_cannot_be_rendered_is_text_and_told(markdown: str) -> None:
    made = page.render(markdown)
    assert made.is_plain
    assert made.html.startswith('<pre class="plain">')
    assert made.warnings == (page.TOO_TANGLED,)


def test_pages_and_options_travel_as_json() -> None:
    options = PageOptions(LINKS, {"A": EmbeddedNote("a", LINKS)}, {"0": "/files/1/a.svg"})
    assert PageOptions.from_json(options.as_json()) == options
    made = page.render("# A\n\n" + "$a$ " * 2_001)
    assert Page.from_json(made.as_json()) == made
