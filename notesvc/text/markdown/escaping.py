"""Plain text made into Markdown that shows just that text: nothing in it becomes syntax, a tag or a link."""

import re

from notesvc.text.scripts import EAST_ASIAN

_SYNTAX = re.compile(
    rf"""(?x)
      (?P<address> https?://[^\s<>\[\]`"\\|*]*[^\W_] )  # stays as it is: the reader and the renderer know addresses
    | (?P<always> [\\`*\[\]] )
    | (?P<run> ~{{2,}}+ | ={{2,}}+ | %{{2,}}+ )              # struck, highlighted, commented
    | (?P<underscore> (?<![^\W_])_+ | _+(?![^\W_]) )   # not inside a word
    | (?P<tag> (?:(?<!\w)|(?<=[{EAST_ASIAN}]))\#(?=[\w/-]) )
    | (?P<dollar> \$(?= [^\s\d] | \d[^$\n]*+\$(?!\w) ) )  # a name, or a formula; $5 and $6 are money
    | (?P<user> (?<!\w)@(?=[\w.-]) )
    | (?P<angle> <(?=\S) )
    | (?P<entity> &(?=\#?[A-Za-z0-9]{{1,32}};) )
    """
)
_LINE_START = re.compile(
    r"""(?x)
      (?P<bullet> [-+](?=\s|$) )
    | (?P<number> [0-9]{1,9}(?=[.)](?:\s|$)) )
    | (?P<mark> \#{1,6}(?=\s|$) | > | =+(?=\s*$) | -[-\s]*$ | : )
    """
)


def escaped_text(text: str) -> str:
    """The text with a backslash before every character that would mean something inside a line."""
    return _SYNTAX.sub(_escape, text)


def escaped_line(line: str) -> str:
    """The line of Markdown with a backslash where its beginning would start a block."""
    match = _LINE_START.match(line)
    if match is None and "|" in line and not line.strip("-:| "):
        return "\\" + line  # it would make a table of the line before
    if match is None:
        return line
    if match["number"]:
        return f"{match['number']}\\{line[match.end() :]}"
    return "\\" + line


def code_span(text: str) -> str:
    """Inline code with as many backticks around it as it takes."""
    ticks = "`" * (longest_run(text, "`") + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def longest_run(text: str, character: str) -> int:
    """The length of the longest run of a character."""
    return max((len(run) for run in re.findall(re.escape(character) + "+", text)), default=0)


def link_address(address: str) -> str:
    """The address with percent signs for what would end or break a Markdown link."""
    return "".join(_BREAKING.get(character, character) for character in address)


_BREAKING = {character: f"%{ord(character):02X}" for character in " ()<>[]\\|`\"'\n\r\t"}


def _escape(match: re.Match[str]) -> str:
    found = match.group(0)
    if match["address"]:
        return found
    return "".join("\\" + character for character in found)
