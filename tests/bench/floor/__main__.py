"""`python -m tests.bench.floor FOLDER`: the floor over the instance in that folder, on a free port of loopback."""

import socket
import sys

from notesvc import config, gunicorn_config
from tests.bench.floor.app import create_app


def main() -> None:
    """Serve until SIGTERM, by the very web processes that the service runs."""
    settings = config.load({"NOTESVC_INSTANCE": sys.argv[1]})
    with socket.create_server(("127.0.0.1", 0), backlog=2_048) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        gunicorn_config.run(settings, listener.fileno(), create_app)


main()
