"""How large a body each route takes: what a server has to know before it takes any of it."""

from collections.abc import Mapping
from urllib.parse import unquote

from flask import Flask
from werkzeug.exceptions import HTTPException

from notesvc import limits
from notesvc.web.area import Area, Route

# What a form has around the file that it carries.
_AROUND = 256 * limits.KIB


def register(app: Flask, areas: tuple[Area, ...]) -> None:
    """Let the server ask `app.extensions["largest_body"]` with a method and a path."""
    sizes = {route.endpoint: _size(route) for area in areas for route in area.routes}
    app.extensions["largest_body"] = lambda method, path: _largest(app, sizes, method, path)


def _size(route: Route) -> int:
    if route.access.is_public:
        return limits.PUBLIC_BODY
    return limits.MAX_BODY if route.upload is None else getattr(limits, route.upload_limit) + _AROUND


def _largest(app: Flask, sizes: Mapping[str, int], method: str, path: str) -> int:
    try:
        endpoint, _ = app.url_map.bind("localhost").match(unquote(path), method)
    except HTTPException:
        return limits.PUBLIC_BODY
    return sizes[endpoint]
