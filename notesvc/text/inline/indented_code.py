"""Which lines are indented code, as CommonMark has it, in quotes and lists too: one pass, linear."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

# Deeper quotes and lists are read as text of the deepest one.
_MAX_DEPTH = 100
_CODE = 4  # columns of indentation that make code

# White space that may be code, behind markers of quotes and lists.
_CANDIDATE = re.compile(r"^[ >*+.)0-9-]*+(?:(?<=    )|\t)", re.MULTILINE)
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n[A-Za-z_\"'][^:\n]*:[\s\S]*?^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_HEADING = re.compile(r"\#{1,6}(?:[ \t\r]|$)", re.MULTILINE)
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\r?$", re.MULTILINE)
_RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)\r?$", re.MULTILINE)
_FENCE = re.compile(r"(?P<run>`{3,}+(?=[^`\n]*+$)|~{3,}+)", re.MULTILINE)
_FENCE_END = re.compile(r"(?P<run>`{3,}+|~{3,}+)[ \t]*\r?$", re.MULTILINE)
_ITEM = re.compile(r"(?:[-*+]|(?P<number>[0-9]{1,9})[.)])(?=[ \t\r]|$)", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_HTML = re.compile(
    r"""(?xi)
      < (?P<name> script | pre | style | textarea ) (?: [ \t>] | $ )
    | (?P<comment> <!-- ) | (?P<instruction> <\? ) | (?P<data> <!\[CDATA\[ ) | (?P<declaration> <![a-z] )
    | </? (?: address | article | aside | base | basefont | blockquote | body | caption | center | col | colgroup | dd
            | details | dialog | dir | div | dl | dt | fieldset | figcaption | figure | footer | form | frame | frameset
            | h[1-6] | head | header | hr | html | iframe | legend | li | link | main | menu | menuitem | nav | noframes
            | ol | optgroup | option | p | param | search | section | summary | table | tbody | td | tfoot | th | thead
            | title | tr | track | ul ) (?: [ \t] | /?> | $ )
    | (?P<alone> (?: < [a-z][a-z0-9-]*+ (?: \s++ [a-z_:][\w.:-]*+
          (?: \s*+ = \s*+ (?: [^\s"'=<>`]++ | '[^'\n]*+' | "[^"\n]*+" ) )?+ )*+ \s*+ /?> | </[a-z][a-z0-9-]*+\s*+> )
        [ \t]*\r?$ )""",
    re.MULTILINE,
)
_HTML_ENDS = {
    "name": re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    "comment": re.compile("-->"),
    "instruction": re.compile(r"\?>"),
    "data": re.compile(r"\]\]>"),
    "declaration": re.compile(">"),
}


class IndentedCode:
    """The lines of a text that are indented code; looks for them when it is first asked about one that may be."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_end = -1
        self._is_candidate = False

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """All of them, in order."""
        return code_lines(self._text) if _CANDIDATE.search(self._text) else []

    def end_of_code(self, position: int) -> int:
        """Where the line of code ends that the position is in; 0 where it is in none. To be asked in rising order."""
        if position > self._line_end:
            line = self._text.rfind("\n", self._line_end + 1, position) + 1 or self._line_end + 1
            end = self._text.find("\n", position)
            self._line_end = len(self._text) if end < 0 else end
            self._is_candidate = _CANDIDATE.match(self._text, line) is not None
        if not self._is_candidate:
            return 0
        at = bisect_right(self.spans, (position, len(self._text))) - 1
        return self.spans[at][1] if at >= 0 and position < self.spans[at][1] else 0


@dataclass(slots=True)
class _Container:
    """A quote, or a list item (or footnote) whose text begins `width` columns right of where it stands itself."""

    width: int = 0  # 0: a quote
    is_empty: bool = False  # nothing but its marker so far


def code_lines(text: str) -> list[tuple[int, int]]:
    """Where the lines of indented code stand, without what they are indented by; ends before the line feed."""
    return _Pass(text).run()


class _Pass:
    """Reads line by line, knowing which quotes and items are open and what is open in the innermost."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[tuple[int, int]] = []
        self.open: list[_Container] = []
        self.quotes = 0
        self.in_paragraph = False
        self.fence = ""
        self.html: re.Pattern[str] | None = None  # what ends the HTML that is open
        self.position = self.column = self.end = 0
        self.next_text, self.next_column = -1, 0  # where white space ends

    def run(self) -> list[tuple[int, int]]:
        head = _FRONT_MATTER.match(self.text)
        start = head.end() + 1 if head else 0
        while start < len(self.text):
            feed = self.text.find("\n", start)
            self.end = len(self.text) if feed < 0 else feed
            self.position, self.column = start, 0
            self._line()
            start = self.end + 1
        return self.found

    def _line(self) -> None:
        depth = self._match_containers()
        if depth < len(self.open):
            indent, at = self._indent()
            if self.in_paragraph and not self._is_blank(at) and (indent >= _CODE or not self._starts_block(at)):
                return
            self._close(depth)
        elif self.fence or self.html:
            self._inside()
            return
        while self._opens_container():
            pass
        self._leaf(depth == len(self.open))

    def _match_containers(self) -> int:
        """How many of the open containers go on in this line; the position is then behind what says so."""
        for depth, container in enumerate(self.open):
            indent, at = self._indent()
            if self._is_blank(at):
                return self._matched_by_blank(depth)
            if container.width:
                if indent < container.width:
                    return depth
                container.is_empty = False
                self._advance(container.width)
            elif indent < _CODE and self.text.startswith(">", at, self.end):
                self._enter_quote(at)
            else:
                return depth
        return len(self.open)

    def _matched_by_blank(self, depth: int) -> int:
        """Of those that are left, the first quote ends where nothing follows, and an item that is empty so far."""
        if self.quotes > sum(not container.width for container in self.open[:depth]):
            while self.open[depth].width:
                depth += 1
        else:
            depth = len(self.open)
        return depth - 1 if depth and self.open[depth - 1].is_empty else depth

    def _inside(self) -> None:
        indent, at = self._indent()
        if self.fence:
            found = _FENCE_END.match(self.text, at, self.end) if indent < _CODE else None
            if found and found["run"].startswith(self.fence):
                self.fence = ""
        elif self.html and (self._is_blank(at) if self.html is _BLANK else self.html.search(self.text, at, self.end)):
            self.html = None

    def _opens_container(self) -> bool:
        indent, at = self._indent()
        if indent >= _CODE or len(self.open) >= _MAX_DEPTH or self._is_blank(at):
            return False
        if self.text[at] == ">":
            self._enter_quote(at)
            self.open.append(_Container())
            self.quotes += 1
        elif found := _FOOTNOTE.match(self.text, at, self.end):
            self._go(at, found.end())
            self._advance(self._indent()[0])
            self.open.append(_Container(_CODE))
        elif (found := self._item(at)) and not _RULE.match(self.text, at, self.end):
            self._enter_item(at, found.end())
        else:
            return False
        self.in_paragraph = False
        return True

    def _item(self, at: int) -> re.Match[str] | None:
        """The marker of an item here; some cannot end the paragraph above."""
        found = _ITEM.match(self.text, at, self.end)
        if found and self.in_paragraph:
            is_empty = not self.text[found.end() : self.end].strip(" \t\r")
            return None if is_empty or found["number"] not in (None, "1") else found
        return found

    def _enter_quote(self, at: int) -> None:
        self._go(at, at + 1)
        if self.text.startswith((" ", "\t"), self.position, self.end):
            self._advance(1)

    def _enter_item(self, at: int, marker_end: int) -> None:
        before = self._indent()[0]
        self._go(at, marker_end)
        indent, after = self._indent()
        is_empty = self._is_blank(after)
        gap = indent if not is_empty and 1 <= indent <= _CODE else 1
        self._advance(gap)
        self.open.append(_Container(marker_end - at + gap + before, is_empty))

    def _leaf(self, is_here: bool) -> None:
        """What the rest of the line is; `is_here` tells that no container was opened or closed before it."""
        indent, at = self._indent()
        may_underline = self.in_paragraph and is_here
        if self._is_blank(at):
            self.in_paragraph = False
        elif indent >= _CODE:
            if not self.in_paragraph:
                self.found.append((at, self.end))
        elif found := _FENCE.match(self.text, at, self.end):
            self.fence, self.in_paragraph = found["run"], False
        elif any(shape.match(self.text, at, self.end) for shape in (_HEADING, _RULE, *[_UNDERLINE] * may_underline)):
            self.in_paragraph = False
        elif (found := _HTML.match(self.text, at, self.end)) and not (found["alone"] and self.in_paragraph):
            self._enter_html(found)
        else:
            self.in_paragraph = True

    def _enter_html(self, found: re.Match[str]) -> None:
        end = _HTML_ENDS.get(found.lastgroup or "", _BLANK)
        is_over = end is not _BLANK and end.search(self.text, found.end(), self.end)
        self.html = None if is_over else end
        self.in_paragraph = False

    def _starts_block(self, at: int) -> bool:
        """Whether what begins here ends a paragraph of a container that does not go on."""
        here = self.text[at]
        if here == ">" or _ITEM.match(self.text, at, self.end) or _FOOTNOTE.match(self.text, at, self.end):
            return True
        if any(shape.match(self.text, at, self.end) for shape in (_FENCE, _HEADING, _RULE)):
            return True
        html = _HTML.match(self.text, at, self.end)
        return html is not None and not html["alone"]

    def _close(self, depth: int) -> None:
        self.quotes -= sum(not container.width for container in self.open[depth:])
        del self.open[depth:]
        self.in_paragraph, self.fence, self.html = False, "", None

    def _is_blank(self, at: int) -> bool:
        return at == self.end or (at + 1 == self.end and self.text[at] == "\r")

    def _indent(self) -> tuple[int, int]:
        """How many columns of white space come next, and the position behind them."""
        if self.position > self.next_text:
            self._look_ahead()
        return self.next_column - self.column, self.next_text

    def _look_ahead(self) -> None:
        column, at = self.column, self.position
        while at < self.end and self.text[at] in " \t":
            column = column + 1 if self.text[at] == " " else (column // _CODE + 1) * _CODE
            at += 1
        self.next_column, self.next_text = column, at

    def _advance(self, columns: int) -> None:
        """Go over so many columns of white space; of a tab, part may be left."""
        aim = self.column + columns
        while self.column < aim and self.position < self.end and self.text[self.position] in " \t":
            stop = self.column + 1 if self.text[self.position] == " " else (self.column // _CODE + 1) * _CODE
            self.column = min(stop, aim)
            if stop > aim:
                return
            self.position += 1

    def _go(self, at: int, position: int) -> None:
        """Go to the position behind signs that begin at `at`, white space being before them."""
        self.column += self._indent()[0] + position - at
        self.position = position


_BLANK = re.compile(r"(?!)")
"""Ends HTML that a blank line ends."""
