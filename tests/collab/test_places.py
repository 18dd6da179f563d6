"""Several workers: each note has one, and another one when that dies."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from notesvc.collab import wire
from notesvc.domain.sharing import room_routing
from tests.collab.agreeing import agree, saved
from tests.collab.peer import SECONDS, Peer
from tests.conftest import settings_of
from tests.ports import unused
from tests.process.member import Member, register
from tests.service import Service, status_of, wait_until

SECRET = "one secret key for all machines of this service"


def test_an_address_that_goes_moves_its_own_notes_only() -> None:
    addresses = [f"ws://worker{n}.example:8001" for n in range(4)]
    before = {f"note {n}": room_routing.rank(f"note {n}", addresses)[0] for n in range(400)}
    assert set(before.values()) == set(addresses)
    for note, place in before.items():
        now = room_routing.rank(note, addresses[1:])[0]
        assert now == place or place == addresses[0]


@pytest.fixture
def two(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Service, Service]]:
    """Two machines on one Postgres: each with its web processes and its worker."""
    folders = [tmp_path / name for name in ("one", "two")]
    ports = unused(2)
    urls = ",".join(f"ws://127.0.0.1:{port}" for port in ports)
    with contextlib.ExitStack() as stack:
        made = []
        for folder, port in zip(folders, ports, strict=True):
            folder.mkdir(mode=0o700)
            chosen = {
                "NOTESVC_DATABASE_URL": postgres_url,
                "NOTESVC_SECRET_KEY": SECRET,
                "NOTESVC_COLLAB_PORT": str(port),
                "NOTESVC_COLLAB_URL": urls,
                "NOTESVC_TRUSTED_ORIGINS": "http://machines.example",
                "NOTESVC_WORKERS": "1",
            }
            assert settings_of(folder, **chosen).collab_urls == tuple(urls.split(","))
            made.append(Service(folder, chosen))
            stack.callback(made[-1].end)
        services = made[0].start(), made[1].start()
        for port in ports:
            wait_until(lambda port=port: status_of(f"http://127.0.0.1:{port}/healthz") == 200, "a worker is not up")
        yield services


@pytest.mark.process
def test_rooms_move_when_their_machine_dies_and_nothing_acknowledged_is_lost(
    two: tuple[Service, Service], peer: Callable[[Member, Any], Peer]
) -> None:
    one, other = two
    member = register(one)
    notes = _some_at_each(member, two)
    from_one, from_other = Member(one.url, member.cookie), Member(other.url, member.cookie)
    pairs = [(peer(from_one, note), peer(from_other, note)) for note in notes]
    for each in [each for pair in pairs for each in pair]:
        each.origin = "http://machines.example"
        each.come().write(f"[{id(each)}]", at=0)
    assert {each.address for pair in pairs for each in pair} == {f"ws://127.0.0.1:{port}" for port in _ports(two)}
    assert all(first.address == second.address for first, second in pairs)
    for each in [each for pair in pairs for each in pair]:
        each.acknowledged_all()
    other.kill()
    gone = f"ws://127.0.0.1:{other.settings['NOTESVC_COLLAB_PORT']}"
    for first, second in pairs:
        second.leave()
        second.member = from_one
        if first.address == gone:
            first.closed()
            first.leave()
            wait_until(lambda first=first: _dials(first), "the room did not move", SECONDS)
        wait_until(lambda second=second: _dials(second), "the room did not move", SECONDS)
        first.write("after\n").acknowledged_all()
        agree(first, second)
        for each in (first, second):
            assert first.read().count(f"[{id(each)}]") == 1
        saved(from_one, {"id": first.note_id}, "after")


@pytest.mark.process
def test_a_room_that_another_worker_took_over_sends_its_people_there(
    two: tuple[Service, Service], peer: Callable[[Member, Any], Peer]
) -> None:
    one, other = two
    member = register(one)
    note = member.note("Note", "start\n", mode="raw")
    ada, bob = peer(member, note), peer(member, note)
    ada.origin = bob.origin = "http://machines.example"
    ada.address = f"ws://127.0.0.1:{one.settings['NOTESVC_COLLAB_PORT']}"
    bob.address = f"ws://127.0.0.1:{other.settings['NOTESVC_COLLAB_PORT']}"
    ada.come(url=ada.address).acknowledged_all()
    bob.come(url=bob.address).write("from Bob\n").acknowledged_all()
    ada.write("from Ada\n")
    assert ada.closed() == wire.MOVED
    ada.leave().come(url=bob.address).acknowledged_all()
    agree(ada, bob)
    assert sorted(ada.read().splitlines()) == ["from Ada", "from Bob", "start"]


def _dials(peer: Peer) -> bool:
    """Whether the peer is in the room of a machine that is up; the web process may not know yet which is."""
    try:
        peer.come()
    except OSError:
        peer.leave()
        return False
    return True


def _some_at_each(member: Member, services: tuple[Service, Service]) -> list[dict[str, Any]]:
    """Six notes, three of whose rooms belong to each worker."""
    addresses = [f"ws://127.0.0.1:{port}" for port in _ports(services)]
    at: dict[str, list[dict[str, Any]]] = {address: [] for address in addresses}
    while min(map(len, at.values())) < 3:
        note = member.note("Note", "start\n", mode="raw")
        at[room_routing.rank(note["id"], addresses)[0]].append(note)
    return [note for notes in at.values() for note in notes[:3]]


def _ports(services: tuple[Service, Service]) -> list[str]:
    return [service.settings["NOTESVC_COLLAB_PORT"] for service in services]
