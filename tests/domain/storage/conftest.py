"""A user whose attachments are elsewhere: at places of memory that a test chooses the weather of."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from notesvc import file_store
from notesvc.backends.backend import Backend
from notesvc.backends.causes import BackendError
from notesvc.config import Settings
from notesvc.domain import attachments
from notesvc.domain.caller import Caller
from notesvc.domain.storage import fetching, opening, parts, placing
from notesvc.domain.storage.carrier import Carrier
from notesvc.domain.storage.target import Target
from notesvc.models import Attachment
from tests.backends.model import SOUND, Model


@dataclass
class Elsewhere:
    """Places by their addresses, and what a user does."""

    settings: Settings
    caller: Caller
    places: dict[str, Model] = field(default_factory=dict)
    carrier: Carrier = field(default_factory=Carrier)

    def place(self, name: str) -> Model:
        return self.places.setdefault(f"https://{name}.example.org", Model())

    def choose(self, name: str, caller: Caller | None = None) -> None:
        """What PUT config does after its test has passed; "local" is the service itself."""
        by = caller or self.caller
        if name == "local":
            parts.put(by, Target("attachments", "local"), None)
            return
        self.place(name)
        target = Target("attachments", "webdav", address=f"https://{name}.example.org", user="u", secret="s")
        placing.claim(opening.open_target(by.user_id, target), parts.owner_mark(by.user_id))
        parts.put(by, target, SOUND)

    def upload(self, content: bytes, name: str = "a.txt", caller: Caller | None = None) -> Attachment:
        return attachments.store(caller or self.caller, io.BytesIO(content).read, name)

    def work(self, rounds: int = 50) -> None:
        """Whatever the jobs process would do now."""
        for _ in range(rounds):
            if not self.carrier.work_some(lambda: False):
                return

    def start_anew(self) -> None:
        """As after a restart: nothing is remembered but what is stored."""
        self.carrier = Carrier()
        fetching._failures.clear()

    def read(self, attachment: Attachment) -> bytes:
        with fetching.reading(str(attachment.owner_id), str(attachment.content_hash)) as file:
            return file.read()

    def forget_copy(self, content: bytes) -> None:
        """As if the copy here had gone to make room."""
        file_store.remove(hashlib.sha256(content).hexdigest())


def key_of(content: bytes) -> str:
    return placing.key_of(hashlib.sha256(content).hexdigest())


def is_here(content: bytes) -> bool:
    """Whether a copy of the file lies here."""
    return file_store.path_of(hashlib.sha256(content).hexdigest()).is_file()


@pytest.fixture
def elsewhere(workspace: Settings, caller: Caller, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    """A user, and places by name."""
    file_store.open_store(workspace.attachments)
    found = Elsewhere(workspace, caller)

    def open_place(_: str, target: Target) -> Backend:
        place = found.places.get(str(target.address))
        if place is None:
            raise BackendError("unreachable")
        return place.backend()

    monkeypatch.setitem(opening.OPENERS, "webdav", open_place)
    fetching._failures.clear()
    yield found
    fetching._failures.clear()
