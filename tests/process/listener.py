"""A client that listens to the stream of its user's events, as a browser's EventSource does."""

import http.client
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.process.member import Member

PATH = "/api/notifications/stream"
_PATIENCE_SECONDS = 60


class Heard(NamedTuple):
    """An event; what only passes a number on, or a comment, has no name."""

    id: int | None
    name: str | None
    data: Any
    lines: list[str]


class Listener:
    """One open stream; `last` is the id to resume after."""

    def __init__(self, member: Member, last: int | str | None = None) -> None:
        split = urlsplit(member.url)
        self._connection = http.client.HTTPConnection(str(split.hostname), split.port, timeout=_PATIENCE_SECONDS)
        resumed = {} if last is None else {"Last-Event-ID": str(last)}
        self._connection.request("GET", PATH, headers={**member.headers, **resumed})
        self.answer = self._connection.getresponse()
        self.last = int(last) if isinstance(last, int) else 0

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Go away."""
        self.answer.close()
        self._connection.close()

    def opened(self) -> "Listener":
        """Wait for the first words, which say where the stream begins."""
        assert self.answer.status == 200, self.answer.read()
        begin = self.next()
        assert begin.lines[0].startswith("retry: ")
        return self

    def next(self) -> Heard:
        """The next event. Raises EOFError at the end of the stream."""
        lines = []
        while (line := self.answer.readline().decode().rstrip("\n")) or lines:
            if not line:
                return self._heard(lines)
            lines.append(line)
        raise EOFError

    def until(self, name: str, **wanted: Any) -> list[Heard]:
        """All events up to the first of that name that holds what is wanted, which is the last of them."""
        heard = [self.next()]
        while heard[-1].name != name or any(heard[-1].data.get(key) != value for key, value in wanted.items()):
            heard.append(self.next())
        return heard

    def rest(self) -> list[Heard]:
        """What comes until the stream ends."""
        heard = []
        try:
            while True:
                heard.append(self.next())
        except EOFError:
            return heard

    def _heard(self, lines: list[str]) -> Heard:
        fields = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
        number = int(fields["id"]) if "id" in fields else None
        self.last = self.last if number is None else number
        data = json.loads(fields["data"]) if "data" in fields else None
        return Heard(number, fields.get("event"), data, lines)
