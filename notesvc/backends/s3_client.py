"""Signed requests to a bucket, and what its refusals mean."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from notesvc import clock
from notesvc.backends import xml_answers
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.outside_errors import in_our_words, wait_of
from notesvc.backends.outside_reader import NoRangeError
from notesvc.backends.sigv4 import Signer, encode, query_of
from notesvc.outside.connection import Answer, Connection
from notesvc.outside.exchange import Request

_LONGEST_ERROR = 64 * 1024
_BY_CODE = {
    **dict.fromkeys(("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken"), "bad_credentials"),
    **dict.fromkeys(("AccessDenied", "AllAccessDisabled", "AccountProblem", "NotSignedUp"), "forbidden"),
    **dict.fromkeys(("NoSuchBucket", "InvalidBucketName"), "no_such_place"),
    **dict.fromkeys(("AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect"), "bad_region"),
    **dict.fromkeys(("EntityTooLarge", "EntityTooSmall", "MaxMessageLengthExceeded"), "too_large"),
    **dict.fromkeys(("KeyTooLongError", "InvalidURI", "XMinioInvalidObjectName"), "bad_name"),
    **dict.fromkeys(("BadDigest", "InvalidDigest", "XAmzContentSHA256Mismatch"), "damaged"),
    **dict.fromkeys(("XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "QuotaExceeded"), "full"),
    **dict.fromkeys(("SlowDown", "OperationAborted", "ConditionalRequestConflict", "InternalError"), "busy"),
    "RequestTimeTooSkewed": "clock_skew",
    "RequestTimeout": "timeout",
}
_BY_STATUS = {401: "bad_credentials", 403: "forbidden", 409: "busy", 413: "too_large", 507: "full", 429: "busy"}


class NoUploadError(Exception):
    """An upload in parts is not there any more."""


@dataclass(frozen=True, slots=True)
class Place:
    """A bucket at an endpoint, and the folder in it; `prefix` is empty or ends with a slash."""

    address: str
    bucket: str
    prefix: str
    signer: Signer


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: `key` is the whole key, None for the bucket itself; `is_once` as a connection understands it."""

    method: str
    key: str | None = None
    query: Sequence[tuple[str, str]] = ()
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    is_once: bool = False


class S3Client:
    """Requests to one bucket."""

    def __init__(self, place: Place, connection: Connection) -> None:
        self._place = place
        self._connection = connection
        self._skew = 0

    @contextmanager
    def sent(self, ask: Ask) -> Iterator[Answer]:
        """An answer of success. Raises BackendError, MissingError, ChangedError, and the two above."""
        for is_last in (False, True):
            with in_our_words(), self._connection.sent(self._request(ask)) as answer:
                if answer.status < 300:
                    yield answer
                    return
                error = _error_of(answer, ask)
                if is_last or not self._corrects(error, answer):
                    raise error

    def whole(self, ask: Ask) -> bytes:
        """The body of the answer."""
        with self.sent(ask) as answer:
            return answer.whole()

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()

    def _corrects(self, error: Exception, answer: Answer) -> bool:
        """Whether the server's clock was what was wrong, and is followed from now on."""
        if not isinstance(error, BackendError) or error.cause != "clock_skew" or self._skew:
            return False
        try:
            theirs = parsedate_to_datetime(answer.headers.get("date", ""))
        except ValueError:
            return False
        self._skew = int(theirs.timestamp() * 1000) - clock.timestamp_ms()
        return True

    def _request(self, ask: Ask) -> Request:
        base = urlsplit(self._place.address).path.rstrip("/")
        path = encode(f"{base}/{self._place.bucket}" + ("" if ask.key is None else f"/{ask.key}"))
        query = query_of(ask.query)
        payload_hash = hashlib.sha256(ask.body).hexdigest()
        moment = clock.text_of(clock.timestamp_ms() + self._skew)
        signed = {
            "host": self._connection.host,
            "x-amz-content-sha256": payload_hash,
            "x-amz-date": moment.replace("-", "").replace(":", "")[:15] + "Z",
            **{name.lower(): value for name, value in ask.headers.items()},
        }
        authorization = self._place.signer.authorization(ask.method, path, query, signed, payload_hash)
        headers = {**signed, "authorization": authorization}
        del headers["host"]
        return Request(ask.method, path + (f"?{query}" if query else ""), headers, ask.body, None, ask.is_once)


def failure_in(body: bytes) -> None:
    """Raises BackendError where an answer of success tells of a failure, as long ones may."""
    if b"<Error>" in body[:2000]:
        raise BackendError(_BY_CODE.get(_code_of(body), "busy"))


def _error_of(answer: Answer, ask: Ask) -> Exception:
    if answer.status in (412, 416):
        return ChangedError() if answer.status == 412 else NoRangeError()
    code = "" if ask.method == "HEAD" else _code_of(answer.whole(_LONGEST_ERROR))
    if code == "NoSuchUpload":
        return NoUploadError()
    if code in _BY_CODE:
        return BackendError(_BY_CODE[code], "", wait_of(answer.headers))
    if answer.status == 404 and (code == "NoSuchKey" or ask.method == "HEAD"):
        return MissingError()
    if 300 <= answer.status < 400:
        return BackendError("redirected")
    if answer.status >= 500 and answer.status != 507:
        return BackendError("busy", "", wait_of(answer.headers))
    return BackendError(_BY_STATUS.get(answer.status, "garbled"), "", wait_of(answer.headers))


def _code_of(body: bytes) -> str:
    try:
        for element in xml_answers.elements([body], "Error", frozenset(("Code",))):
            return element.text.strip()
    except BackendError:
        return ""
    return ""
