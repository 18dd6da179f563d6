"""markdown-it with block rules of our own: what blocks cannot say becomes a `raw` token with its source."""

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, heading, lheading, paragraph, reference, table
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit
from markdown_it.token import Token

Rule = Callable[[StateBlock, int, int, bool], bool]

# A list takes two levels of nesting; deeper text would be dropped, so blocks give up long before.
_NESTING = 100
_MATHS_LINES = 200

LINE_END = re.compile(r"\r\n?|\n")
_NO_TEXT = re.compile(r"[\0\ud800-\udfff]")
_FRONT_MATTER_KEY = re.compile(r"[A-Za-z_\"'][^:\n]*:(?:[ \t]|$)")
_YAML_LINE = re.compile(r"[A-Za-z_\"'][^:\n]*:(?:[ \t]|$)|[ \t]+[^ \t]|-(?:[ \t]|$)|\#")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_CLOSING_HASHES = re.compile(r"(?:^|[ \t]+)\#+[ \t]*$")
_LINE_START = re.compile(r"\n[ \t]+")
CALLOUT = re.compile(r"\[![\w-]{1,40}(?:\|[^\]\n]*)?\][+-]?")


def normalise(markdown: str) -> str:
    """The text as the parser sees it: lines end in `\\n`, and there are no NULs and no lone surrogates."""
    return _NO_TEXT.sub("\ufffd", LINE_END.sub("\n", markdown))


def lines_of(markdown: str) -> list[str]:
    """The lines with their ends, whichever they are; they number as the parser numbers them."""
    ends = [match.end() for match in LINE_END.finditer(markdown)]
    starts = [0, *ends]
    return [markdown[start:end] for start, end in zip(starts, [*ends, len(markdown)], strict=True) if start < end]


def parse(text: str, references: dict[str, object], is_inner: bool = False, is_quote: bool = False) -> list[Token]:
    """The block tokens of a normalised text; link definitions are added to the references.

    `is_inner` tells of the inside of an item or a quote: there is no front matter. `is_quote`: of a quote.
    """
    tokens: list[Token] = []
    env = {"references": references, "is_inner": is_inner, "is_quote": is_quote}
    _PARSER.block.parse(text, _PARSER, env, tokens)
    return tokens


def _push_raw(state: StateBlock, start: int, end: int, kind: str) -> None:
    token = state.push("raw", "", 0)
    token.map = [start, end]
    token.info = kind
    token.content = state.getLines(start, end, state.blkIndent, False)


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _front_matter(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`---` lines around YAML: at the very start, and where it came to stand below something that was put before it."""
    if silent or state.level or state.env["is_inner"] or _line(state, start).rstrip() != "---" or state.sCount[start]:
        return False
    if start + 3 > end or (start and not state.isEmpty(start - 1)):
        return False
    if not _FRONT_MATTER_KEY.match(_line(state, start + 1)):
        return False
    for line in range(start + 2, end):
        if state.sCount[line] == 0 and _line(state, line).rstrip() in ("---", "..."):
            if start and not _is_only_yaml(state, start + 1, line):
                return False
            state.line = line + 1
            _push_raw(state, start, line + 1, "front matter")
            return True
        if start and not _YAML_LINE.match(state.src, state.bMarks[line], state.eMarks[line]):
            return False
    return False


def _is_only_yaml(state: StateBlock, start: int, end: int) -> bool:
    """Whether the lines can hardly be meant as a heading between two rules."""
    first = state.src[state.bMarks[start] : state.eMarks[start]]
    return end - start > 1 and _YAML_LINE.match(first) is not None


def _callout_title(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The first line of a quote that says which callout it is: a paragraph of its own, whatever follows."""
    begins = state.tokens[-1].type == "blockquote_open" if state.tokens else state.env["is_quote"]
    if silent or not begins or state.is_code_block(start) or not CALLOUT.match(_line(state, start)):
        return False
    if start + 1 < end and state.sCount[start + 1] < state.blkIndent and not state.isEmpty(start + 1):
        return False  # a line without the sign goes on with a paragraph only
    state.line = start + 1
    state.push("paragraph_open", "p", 1).map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.map, inline.children = [start, state.line], []
    inline.content = _line(state, start).strip(" \t")
    state.push("paragraph_close", "p", -1)
    return True


def _maths(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """From a line that starts with `$$` to one that ends with it."""
    first = _line(state, start).rstrip()
    if not first.startswith("$$") or silent or state.is_code_block(start):
        return False
    line = start
    if len(first) < 4 or not first.endswith("$$"):
        for line in range(start + 1, min(end, start + _MATHS_LINES)):
            if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
                return False
            if _line(state, line).rstrip().endswith("$$"):
                break
        else:
            return False
    elif "$$" in first[2:-2]:
        return False
    state.line = line + 1
    _push_raw(state, start, line + 1, "maths")
    return True


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`[^1]: …` with the lines that follow, and the indented ones after blank lines."""
    if silent or state.is_code_block(start) or not _FOOTNOTE.match(_line(state, start)):
        return False
    line = last = start
    while line + 1 < end:
        line += 1
        if state.isEmpty(line):
            continue
        if state.sCount[line] < state.blkIndent + (4 if line > last + 1 else 0):
            break
        last = line
    state.line = last + 1
    _push_raw(state, start, last + 1, "footnote")
    return True


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not reference(state, start, end, silent):
        return False
    if not silent:
        _push_raw(state, start, state.line, "reference")
    return True


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    count, level = len(state.tokens), state.level
    # The parser fills short rows, at most 65,536 cells in a table; of all tables together there are not more.
    if state.env.get("padding", 0) > MAX_AUTOCOMPLETED_CELLS or not table(state, start, end, silent):
        return False
    if silent:
        return True
    _count_padding(state, start)
    if _loses_cells(state, start):
        del state.tokens[count:]
        state.level = level
        _push_raw(state, start, state.line, "table")
    return True


def _count_padding(state: StateBlock, start: int) -> None:
    columns = _count(state, start)
    lines = range(start + 2, state.line)
    padding = sum(max(0, columns - _count(state, line)) for line in lines)
    state.env["padding"] = state.env.get("padding", 0) + padding


def _loses_cells(state: StateBlock, start: int) -> bool:
    """Whether a row has more cells than the head, which the parser would drop."""
    columns = _count(state, start)
    return any(_count(state, line) > columns for line in range(start + 2, state.line))


def _count(state: StateBlock, line: int) -> int:
    return len(cells(_line(state, line)))


def cells(row: str) -> list[str]:
    """The cells of a row of a table, with the blanks around them; escaped pipes are plain ones."""
    split = escapedSplit(row.strip(" \t"))
    return split[split[0] == "" : len(split) - (len(split) > 1 and split[-1] == "")]


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not heading(state, start, end, silent):
        return False
    if not silent:
        # Only spaces and tabs are taken off: the original takes off an ideographic space too.
        text = _line(state, start).lstrip("#")
        state.tokens[-2].content = _CLOSING_HASHES.sub("", text).strip(" \t")
    return True


def _lheading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return lheading(state, start, end, silent) and _set_content(state, start, state.line - 1)


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return paragraph(state, start, end, silent) and _set_content(state, start, state.line)


def _set_content(state: StateBlock, start: int, end: int) -> bool:
    text = state.getLines(start, end, state.blkIndent, False).strip(" \t\n")
    state.tokens[-2].content = _LINE_START.sub("\n", text) if "\n" in text else text
    return True


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table")
    ruler = parser.block.ruler
    interrupts = {"alt": ["paragraph", "reference"]}
    ruler.at("table", _table, interrupts)  # type: ignore[arg-type]
    ruler.at("heading", _heading, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.at("lheading", _lheading)
    ruler.at("paragraph", _paragraph)
    ruler.at("reference", _reference)
    ruler.before("reference", "footnote", _footnote)
    ruler.before("table", "maths", _maths)
    ruler.before("maths", "front_matter", _front_matter)
    ruler.before("front_matter", "callout_title", _callout_title)
    # Compiled here: where two threads parse first at one moment, one would go by half of the rules.
    ruler.getRules()
    # Addresses stay as written; which are allowed is decided where runs are made.
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


_PARSER = _parser()
