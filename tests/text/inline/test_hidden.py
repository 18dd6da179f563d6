import random

import pytest

from notesvc.text import inline
from notesvc.text.blocks.reading import block_rules
from notesvc.text.inline import indented_code


def found(markdown: str) -> list[tuple[str, str]]:
    return [(token.kind, token.value) for token in inline.scan(markdown)]


@pytest.mark.parametrize(
    "markdown",
    [
        "`#no [[no]] $No @no`",
        "``a ` #no``",
        "```#no```",
        "`a\n#no`",
        "```\n#no\n```",
        "``` py\n[[no]]\n````\n",
        "~~~\n```\n#no\n~~~",
        "   ~~~~\n~~~\n#no\n~~~~",
        "```\n#no",
        "> ```\n> #no\n> ```",
        "- ```\n  #no\n  ```",
        "1. ~~~\n   #no",
        "[x](#no)",
        "[x](a(b)#no)",
        "[x](</a #no>)",
        '[x](y "#no")',
        "![](x/#no)",
        "[x]: #no",
        '  [x]: <#no> "title"',
        "https://x.y/#no",
        "(HTTP://x.y/a,#no)",
        "www.x.y/#no",
        "<https://x.y/#no>",
        "<a href='#no'>",
        '<a title="x > y" href="#no">',
        "<br\n id='#no'/>",
        "<!-- #no\n\n[[no]] -->",
        "<style>a { color: #noo }</style>",
        "<SCRIPT>\n[[no]]\n\n#no</SCRIPT>",
        "    #no [[no]] $No @no [x](note://0190aaaa-0000-7000-8000-00000000000a)",
        "\t#no",
        "text\n\n  \t#no\n\n\t[[no]]",
        "# heading\n    #no",
        "- item\n\n      #no",
        "1.     #no",
        ">     #no\n>\n>     [[no]]",
        "-\t\t#no",
        "text\r\n\r\n    #no\r\n",
    ],
)
def test_it_reads_nothing_in_code_addresses_and_html(markdown: str) -> None:
    assert found(markdown) == []


@pytest.mark.parametrize(
    "markdown",
    [
        "```\n#no\n```\n#yes",
        "> ```\n> #no\n\n#yes",
        "> ```\n#yes",
        "```\n> ```\n#no\n```\n#yes",
        "- a ` stray tick\n- #yes with `code`",
        "a ` stray tick\n\n#yes `",
        "# a ` heading\n| `a | #yes",
        "`` two ` #yes",
        r"\`#yes\`",
        r"`\` #yes `x`",
        "a < b #yes > c",
        "<b then #yes > c",
        "<!-- #yes",
        "<style> #yes",
        "[x](not an address #yes)",
        "[^1]: #yes",
        "[x]: #yes it is",
        "https://x.y #yes",
        "<https://x.y>#yes",
        "~~#yes~~",
        "``` `x` \n#yes",
        "xwww.#yes",
        "text\n    #yes",
        "> text\n    #yes",
        "- item\n\n    #yes",
        "1. a\n   - b\n\n     #yes",
        "[^1]: note\n\n    #yes",
        "    ```\n\n#yes",
        "<div>\n    #yes",
    ],
)
def test_it_reads_what_follows_code_addresses_and_html(markdown: str) -> None:
    assert found(markdown) == [("tag", "yes")]


def test_indented_code_is_what_the_blocks_show_as_code() -> None:
    dice = random.Random("indented code")
    texts = ["".join(dice.choices(PIECES, k=dice.randint(2, 12))) for _ in range(2_000)]
    expected = [shown_as_code(text) for text in texts]
    found = [[text.count("\n", 0, start) for start, _ in indented_code.code_lines(text)] for text in texts]
    # The parser of blocks is lax with lists and quotes that stand four columns in.
    different = [text for text, one, other in zip(texts, expected, found, strict=True) if one != other]
    assert len(different) < 10, different
    assert sum(map(bool, expected)) > 200


PIECES = ["- ", "* ", "1. ", "2. ", "> ", "    ", "  ", " ", "a", "b", "\n", "\n", "\n\n", "# h", "---", "<div>"]


def shown_as_code(text: str) -> list[int]:
    tokens = [token for token in block_rules.parse(text, {}) if token.type == "code_block"]
    places = [(token.map[0], token.content.split("\n")) for token in tokens if token.map]
    return [start + number for start, lines in places for number, line in enumerate(lines) if line.strip()]


@pytest.mark.parametrize("unit", ["    ", "\t#a\n", "    \n#a", "- ", "  - ", "-\n", "1. a\n", " - - -\n", "> - \n"])
def test_looking_for_indented_code_takes_linear_time(unit: str) -> None:
    text = "- " * 100 + unit * (100_000 // len(unit)) + "\n" * 100_000 + "    #no"
    assert [token.value for token in inline.scan(text) if token.start > 100_200] in ([], ["no"])
