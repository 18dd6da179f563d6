"""The web processes: gunicorn with threads, over a socket that is open already."""

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker
from gunicorn.workers.gthread import TConn, ThreadWorker

from notesvc import supervisor
from notesvc.config import Settings
from notesvc.hand_over import HandedOver
from notesvc.web.request_log import JsonLines

# A stopping worker may finish its requests for so long; less than what the supervisor waits.
GRACE_SECONDS = 8
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - the heartbeat files must not wait for a disk


class JsonLogger(Logger):
    """gunicorn's own log lines (trouble only: requests are logged by the application) as JSON."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


class PatientWorker(ThreadWorker):
    """gunicorn's threads, of which the main one never waits for a client that is slow to close its connection."""

    def handle(self, conn: TConn) -> Any:
        kept = super().handle(conn)
        if not kept:
            # gunicorn would do this in the main thread, where nobody is answered for up to two seconds a client.
            conn.close(graceful=True)
            conn.close = _is_closed
        return kept

    def handle_request(self, req: Any, conn: TConn) -> Any:
        try:
            return super().handle_request(req, conn)
        except HandedOver:
            # Only this process's hold on it: gunicorn's way of closing would end it for the other process, too.
            conn.sock.close()
            conn.close = _is_closed
            raise


def _is_closed(graceful: bool = False) -> None:
    """Closing a second time does nothing."""


class WebProcesses(BaseApplication):
    """gunicorn told what to do by the settings alone: no file, no argument, no variable of its own counts."""

    def __init__(self, settings: Settings, descriptor: int, make_app: Callable[[Settings], Flask]) -> None:
        self._settings = settings
        self._descriptor = descriptor
        self._make_app = make_app
        super().__init__()

    def load_config(self) -> None:
        for name, value in _choices(self._settings, self._descriptor).items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        app = self._make_app(self._settings)
        # What was loaded stays for good: the collector need not look at it again in the middle of requests.
        gc.collect()
        gc.freeze()
        return app


def run(settings: Settings, descriptor: int, make_app: Callable[[Settings], Flask]) -> None:
    """Serve the application on the listening socket until SIGTERM; workers load it after their fork."""
    WebProcesses(settings, descriptor, make_app).run()


def _choices(settings: Settings, descriptor: int) -> dict[str, Any]:
    return {
        "bind": f"fd://{descriptor}",
        "proc_name": "notesvc",
        "worker_class": PatientWorker,
        "workers": settings.workers,
        "threads": settings.threads,
        "worker_connections": settings.threads + 1_000,
        "worker_tmp_dir": str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None,
        "timeout": 60,
        "graceful_timeout": GRACE_SECONDS,
        # Longer than proxies keep an idle connection, so that none sends into one that is just closing.
        "keepalive": 75,
        # Forwarded headers are the application's business (trusted_proxies): here nobody may set any.
        "forwarded_allow_ips": "",
        "secure_scheme_headers": {},
        "control_socket_disable": True,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "logger_class": JsonLogger,
        "post_fork": _after_fork,
    }


def _after_fork(arbiter: Arbiter, _: Worker) -> None:
    supervisor.default_signals()
    supervisor.die_with(arbiter.pid)
