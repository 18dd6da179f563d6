"""The service seen from outside: its health, its figures, its document."""

from typing import Any

import pydantic
from flask import Response, request

from notesvc import database, errors, migrate
from notesvc.domain import figures
from notesvc.web import access, openapi
from notesvc.web.access import PUBLIC
from notesvc.web.area import Area, Media

area = Area("seen", "")
_LOOPBACK = ("127.0.0.1", "::1")


class Health(pydantic.BaseModel):
    """A word on the state."""

    status: str


@area.get("/healthz", access=PUBLIC, answers={200: Health})
def healthz() -> Any:
    """The process is up."""
    return {"status": "ok"}


@area.get("/readyz", access=PUBLIC, answers={200: Health})
def readyz() -> Any:
    """The database answers and has the schema of this code."""
    database.execute("SELECT 1")
    if not migrate.is_current():
        raise errors.Busy("Migrations are pending.")
    return {"status": "ready"}


@area.get("/metrics", access=PUBLIC, answers={200: Media(("text/plain",))}, refusals=(403,))
def metrics() -> Any:
    """Figures for Prometheus; for administrators, and for programs on this machine."""
    if not _is_from_this_machine() and not access.is_administrator():
        raise errors.Forbidden("Figures are for administrators, and for programs on this machine.")
    return Response(figures.prometheus(), mimetype="text/plain; version=0.0.4")


@area.get("/api/openapi.json", access=PUBLIC, answers={200: Media(("application/json",))})
def document() -> Any:
    """This document."""
    return openapi.served()


def _is_from_this_machine() -> bool:
    """A proxy on this machine passes on the requests of others, and says so."""
    is_passed_on = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))
    return request.remote_addr in _LOOPBACK and not is_passed_on
