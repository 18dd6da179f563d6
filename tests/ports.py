"""Ports of this machine for what a test starts."""

import contextlib
import random
import socket

# Below those that the system gives to connections: a port that is free would be another's a moment later.
_FROM, _TO = 20_000, 32_000
_choice = random.SystemRandom()


def unused(count: int) -> list[int]:
    """Different ports that nobody listens on, and that no other run of tests gets before this process ends."""
    found: list[int] = []
    while len(found) < count:
        port = _choice.randrange(_FROM, _TO)
        with contextlib.suppress(OSError):
            _reserve(port)
            found.append(port)
    return found


def unused_port() -> int:
    """One of them."""
    return unused(1)[0]


def _reserve(port: int) -> None:
    """Raises OSError where somebody listens on it or has reserved it.

    A service that is killed and started again leaves its port free meanwhile. So the same number is held for UDP,
    which nothing that tests start uses.
    """
    with socket.socket() as listening, socket.socket(type=socket.SOCK_DGRAM) as held:
        listening.bind(("127.0.0.1", port))
        held.bind(("127.0.0.1", port))
        held.detach()
