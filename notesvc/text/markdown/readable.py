"""Markdown as people read it, for excerpts: the words without the signs. Quick, and right for usual text."""

import re
from html import unescape

_COMMENT = re.compile(r"<!--.*?-->|%%.*?%%", re.DOTALL)
_LINE_SIGNS = re.compile(
    r"""^[ \t]*+ (?: > [ \t]? )*+ [ \t]*+
    (?: \#{1,6} [ \t]++ | (?: [-*+] | [0-9]{1,9}[.)] ) [ \t]+ (?: \[[ xX]\] (?: [ \t]+ | $ ) )? )?
    (?: \[![\w-]+\][-+]? )?                          # the kind of a callout
    """,
    re.VERBOSE,
)
_RULE = re.compile(
    r"[ \t]*+(?:(?:`{3,}|~{3,})[^`]*+|\|?[ :]*+-++[ :]*+(?:\|[-: |]*+)?|[-*_=](?:[ \t]*+[-*_=]){2,}+[ \t]*+)"
)
_FENCE = re.compile(r"^[ \t>]*+(?:`{3,}|~{3,})[^`\n]*+$", re.MULTILINE)
_WIKI = re.compile(r"!?\[\[([^\[\]\n|]*)(?:\|([^\[\]\n]*))?\]\]")
_LINK = re.compile(r"!?\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])")
_TAG = re.compile(
    r"""(`[^`\n]*`) | </?(?: a | abbr | audio | b | blockquote | br | center | cite | code | d[dlt] | del | details
    | div | em | fig(?:caption|ure) | font | h[1-6r] | i | iframe | img | ins | kbd | li | mark | [ou]l | p | pre | q
    | s | small | source | span
    | strike | strong | su[bp] | summary | svg | t(?:able|body|d|foot|h|head|r|t) | u | video )
    (?: [ \t/] [^<>\n]* )? >""",
    re.VERBOSE | re.IGNORECASE,
)
_SIGNS = re.compile(r"[*`~=_]+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?|(?<=\s)\^[\w-]+$", re.MULTILINE)
# A line break, too.
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~\n])")


def readable(markdown: str, *, begins_in_code: bool = False) -> str:
    """The text of some lines of Markdown: links are their words, signs and comments are gone; code stays as it is."""
    if not begins_in_code and "```" not in markdown and "~~~" not in markdown:
        return _words(markdown)
    parts = _FENCE.split(markdown)
    return "".join(part if number % 2 != begins_in_code else _words(part) for number, part in enumerate(parts))


def _words(markdown: str) -> str:
    text = _COMMENT.sub(" ", markdown) if "<!" in markdown or "%%" in markdown else markdown
    text = "\n".join(map(_line, text.split("\n")))
    if "[[" in text:
        text = _WIKI.sub(_label_of, text)
    if "](" in text or "][" in text:
        text = _LINK.sub(r"\1", text)
    if "^" in text:
        text = _FOOTNOTE.sub("", text)
    if "|" in text:
        text = text.replace("|", " ")
    if "<" in text:
        text = _TAG.sub(r"\1", text)
    text = _SIGNS.sub(_keep, text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return unescape(text) if "&" in text else text


def _keep(signs: re.Match[str]) -> str:
    """Signs between words that are no marks of emphasis or code, such as those of `a_b`, `2 * 3` and `x = y`."""
    found, text = signs[0], signs.string
    before, after = text[: signs.start()][-1:], text[signs.end() : signs.end() + 1]
    if before == "\\":
        return found
    if found in ("*", "_") or set(found) == {"_"}:
        is_within = before.isalnum() and after.isalnum()
        is_alone = before in ("", " ", "\n") and after in ("", " ", "\n")
        return found if is_within or is_alone else ""
    return found if found in ("=", "~") else ""


def _line(line: str) -> str:
    """A line without what says of which kind it is."""
    # Most lines begin with a letter, and are only looked at.
    if line[:1].isalpha():
        return line
    return "" if _RULE.fullmatch(line) else _LINE_SIGNS.sub("", line, 1)


def _label_of(link: re.Match[str]) -> str:
    return str(link[1].partition("#^")[0] if link[2] is None else link[2]).strip(" #")
