"""The served document: valid, complete, and true to what is sent."""

import contextlib
from typing import Any

import flask
import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate
from schemathesis import GenerationMode
from schemathesis.core.errors import InvalidSchema
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests import searching
from tests.web.conftest import Member

# Signing out would make the rest of the run anonymous; providers of models are elsewhere; the files of exports are no
# JSON to hold to a schema.
# Where a rule cannot be said in JSON Schema, a request that fits the schema may be refused (422) all the same.
_BEYOND_SCHEMA = {
    "POST /api/auth/device/approve": "no text holds NUL",
    "POST /api/auth/step-up": "either a password, a code or a passkey",
    "POST /api/auth/passkey": "an authenticator signed",
    "POST /api/account/passkeys": "an authenticator signed",
    "POST /api/auth/forgot-password": "an address has a form",
    "POST /api/auth/reset-password": "a link was sent by mail",
    "POST /api/auth/verify-email": "a link was sent by mail",
    "POST /api/workspace/notes/{note_id}/collaborators": "either a handle that is somebody's or an address",
    "POST /api/notifications/read": "either ids or all",
    "PUT /api/notifications/watched/{kind}/{target}": "a tag has letters of any script",
    "DELETE /api/notifications/watched/{kind}/{target}": "a tag has letters of any script",
    "GET /api/workspace/search": "queries have a grammar",
    "GET /api/workspace/tasks": "not every such text is a day",
    "POST /api/workspace/notes/{note_id}/shares": "a link ends in the future",
    "POST /api/workspace/folders/{folder_id}/shares": "a link ends in the future",
    "PATCH /api/workspace/shares/{share_id}": "a link ends in the future",
    "POST /api/workspace/people": "a name begins with a letter of any script",
    "PATCH /api/workspace/people/{person_id}": "a name begins with a letter of any script",
    "POST /api/workspace/notes": "block documents and tags have rules of their own",
    "PATCH /api/workspace/notes/{note_id}": "block documents and tags have rules of their own",
    "POST /api/workspace/folders": "parent and parentId exclude each other",
    "PATCH /api/workspace/folders/{folder_id}": "a folder may be given to itself",
    "POST /api/workspace/notes/{note_id}/move": "before and after exclude each other",
    "POST /api/sync/capture": "a clip needs something to keep",
    "POST /api/sync/tokens": "an expiry is in the future",
    "POST /api/workspace/attachments": "a file needs a name",
    "POST /api/workspace/diagrams": "a picture is told by what is in it",
    "POST /api/data/import": "an archive is told by what is in it",
    "POST /api/ai": "a model has to be set up, and needs a text",
    "POST /api/ai/prompts": "variables have names",
    "PATCH /api/ai/prompts/{prompt_id}": "variables have names",
    "PUT /api/ai/keys/{provider}": "some providers need a key, others an address",
    "GET /api/ai/usage": "days follow the calendar",
    "GET /api/admin/ai-usage": "days follow the calendar",
    "GET /api/workspace/journal": "months follow the calendar",
    "GET /api/workspace/journal/{date}": "days follow the calendar",
    "PUT /api/workspace/journal/{date}": "days follow the calendar",
    "PUT /api/workspace/tags/{tag}/color": "a tag has letters of any script",
    "POST /api/workspace/tags/{tag}/rename": "a tag has letters of any script",
}
# Of blocks more is taken than is promised: text as a plain string, null for what is absent.
_LENIENT = {
    "POST /api/workspace/notes",
    "PATCH /api/workspace/notes/{note_id}",
    "PUT /api/workspace/journal/{date}",
}
limited = settings(max_examples=searching.examples(2), suppress_health_check=list(HealthCheck))
_PLAIN = {"Accept-Encoding": "identity"}
_LEFT_OUT = (
    r"^/api/auth/(logout|login|register|device/code|device/token)$|^/api/auth/oauth/|/export$|/stream$|/ai/providers/"
)


@pytest.fixture
def kind() -> str:
    """The document does not depend on the kind of database."""
    return "sqlite"


def test_the_document_is_valid_openapi_3_1(anonymous: FlaskClient) -> None:
    document = anonymous.get("/api/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_route_but_the_pages_is_in_the_document(app: flask.Flask, anonymous: FlaskClient) -> None:
    paths = anonymous.get("/api/openapi.json").get_json()["paths"]
    described = {(method.upper(), path) for path, operations in paths.items() for method in operations}
    served = {
        (method, rule.rule.replace("<id:", "{").replace("<path:", "{").replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        if not str(rule.endpoint).startswith(("pages.", "share_pages."))
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    assert described == served


@pytest.mark.search
def test_generated_requests_get_what_the_document_says(app: flask.Flask, owner: Member) -> None:
    owner.note("Start here")
    owner.note("Seed", "[[Start here]] #seed", parentId=owner.folder()["id"])
    owner.person()
    cookie = owner.web.get_cookie("notesvc")
    assert cookie is not None
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app).exclude(path_regex=_LEFT_OUT)

    @document.auth()
    class SignedIn:
        """How generated requests sign in, so that checks may also leave it out."""

        def get(self, case: Any, context: Any) -> str:
            return str(cookie.value)

        def set(self, case: Any, secret: str, context: Any) -> None:
            case.cookies = {**(case.cookies or {}), "notesvc": secret}

    failures = []
    for found in document.get_all_operations():
        try:
            generated(found.ok())
        except FailureGroup as group:
            failures += [f"{found.ok().label}: {failure}" for failure in group.exceptions]
    assert failures == [], "\n".join(failures)


def generated(operation: Any) -> None:
    """Send a few dozen requests, fitting and not, and hold the answers to the document with all checks."""
    # Cursors are opaque: no schema says which ones are of this list.
    is_beyond = operation.label in _BEYOND_SCHEMA or "cursor" in {each.name for each in operation.query}
    excluded = [positive_data_acceptance] if is_beyond else []
    lenient = [negative_data_rejection] if operation.label in _LENIENT else []

    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    @limited
    def fitting(case: Any) -> None:
        case.call_and_validate(headers=_PLAIN, excluded_checks=excluded)

    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    @limited
    def unfitting(case: Any) -> None:
        case.call_and_validate(headers=_PLAIN, excluded_checks=[*excluded, *lenient])

    fitting()
    if operation.body or operation.query or operation.path_parameters:
        # The generator gives up on some schemas that it has made worse itself; what it sent before counts.
        with contextlib.suppress(InvalidSchema):
            unfitting()
