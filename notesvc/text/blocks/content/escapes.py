"""Escapes plain text so that Markdown reads it as that text."""

import re
from enum import IntEnum
from typing import NamedTuple

from notesvc.text.inline import formulas


class Zeal(IntEnum):
    """How much is escaped: what usually has a meaning, all that ever can, or every ASCII sign as an entity."""

    LIGHT = 0
    HARD = 1
    ENTITIES = 2


class Context(NamedTuple):
    """What is around a text: `before` is the character before it, "" at the start."""

    before: str = ""
    guard: bool = True  # the text starts a line that may be read as a block
    guard_lines: bool = True  # so may the lines within it
    first_line: bool = True  # nothing is above its first line
    last: bool = True  # nothing follows
    before_bracket: bool = False  # a link follows
    label: bool = False  # inside the text of a link


_FORMULA = rf"(?x) (?P<formula> {formulas.SINGLE} )"
_LIGHT = re.compile(
    _FORMULA
    + r"""
    | (?P<backslash> \\ (?= [!-/:-@\[-`{-~\n] | $ ) )
    | (?P<tick> ` )
    | (?P<stars> \*++ | _++ )
    | (?P<tildes> ~~++ )
    | (?P<bracket> \[ (?= \[ | [^\[\]\n]*+ \] [(\[:] | $ ) )
    | (?P<tag> < (?= [A-Za-z/!?] | $ ) )
    | (?P<entity> & (?= \#? [A-Za-z0-9]++ ; ) )
    | (?P<bang> ! (?= \[ | $ ) )
    | (?P<maths> \$\$ (?= [^$]++ \$\$ ) )
    """
)
_LABEL = re.compile(rf"{_LIGHT.pattern} | (?P<close> [\[\]] )")
_HARD = re.compile(
    _FORMULA
    + r"""
    | (?P<sign> [\\`*_\[\]~!|$] )
    | (?P<tag> < )
    | (?P<entity> & )
    """
)
_ENTITIES = re.compile(r"(?P<ascii>[!-/:-@\[-`{-~])")

_GUARDS = re.compile(
    r"""(?x)
    (?P<digits> [0-9]{1,9} (?= [.)] (?: [ \t] | $ ) ) )  # 1. an ordered list
    | \#{1,6} (?= [ \t] | $ )                             # a heading
    | >                                                   # a quote
    | [-+*] (?= [ \t] | $ )                               # a bullet
    | (?: - [ \t]* ){3,} $                                # a divider
    | (?: _ [ \t]* ){3,} $
    | (?: \* [ \t]* ){3,} $
    | \$\$                                                # maths
    """
)
# What has a meaning only below another line.
_GUARDS_BELOW = re.compile(
    r"""(?x)
    (?: -+ | =+ ) [ \t]* $    # the underline of a heading
    | [|:-] [-:| \t]* $       # the line below the head of a table
    """
)


def escape(text: str, zeal: Zeal, context: Context) -> str:
    """Markdown that says just the text; line ends are kept, each further one in a row as a `\\` line."""
    pattern = _PATTERNS[zeal] if not context.label or zeal is not Zeal.LIGHT else _LABEL
    written: list[str] = []
    first_line = context.first_line
    guarded = context.guard
    lines = _lines(text)
    for number, line in enumerate(lines):
        if line[0] == "\n":
            written.append("\n" if len(line) == 1 else "\\\n" * len(line))
            first_line, guarded = False, context.guard_lines
            continue
        before = "\n" if written or context.guard else context.before
        escaped = _escape_line(line, pattern, before, context, number == len(lines) - 1)
        written.append(_guard(line, escaped, first_line) if guarded else escaped)
        guarded = False
    return "".join(written)


def _lines(text: str) -> list[str]:
    if "\n" not in text:
        return [text] if text else []
    return [part for part in re.split(r"(\n+)", text) if part]


def _escape_line(line: str, pattern: re.Pattern[str], before: str, context: Context, at_end: bool) -> str:
    def replace(match: re.Match[str]) -> str:
        return _replacement(match, line, before, context, at_end)

    return pattern.sub(replace, line)


def _replacement(match: re.Match[str], line: str, before: str, context: Context, at_end: bool) -> str:
    sign, kind = match.group(), match.lastgroup
    if kind == "formula":
        if match.start() or formulas.may_follow(before):
            return sign
        return "$" + _escape_line(sign[1:], match.re, "$", context, at_end)
    ends = match.end() == len(line)
    if kind == "ascii":
        return f"&#{ord(sign)};"
    if kind == "stars":
        previous = line[match.start() - 1] if match.start() else before
        following = "\n" if ends and (context.last or not at_end) else line[match.end() : match.end() + 1]
        return sign if _is_idle(sign, previous, following) else "".join(f"\\{char}" for char in sign)
    if kind == "tildes":
        return "\\~" * len(sign)
    if kind == "maths":
        return "\\$\\$"
    if kind == "tag":
        return sign if ends and context.last else "&lt;"
    if kind == "entity":
        return "&amp;"
    if kind == "bang" and ends and not context.before_bracket:
        return sign
    if kind == "bracket" and ends and context.last:
        return sign
    return f"\\{sign}"


def _is_idle(signs: str, previous: str, following: str) -> bool:
    """Whether stars or underscores between these characters cannot be emphasis."""
    if previous in ("", "\n"):
        return False
    if previous.isspace() and (following.isspace() or not following):
        return bool(following)
    return signs[0] == "_" and previous.isalnum() and following.isalnum()


def _guard(line: str, escaped: str, first_line: bool) -> str:
    match = _GUARDS.match(line) or (None if first_line else _GUARDS_BELOW.match(line))
    if match is None or escaped[0] == "\\":
        return escaped
    digits = match.groupdict().get("digits")
    if digits and escaped[len(digits)] != "&":
        return f"{digits}\\{escaped[len(digits) :]}"
    return escaped if digits or escaped[0] == "&" else f"\\{escaped}"


_PATTERNS = {Zeal.LIGHT: _LIGHT, Zeal.HARD: _HARD, Zeal.ENTITIES: _ENTITIES}
