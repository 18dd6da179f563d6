import pytest

from notesvc.text import inline


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
    ],
)
def test_it_reads_what_follows_code_addresses_and_html(markdown: str) -> None:
    assert found(markdown) == [("tag", "yes")]
