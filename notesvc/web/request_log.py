"""One structured line per request: who, what, how long. Never a query, a body, a cookie or a key."""

import json
import logging
import re
import sys
import time
from typing import Any

from flask import Flask, Response, g, request

from notesvc import clock, crypto, database

log = logging.getLogger("notesvc")

# gunicorn quotes the requests that it cannot read: what is quoted may be a key or a password.
_QUOTED = re.compile(
    r"""
    (?<=:[ ]) [b(]? ["'] .*     # what it stumbled over
    | (?<=\S) \? \S+           # the query of an address
    """,
    re.VERBOSE | re.DOTALL,
)


class JsonLines(logging.Formatter):
    """A record as one JSON object; line breaks in any value are escaped by JSON itself."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"time": clock.now(), "level": record.levelname.lower()}
        line |= getattr(record, "fields", None) or _from_library(record)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def _from_library(record: logging.LogRecord) -> dict[str, Any]:
    return {"event": record.name, "message": _QUOTED.sub("…", record.getMessage())}


def set_up() -> None:
    """Send the service's log to standard error, once per process."""
    if log.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def register(app: Flask) -> None:
    """Log each request as it ends, connect the database before it, and count it."""
    set_up()

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()
        g.request_id = crypto.random_secret(9)
        if not request.path.startswith("/healthz"):
            database.connect()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.get("request_id", "-")
        log.info("request", extra={"fields": _fields(response)})
        return response

    @app.teardown_request
    def give_back(_: BaseException | None) -> None:
        database.release()


def _fields(response: Response) -> dict[str, Any]:
    fields = {
        "event": "request",
        "id": g.get("request_id", "-"),
        "method": request.method,
        "route": str(request.url_rule) if request.url_rule else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 1),
    }
    # Who looks at public links is nobody's business.
    if not request.path.startswith("/s/"):
        fields["address"] = request.remote_addr
    caller = g.get("caller")
    if caller is not None:
        fields |= {"user": caller.user_id, "token": caller.token_id}
    return fields
