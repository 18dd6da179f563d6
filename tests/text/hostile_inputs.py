"""Markdown that has brought parsers to their knees: each a routine from a size in characters to a text."""

from collections.abc import Callable


def _repeat(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + unit * (size // len(unit)) + after


def _growing(unit: str, between: str) -> Callable[[int], str]:
    def text(size: int) -> str:
        parts: list[str] = []
        length = count = 0
        while length < size:
            count += 1
            parts.append(unit * count + between)
            length += len(parts[-1])
        return "".join(parts)

    return text


def _counted(pattern: str) -> Callable[[int], str]:
    return lambda size: "".join(pattern.format(number) for number in range(size // len(pattern)))


INPUTS: dict[str, Callable[[int], str]] = {
    "open brackets": _repeat("["),
    "open double brackets": _repeat("[["),
    "link starts": _repeat("[a]("),
    "image starts": _repeat("!["),
    "images in images": _repeat("![[]()"),
    "nested links": _repeat("[a](b", after=")" * 100),
    "empty link texts": _repeat("[]"),
    "reference pairs": _repeat("[a][b] "),
    "reference definitions": _counted("[a{0}]: http://x/{0}\n"),
    "open definitions": _repeat("[a]:\n"),
    "embeds left open": _repeat("![[a"),
    "parentheses in an address": _repeat("(", before="[a](", after=")"),
    "title quotes": _repeat('[a](b "'),
    "stars": _repeat("*"),
    "starred words": _repeat("*a "),
    "stars and underscores": _repeat("*a_ _b* "),
    "strong left open": _repeat("**a "),
    "triple stars": _repeat("***a*b**c "),
    "underscores": _repeat("_a_b"),
    "tildes": _repeat("~~a "),
    "equals": _repeat("==a "),
    "backticks growing": _growing("`", "a"),
    "backticks": _repeat("`"),
    "ticks and slashes": _repeat("\\`"),
    "backslashes": _repeat("\\"),
    "bullets on a line": _repeat("* "),
    "dashes on a line": _repeat("- "),
    "numbers on a line": _repeat("1. "),
    "quotes on a line": _repeat(">"),
    "deeper and deeper list": lambda size: "".join(" " * 2 * n + "- a\n" for n in range(int(size**0.5))),
    "list and paragraphs": _repeat("- a\n\n  b\n"),
    "quote and list": _repeat("> - a\n"),
    "headings": _repeat("# a\n"),
    "hashes": _repeat("#"),
    "hash pairs": _repeat("# #"),
    "rules with a letter": _repeat("- ", after="x"),
    "short table rows": _repeat("|a|b|\n", before="|a|b|\n|-|-|\n"),
    "wide table": _repeat("|a"),
    "tables of ticks": _repeat("`|", before="|a|\n|-|\n"),
    "angle brackets": _repeat("<"),
    "tags left open": _repeat("<a "),
    "nested divs": _repeat("<div>"),
    "nested bold": _repeat("<b>"),
    "attributes": _repeat('x="y" ', before="<a "),
    "comments left open": _repeat("<!--"),
    "declarations": _repeat("<!["),
    "instructions": _repeat("<?"),
    "autolinks left open": _repeat("<http://a"),
    "addresses": _repeat("https://a.b/c "),
    "address with brackets": _repeat(")", before="https://a.b/(("),
    "footnote marks": _repeat("[^1]", after="\n\n[^1]: a"),
    "footnotes": _counted("[^{0}] a\n\n[^{0}]: b\n\n"),
    "fences": _repeat("```\n"),
    "tilde fences growing": _growing("~", "\n"),
    "percent comments": _repeat("%%a"),
    "callouts": _repeat("> [!note]\n\n"),
    "tags": _repeat("#ab "),
    "wiki links": _repeat("[[a]] "),
    "people": _repeat("$Ada "),
    "entities": _repeat("&amp;&#60;"),
    "line breaks": _repeat("a\n"),
    "blank lines": _repeat("\n"),
    "spaces": _repeat(" ", after="x"),
    "tabs": _repeat("\t"),
    "one long word": _repeat("a"),
    "control characters": _repeat("\x02\x03\x00\x0b"),
    "noncharacters": _repeat("\ufdd00\ufdd1"),
    "combining marks": _repeat("\u0301"),
    "lone surrogates": _repeat("\ud800a"),
}
