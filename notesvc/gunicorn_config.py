"""The web processes: gunicorn with threads, over a socket that is open already."""

import gc
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import peewee
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from notesvc import database, errors, supervisor
from notesvc.config import Settings
from notesvc.edge.worker import EdgeWorker
from notesvc.web.request_log import JsonLines

# A stopping worker may finish its requests for so long; less than what the supervisor waits.
GRACE_SECONDS = 8
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - the heartbeat files must not wait for a disk

log = logging.getLogger("notesvc")


class JsonLogger(Logger):
    """gunicorn's own log lines (trouble only: requests are logged by the application) as JSON."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


class WebProcesses(BaseApplication):
    """gunicorn told what to do by the settings alone: no file, no argument, no variable of its own counts."""

    def __init__(self, settings: Settings, descriptor: int, make_app: Callable[[Settings], Flask]) -> None:
        self.settings = settings
        self._descriptor = descriptor
        self._make_app = make_app
        super().__init__()

    def load_config(self) -> None:
        for name, value in _choices(self.settings, self._descriptor).items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        app = self._make_app(self.settings)
        _hold_the_database()
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
        "worker_class": EdgeWorker,
        "workers": settings.workers,
        "threads": settings.threads,
        "worker_tmp_dir": str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None,
        "timeout": 60,
        "graceful_timeout": GRACE_SECONDS,
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


def _hold_the_database() -> None:
    """Have this worker know from its start which files the database's are: where they are replaced or removed, one that
    no request has reached yet would take others for them."""
    if not database.on_sqlite():
        return
    try:
        database.connect()
    except (errors.Busy, peewee.PeeweeException) as error:
        # Requests are answered with 503 until it can be reached.
        log.warning("trouble", extra={"fields": {"event": "database_not_held", "error": str(error)[:200]}})


def _after_fork(arbiter: Arbiter, _: Worker) -> None:
    supervisor.default_signals()
    supervisor.die_with(arbiter.pid)
