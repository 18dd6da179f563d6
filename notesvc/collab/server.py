"""The worker's door: who gets into which room, and what their messages do there (`wire.py` has the messages)."""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from notesvc import errors, hosts, limits
from notesvc.collab import sockets, wire
from notesvc.collab.connection import Connection, RefusedError, Send, refuse
from notesvc.collab.converter import ConversionError
from notesvc.collab.intake import Arrival
from notesvc.collab.keeper import Keeper
from notesvc.collab.room import Room
from notesvc.collab.sockets import Socket
from notesvc.collab.store import TROUBLE
from notesvc.config import Settings
from notesvc.domain.sharing import room_access, room_tokens
from notesvc.domain.sharing.room_tokens import RoomToken

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_LONGEST_HELLO = 8_192
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

log = logging.getLogger("notesvc")


class Door:
    """An ASGI application: sockets of rooms, `GET /healthz`, and what is mounted beside them by its path."""

    def __init__(self, settings: Settings, keeper: Keeper, mounted: dict[str, Application] | None = None) -> None:
        self._signer = room_tokens.Signer(settings.secret_key)
        self._settings = settings
        self._origins = _origins(settings)
        self._keeper = keeper
        self._mounted = mounted or {}
        self._strangers = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["path"] in self._mounted:
            await self._mounted[scope["path"]](scope, receive, send)
        else:
            await _answer(scope, send, self._settings, self._keeper)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._keeper.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._keeper.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1").rstrip("/").lower()
        if origin not in self._origins or self._strangers >= limits.MAX_ROOM_STRANGERS:
            # Before it is accepted: HTTP 403.
            await send({"type": "websocket.close", "code": wire.FORBIDDEN})
            return
        await send({"type": "websocket.accept"})
        try:
            entered = await self._enter(scope["extensions"][sockets.NAME], receive, send)
            if entered is not None:
                await self._stay(*entered, (receive, send))
        except RefusedError as refused:
            await refuse(send, refused)
        except OSError:
            return

    async def _enter(self, socket: Socket, receive: Receive, send: Send) -> tuple[Room, Connection, Socket] | None:
        """Who says hello as one should; None for who has gone or was sent away. Raises RefusedError."""
        hello = await self._hello(receive)
        if hello is None:
            return None
        token = self._read(hello)
        try:
            caller, role = await self._keeper.bridge.do(room_access.standing, token.user, token.session, token.note)
            room = await self._keeper.rooms.room_of(token.note, token.user)
        except room_access.SignedOutError as error:
            raise RefusedError(wire.UNAUTHENTICATED, "the session is over") from error
        except errors.NotFound as error:
            raise RefusedError(wire.NOT_FOUND, "there is no such note") from error
        except (errors.Busy, ConversionError, *TROUBLE) as error:
            log.warning("room", extra={"fields": {"event": "room_not_opened", "error": str(error)[:200]}})
            await send({"type": "websocket.close", "code": 1013, "reason": "try again later"})
            return None
        connection = Connection(socket, caller, "viewer" if "viewer" in (role, token.role) else "editor", token.session)
        self._refuse_full(room, connection)
        generation = hello.get("generation")
        if generation is not None and generation != room.facts.generation:
            raise RefusedError(wire.GENERATION_GONE, "the room was made anew: save what is not saved as a note")
        return room, connection, socket

    async def _hello(self, receive: Receive) -> dict[str, Any] | None:
        """The first message; None when the socket was closed before it. Raises RefusedError."""
        self._strangers += 1
        try:
            async with asyncio.timeout(limits.ROOM_HELLO_SECONDS):
                message = await receive()
        except TimeoutError as error:
            raise RefusedError(wire.SILENT, "say hello first") from error
        finally:
            self._strangers -= 1
        if message["type"] == "websocket.disconnect":
            return None
        given = message.get("bytes") or b""
        try:
            reader = wire.Reader(given)
            if len(given) > _LONGEST_HELLO or reader.number() != wire.HELLO:
                raise wire.MalformedMessageError
            return reader.json()
        except wire.MalformedMessageError as error:
            raise RefusedError(wire.MALFORMED, "say hello first") from error

    def _read(self, hello: dict[str, Any]) -> RoomToken:
        try:
            token = self._signer.read(str(hello.get("token")))
        except room_tokens.RoomTokenError as error:
            raise RefusedError(wire.UNAUTHENTICATED, "ask for a new token") from error
        if (hello.get("schema"), token.schema) != (room_tokens.SCHEMA, room_tokens.SCHEMA):
            raise RefusedError(wire.SCHEMA_DIFFERS, "reload the page: this one is of another version")
        return token

    def _refuse_full(self, room: Room, connection: Connection) -> None:
        everybody = [each for other in self._keeper.rooms.all() for each in other.connections.values()]
        mine = sum(1 for each in everybody if each.caller.user_id == connection.caller.user_id)
        if len(room.connections) >= limits.ROOM_CONNECTIONS or mine >= limits.ROOM_CONNECTIONS_PER_USER:
            raise RefusedError(wire.TOO_MANY, "too many connections")
        if room.is_gone:
            raise RefusedError(wire.MOVED, "the room has moved")

    async def _stay(self, room: Room, connection: Connection, socket: Socket, ends: tuple[Receive, Send]) -> None:
        """Both directions, until either ends."""
        receive, send = ends
        room.enter(connection)
        socket.take_over(functools.partial(self._handle, room, connection))
        leaving = asyncio.create_task(_wait_for_leave(receive))
        try:
            await asyncio.wait((leaving, connection.refused), return_when=asyncio.FIRST_COMPLETED)
            if connection.refused.done():
                await _refuse_in_time(send, connection.refused.result(), socket)
        finally:
            room.leave(connection)
            self._keeper.member_left(room)
            leaving.cancel()
            socket.let_go()

    def _handle(self, room: Room, connection: Connection, message: bytes) -> float:
        """Do what the message asks for; how many seconds the next one has to wait: not read, not lost."""
        if connection.is_closing:
            return 0.0
        try:
            self._take(room, connection, message)
        except RefusedError as refused:
            connection.close(refused)
        except wire.MalformedMessageError as error:
            connection.close(RefusedError(wire.MALFORMED, str(error) or "no message"))
        return connection.pause(len(message))

    def _take(self, room: Room, connection: Connection, message: bytes) -> None:
        reader = wire.Reader(message)
        kind = reader.number()
        if kind == wire.SYNC:
            step, part = reader.number(), reader.array()
            if step == wire.STEP_1:
                connection.put(wire.step_2(room.state_for(part)))
            elif step in (wire.STEP_2, wire.UPDATE):
                room.take(Arrival(connection, part, is_all=step == wire.STEP_2))
            else:
                raise wire.MalformedMessageError("no such step")
        elif kind == wire.AWARENESS:
            connection.note_awareness()
            entries = room.awareness.take(reader.array(), connection.number, connection.caller)
            if entries is not None:
                room.tell(wire.awareness(entries))
        elif kind == wire.MODE:
            self._keeper.switch(room, connection, reader.json().get("mode"))
        else:
            raise wire.MalformedMessageError("no such kind of message")


async def _wait_for_leave(receive: Receive) -> None:
    """Wait until the browser is gone."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def _refuse_in_time(send: Send, refused: RefusedError, socket: Socket) -> None:
    """A browser that takes nothing is not waited for."""
    try:
        async with asyncio.timeout(limits.ROOM_HELLO_SECONDS):
            await refuse(send, refused)
    except TimeoutError:
        socket.abort()


def _origins(settings: Settings) -> frozenset[str]:
    """Where pages may come from that connect: the service's own, under any name of this machine, and the trusted."""
    parts = urlsplit(settings.base_url)
    own = {f"{parts.scheme}://{parts.netloc}".lower()}
    if parts.hostname in ("127.0.0.1", "localhost", "::1"):
        port = f":{parts.port}" if parts.port else ""
        own |= {f"{parts.scheme}://{name}{port}" for name in _LOOPBACK}
    return frozenset(own | {origin.lower() for origin in settings.trusted_origins})


async def _answer(scope: Scope, send: Send, settings: Settings, keeper: Keeper) -> None:
    """`GET /healthz`: whether the worker is up; how much it has to do only for programs of this machine."""
    names = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    host, is_health = names.get("host", ""), scope["path"] == "/healthz" and scope["method"] in ("GET", "HEAD")
    body: dict[str, Any] = {"status": "ok"} if is_health else {"status": "not found"}
    status = 200 if is_health else 404
    if not hosts.is_own(settings, host) and not (is_health and (not host or hosts.is_number(host))):
        status, body = 421, {"status": "unknown address"}
    elif is_health and hosts.is_program_here((scope.get("client") or ("",))[0], names, host):
        body |= keeper.figures()
    # What waits on a connection for another request is nobody's (`newcomers.py`).
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else orjson.dumps(body)})
