"""The health of the service, its metrics and its document."""

from typing import Any

import pydantic
from flask import Response, request
from pydantic import Field

from notesvc import ballast, database, errors, hosts, migrate
from notesvc.domain import attachments_folder
from notesvc.domain import metrics as instance_metrics
from notesvc.web import access, openapi, rates
from notesvc.web.access import PUBLIC
from notesvc.web.area import Area, Media

area = Area("seen", "")

_NOT_SHARED = "Machines of this database do not share their attachments; `notesvc check` says more."


class Health(pydantic.BaseModel):
    """A word on the state."""

    status: str = Field(description="`ok`, `ready`, or `degraded:` and why.")


@area.get("/healthz", access=PUBLIC, answers={200: Health})
def healthz() -> Any:
    """The process is up."""
    return {"status": "ok"}


@area.get("/readyz", access=PUBLIC, answers={200: Health})
def readyz() -> Any:
    """The database answers and has the schema of this code.

    503 with the cause where it cannot be written. `ready`, or `degraded` and why: all goes on, with limits counted in
    memory, or but for the files that are on another machine.
    """
    database.execute("SELECT 1")
    if not migrate.is_current():
        raise errors.Busy("Migrations are pending.")
    cause = ballast.trouble_of_disk()
    if cause is not None:
        raise errors.Busy(cause.words)
    database.refuse_unwritable()
    if attachments_folder.number_in_use() > 1:
        return {"status": f"degraded: {_NOT_SHARED}"}
    in_memory = rates.why_in_memory()
    if in_memory is None:
        return {"status": "ready"}
    return {"status": f"degraded: {in_memory.words} Each process counts limits by itself."}


@area.get("/metrics", access=PUBLIC, answers={200: Media(("text/plain",), description="The figures.")}, refusals=(403,))
def metrics() -> Any:
    """Figures for Prometheus; for administrators, and for programs on this machine."""
    is_here = hosts.is_program_here(request.remote_addr or "", request.headers.keys(), request.host)
    if not is_here and not access.is_administrator():
        raise errors.Forbidden("Figures are for administrators, and for programs on this machine.")
    text = instance_metrics.prometheus({"disk": ballast.trouble_of_disk(), "limits": rates.why_in_memory()})
    return Response(text, mimetype="text/plain; version=0.0.4")


@area.get("/api/openapi.json", access=PUBLIC, answers={200: Media(("application/json",), description="The document.")})
def document() -> Any:
    """This document."""
    return openapi.served_document()
