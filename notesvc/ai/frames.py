"""Cutting what comes from a provider into lines and events, wherever the network has cut it."""

from collections.abc import Iterator

from notesvc.ai.causes import ProviderError

# No provider's piece of an answer is near this; what is longer is no stream.
_LONGEST_LINE = 1024 * 1024
_FIELDS = (":", "data:", "event:", "id:", "retry:")


class Lines:
    """Lines of a stream of bytes."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that are whole by now. Raises ProviderError for one that does not end."""
        *whole, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) > _LONGEST_LINE:
            raise ProviderError("garbled")
        for line in whole:
            yield _text(line)

    def rest(self) -> str:
        """What came after the last line end."""
        rest, self._begun = self._begun, b""
        return _text(rest)


class Events:
    """The data of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), and the lines
    that belong to none: some providers tell of trouble in such."""

    def __init__(self) -> None:
        self.stray: list[str] = []
        self._lines = Lines()
        self._data: list[str] = []

    def feed(self, data: bytes) -> Iterator[str]:
        """The data of the events that are whole by now."""
        for line in self._lines.feed(data):
            name, colon, value = line.partition(":")
            if not line:
                yield from self._finish_event()
            elif name == "data":
                self._data.append(value.removeprefix(" "))
            elif not (colon and f"{name}:" in _FIELDS):
                self._stray(line)

    def end(self) -> Iterator[str]:
        """What was begun when the stream ended: providers forget the empty line after the last event."""
        rest = self._lines.rest()
        if rest.startswith("data:"):
            self._data.append(rest[5:].removeprefix(" "))
        elif not any(field.startswith(rest) for field in _FIELDS):
            self._stray(rest)
        yield from self._finish_event()

    def _finish_event(self) -> Iterator[str]:
        data, self._data = "\n".join(self._data), []
        if data:
            yield data

    def _stray(self, line: str) -> None:
        self.stray.append(line)
        if sum(map(len, self.stray)) > _LONGEST_LINE:
            raise ProviderError("garbled")


def _text(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "replace")
