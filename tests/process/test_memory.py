"""Bodies that are far too long are refused without being kept in memory."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.process.member import JSON, Member, multipart, register
from tests.process.memory import forget_peak, memory
from tests.process.wire import Wire, head
from tests.service import Service

AT_ONCE = 10
SIZE = 50_000_000
MAY_GROW = 30_000_000
PIECE = b" " * 100_000


def pieces(is_chunked: bool) -> Iterator[bytes]:
    start = multipart("big.bin", b"")[0].removesuffix(b"\r\n--edge--\r\n")
    for piece in (start.ljust(len(PIECE)), *(PIECE for _ in range(SIZE // len(PIECE) - 1))):
        yield b"%x\r\n%b\r\n" % (len(piece), piece) if is_chunked else piece
    if is_chunked:
        yield b"0\r\n\r\n"


def posted(member: Member, path: str, headers: dict[str, str], is_chunked: bool) -> bytes:
    """The status of a post of that size; all of it is sent as long as somebody takes it."""
    length = {"Transfer-Encoding": "chunked"} if is_chunked else {"Content-Length": str(SIZE)}
    with Wire(member.url) as wire:
        wire.send(head("POST", path, {"Host": "localhost", **length, **member.headers, **headers}))
        for piece in pieces(is_chunked):
            wire.send(piece)
        with contextlib.suppress(EOFError):
            return str(wire.reply().status).encode()
    return b"closed"


@pytest.mark.parametrize("is_chunked", [False, True], ids=["declared", "chunked"])
@pytest.mark.parametrize("kind", ["notes", "attachments"])
def test_ten_posts_of_50_mb_are_refused_in_little_memory(
    start: Callable[..., Service], kind: str, is_chunked: bool
) -> None:
    service = start(NOTESVC_WORKERS="2")
    member = register(service)
    path = f"/api/workspace/{kind}"
    headers = JSON if kind == "notes" else {"Content-Type": "multipart/form-data; boundary=edge"}
    with ThreadPoolExecutor(AT_ONCE) as threads:
        # Threads, connections to the database and what is imported late are no growth.
        list(threads.map(lambda number: member.note(f"note {number}", "x" * 1_000), range(40)))
        before = memory(service, "VmRSS")
        forget_peak(service)
        found = set(threads.map(lambda _: posted(member, path, headers, is_chunked), range(AT_ONCE)))
    assert found <= {b"413", b"closed"}
    assert memory(service, "VmHWM") - before < MAY_GROW
    assert service.status() == 200
