"""Who connects to the port of rooms and comes into none keeps nobody from coming, and has to go."""

import socket
from urllib.parse import urlsplit

from tests.collab.peer import SECONDS, Peers
from tests.kept import Services
from tests.process.member import register

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
FIRST = {
    "nothing": b"",
    "a part of a head": b"GET /healthz HTTP/1.1\r\nHost: loc",
    "a part of a handshake": b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ",
    "a request, and a part of another": HEALTH + HEALTH[:20],
    "a request without its body": b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n",
}
SHARE, ALL = 6, 12
LONG = {"NOTESVC_MAX_HEAD_SECONDS": "600"}


def come(address: str, first: bytes = b"", by: str = "127.0.0.1") -> socket.socket:
    """A connection to the worker, by this address of the machine."""
    parts = urlsplit(address)
    made = socket.create_connection((str(parts.hostname), int(parts.port or 0)), SECONDS, source_address=(by, 0))
    made.sendall(first)
    return made


def ended(held: socket.socket, drip: bytes = b"") -> bytes:
    """What the worker says until it closes the connection; whoever drips says a byte more each time it is silent."""
    heard = b""
    held.settimeout(0.2 if drip else SECONDS)
    try:
        while True:
            try:
                piece = held.recv(4_096)
            except TimeoutError:
                assert drip, "the worker does not close it"
                held.sendall(drip)
                continue
            if not piece:
                return heard
            heard += piece
    except ConnectionError:
        return heard
    finally:
        held.close()


def test_connections_without_a_head_are_closed_and_rooms_go_on(services: Services, peer: Peers) -> None:
    member = register(services.empty(NOTESVC_MAX_HEAD_SECONDS="2"))
    note = member.note("Plan", "one", mode="raw")
    ada = peer(member, note).come()
    held = {name: come(ada.address, first) for name, first in FIRST.items()}
    assert ended(come(ada.address, FIRST["a part of a head"]), drip=b"x") == b""
    heard = {name: ended(each)[:12] for name, each in held.items()}
    answers = {"a request, and a part of another": b"HTTP/1.1 200", "a request without its body": b"HTTP/1.1 404"}
    assert heard == dict.fromkeys(FIRST, b"") | answers
    ada.write(" two").acknowledged_all()
    assert peer(member, note).come().read() == "one two"


def test_who_waits_longest_leaves_for_the_next_of_an_address_and_of_all(services: Services, peer: Peers) -> None:
    shares = {"NOTESVC_MAX_CONNECTIONS_PER_ADDRESS": str(SHARE), "NOTESVC_MAX_CONNECTIONS": str(ALL)}
    member = register(services.empty(**LONG, **shares))
    note = member.note("Plan", "one", mode="raw")
    ada = peer(member, note).come()
    crowd = [come(ada.address, by="127.0.0.2") for _ in range(2 * SHARE)]
    assert [ended(each) for each in crowd[:SHARE]] == [b""] * SHARE
    # Each address has its share, but Ada has one of all the places.
    more = [come(ada.address, by="127.0.0.3") for _ in range(SHARE)]
    assert ended(crowd[SHARE]) == b""
    for each in [*crowd[SHARE + 1 :], *more]:
        each.sendall(HEALTH)
        assert ended(each).startswith(b"HTTP/1.1 200")
    ada.write(" two").acknowledged_all()
    assert peer(member, note).come().read() == "one two"


def test_where_a_proxy_is_trusted_its_address_is_everybodys(services: Services) -> None:
    shares = {"NOTESVC_MAX_CONNECTIONS_PER_ADDRESS": str(SHARE), "NOTESVC_TRUSTED_PROXIES": "1"}
    member = register(services.empty(**LONG, **shares))
    address = member.make("/api/collaboration/auth", noteId=member.note("Plan")["id"])["url"]
    crowd = [come(address) for _ in range(2 * SHARE)]
    for each in crowd:
        each.sendall(HEALTH)
        assert ended(each).startswith(b"HTTP/1.1 200")
