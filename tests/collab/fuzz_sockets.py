"""Broken messages to a running service's rooms, and how long somebody in another room waits for acknowledgements.

`python -m tests.collab.fuzz_sockets --seconds 60` prints the waits without them and with them.
"""

import argparse
import contextlib
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from notesvc.collab import wire
from notesvc.domain.sharing.room_tokens import SCHEMA
from tests.collab import fuzz, updates
from tests.collab.peer import SECONDS, Peer
from tests.process.member import Member, register
from tests.service import Service

_TOKEN_SECONDS = 120.0
_BETWEEN_SECONDS = 0.02


def attack(member: Member, note_id: str, seed: int, seconds: float, least: int) -> int:
    """Send messages, and come again after each refusal, for so long and so often; returns how often it came."""
    chance, times, until = Random(seed), 0, time.monotonic() + seconds
    peer = Peer(member, note_id).come()
    real = fuzz.real_updates(chance, peer.document.get_update(), 200)
    known = {peer.document.client_id: 0}
    peer.leave()
    key: dict[str, Any] = {}
    asked_at = -_TOKEN_SECONDS
    while time.monotonic() < until or times < least:
        if time.monotonic() - asked_at > _TOKEN_SECONDS:
            key, asked_at = member.make("/api/collaboration/auth", noteId=note_id), time.monotonic()
        times += 1
        hello = wire.own(wire.HELLO, token=key["token"], schema=SCHEMA, generation=None)
        with (
            contextlib.suppress(ConnectionClosed),
            connect(key["url"], origin=member.url, max_size=None, open_timeout=SECONDS, proxy=None) as opened,
        ):
            opened.send(hello)
            for _ in range(1_000):
                is_damaged = chance.random() < 0.5
                change = updates.damaged(chance, chance.choice(real)) if is_damaged else updates.strange(chance, known)
                opened.send(wire.update(change))
    return times


def waits(peer: Peer, is_over: Callable[[], bool]) -> list[float]:
    """How long each acknowledgement of a word took, in milliseconds; words are written until it is over."""
    found: list[float] = []
    while not found or not is_over():
        started = time.monotonic()
        peer.write("word ", at=0)
        while peer.acknowledged < peer.sent:
            assert peer.close_code is None, peer.close_code
            assert time.monotonic() - started < 60, "not acknowledged"
            time.sleep(0.0005)
        found.append((time.monotonic() - started) * 1_000)
        time.sleep(_BETWEEN_SECONDS)
    return found


def measure(folder: Path, seconds: float, attackers: int, least: int = 0) -> tuple[list[float], list[float], list[int]]:
    """The waits without and with so many attackers, and how often each of them came: `least` times and more."""
    instance = folder / "instance"
    instance.mkdir(mode=0o700)
    service = Service(instance)
    service.start()
    try:
        ada = register(service)
        room = ada.note("Broken", fuzz._CONTENT)["id"]
        peer = Peer(ada, ada.note("Whole", "one", mode="raw")["id"]).come()
        until = time.monotonic() + min(seconds, 10)
        alone = waits(peer, lambda: time.monotonic() > until)
        with multiprocessing.get_context("spawn").Pool(attackers) as pool:
            given = [(ada, room, seed, seconds, least) for seed in range(attackers)]
            attacks = pool.starmap_async(attack, given)
            beside = waits(peer, attacks.ready)
            times = attacks.get()
        assert peer.read().count("word ") == len(alone) + len(beside)
        peer.leave()
        return alone, beside, times
    finally:
        service.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--attackers", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        alone, beside, times = measure(Path(folder), given.seconds, given.attackers)
    for name, found in (("alone", alone), ("beside", beside)):
        cuts = quantiles(found, n=100)
        print(f"{name}: {len(found)} words, p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, most {max(found):.1f} ms")
    print(f"connections that brought what is refused: {sum(times)}")


if __name__ == "__main__":
    main()
