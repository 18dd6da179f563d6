"""A code block of a clipped page: its lines as the page shows them, whatever each is wrapped in."""

from dataclasses import dataclass, field

from notesvc.text.clip import tags
from notesvc.text.markdown.escaping import longest_run

_LINE_CLASSES = frozenset({"line", "code-line", "codeline", "ec-line", "view-line", "cm-line"})


@dataclass(slots=True)
class CodeBlock:
    """Takes what stands inside a `<pre>`."""

    language: str
    parts: list[str] = field(default_factory=list)
    open: list[tuple[str, int | None]] = field(default_factory=list)  # names; of lines also where they began
    ended_line: str = ""  # the element that ended the line: a line end that follows in the source is the same one

    def text(self, text: str) -> None:
        """Text as the page has it."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if self.ended_line and text:
            text, self.ended_line = text.removeprefix("\n"), ""
        if text:
            self.parts.append(text)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element inside: it may break the line, be a line, or name the language."""
        self.language = self.language or tags.language(attributes)
        # Behind a span, which breaks no line by itself, it is the end of that line.
        if name == "br" and self.ended_line != "span":
            self.parts.append("\n")
        if name in tags.VOID or len(self.open) >= tags.MAX_OPEN:
            return
        is_line = _is_line(name, attributes)
        if is_line:
            self._end_line()
        self.open.append((name, len(self.parts) if is_line else None))

    def end(self, name: str) -> None:
        """The end of an element inside; one that was never opened ends nothing."""
        if any(opened == name for opened, _ in self.open):
            while self._close() != name:
                pass

    def markdown(self) -> str:
        """The block between fences; empty when it shows nothing."""
        code = "".join(self.parts).replace("\u00a0", " ").removeprefix("\n").rstrip("\n ")
        if not code.strip():
            return ""
        fence = "`" * max(3, longest_run(code, "`") + 1)
        return f"{fence}{self.language}\n{code}\n{fence}"

    def _close(self) -> str:
        name, began = self.open.pop()
        if began is not None and began == len(self.parts):
            self.parts.append("\n")  # a line without signs
        elif began is not None:
            self._end_line()
        self.ended_line = name if began is not None else self.ended_line
        return name

    def _end_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self.parts.append("\n")


def _is_line(name: str, attributes: dict[str, str]) -> bool:
    if name in tags.BLOCKS or "data-line" in attributes:
        return True
    is_named = not _LINE_CLASSES.isdisjoint(attributes.get("class", "").split())
    return is_named or "display:block" in attributes.get("style", "").replace(" ", "")
