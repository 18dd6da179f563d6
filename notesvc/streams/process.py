"""The process itself: hears of writes by other processes, and wakes the hub."""

import asyncio
import contextlib
import signal
from typing import Any

import psycopg

from notesvc import database, hand_over
from notesvc.config import Settings
from notesvc.domain.events import CHANNEL
from notesvc.streams import reading
from notesvc.streams.hub import Hub

_LOOK_SECONDS = 0.2
# Postgres tells by itself; whoever misses a word because its connection broke looks all the same.
_LISTEN_SECONDS = 2.0


def run(settings: Settings) -> None:
    """Serve streams until SIGTERM."""
    database.open_database(settings)
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    loop, stop, hub = asyncio.get_running_loop(), asyncio.Event(), Hub()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_reader(hand_over.receiver(), hub.take)
    hearing = _look(hub) if settings.is_sqlite else _listen(settings, hub)
    tasks: list[asyncio.Task[Any]] = [loop.create_task(each) for each in (hub.send_events(), hub.keep_up(), hearing)]
    waiting: asyncio.Task[Any] = loop.create_task(stop.wait())
    done, _ = await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
    loop.remove_reader(hand_over.receiver())
    hub.close()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done - {waiting}:
        # None of them ends by itself: the supervisor starts this process again.
        task.result()


async def _look(hub: Hub) -> None:
    """SQLite tells nobody, but says at once whether anybody has written."""
    known: object = None
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        if hub.is_empty:
            continue
        with contextlib.suppress(Exception):
            state = await hub.ask(reading.state)
            if state != known:
                known = state
                hub.woken.set()


async def _listen(settings: Settings, hub: Hub) -> None:
    while True:
        with contextlib.suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(settings.database_url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await _wake_on_notice(connection, hub)
        await asyncio.sleep(_LISTEN_SECONDS)
        hub.woken.set()


async def _wake_on_notice(connection: psycopg.AsyncConnection[tuple[object, ...]], hub: Hub) -> None:
    while True:
        hub.woken.set()
        async with contextlib.aclosing(connection.notifies(timeout=_LISTEN_SECONDS, stop_after=1)) as notices:
            async for _ in notices:
                pass
