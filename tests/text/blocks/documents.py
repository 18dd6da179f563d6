"""Documents to edit, from the vaults and generated."""

from typing import Any

from hypothesis import strategies as st

from tests.text.blocks import edits

INLINE = st.sampled_from(
    [
        "plain words", "_slanted_ and **bold**", "__bold__ text", "[**x**](https://a.b/c) after", "`` a`b `` code",
        "a [[Note|shown]] link", "first  \nsecond line", "first\\\nsecond line", "soft\nbreak", "AT&amp;T \\< 3 \\* 4",
        "`code` and ~~gone~~", "*foo *bar** end", "日本語の文", "سلام world", "tail blanks  ", "**[[設定]]**を",
        "x<br/>y",
        "snake_case and a*b", "<u>under</u> and <b>html</b>", "[ref] and [^1]", "![pic](a.png) beside", "$x$ #tag @bob",
        r"a $\{a\}_{i}*b*\,c_{j}$ b", "$5 *and* 6$ **bold**",
    ]
)  # fmt: skip
CELL = st.sampled_from(
    [
        "a",
        " b ",
        "x<br/>",
        "_c_",
        "[**x**](u)",
        "",
        "1 \\| 2",
        "**[[設定]]**を",
        "`co de`",
        "a<br>b",
        r"$\|a_{i}\| b_{j}$",
    ]
)


def _listed(marker: str, indent: str) -> Any:
    def put(pair: tuple[list[str], str]) -> str:
        texts, below = pair
        signs = [f"{at + 1}{marker}" if marker in ".)" else marker for at in range(len(texts))]
        lines = [f"{sign} {indented(text, indent)}" for sign, text in zip(signs, texts, strict=True)]
        return "\n".join(lines) + (f"\n{indent}{indented(below, indent)}" if below else "")

    return put


def indented(text: str, indent: str) -> str:
    return text.replace("\n", f"\n{indent}")


def listed(children: Any) -> Any:
    texts = st.lists(INLINE, min_size=1, max_size=4)
    forms = st.sampled_from(
        [("*", "  "), ("-", "  "), ("+", "\t"), (".", "   "), (")", "    "), ("- [ ]", "  "), ("- [x]", "  ")]
    )
    return forms.flatmap(lambda form: st.tuples(texts, children).map(_listed(*form)))


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def table(rows: list[list[str]]) -> str:
    return "\n".join(f"|{'|'.join(row)}|" for row in [rows[0], [":--", "---:"], *rows[1:]])


TABLES = st.lists(st.lists(CELL, min_size=2, max_size=2), min_size=1, max_size=4).map(table)
LISTS = st.recursive(st.just(""), listed, max_leaves=3).filter(bool)
BLOCKS = st.one_of(
    INLINE,
    LISTS,
    TABLES,
    st.builds("{} {} ##".format, st.sampled_from(["#", "###"]), st.sampled_from(["Title", "_Title_"])),
    st.just("Title _two_\n======"),
    st.lists(st.one_of(INLINE, LISTS, TABLES), min_size=1, max_size=2).map("\n\n".join).map(quoted),
    st.just("> [!note]- Folded\n> text with _slant_"),
    st.sampled_from(["~~~ py\nx = 1\n~~~", "    indented\n\n      code", "***", "<div>\n<p>x</p>\n</div>", "%%a%%"]),
    st.sampled_from(["[ref]: http://r.x 'title'", "[^1]: a note\n    more", "$$\nx\n$$", "![[pic.png|300]]"]),
    st.just("![a|30](<b c>)"),
    st.just("* T _x_  <!-- toggle -->\n  more\n  * _b_\n  * <!-- toggle -->\n    * _c_"),
)  # fmt: skip
FRONT = st.sampled_from(
    ["", "", "---\ntitle: x\ntags:\n  - a\n---\n", "---\ntitle: x\n---\n\n", "---\na: b\n\nc: d\n...\n"]
)
ENDS = st.sampled_from(["\n", "", "\n\n\n", "\n \n"])


@st.composite
def documents(draw: Any) -> str:
    parts = draw(st.lists(BLOCKS, min_size=1, max_size=6))
    text = draw(FRONT) + draw(st.sampled_from(["\n\n", "\n\n\n", "\n \n"])).join(parts) + draw(ENDS)
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def put(at: int, text: str) -> Any:
    return lambda document: document.insert(at, edits.paragraph(text))
