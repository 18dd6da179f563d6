"""What a refusal looks like outside: RFC 9457, one status per code."""

import logging
from typing import Any

import orjson
from flask import Flask, Response, g, request
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import ClientDisconnected, HTTPException, MethodNotAllowed, RequestedRangeNotSatisfiable

from notesvc import errors, limits, sentences, trouble
from notesvc.domain.resources import FolderShape, note_as_read
from notesvc.languages import Language
from notesvc.models import Folder
from notesvc.web import browser_language, cors

log = logging.getLogger("notesvc")

STATUS = {
    "malformed_request": 400,
    "unauthenticated": 401,
    "invalid_token": 401,
    "second_factor_required": 401,
    "bad_credentials": 401,
    "sign_in_expired": 401,
    "account_disabled": 403,
    "insufficient_scope": 403,
    "step_up_required": 403,
    "forbidden_origin": 403,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "token_limit": 409,
    "token_not_active": 409,
    "folder_cycle": 409,
    "name_taken": 409,
    "id_taken": 409,
    "not_empty": 409,
    "capability_unsupported": 409,
    "idempotency_conflict": 409,
    "last_way_in": 409,
    "last_administrator": 409,
    "passkey_limit": 409,
    "cursor_gone": 410,
    "precondition_failed": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "range_not_satisfiable": 416,
    "misdirected": 421,
    "invalid_input": 422,
    "precondition_required": 428,
    "rate_limited": 429,
    "over_budget": 429,
    "internal_error": 500,
    "busy": 503,
}
TITLES = {
    400: "Malformed request",
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    410: "Gone",
    412: "Precondition failed",
    413: "Too large",
    415: "Unsupported media type",
    416: "Range not satisfiable",
    421: "Unknown address",
    422: "Invalid input",
    428: "Precondition required",
    429: "Too many requests",
    500: "Internal error",
    503: "Busy",
}
_CODE_OF_STATUS = {
    400: "malformed_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    416: "range_not_satisfiable",
}


def register(app: Flask) -> None:
    """Answer every failure of the app with a problem document."""
    app.register_error_handler(errors.Refusal, answer_refusal)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(ParseException, _unreadable)
    app.register_error_handler(NoMoreData, _unreadable)
    app.register_error_handler(Exception, answer_failure)


def problem(code: str, detail: str, **more: Any) -> Response:
    """The problem document of a code; bearer routes say the sentence as `error` too, which some clients read."""
    status = STATUS[code]
    body = {
        "type": f"urn:notesvc:problem:{code}",
        "title": TITLES[status],
        "status": status,
        "detail": detail or TITLES[status],
        "code": code,
        **more,
    }
    if cors.is_bearer(request.path):
        body["error"] = body["detail"]
    _add_words(body)
    return Response(orjson.dumps(body), status, mimetype="application/problem+json")


def _add_words(body: dict[str, Any]) -> None:
    """What is said, in the language that the caller asks for."""
    language = browser_language.of_request()
    if language is None:
        return
    body["words"] = sentences.said(body["detail"], language) or body["detail"]
    errors_in_words = [_in_words(error, language) for error in body.get("errors", ())]
    if errors_in_words:
        first = errors_in_words[0]
        body |= {"errors": errors_in_words, "words": sentences.of_field(first["field"], first["words"], language)}


def _in_words(error: dict[str, str], language: Language) -> dict[str, str]:
    return {**error, "words": sentences.said(error["message"], language) or error["message"]}


def answer_refusal(refusal: errors.Refusal) -> Response:
    """The answer to a refusal of the domain."""
    if isinstance(refusal, errors.RateLimited):
        return _rate_limited(refusal)
    answer = problem(refusal.code, refusal.detail, **_more(refusal))
    if isinstance(refusal, errors.Busy):
        answer.headers["Retry-After"] = str(limits.RETRY_AFTER_SECONDS)
    if isinstance(refusal, errors.OverBudget):
        answer.headers["Retry-After"] = str(refusal.retry_after)
    if answer.status_code == 401:
        answer.headers["WWW-Authenticate"] = _challenge(refusal)
    if isinstance(refusal, errors.PreconditionFailed):
        # The revision of `current`, so that the next write can be based on it without another read.
        current = refusal.current
        answer.headers["ETag"] = current.etag if isinstance(current, Folder) else current[0].etag
    if refusal.code == "insufficient_scope":
        answer.headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{g.get("wanted_scope", "")}"'
    return answer


def _more(refusal: errors.Refusal) -> dict[str, Any]:
    if isinstance(refusal, errors.InvalidInput):
        return {"errors": refusal.errors}
    if isinstance(refusal, errors.CapabilityUnsupported):
        return {"capability": refusal.capability, "backend": refusal.backend}
    if isinstance(refusal, errors.PreconditionFailed):
        is_folder = isinstance(refusal.current, Folder)
        return {"current": FolderShape.of(refusal.current) if is_folder else note_as_read(*refusal.current)}
    return {}


def _challenge(refusal: errors.Refusal) -> str:
    if refusal.code == "invalid_token":
        return 'Bearer error="invalid_token"'
    return 'Cookie realm="notesvc"'


def _rate_limited(refusal: errors.RateLimited) -> Response:
    retry_after = {"Retry-After": str(refusal.retry_after)}
    if request.path.startswith("/api/sync/"):
        text = f"Too many requests. Try again in {refusal.retry_after} seconds.\n"
        return Response(text, 429, retry_after, mimetype="text/plain")
    answer = problem("rate_limited", refusal.detail)
    answer.headers.extend(retry_after)
    return answer


def _http(error: HTTPException) -> Any:
    if isinstance(error, ClientDisconnected) and trouble.cause_of(error) is not None:
        # Werkzeug takes a disk that cannot give the body back for a client that has gone.
        return answer_failure(error)
    status = error.code or 500
    if status < 400:
        return error
    code = _CODE_OF_STATUS.get(status, "internal_error" if status >= 500 else "malformed_request")
    detail = errors.NotFound().detail if status == 404 else str(error.description or "")
    answer = problem(code, detail)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    if isinstance(error, RequestedRangeNotSatisfiable) and error.length is not None:
        answer.headers["Content-Range"] = f"{error.units} */{error.length}"
    return answer


def _unreadable(_: Exception) -> Response:
    """A body whose chunks are none, or that ends too early: gunicorn finds out while the view reads it."""
    return problem("malformed_request", "The body cannot be read.")


def answer_failure(error: Exception) -> Response:
    """The answer to whatever else goes wrong: our trouble, or our defect, which is told in the log."""
    cause = trouble.cause_of(error)
    if cause is not None:
        log.warning("trouble", extra={"fields": {"event": "trouble", "cause": cause.name, "error": str(error)[:200]}})
        return answer_refusal(errors.Busy(cause.words))
    log.error("unexpected failure", exc_info=error, extra={"fields": {"event": "unexpected_failure"}})
    return problem("internal_error", f"Something went wrong on our side (request {g.get('request_id', '-')}).")
