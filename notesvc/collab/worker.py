"""Runs the worker's process: one loop, from the first connection to the last save."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator

import uvicorn

from notesvc import database, limits
from notesvc.collab import store
from notesvc.collab.keeper import Keeper
from notesvc.collab.server import Door
from notesvc.collab.sockets import Socket
from notesvc.config import Settings

_SWITCH_SECONDS = 0.001
_GRACE_SECONDS = 2


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve rooms on the listening socket until SIGTERM; then save them all."""
    # Threads work for the database beside the loop: it gets its turn sooner.
    sys.setswitchinterval(_SWITCH_SECONDS)
    database.open_database(settings)
    asyncio.run(_serve(settings, listener))


async def _serve(settings: Settings, listener: socket.socket) -> None:
    keeper = Keeper(settings, store.open_store(settings))
    config = uvicorn.Config(
        Door(settings, keeper),
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
    await server.serve(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends by returning: the supervisor wants to see an exit, not the signal once more."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)
        yield
