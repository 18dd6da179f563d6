"""A client that may end, and people who may act, between any two of its steps."""

import contextlib
import random
from collections.abc import Iterator
from typing import Protocol

from notesvc.clients.desktop.sync.api import Answer, Body, Transport
from notesvc.clients.desktop.sync.errors import UnreachableError
from notesvc.clients.desktop.sync.state import State


class Killed(BaseException):
    """The client is gone, at whatever it was."""


class Chance:
    """What may happen at a step, and how likely; nothing while it is off."""

    def __init__(self, random_source: random.Random) -> None:
        self.random = random_source
        self.is_on = True
        self.acts = random_source.choice([0.01, 0.03, 0.1])
        self.kills = random_source.choice([0.001, 0.004, 0.02])
        self.outages = random_source.choice([0.0, 0.01, 0.05])
        self.full = random_source.choice([0.0, 0.03])
        # People sort files while they are looked through, and write where they have open what is being replaced.
        self.meddles = random_source.choice([0.0, 0.1])

    def comes(self, share: float) -> bool:
        return self.is_on and self.random.random() < share


class Stepping(Protocol):
    """Who is told of each step."""

    chance: Chance

    def step(self, what: str) -> None: ...


class SteppingState(State):
    """The client's state; before and after each commit all may end."""

    def __init__(self, path: str, device: Stepping) -> None:
        super().__init__(path)
        self._device = device
        self._depth = 0
        # Clients are killed here, not machines.
        self._database.execute("PRAGMA synchronous = OFF")

    @contextlib.contextmanager
    def commit(self) -> Iterator[None]:
        if self._depth == 0:
            self._device.step("commit")
        self._depth += 1
        try:
            with super().commit():
                yield
        finally:
            self._depth -= 1
        if self._depth == 0:
            self._device.step("committed")


class SteppingTransport:
    """The way to the service: it may fail before or after a request has done its work, and so may the client."""

    def __init__(self, transport: Transport, device: Stepping) -> None:
        self._transport, self._device = transport, device

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        chance = self._device.chance
        self._device.step("fetch")
        if chance.comes(chance.outages):
            raise UnreachableError("nobody answers")
        answer, pieces = self._transport.fetch(path)
        return answer, self._broken(pieces)

    def _broken(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        chance = self._device.chance
        for piece in pieces:
            self._device.step("piece")
            if chance.comes(chance.outages):
                raise UnreachableError("the answer broke off")
            yield piece

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        chance = self._device.chance
        self._device.step(f"{method} {path.partition('?')[0]}")
        if chance.comes(chance.outages):
            raise UnreachableError("nobody answers")
        answer = self._transport.ask(method, path, body, headers)
        if chance.comes(chance.outages):
            raise UnreachableError("the answer was lost")
        self._device.step("answered")
        return answer

    def pause(self, seconds: float) -> None:
        self._transport.pause(seconds)
