"""What a line of Markdown can be: the shapes of markers, fences, rules, HTML blocks and footnotes."""

import re

MARKER = re.compile(
    r"""(?x)
    (?P<bullet> [-*+] | (?P<number>[0-9]{1,9})[.)] )      # - or 1. or 1)
    (?P<gap> [ ]++ | $ )
    (?P<rest> .*+ )"""
)
RULE = re.compile(r"(?:(?:-[ ]*+){3,}+|(?:_[ ]*+){3,}+|(?:\*[ ]*+){3,}+)$")
FENCE = re.compile(r"(?P<fence>`{3,}+(?=[^`]*+$)|~{3,}+)[ ]*+(?P<info>.*+)$")
HEADING = re.compile(r"\#{1,6}(?:[ ]|$)")
HTML_BLOCK = re.compile(
    r"""(?xi)
    </?(?: address | article | aside | blockquote | caption | center | col | colgroup | dd | details | dir | div | dl
         | dt | figcaption | figure | footer | form | frame | h[1-6] | header | hr | iframe | li | main | nav | ol
         | p | script | section | style | summary | table | tbody | td | tfoot | th | thead | title | tr | ul
    ) (?: [ ] | /?> | $ )"""
)
CALLOUT = re.compile(r"\[!([^\W_][\w-]{0,39})(?:\|[^\]\n]{0,80})?\]([+-]?)[ \t]*")
TOGGLE = re.compile(r"(?:^|[ \t]++)<!-- toggle -->[ \t]*$")
FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,64})\]:[ ]*+(.*+)$")
LANGUAGE = re.compile(r"[A-Za-z0-9_+\#.-]{1,40}")
COMMENT_ENDS = {"<!--": "-->", "%%": "%%"}
APART = "<!-- -->"


def last_line_with(lines: list[str], mark: str) -> int:
    """The index of the last line that has the mark in it; -1 when none has."""
    return next((index for index in range(len(lines) - 1, -1, -1) if mark in lines[index]), -1)


def without_indent(line: str, columns: int) -> str:
    """The line without its first spaces, as many as `columns` at most."""
    return line[min(columns, len(line) - len(line.lstrip(" "))) :]


def open_fence(fence: str, text: str) -> str:
    """The fence that is open after this line, given the one that was open before it."""
    if fence:
        return "" if len(text) >= len(fence) and not text.strip(fence[0]) else fence
    match = FENCE.match(text)
    return match["fence"] if match else ""


def language_of(info: str) -> str:
    """The language of a fenced block, which is the first word after the fence."""
    found = LANGUAGE.match(info)
    return found.group(0) if found else ""
