import time

import pytest

from notesvc.text.markdown.readable import readable


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("see [[Note|a name]] and [[Other#Part]]", "see a name and Other#Part"),
        ("![[picture.png]] [text](https://x.org/%2Fa) ![alt](/files/x.png)", "picture.png text alt"),
        ("## Head **bold** _thin_ `code` ~~gone~~ ==lit==", "Head bold thin code gone lit"),
        ("snake_case 2*3 a * b x = y \\*kept", "snake_case 2*3 a * b x = y *kept"),
        ("> [!note]- Careful", "Careful"),
        ("- [ ] do this\n- [ ]", "do this"),
        ("12. twelfth", "twelfth"),
        ("| a | b |", "a b"),
        ("| --- | :-: |", ""),
        ("```python", ""),
        ("so **it** is\n```python\nr = a**2 + b[c](d) # x\n```\nand **on**", "so it is r = a**2 + b[c](d) # x and on"),
        ("> ~~~\nx ~~ y", "x ~~ y"),
        ("* * *", ""),
        ("a &gt; b &amp; <b>c</b> 1 < 2", "a > b & c 1 < 2"),
        ("text[^1] %%hidden%% <!-- hidden --> ^block", "text"),
        ("The beans. ^a1\nsee [[Note#^a1]]", "The beans. see Note"),
        ("-5 degrees, a-b", "-5 degrees, a-b"),
        ("first\\\n\\\nthird\n- item\\\n  last \\", "first third item last \\"),
    ],
)
def test_it_leaves_the_words(markdown: str, read: str) -> None:
    assert " ".join(readable(markdown).split()) == read


def test_code_that_began_before_stays_as_it_is() -> None:
    assert readable("a**2\n```\na **bold** word", begins_in_code=True).split() == ["a**2", "a", "bold", "word"]


@pytest.mark.parametrize(
    "unit", ["[", "![[", "[[a|", "*", "_a", "`", "> ", "| ", "<a", "- ", "&", "\\", "a](", "[^", "%%", "```\n", "> ~"]
)
def test_it_finishes_on_hostile_lines(unit: str) -> None:
    # Excerpts are made of pieces of a thousand characters at most.
    began = time.thread_time()
    for _ in range(20):
        readable(unit * (1_000 // len(unit)))
    assert time.thread_time() - began < 1
