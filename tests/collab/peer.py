"""A browser in a room, without the browser: a Yjs document and a WebSocket that speaks the room's protocol."""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pycrdt
from pycrdt import Doc, Text, XmlFragment
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from notesvc.collab import reading, wire
from notesvc.domain.sharing.room_tokens import SCHEMA
from notesvc.text import stable_json
from tests.process.member import Member
from tests.service import wait_until

SECONDS = 60.0


class Peer:
    """Keeps its document when it goes away, and says what has changed when it comes again."""

    def __init__(self, member: Member, note_id: str) -> None:
        self.member, self.note_id = member, note_id
        self.document: Any = Doc(allow_multithreading=True)
        self.text = self.document.get("raw", type=Text)
        self.blocks = self.document.get("blocks", type=XmlFragment)
        self.generation: str | None = None
        # Which root its editor is bound to, as it was told last.
        self.mode = ""
        self.messages: list[tuple[int, Any]] = []
        self.close_code: int | None = None
        # Where its page comes from, and the worker that it was last sent to.
        self.origin, self.address = member.url, ""
        self.sent = self.acknowledged = 0
        self._lock = threading.RLock()
        self._socket: ClientConnection | None = None
        self._thread: threading.Thread | None = None
        self._is_silent = False
        self._stack = contextlib.ExitStack()
        self.document.observe(self._changed)

    def come(self, **hello: Any) -> "Peer":
        """Enter and wait until the room has sent what this document lacked."""
        self.dial(**hello)
        wait_until(lambda: self.told(wire.SYNC) or self.close_code, "nothing was synced", SECONDS)
        assert self.close_code is None, self.close_code
        return self

    def dial(self, **hello: Any) -> "Peer":
        """Open a connection with a fresh token and say hello."""
        key = self.member.make("/api/collaboration/auth", noteId=self.note_id)
        self.messages, self.close_code, self.sent, self.acknowledged = [], None, 0, 0
        self.address = hello.pop("url", key["url"])
        opened = connect(self.address, origin=self.origin, max_size=None, open_timeout=SECONDS, proxy=None)
        self._socket = self._stack.enter_context(opened)
        said = {"token": key["token"], "schema": SCHEMA, "generation": self.generation, **hello}
        self.send(wire.own(wire.HELLO, **said))
        self._thread = threading.Thread(target=self._listen, args=(self._socket,), daemon=True)
        self._thread.start()
        return self

    def leave(self) -> "Peer":
        """Go away; the document stays."""
        self._stack.close()
        if self._thread is not None:
            self._thread.join(SECONDS)
        self._socket = None
        return self

    def is_cut_off(self) -> "Peer":
        """Go away without a word, as when a train enters a tunnel."""
        assert self._socket is not None
        self._socket.socket.shutdown(socket.SHUT_RDWR)
        return self.leave()

    def write(self, words: str, at: int | None = None) -> "Peer":
        """Type into the raw text, before the character `at`, by default at the end."""
        with self._lock:
            self.text.insert(len(str(self.text)[:at].encode()), words)
        return self

    def type_into(self, number: int, words: str) -> "Peer":
        """Type at the beginning of a top-level block."""
        with self._lock:
            element = self.blocks.children[0].children[number].children[0]
            if not len(element.children):
                element.children.append(pycrdt.XmlText())
            element.children[0].insert(0, words)
        return self

    def erase(self, size: int) -> "Peer":
        """Remove so many ASCII characters at the beginning of what the editor is bound to."""
        with self._lock:
            if self.mode == "raw":
                del self.text[0:size]
            else:
                del self.blocks.children[0].children[0].children[0].children[0][0:size]
        return self

    def acknowledged_all(self, seconds: float = SECONDS) -> "Peer":
        """Wait until all that was sent is on disk there."""
        wait_until(lambda: self.acknowledged >= self.sent, f"{self.acknowledged} of {self.sent} are on disk", seconds)
        return self

    @contextlib.contextmanager
    def reads_nothing(self) -> Iterator[None]:
        """Take nothing that is sent, as a browser that hangs."""
        assert self._socket is not None
        with self._lock:
            yield

    def say(self, **state: Any) -> "Peer":
        """Tell the others about oneself."""
        self._clock = getattr(self, "_clock", 0) + 1
        entry = wire.number(self.document.client_id) + wire.number(self._clock) + wire.array(json.dumps(state).encode())
        self.send(wire.awareness(wire.number(1) + entry))
        return self

    def send(self, message: bytes) -> None:
        assert self._socket is not None
        self._socket.send(message)

    def told(self, kind: int) -> list[Any]:
        """What came of that kind."""
        return [body for each, body in list(self.messages) if each == kind]

    def closed(self, seconds: float = SECONDS) -> int:
        """Wait until the connection is closed from there; the code."""
        return int(wait_until(lambda: self.close_code, "the connection stays open", seconds))

    @property
    def is_here(self) -> bool:
        """Whether it has a connection that is open as far as it knows."""
        return self._socket is not None and self.close_code is None

    def read(self) -> str:
        with self._lock:
            return str(self.text)

    def shown(self) -> list[str]:
        """The text of each top-level block."""
        with self._lock:
            found = reading.blocks_of(self.blocks)
        return ["".join(str(node.get("text", "")) for node in block.get("content") or []) for block in found]

    def everything(self) -> tuple[str, str]:
        with self._lock:
            # Not as XML: there the attributes of an element stand in any order.
            return str(self.text), stable_json.dumps(reading.blocks_of(self.blocks))

    def _changed(self, event: Any) -> None:
        if self._is_silent or self._socket is None:
            return
        try:
            self._socket.send(wire.update(event.update))
            self.sent += 1
        except ConnectionClosed:
            return

    def _listen(self, opened: ClientConnection) -> None:
        try:
            for message in opened:
                assert isinstance(message, bytes)
                with self._lock:
                    self._take(wire.Reader(message))
        except ConnectionClosed:
            pass
        self.close_code = opened.close_code or 1006

    def _take(self, reader: wire.Reader) -> None:
        kind = reader.number()
        if kind == wire.SYNC:
            self._sync(reader.number(), reader.array())
            return
        body = reader.array() if kind == wire.AWARENESS else reader.json()
        if kind == wire.WELCOME:
            self.generation, self.mode = body["generation"], body["mode"]
        elif kind == wire.MODE:
            self.mode = body["mode"]
        elif kind == wire.ACK:
            self.acknowledged = body["updates"]
        self.messages.append((kind, body))

    def _sync(self, step: int, part: bytes) -> None:
        if step == wire.STEP_1:
            self.sent += 1
            self.send(wire.step_2(self.document.get_update(part)))
            self.send(wire.step_1(self.document.get_state()))
            return
        self._is_silent = True
        self.document.apply_update(part)
        self._is_silent = False
        self.messages.append((wire.SYNC, step))


Peers = Callable[[Member, Any], Peer]
