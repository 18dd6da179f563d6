"""An answer goes no faster than its client reads, and ends when the client has gone."""

import asyncio
import socket

from notesvc.streams.answers import AnswerStream
from tests.loops import on_a_loop


@on_a_loop
async def test_what_a_client_has_not_read_is_waited_for() -> None:
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    theirs.setblocking(False)
    stream = AnswerStream()
    await asyncio.get_running_loop().connect_accepted_socket(lambda: stream, ours)
    await stream.send(b"x" * 1_000_000)
    second = asyncio.ensure_future(stream.send(b"y"))
    await asyncio.sleep(0)
    assert not second.done()
    read = b""
    while not read.endswith(b"y"):
        read += await asyncio.get_running_loop().sock_recv(theirs, 65_536)
    assert second.done()
    stream.close()
    theirs.close()


@on_a_loop
async def test_a_client_that_leaves_ends_what_is_done_for_it() -> None:
    ours, theirs = socket.socketpair()
    stream = AnswerStream()
    await asyncio.get_running_loop().connect_accepted_socket(lambda: stream, ours)
    stream.task = asyncio.ensure_future(asyncio.Event().wait())
    theirs.close()
    (outcome,) = await asyncio.gather(stream.task, return_exceptions=True)
    assert isinstance(outcome, asyncio.CancelledError)
