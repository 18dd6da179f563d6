"""The served document: OpenAPI 3.1, made from the same declarations that the routes enforce."""

import functools
import re
from collections.abc import Sequence
from typing import Any

import apispec
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from notesvc.shapes import REFERENCE
from notesvc.web import block_document, openapi_words
from notesvc.web.access import Access
from notesvc.web.area import Area, Media, Route

_REF = "#/components/schemas/{model}"
_WITHOUT_BODY = {204: "Done.", 302: "Elsewhere.", 304: "Nothing has changed."}
# Media that hold the shape of a Media answer; its other ones are files.
_SHAPED = ("application/json", "application/x-ndjson", "text/event-stream")
_areas: list[Area] = []


def register(areas: Sequence[Area]) -> None:
    """Know the areas that the document is about; `web/health.py` serves it."""
    _areas[:] = areas
    served_document.cache_clear()


@functools.cache
def served_document() -> dict[str, Any]:
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
        spec.components.schema(name, _tidy(schema))
    spec.components.security_scheme("session", {"type": "apiKey", "in": "cookie", "name": "notesvc"})
    spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
    for route in routes:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.rule)
        spec.path(path=path, operations={route.method.lower(): _operation(route)})
    return dict(spec.to_dict())


def _schemas(routes: Sequence[Route]) -> dict[str, Any]:
    wanted: dict[tuple[type[BaseModel], Any], None] = {}
    for route in routes:
        for form in (route.form, route.upload, route.in_its_place, route.encoded):
            if form is not None:
                wanted[form, "validation"] = None
        for answer in route.answers.values():
            shape = answer.shape if isinstance(answer, Media) else answer
            if shape is not None:
                wanted[shape, "serialization"] = None
    _, schemas = models_json_schema(list(wanted), by_alias=True, ref_template=_REF)
    problems = {
        "Problem": openapi_words.PROBLEM,
        "FieldProblem": openapi_words.FIELD_PROBLEM,
        "ProblemCode": openapi_words.PROBLEM_CODE,
    }
    return {**schemas.get("$defs", {}), **block_document.schemas(), **problems}


def _tidy(schema: Any) -> Any:
    """The schema with its references, and without what readers take amiss: titles that only repeat names, and defaults,
    which clients would send: in a change what is absent stays as it is."""
    if isinstance(schema, list):
        return [_tidy(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if REFERENCE in schema:
        others = {name: each for name, each in schema.items() if name != REFERENCE}
        return {"$ref": _REF.format(model=schema[REFERENCE]), **others}
    is_schema = "type" in schema or "anyOf" in schema or "oneOf" in schema or "$ref" in schema
    dropped = ("title", "default") if is_schema else ()
    return {
        name: _tidy(each)
        for name, each in schema.items()
        if name not in dropped or (name == "title" and not isinstance(each, str))
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.endpoint.replace(".", "_"),
        "summary": route.summary,
        "tags": [route.endpoint.split(".")[0]],
        "parameters": [*_path_parameters(route), *_query_parameters(route), *_header_parameters(route)],
        "responses": {str(status): _answer(route, status) for status in route.answers},
        "security": _security(route.access),
    }
    for status in _refusals(route):
        operation["responses"][str(status)] = _refusal(route, status)
    if route.form is not None:
        operation["requestBody"] = _content({"application/json": _ref(route.form)}, required=True)
    if route.upload is not None:
        bodies = {"multipart/form-data": _ref(route.upload)}
        bodies |= {} if route.in_its_place is None else {"application/json": _ref(route.in_its_place)}
        operation["requestBody"] = _content(bodies, required=True)
    if route.encoded is not None:
        operation["requestBody"] = _content({"application/x-www-form-urlencoded": _ref(route.encoded)}, required=True)
    return operation


def _answer(route: Route, status: int) -> dict[str, Any]:
    answer, headers = route.answers[status], _headers(headers_of(route, status))
    if answer is None:
        return {"description": _WITHOUT_BODY.get(status, "Done."), **headers}
    if isinstance(answer, Media):
        body = {kind: {"schema": _media(kind, answer)} for kind in answer.types}
        return {"description": answer.description, "content": body, **headers}
    description = (answer.__doc__ or "").strip()
    return {"description": description, "content": {"application/json": {"schema": _ref(answer)}}, **headers}


def headers_of(route: Route, status: int) -> list[str]:
    """The headers that an answer of that status may carry, of those that clients need to know."""
    if status >= 400 and status not in route.answers:
        if status == 403 and route.access.operation is not None:
            status = 401
        return list(openapi_words.REFUSAL_HEADERS.get(status, ()))
    answer, names = route.answers[status], list(route.sends)
    if isinstance(answer, Media):
        names += answer.headers
    if {"If-None-Match", "If-Match"} & {*route.headers} and status != 204:
        names.append("ETag")
    if "Idempotency-Key" in route.headers and status == 200:
        names.append("Idempotency-Replayed")
    return list(dict.fromkeys(names))


def _headers(names: Sequence[str]) -> dict[str, Any]:
    return {"headers": {name: openapi_words.ANSWER_HEADERS[name] for name in names}} if names else {}


def _media(kind: str, answer: Media) -> dict[str, Any]:
    if answer.shape is not None and kind in _SHAPED:
        return _ref(answer.shape)
    if kind == "application/json":
        return {"type": "object"}
    return {"type": "string"} if kind.startswith("text/") else {"type": "string", "format": "binary"}


def _refusals(route: Route) -> list[int]:
    statuses = {*route.refusals, 400, 421, 422, 429, 500, 503}
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
    headers = _headers(headers_of(route, status))
    return {"description": openapi_words.refusal(status), "content": body, **headers}


def _security(access: Access) -> list[dict[str, list[str]]]:
    schemes: list[dict[str, list[str]]] = []
    if access.cookies:
        schemes.append({"session": []})
    if access.operation is not None:
        schemes.append({"key": []})
    return schemes


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    found = re.findall(r"<(?:(\w+):)?(\w+)>", route.rule)
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": openapi_words.PATH_PARAMETERS[name],
            "schema": openapi_words.PATH_SCHEMAS[kind],
        }
        for kind, name in found
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = route.query.model_json_schema(by_alias=True, ref_template=_REF)
    required = schema.get("required", [])
    return [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": each.pop("description", ""),
            "schema": _without_null(each),
        }
        for name, each in schema["properties"].items()
    ]


def _header_parameters(route: Route) -> list[dict[str, Any]]:
    return [{"name": name, "in": "header", **openapi_words.REQUEST_HEADERS[name]} for name in route.headers]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter is absent or a value; only bodies know null."""
    plain = {name: value for name, value in schema.items() if name != "title"}
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    if len(choices) != 1:
        return plain
    return {name: value for name, value in plain.items() if name not in ("anyOf", "default")} | choices[0]


def _content(kinds: dict[str, Any], required: bool) -> dict[str, Any]:
    return {"required": required, "content": {kind: {"schema": schema} for kind, schema in kinds.items()}}


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REF.format(model=model.__name__)}
