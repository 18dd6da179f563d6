"""The rooms' worker over an instance, watched: `python -m tests.bench.rooms.watched_worker INSTANCE BASE_URL`.

Prints its port; at its end the longest time in seconds that one step of its loop worked since the last SIGUSR1.
"""

import asyncio
import signal
import socket
import sys
import time
from typing import Any

from notesvc import config
from notesvc.collab import worker


def main() -> None:
    """Serve until SIGTERM."""
    instance, base_url = sys.argv[1:]
    steps = [0.0]
    _watch(steps)
    signal.signal(signal.SIGUSR1, lambda *_: steps.__setitem__(0, 0.0))
    settings = config.load({"NOTESVC_INSTANCE": instance, "NOTESVC_BASE_URL": base_url})
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        worker.run(settings, listener, lambda: None)
    print(steps[0], flush=True)


def _watch(steps: list[float]) -> None:
    run = asyncio.events.Handle._run

    def watched(handle: Any) -> None:
        # What this thread worked: waiting for a turn on a busy machine is no blocking.
        began = time.thread_time()
        run(handle)
        steps[0] = max(steps[0], time.thread_time() - began)

    asyncio.events.Handle._run = watched  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
