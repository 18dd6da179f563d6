"""One pass over a Markdown text that finds the tokens and what hides them, in linear time."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Self

from notesvc.text.fold import title_key
from notesvc.text.inline import formulas, syntax
from notesvc.text.inline.fences import Fences
from notesvc.text.inline.indented_code import IndentedCode
from notesvc.text.inline.names import match_person
from notesvc.text.inline.tokens import (
    NOTE_ADDRESS,
    PERSON,
    TAG,
    USER,
    WIKI,
    Token,
    as_person,
    as_tag,
    as_user,
    as_wiki,
)

_SAME = re.compile(r"(.)\1*+", re.DOTALL)
_TICKS = re.compile("`+")
_MAX_OPEN = 64  # brackets of one run that may still turn out to begin a label


def scan(markdown: str) -> list[Token]:
    """The tokens of a text, in order, none overlapping another.

    Nothing is found in formulas, code spans, fenced blocks, link targets, addresses, HTML tags and comments, scripts
    and styles, nor in indented code; but a name may begin where a formula does. A fence in a list ends at its
    closing fence only, not with its item. Of `[label](note://…)` the token covers all, unless the label has tokens
    of its own: then it begins at the label's closing bracket.
    """
    return Scanner(markdown).read().tokens


def each_token(markdown: str) -> Iterator[Token]:
    """The same, one by one: those of a long text need not be held together."""
    return Scanner(markdown).each()


def can_be_mentioned(name: str) -> bool:
    """Whether `$` and this name, alone on a line, mention somebody of this name: all of it."""
    token = next(each_token(f"${name}"), None)
    if token is None or token.kind != "person" or token.start > 0:
        return False
    return match_person(token.value, {title_key(name): ""}) == (len(name), "")


class Scanner:
    """The tokens of a text; `hidden`, the spans where there are none to be found; of these the `formulas`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.hidden: list[tuple[int, int]] = []
        self.formulas: list[tuple[int, int]] = []
        self._open: list[int] = []  # brackets of this block that may begin a label
        self._block_end = -1
        self._ticks: dict[int, list[int]] | None = None  # where runs of so many backticks begin
        self._fences: Fences | None = None
        self._indented = IndentedCode(text)
        self._unclosed: set[str] = set()  # kinds of HTML that nothing closes any more

    def read(self) -> Self:
        """Read all of the text."""
        for _ in self._steps():
            pass
        self.hidden += self._indented.spans
        return self

    def each(self) -> Iterator[Token]:
        """The tokens while the text is read; neither they nor the hidden spans are kept."""
        for _ in self._steps():
            # The last one is looked at again where a label ends.
            while len(self.tokens) > 1:
                yield self.tokens.pop(0)
            self.hidden.clear()
            self.formulas.clear()
        yield from self.tokens

    def _steps(self) -> Iterator[None]:
        text, search = self.text, syntax.TRIGGER.search
        readers = {
            "[": self._bracket,
            "]": self._label_end,
            "`": self._backticks,
            "~": self._tildes,
            "<": self._html,
            "#": self._tag,
            "$": self._dollar,
            "@": self._user,
            ":": self._address,
            ".": self._address,
        }
        found = search(text)
        while found:
            start = found.start()
            reader = readers.get(text[start])
            if code_end := self._indented.end_of_code(start):
                position = code_end
            else:
                position = reader(start, found.end()) if reader else found.end()
            yield
            found = search(text, position)

    def _hide(self, start: int, end: int) -> int:
        self.hidden.append((start, end))
        return end

    def _add(self, token: Token | None, end: int) -> int:
        if token:
            self.tokens.append(token)
        return end

    # Words

    def _tag(self, start: int, _: int) -> int:
        found = TAG.match(self.text, start)
        return self._add(as_tag(found), found.end()) if found else _run_end(self.text, start)

    def _dollar(self, start: int, _: int) -> int:
        found = PERSON.match(self.text, start)
        if found:
            self.tokens.append(as_person(self.text, found))
        if end := formulas.end(self.text, start):
            self.formulas.append((start, end))
            return self._hide(start, end)
        return found.end() if found else _run_end(self.text, start)

    def _user(self, start: int, _: int) -> int:
        found = USER.match(self.text, start)
        return self._add(as_user(found), found.end()) if found else _run_end(self.text, start)

    def _address(self, start: int, end: int) -> int:
        return self._hide(start, end)

    # Brackets

    def _bracket(self, start: int, _: int) -> int:
        text = self.text
        end = _run_end(text, start)
        if end - start == 1:
            definition = syntax.DEFINITION.match(text, start)
            if definition:
                return self._hide(start, definition.end())
        elif found := WIKI.match(text, end - 2):
            self._open_html(start, end - 2)
            return self._wiki(found)
        self._open_html(start, end)
        return end

    def _wiki(self, found: re.Match[str]) -> int:
        start = found.start()
        before = self.text[start - 1] if start else ""
        if before == "!" and not self._is_escaped(start - 1):
            start -= 1
        return self._hide(start, self._add(as_wiki(self.text, start, found), found.end()))

    def _open_html(self, start: int, end: int) -> None:
        self._enter_block(start)
        self._open.extend(range(max(start, end - _MAX_OPEN), end))

    def _label_end(self, start: int, _: int) -> int:
        end = _run_end(self.text, start)
        self._enter_block(start)
        for _unused in range(min(end - 1 - start, len(self._open))):
            self._open.pop()
        opening = self._open.pop() if self._open else None
        target = syntax.TARGET.match(self.text, end - 1) if self.text.startswith("(", end) else None
        if not target:
            return end
        if opening is not None:
            self._note_link(opening, target)
        return self._hide(end - 1 if opening is None else opening, target.end())

    def _note_link(self, opening: int, target: re.Match[str]) -> None:
        address = NOTE_ADDRESS.fullmatch(target["angled"] or target["address"] or "")
        if not address:
            return
        has_tokens = bool(self.tokens) and self.tokens[-1].end > opening
        start = target.start() if has_tokens else opening
        self.tokens.append(Token("note", start, target.end(), address["id"].lower()))

    # Code

    def _backticks(self, start: int, _: int) -> int:
        end = _run_end(self.text, start)
        if end - start >= 3 and (after := self._fence(start)):
            return after
        if self._ticks is None:
            self._ticks = _tick_runs(self.text, start)
        same = self._ticks.get(end - start, [])
        closing = bisect_left(same, end)
        if closing == len(same) or same[closing] > self._enter_block(start):
            return end
        return self._hide(start, same[closing] + end - start)

    def _tildes(self, start: int, _: int) -> int:
        return self._fence(start) or _run_end(self.text, start)

    def _fence(self, start: int) -> int | None:
        if self._fences is None:
            self._fences = Fences(self.text)
        end = self._fences.block_end(start)
        return self._hide(start, end) if end else None

    # HTML

    def _html(self, start: int, _: int) -> int:
        last = _run_end(self.text, start) - 1
        found = syntax.HTML.match(self.text, last)
        if not found:
            return last + 1
        end = found.end()
        if found["comment"]:
            end = self._end_of_html("comment", end) or last + 1
        elif (name := (found["name"] or "").lower()) in syntax.HTML_ENDS:
            end = self._end_of_html(name, end) or end
        return self._hide(last, end)

    def _end_of_html(self, kind: str, position: int) -> int | None:
        """Where this kind of HTML ends; remembers that it does not, so that the text is searched once."""
        if kind in self._unclosed:
            return None
        found = syntax.HTML_ENDS[kind].search(self.text, position)
        if not found:
            self._unclosed.add(kind)
            return None
        return found.end()

    # Blocks

    def _enter_block(self, position: int) -> int:
        """The end of the block around this position; on entering a new one, open brackets are forgotten."""
        if position > self._block_end:
            self._open.clear()
            found = syntax.BLOCK_END.search(self.text, position)
            self._block_end = found.start() if found else len(self.text)
        return self._block_end

    def _is_escaped(self, position: int) -> bool:
        """Whether a backslash takes the meaning from the character here."""
        backslashes = 0
        while position > backslashes and self.text[position - backslashes - 1] == "\\":
            backslashes += 1
        return backslashes % 2 == 1


def _run_end(text: str, start: int) -> int:
    """The end of the run of equal characters that begins here."""
    if text[start + 1 : start + 2] != text[start]:
        return start + 1
    run = _SAME.match(text, start)
    return run.end() if run else start + 1


def _tick_runs(text: str, start: int) -> dict[int, list[int]]:
    """Where the runs of backticks begin, by their length."""
    runs: dict[int, list[int]] = {}
    for run in _TICKS.finditer(text, start):
        runs.setdefault(run.end() - run.start(), []).append(run.start())
    return runs
