"""Ports of this machine for what a test starts."""

import contextlib
import random
import socket

# Below those that the system gives to connections: a port that is free would be another's a moment later.
_FROM, _TO = 20_000, 32_000
_choice = random.SystemRandom()


def unused(count: int) -> list[int]:
    """Different ports that nobody listens on at this moment."""
    found: list[int] = []
    with contextlib.ExitStack() as stack:
        while len(found) < count:
            port = _choice.randrange(_FROM, _TO)
            with contextlib.suppress(OSError):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
                found.append(port)
    return found


def unused_port() -> int:
    """One of them."""
    return unused(1)[0]
