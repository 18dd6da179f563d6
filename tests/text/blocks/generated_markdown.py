"""Random documents to convert: structured Markdown, character soup, and blocks as an editor might send them."""

import random
from collections.abc import Callable
from typing import Any

WORDS = [
    "alpha", "beta", "日本語", "سلام", "naïve", "x", "a1", "1", "2nd", "snake_case", "#tag", "$Ann", "@bob", "C:\\dir",
    "e.g.", "(see", "that)", "“quoted”", "don't", "100%", "a*b", "2*3*4", "f(x)", "[1]", "[ ]", "<3", "a<b", "AT&T", "&amp",
    "http://x.y/a_b_c?d=1&e=2", "—", "…", "~", "~~", "|", "!", "`", "\\", "*", "_", "**", "__", "$", "$$", "=", "^", "🙂",
    "\u3000wide", "a\u00a0b",
]  # fmt: skip
SOUP = list("ab1 \n\n\t*_`~[]()!<>#-+.=|\\&;:$\"'/x> ") + [
    "    ", "\n\n", "```", "~~~", "[[", "]]", "](", "![", "**", "<b>", "</b>", "<!--", "-->", "<div>", "- ", "1. ", "> ",
    "# ", "\n- ", "\n> ", "\n    ", "&amp;", "&nbsp;", "http://x", "[^1]:", "[a]: ", "---", "| ", "|-|", "<u>", "</u>", "\\\n",
    "  \n", "$$", "日", "\u3000", "\u00a0", "\x0b", "\x0c", "\u2028", "\r\n", "\r",
]  # fmt: skip
HREFS = [
    "http://x.y/z",
    "https://e.org/a(b)c",
    "note://1",
    "a b.md",
    "/files/1/a.png",
    "#frag",
    "mailto:a@b.c",
    "x\\y",
    "",
]

RAW = ["<div>x</div>", "<!-- a\n\nb -->", "$$\nx_1\n$$", "![[embed]]", "[ref]: http://r.x", "[^1]: note\n    more"]


def soup(pick: random.Random) -> str:
    """Characters and fragments with a meaning in Markdown, in any order."""
    return "".join(pick.choices(SOUP, k=pick.randint(1, 60)))


def markdown(pick: random.Random, most: int = 5) -> str:
    """A document of a few Markdown blocks of every kind."""
    parts = [_block(pick, 0) for _ in range(pick.randint(1, most))]
    text = "".join(part + pick.choice(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"]) for part in parts)
    if pick.random() < 0.2:
        text = text.rstrip()
    if pick.random() < 0.1:
        text = text.replace("\n", "\r\n")
    return "---\ntitle: x\ntags: [a]\n---\n" + text if pick.random() < 0.05 else text


def words(pick: random.Random, most: int = 6) -> str:
    """A few words with spaces between most of them."""
    return "".join(pick.choice(WORDS) + pick.choice([" ", " ", " ", ""]) for _ in range(pick.randint(1, most))).strip(
        " "
    )


def inline(pick: random.Random, depth: int = 0) -> str:
    """A line of inline Markdown."""
    return pick.choice([" ", " ", ""]).join(pick.choice(_INLINE)(pick, depth) for _ in range(pick.randint(1, 4)))


def _within(pick: random.Random, depth: int) -> str:
    return inline(pick, depth + 1) if depth < 2 else words(pick, 2)


_INLINE: list[Callable[[random.Random, int], str]] = [
    lambda pick, depth: words(pick),
    lambda pick, depth: words(pick),
    lambda pick, depth: f"**{_within(pick, depth)}**",
    lambda pick, depth: f"*{_within(pick, depth)}*",
    lambda pick, depth: f"_{_within(pick, depth)}_",
    lambda pick, depth: f"~~{_within(pick, depth)}~~",
    lambda pick, depth: f"<u>{_within(pick, depth)}</u>",
    lambda pick, depth: f"`{words(pick, 2)}`",
    lambda pick, depth: f"`` {words(pick, 2)} ``",
    lambda pick, depth: f"[{_within(pick, depth)}]({pick.choice(HREFS)})",
    lambda pick, depth: f'[{words(pick, 2)}](/u "title {words(pick, 1)}")',
    lambda pick, depth: f"[{words(pick, 2)}](<{pick.choice(HREFS)}>)",
    lambda pick, depth: f"![{words(pick, 1)}]({pick.choice(HREFS)})",
    lambda pick, depth: pick.choice(
        ["[[Note]]", "[[Note|shown]]", "[[Note#Part]]", "![[a.png]]", "[[a|]]", "**[[Note]]**"]
    ),
    lambda pick, depth: pick.choice(
        ["<https://x.y>", "<a@b.c>", "<b>bold</b>", "<br>", "&nbsp;", "&lt;", "&copy;", "&#32;"]
    ),
    lambda pick, depth: pick.choice(
        ["[ref]", "[text][ref]", "[^1]", "$$x_1$$", "==mark==", "%%note%%", "\\*", "\\[", "\\`", r"$a_{i}*b*\,c_{j}$"]
    ),
    lambda pick, depth: words(pick) + pick.choice(["\n", "\\\n", "  \n"]) + words(pick),
]


def _block(pick: random.Random, depth: int) -> str:
    return pick.choice(_BLOCKS)(pick, depth)


def _list(pick: random.Random, depth: int) -> str:
    kind = pick.choice(["- ", "* ", "+ ", "1. ", "7. ", "1) ", "- [ ] ", "- [x] ", "120. "])
    gap = pick.choice(["\n", "\n", "\n", "\n\n"])
    return gap.join(_item(pick, kind, depth) for _ in range(pick.randint(1, 4)))


def _item(pick: random.Random, marker: str, depth: int) -> str:
    indent = " " * pick.choice([len(marker.rstrip("[x] ")) + 1, 4, 2])
    text = marker + pick.choice([inline(pick), words(pick), words(pick), ""])
    if depth < 3 and pick.random() < 0.35:
        below = _block(pick, depth + 1)
        text += pick.choice(["\n", "\n\n"]) + "\n".join(indent + line for line in below.split("\n"))
    return text.replace("\n\n\n", "\n\n")


def _quote(pick: random.Random, depth: int) -> str:
    inside = "\n\n".join(_block(pick, depth + 2) for _ in range(pick.randint(1, 2))) if depth < 3 else words(pick)
    callout = pick.choice(["", "", "[!note] ", "[!tip]- Title\n"])
    return "\n".join(f"> {line}" for line in (callout + inside).split("\n"))


def _table(pick: random.Random, depth: int) -> str:
    columns = pick.randint(1, 3)
    rows = [[words(pick, 2).replace("|", "\\|") for _ in range(columns)] for _ in range(pick.randint(1, 3))]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + "|".join(pick.choice(["---", ":-:", "--:", ":--"]) for _ in range(columns)) + "|")
    return "\n".join(lines)


def _fence(pick: random.Random, depth: int) -> str:
    fence = pick.choice(["```", "~~~", "````", "```"])
    code = "\n".join(
        pick.choice(["x = 1", "", "  y", "\tz", "```", "# not", "- not", "\\", "`"]) for _ in range(pick.randint(0, 4))
    )
    return f"{fence}{pick.choice(['', 'py', 'mermaid', 'js {1,2}', ' text'])}\n{code}\n{fence}"


_BLOCKS: list[Callable[[random.Random, int], str]] = [
    lambda pick, depth: inline(pick),
    lambda pick, depth: inline(pick),
    lambda pick, depth: "#" * pick.randint(1, 7) + " " + inline(pick).replace("\n", " "),
    lambda pick, depth: f"{inline(pick)}\n{pick.choice(['===', '---'])}",
    _list,
    _list,
    _list,
    _quote,
    _table,
    _fence,
    lambda pick, depth: "    indented\n\n      code",
    lambda pick, depth: pick.choice(["---", "***", "* * *", "___"]),
    lambda pick, depth: pick.choice(
        ["<div>\n<p>x</p>\n</div>", "<!-- a\n\nb -->", "<pre>\n x\n\n y</pre>", "<b>x</b>"]
    ),
    lambda pick, depth: pick.choice(
        ["[ref]: http://r.x", "[Ref]: <a b> 'title'\n[other]: /o", "[^1]: a note\n    more"]
    ),
    lambda pick, depth: pick.choice(
        ["$$\nx_1 * y\n$$", "$$a$$", "![alt](u.png)", "![a](u 't')", "![[x.png]]", '![a](u "t")']
    ),
    lambda pick, depth: pick.choice(WORDS) + pick.choice([".", ")", ":", ""]) + " " + words(pick),
]


def document(pick: random.Random, depth: int = 1, most: int = 4) -> list[dict[str, Any]]:
    """Valid blocks such as no Markdown would give: styles in odd places, children everywhere, signs in every text."""
    return [_random_block(pick, depth) for _ in range(pick.randint(1, most))]


def _random_block(pick: random.Random, depth: int) -> dict[str, Any]:
    kind = pick.choice(_KINDS)
    block: dict[str, Any] = {"type": kind, "props": dict(_PROPS.get(kind, lambda pick: {})(pick))}
    if kind == "codeBlock":
        block["content"] = [{"type": "text", "text": words(pick), "styles": {}}]
    elif kind == "rawMarkdown":
        block["content"] = [{"type": "text", "text": pick.choice(RAW), "styles": {}}]
    elif kind == "table":
        block["content"] = _table_content(pick)
    elif kind not in ("image", "video", "file", "divider"):
        block["content"] = nodes(pick)
    block["children"] = document(pick, depth + 1, 2) if depth < 4 and pick.random() < 0.25 else []
    return block


_KINDS = [
    "paragraph", "paragraph", "paragraph", "heading", "bulletListItem", "bulletListItem", "numberedListItem",
    "checkListItem", "toggleListItem", "quote", "codeBlock", "table", "image", "video", "file", "divider", "rawMarkdown",
]  # fmt: skip
_PROPS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "paragraph": lambda pick: pick.choice([{}, {"textColor": "red"}, {"textAlignment": "center"}]),
    "heading": lambda pick: {"level": pick.randint(1, 6), "isToggleable": pick.random() < 0.2},
    "numberedListItem": lambda pick: pick.choice([{}, {}, {"start": pick.randint(0, 2000)}]),
    "checkListItem": lambda pick: {"checked": pick.random() < 0.5},
    "codeBlock": lambda pick: pick.choice([{}, {"language": "py"}, {"language": "a`b"}, {"language": "text"}]),
    "image": lambda pick: {
        "name": words(pick, 2),
        "url": pick.choice(HREFS),
        "caption": pick.choice(["", words(pick, 2)]),
    },
    "video": lambda pick: {
        "name": words(pick, 2),
        "url": pick.choice(HREFS),
        "caption": pick.choice(["", words(pick, 2)]),
    },
    "file": lambda pick: {"name": words(pick, 2), "url": pick.choice(HREFS)},
}


def nodes(pick: random.Random) -> list[dict[str, Any]]:
    """Inline nodes, adversarial in their edges."""
    return [_node(pick) for _ in range(pick.randint(0, 5))]


def _node(pick: random.Random) -> dict[str, Any]:
    kind = pick.random()
    if kind < 0.75:
        return _text(pick)
    if kind < 0.87:
        return {
            "type": "link",
            "href": pick.choice(HREFS),
            "content": [_text(pick) for _ in range(pick.randint(0, 2))],
        }
    if kind < 0.94:
        title, alias = pick.choice(["Note", "a b", "a]b", "x|y"]), pick.choice(["", "", "shown", "a|b"])
        return {"type": "wikiLink", "props": {"title": title, "alias": alias}}
    return {
        "type": "mdInline",
        "props": {"src": pick.choice(["<br>", "![a](u)", "&nbsp;", "[ref]", "<b>", "plain", "**b**"])},
    }


def _text(pick: random.Random) -> dict[str, Any]:
    names = ["bold", "italic", "strike", "underline", "code", "textColor"]
    styles = {
        name: "red" if name == "textColor" else True for name in pick.sample(names, pick.choice([0, 0, 1, 1, 2, 3]))
    }
    text = pick.choice([words(pick, 3), words(pick, 2), "".join(pick.choices(SOUP[:40], k=pick.randint(1, 6)))])
    return {
        "type": "text",
        "text": pick.choice(["", "", " "]) + text + pick.choice(["", "", " ", "\n"]),
        "styles": styles,
    }


def _table_content(pick: random.Random) -> dict[str, Any]:
    rows = [{"cells": [nodes(pick) for _ in range(pick.randint(1, 3))]} for _ in range(pick.randint(1, 3))]
    return {"type": "tableContent", "columnWidths": [], "rows": rows}
