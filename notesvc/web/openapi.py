"""The served document: OpenAPI 3.1, made from the same declarations that the routes enforce."""

import functools
import re
from collections.abc import Sequence
from typing import Any

import apispec
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from notesvc.web.access import Access
from notesvc.web.area import Area, Media, Route

_REF = "#/components/schemas/{model}"
_areas: list[Area] = []


def register(areas: Sequence[Area]) -> None:
    """Know the areas that the document is about; `web/seen.py` serves it."""
    _areas[:] = areas
    served.cache_clear()


@functools.cache
def served() -> dict[str, Any]:
    """The document, made when it is first asked for: that takes longer than all the rest of a start."""
    return document([route for area in _areas for route in area.routes if not route.is_page])


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole document for the routes."""
    spec = apispec.APISpec(
        title="notesvc",
        version="1",
        openapi_version="3.1.0",
        info={"description": "A self-hosted notes workspace.", "license": {"name": "MIT", "identifier": "MIT"}},
    )
    for name, schema in _schemas(routes).items():
        spec.components.schema(name, schema)
    spec.components.security_scheme("session", {"type": "apiKey", "in": "cookie", "name": "notesvc"})
    spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
    for route in routes:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.rule)
        spec.path(path=path, operations={route.method.lower(): _operation(route)})
    return dict(spec.to_dict())


def _schemas(routes: Sequence[Route]) -> dict[str, Any]:
    wanted: dict[tuple[type[BaseModel], Any], None] = {}
    for route in routes:
        for form in (route.form, route.upload, route.encoded):
            if form is not None:
                wanted[form, "validation"] = None
        for answer in route.answers.values():
            if isinstance(answer, type):
                wanted[answer, "serialization"] = None
    _, schemas = models_json_schema(list(wanted), by_alias=True, ref_template=_REF)
    return {**schemas.get("$defs", {}), "Problem": _PROBLEM}


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.endpoint.replace(".", "_"),
        "summary": route.summary,
        "tags": [route.endpoint.split(".")[0]],
        "parameters": [*_path_parameters(route), *_query_parameters(route), *_header_parameters(route)],
        "responses": {str(status): _answer(answer) for status, answer in route.answers.items()},
        "security": _security(route.access),
    }
    for status in _refusals(route):
        operation["responses"][str(status)] = _refusal(route, status)
    if route.form is not None:
        operation["requestBody"] = _content({"application/json": _ref(route.form)}, required=True)
    if route.upload is not None:
        operation["requestBody"] = _content({"multipart/form-data": _ref(route.upload)}, required=True)
    if route.encoded is not None:
        operation["requestBody"] = _content({"application/x-www-form-urlencoded": _ref(route.encoded)}, required=True)
    return operation


def _answer(answer: type[BaseModel] | Media | None) -> dict[str, Any]:
    if answer is None:
        return {"description": "Done."}
    if isinstance(answer, Media):
        body = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in answer.types}
        return {"description": "The file.", "content": body}
    return {"description": (answer.__doc__ or "").strip(), "content": {"application/json": {"schema": _ref(answer)}}}


def _refusals(route: Route) -> list[int]:
    statuses = {*route.refusals, 400, 422, 429, 500, 503}
    if not route.access.is_public:
        statuses.add(401)
    if route.access.operation is not None or route.access.step_up or route.method != "GET":
        statuses.add(403)
    if "<" in route.rule or route.access.admin:
        statuses.add(404)
    if route.form is not None or route.upload is not None:
        statuses |= {413, 415}
    return sorted(statuses - route.answers.keys())


def _refusal(route: Route, status: int) -> dict[str, Any]:
    body: dict[str, Any] = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    if status == 429 and route.rule.startswith("/api/sync/"):
        body = {"text/plain": {"schema": {"type": "string"}}}
    return {"description": _DESCRIPTIONS.get(status, "Refused."), "content": body}


def _security(access: Access) -> list[dict[str, list[str]]]:
    schemes: list[dict[str, list[str]]] = []
    if access.cookies:
        schemes.append({"session": []})
    if access.operation is not None:
        schemes.append({"key": []})
    return schemes


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    found = re.findall(r"<(?:(\w+):)?(\w+)>", route.rule)
    return [{"name": name, "in": "path", "required": True, "schema": _PATH_SCHEMAS[kind]} for kind, name in found]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = route.query.model_json_schema(by_alias=True, ref_template=_REF)
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _without_null(each)}
        for name, each in schema["properties"].items()
    ]


def _header_parameters(route: Route) -> list[dict[str, Any]]:
    return [{"name": name, "in": "header", "schema": {"type": "string"}} for name in route.headers]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter is absent or a value; only bodies know null."""
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    if len(choices) != 1:
        return schema
    return {name: value for name, value in schema.items() if name not in ("anyOf", "default")} | choices[0]


def _content(kinds: dict[str, Any], required: bool) -> dict[str, Any]:
    return {"required": required, "content": {kind: {"schema": schema} for kind, schema in kinds.items()}}


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REF.format(model=model.__name__)}


_PATH_SCHEMAS = {
    "id": {"type": "string", "format": "uuid"},
    "": {"type": "string", "minLength": 1},
    "path": {"type": "string", "minLength": 1},
}
_DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "No valid credential.",
    403: "Not allowed.",
    404: "Not there, or somebody else's.",
    409: "It clashes with what is stored.",
    412: "The note changed since it was read; the current one is in `current`.",
    413: "Too many bytes.",
    415: "A format that this route does not read.",
    422: "A field breaks a rule.",
    429: "Too often; see Retry-After.",
    500: "Our defect.",
    503: "Busy; see Retry-After.",
}
_PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
        "current": {"type": "object"},
    },
}
