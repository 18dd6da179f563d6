"""Reads the tags and texts of a clipped page: which element is open, what ends it, what is left out. No recursion."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from notesvc.text.clip import tags
from notesvc.text.clip.aside import Fallback, FootnoteReference, Formula, LeftOut, Player, formula
from notesvc.text.clip.builder import Builder
from notesvc.text.clip.footnotes import Footnotes
from notesvc.text.clip.html_tokens import HtmlToken, Tokenizer


@dataclass(slots=True)
class Open:
    """An open element and what has to happen when it ends."""

    name: str
    close: Callable[[], None]


class PageReader:
    """Takes the tokens of a page one by one."""

    def __init__(self, base_url: str | None, footnotes: Footnotes) -> None:
        self.builder = Builder(base_url)
        self.footnotes = footnotes
        self.title: str | None = None
        self.open: list[Open] = []
        self.counts: Counter[str] = Counter()  # of what is in `open`
        self.ignored: Counter[str] = Counter()  # open elements beyond the depth limit
        self.aside: LeftOut | None = None
        self.raw = ""  # what the raw text that follows at once is for

    def read(self, token: HtmlToken, tokenizer: Tokenizer) -> None:
        """Takes the next token of the page."""
        if self.aside is not None:
            if self.aside.take(token):
                self._end_aside(self.aside)
        elif token.kind == "text" and self.raw:
            self._raw_text(token.value)
        elif token.kind == "text":
            self.builder.text(token.value)
        elif token.kind == "end":
            self._end(token.value)
        elif not self._start_aside(token, tokenizer):
            self._start(token)

    def finish(self) -> tuple[str, str | None]:
        """The Markdown of all that was read, and the title of the page."""
        self._pop(0)
        return self.builder.finish(), self.title

    def _raw_text(self, text: str) -> None:
        """The text of a title, or of a script that holds a formula."""
        if self.raw == "title":
            self.title = self.title or " ".join(text.split()) or None
        else:
            self.builder.ready(formula(text, display=self.raw == "display"))
        self.raw = ""

    def _start_aside(self, token: HtmlToken, tokenizer: Tokenizer) -> bool:
        """Whether this element is read apart. One that is never closed is not, or all that follows would go."""
        name, kind = token.value, token.attributes.get("type", "")
        if name == "title" or (name == "script" and kind.startswith("math/tex")):
            self.raw = "title" if name == "title" else "display" if "display" in kind else "inline"
            return True
        aside = self._aside_for(name, token.attributes)
        if aside is not None and tokenizer.closes_later(name, token.position):
            self.aside = aside
        return aside is not None

    def _aside_for(self, name: str, attributes: dict[str, str]) -> LeftOut | None:
        if name == "math":
            return Formula(name, 1, attributes.get("display") == "block", attributes.get("alttext", ""))
        if name in ("iframe", "video", "audio"):
            base_url = self.builder.base_url
            return Player(name, 1, tags.web_address(attributes.get("src", ""), base_url), base_url)
        if number := self.footnotes.reference_number(name, attributes):
            return FootnoteReference(name, 1, number)
        if name == "noscript":
            return Fallback(name)
        is_noise = name not in tags.VOID and (tags.is_noise(attributes) or self.footnotes.leads_back(name, attributes))
        return LeftOut(name) if name in tags.DROPPED or is_noise else None

    def _end_aside(self, aside: LeftOut) -> None:
        self.aside = None
        if markdown := aside.markdown():
            self.builder.ready(markdown)
        elif address := aside.address():
            self.builder.link(address)
        elif isinstance(aside, Fallback) and aside.picture:
            self.builder.picture_instead(aside.picture)

    def _start(self, token: HtmlToken) -> None:
        name, attributes = token.value, token.attributes
        self.raw = ""
        if self.builder.code_block is not None:
            self.builder.code_block.start(name, attributes)
            return
        self._close_implied(name)
        if name in tags.BLOCKS:
            self.builder.flush()
        if name in tags.VOID:
            self.builder.void(name, attributes)
        elif len(self.open) >= tags.MAX_OPEN:
            self.ignored[name] += 1
        else:
            number = self.footnotes.note_number(name, attributes)
            close = self.builder.footnote(number) if number else self.builder.start(name, attributes)
            self.open.append(Open(name, close))
            self.counts[name] += 1

    def _close_implied(self, name: str) -> None:
        ended, barriers = tags.CLOSED_BY.get(name, (frozenset(), frozenset()))
        if not any(self.counts[other] for other in ended):
            return
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index].name in ended:
                self._pop(index)
                return
            if self.open[index].name in barriers:
                return

    def _end(self, name: str) -> None:
        self.raw = ""
        is_block = name in tags.BLOCKS
        if self.builder.code_block is not None and name not in tags.CODE_BLOCKS:
            self.builder.code_block.end(name)
            return
        if self.ignored[name]:
            self.ignored[name] -= 1
        elif self.counts[name]:
            self._close(name, is_block)
        if is_block and self.builder.code_block is None:
            self.builder.flush()

    def _close(self, name: str, is_block: bool) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index].name == name:
                self._pop(index, alone=not is_block)
                return
            if self.open[index].name == "table" and is_block:
                return

    def _pop(self, index: int, alone: bool = False) -> None:
        """Ends the element at the index and, unless `alone`, all that are open inside it."""
        end = index + 1 if alone else len(self.open)
        for element in reversed(self.open[index:end]):
            if element.name in tags.BLOCKS:
                self.builder.flush()
            self.counts[element.name] -= 1
            element.close()
        del self.open[index:end]
