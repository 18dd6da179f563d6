"""The workspace as a file, for its owner's session."""

from typing import Any, Literal

from pydantic import Field

from notesvc import errors
from notesvc.domain.caller import Caller
from notesvc.web import exports
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("data", "/api/data")


class ExportQuery(exports.ExportQuery):
    """GET export."""

    format: Literal["json", "zip", "html"] = Field("json", description="The form of the file.")


@area.get(
    "/export",
    access=SESSION,
    query=ExportQuery,
    headers=("If-None-Match",),
    answers={200: exports.STREAM, 304: None},
)
def export(caller: Caller, query: ExportQuery) -> Any:
    """The whole workspace, or what changed since an earlier export, as a stream."""
    if query.format == "html" and query.since is not None:
        raise errors.InvalidInput("since", "a site to browse is always whole")
    return exports.answer(caller, query)
