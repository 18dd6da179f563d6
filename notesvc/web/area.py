"""A blueprint whose routes say who may call them, what they read and what they answer."""

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import flask
import orjson
import pydantic
from flask import Response, request

from notesvc import ballast, limits, trouble
from notesvc.web import bodies, rates
from notesvc.web.access import Access, caller

log = logging.getLogger("notesvc")

View = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Media:
    """An answer that is a file or a stream: its media types, for the served document. `shape` is what its JSON holds:
    the whole of it, a line, or an event."""

    types: tuple[str, ...]
    headers: tuple[str, ...] = ()
    shape: type[pydantic.BaseModel] | None = None
    description: str = "The file."


Answers = Mapping[int, type[pydantic.BaseModel] | Media | None]


@dataclass(frozen=True, slots=True)
class Route:
    """One operation as the served OpenAPI document describes it."""

    endpoint: str
    method: str
    rule: str
    access: Access
    answers: Answers
    summary: str
    form: type[pydantic.BaseModel] | None = None
    query: type[pydantic.BaseModel] | None = None
    headers: tuple[str, ...] = ()
    # Headers of its answers that do not follow from those of the request.
    sends: tuple[str, ...] = ()
    refusals: tuple[int, ...] = ()
    upload: type[pydantic.BaseModel] | None = None
    # What it takes as JSON in the place of the upload; the view reads it.
    in_its_place: type[pydantic.BaseModel] | None = None
    # Counts the attempt before anything of it is read: on routes that anybody may call.
    counts: Callable[[], None] | None = None
    # The limit of the file in an upload, by name.
    upload_limit: str = "MAX_ATTACHMENT"
    # Form-encoded, as RFC 8628 has it; the view reads it, since its refusals have a shape of their own.
    encoded: type[pydantic.BaseModel] | None = None
    # Whether it frees space or lets somebody in, so that it may be written on a full disk (`ballast`).
    on_full_disk: bool = False
    # An address of the web app: whatever its query says is read by the page itself; no part of the interface.
    is_page: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a view gives back when a body alone will not do."""

    body: Any
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The answer as Flask sends it."""
        status = self.status or 200
        if self.body is None:
            return Response(status=status, headers=dict(self.headers))
        return Response(to_json(self.body), status, dict(self.headers), mimetype="application/json")


class Area(flask.Blueprint):
    """Routes of one noun. Each view takes the caller first (none on public routes), then the path's ids as named
    arguments, then `form` and `query` where the route declares them; it gives back a body or an Answer."""

    def __init__(self, name: str, prefix: str) -> None:
        super().__init__(name, __name__, url_prefix=prefix)
        self.routes: list[Route] = []

    def get(self, rule: str, **options: Any) -> Any:
        return self._operation("GET", rule, **options)

    def post(self, rule: str, **options: Any) -> Any:
        return self._operation("POST", rule, **options)

    def put(self, rule: str, **options: Any) -> Any:
        return self._operation("PUT", rule, **options)

    def patch(self, rule: str, **options: Any) -> Any:
        return self._operation("PATCH", rule, **options)

    def delete(self, rule: str, **options: Any) -> Any:
        return self._operation("DELETE", rule, **options)

    def _operation(
        self, method: str, rule: str, *, access: Access, answers: Answers, **declared: Any
    ) -> Callable[[View], View]:
        def declare(function: View) -> View:
            name = declared.pop("endpoint", function.__name__)
            route = Route(
                endpoint=f"{self.name}.{name}",
                method=method,
                rule=f"{self.url_prefix}{rule}",
                access=access,
                answers=answers,
                summary=(function.__doc__ or name).strip().splitlines()[0],
                **{"on_full_disk": method == "DELETE", **declared},
            )
            self.routes.append(route)
            self.add_url_rule(rule, name, _view(function, route), methods=[method])
            return function

        return declare


def _view(function: View, route: Route) -> View:
    @functools.wraps(function)
    def view(**path: Any) -> Response:
        inputs: dict[str, Any] = {}
        if route.counts is not None:
            route.counts()
        if route.query is not None:
            inputs["query"] = bodies.read_query(route.query)
        elif route.upload is None and request.args and not (route.is_page or route.rule.startswith(_ASKED_ANYHOW)):
            bodies.read_query(NoQuery)
        if route.form is not None:
            inputs["form"] = bodies.read_form(route.form, limits.PUBLIC_BODY if route.access.is_public else None)
        who = () if route.access.is_public else (caller(),)
        call = functools.partial(function, *who, **path, **inputs)
        return _response(_with_ballast(call) if route.on_full_disk else call(), next(iter(route.answers)))

    operation = route.access.operation
    return rates.per_minute(operation)(view) if operation is not None else view


def _with_ballast(call: Callable[[], Any]) -> Any:
    """Do it on a full disk too: there it is done once more, with the space that was held back for it."""
    with ballast.spending():
        try:
            return call()
        except Exception as error:
            if trouble.cause_of(error) is not trouble.DISK_FULL or not ballast.give_up():
                raise
        log.warning("disk", extra={"fields": {"event": "ballast_given_up"}})
        return call()


# Files under addresses that notes hold, and what machines ask in ways of their own.
_ASKED_ANYHOW = ("/files", "/healthz", "/readyz", "/metrics")


class NoQuery(pydantic.BaseModel):
    """A route that takes no query parameters refuses all."""

    model_config = pydantic.ConfigDict(extra="forbid")


def _response(given: Any, status: int) -> Response:
    if isinstance(given, Response):
        return given
    answer = given if isinstance(given, Answer) else Answer(given)
    return answer.response() if answer.status else replace(answer, status=status).response()


def to_json(value: Any) -> bytes:
    """The body of a JSON answer."""
    return orjson.dumps(value)


def page_size(asked: int | None, usual: int, most: int) -> int:
    """How many rows a page holds: what was asked for, within the limit."""
    return min(asked or usual, most, limits.LARGEST_INTEGER)
