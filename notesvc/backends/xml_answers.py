"""XML that servers answer, read as it comes: no document type, no entities of its own, no depth without end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from notesvc.backends.causes import BackendError

_DEEPEST = 40
_LONGEST = 256 * 1024 * 1024


@dataclass(slots=True)
class Element:
    """An element without its namespace: name, text and what stands in it."""

    name: str
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def of(self, *names: str) -> "Element | None":
        """The first element on that way down."""
        if not names:
            return self
        for child in self.children:
            if child.name == names[0] and (found := child.of(*names[1:])) is not None:
                return found
        return None

    def text_of(self, *names: str) -> str:
        """Its text without blanks at the ends, empty where there is no such element."""
        found = self.of(*names)
        return "" if found is None else found.text.strip()


def elements(pieces: Iterable[bytes], root: str | frozenset[str], names: frozenset[str]) -> Iterator[Element]:
    """The elements of those names, each once it has ended. Raises BackendError for what is no such document."""
    reader = _Reader(root, names)
    size = 0
    try:
        for piece in pieces:
            size += len(piece)
            if size > _LONGEST:
                raise BackendError("garbled")
            reader.parser.Parse(piece, False)
            yield from reader.take()
        reader.parser.Parse(b"", True)
    except (expat.ExpatError, _RefusedError, ValueError, LookupError) as error:
        raise BackendError("garbled") from error
    yield from reader.take()


class _RefusedError(Exception):
    """XML that no such server writes."""


class _Reader:
    def __init__(self, root: str | frozenset[str], names: frozenset[str]) -> None:
        self._roots = frozenset((root,)) if isinstance(root, str) else root
        self._names = names
        self._open: list[Element] = []
        self._found: list[Element] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse

    def take(self) -> list[Element]:
        found, self._found = self._found, []
        return found

    def _start(self, name: str, _: object) -> None:
        element = Element(name.rpartition(" ")[2])
        if len(self._open) > _DEEPEST or (not self._open and element.name not in self._roots):
            raise _RefusedError
        if self._open:
            self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, _: str) -> None:
        element = self._open.pop()
        if element.name in self._names:
            self._found.append(element)
            if self._open:
                self._open[-1].children.remove(element)

    def _characters(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text

    def _refuse(self, *_: object) -> None:
        raise _RefusedError
