"""Runs the worker's process: one loop, from the first connection to the last save."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn

from notesvc import database, limits
from notesvc.collab import stores
from notesvc.collab.keeper import Keeper
from notesvc.collab.newcomers import Newcomers
from notesvc.collab.server import Door
from notesvc.collab.sockets import Socket
from notesvc.config import Settings

_SWITCH_SECONDS = 0.001
_GRACE_SECONDS = 2
_BEAT_SECONDS = 1.0


def run(settings: Settings, listener: socket.socket, beat: Callable[[], None]) -> None:
    """Serve rooms on the listening socket until SIGTERM; then save them all. It calls `beat` while it is at work."""
    # Threads work for the database beside the loop: it gets its turn sooner.
    sys.setswitchinterval(_SWITCH_SECONDS)
    database.open_database(settings)
    asyncio.run(_serve(settings, listener, beat))


async def _serve(settings: Settings, listener: socket.socket, beat: Callable[[], None]) -> None:
    keeper = Keeper(settings, stores.open_store(settings))
    config = uvicorn.Config(
        Door(settings, keeper),
        http=Newcomers(is_limited=not settings.trusted_proxies).protocol(),
        ws=Socket,
        ws_max_size=limits.MAX_ROOM_MESSAGE + 64,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    # What the library says is trouble; its ways of coming and going are not.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    gc.freeze()
    server = _Server(config)
    beating = asyncio.create_task(_beat(beat))
    await server.serve(sockets=[listener])
    beating.cancel()


async def _beat(beat: Callable[[], None]) -> None:
    """A loop that is stopped says nothing, and is ended."""
    while True:
        beat()
        await asyncio.sleep(_BEAT_SECONDS)


class _Server(uvicorn.Server):
    """Ends by returning: the supervisor wants to see an exit, not the signal once more."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)
        yield
