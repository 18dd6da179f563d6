"""The servers, started once for all tests that want them, and a place on each."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from notesvc.backends.causes import BackendError
from tests.backends.places import Spot, folder_spot, make_bucket, spot_of
from tests.backends.servers import SERVERS, Server
from tests.service import wait_until


class Running:
    """Servers by their names; each starts when it is first asked for."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self._stack = stack
        self._servers: dict[str, Server] = {}

    def server(self, name: str) -> Server:
        if name not in self._servers:
            # Not among pytest's own, which nobody but the tester may enter: Apache is somebody else.
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="notesvc-", dir="/tmp")))
            folder.chmod(0o755)
            server = self._stack.enter_context(SERVERS[name](folder))
            if name == "seaweedfs":
                wait_until(lambda: has_bucket(server), "the bucket is made")
            self._servers[name] = server
        return self._servers[name]


def has_bucket(server: Server) -> bool:
    """Its parts find each other some time after it listens."""
    with contextlib.suppress(BackendError):
        make_bucket(server)
        with contextlib.closing(spot_of(server).backend()) as backend:
            backend.create("ready", b"")
        return True
    return False


@pytest.fixture(scope="session")
def running() -> Iterator[Running]:
    with contextlib.ExitStack() as stack:
        yield Running(stack)


@pytest.fixture(params=["folder", *SERVERS])
def spot(request: pytest.FixtureRequest, running: Running, tmp_path: Path) -> Spot:
    """A place for files, of each kind."""
    if request.param == "folder":
        return folder_spot(tmp_path)
    return spot_of(running.server(request.param))
