"""Uploads in parts. One that broke off goes on where it was: parts that are there are not sent again."""

import contextlib
import hashlib
from typing import IO
from xml.sax.saxutils import escape

from notesvc import clock
from notesvc.backends import xml_answers
from notesvc.backends.causes import BackendError
from notesvc.backends.s3_client import Ask, NoUploadError, S3Client, failure_in
from notesvc.backends.xml_answers import Element

PART = 8 * 1024 * 1024
MOST_PARTS = 10_000
_STALE_MS = 7 * 24 * 3600 * 1000
# The second is what one server writes in its place.
_BEGUN = frozenset(("InitiateMultipartUploadResult", "InitiateMultipartUpload"))
_UPLOADS = frozenset(("Upload",))
_PARTS = frozenset(("Part", "IsTruncated", "NextPartNumberMarker"))


def put(client: S3Client, key: str, source: IO[bytes], size: int) -> str:
    """Store so many bytes of `source` at the whole key; answers the tag."""
    if size > PART * MOST_PARTS:
        raise BackendError("too_large")
    start = source.tell()
    upload, parts = _broken_off(client, key)
    try:
        return _go_on(client, (key, upload or _begin(client, key)), source, size, parts)
    except NoUploadError:
        # Somebody else has finished or ended it.
        source.seek(start)
    try:
        return _go_on(client, (key, _begin(client, key)), source, size, {})
    except NoUploadError as error:
        raise BackendError("busy") from error


def _go_on(
    client: S3Client, upload: tuple[str, str], source: IO[bytes], size: int, there: dict[int, tuple[str, int]]
) -> str:
    try:
        tags = _send(client, upload, source, size, there)
        return _complete(client, upload, tags)
    except BackendError as error:
        if not error.is_temporary:
            with contextlib.suppress(BackendError, NoUploadError):
                _abort(client, upload)
        raise


def _send(
    client: S3Client, upload: tuple[str, str], source: IO[bytes], size: int, there: dict[int, tuple[str, int]]
) -> list[str]:
    tags = []
    for number, at in enumerate(range(0, size, PART), 1):
        part = source.read(min(PART, size - at))
        if len(part) != min(PART, size - at):
            raise BackendError("truncated")
        tag, length = there.get(number, ("", 0))
        if length != len(part) or tag != hashlib.md5(part, usedforsecurity=False).hexdigest():
            tag = _send_part(client, upload, number, part)
        tags.append(tag)
    return tags


def _send_part(client: S3Client, upload: tuple[str, str], number: int, part: bytes) -> str:
    query = [("partNumber", str(number)), ("uploadId", upload[1])]
    with client.sent(Ask("PUT", upload[0], query, body=part)) as answer:
        tag = answer.headers.get("etag", "").strip('"')
    if not tag:
        raise BackendError("garbled")
    return tag


def _begin(client: S3Client, key: str) -> str:
    body = client.whole(Ask("POST", key, [("uploads", "")]))
    for element in xml_answers.elements([body], _BEGUN, frozenset(("UploadId",))):
        return element.text.strip()
    raise BackendError("garbled")


def _complete(client: S3Client, upload: tuple[str, str], tags: list[str]) -> str:
    parts = "".join(
        f'<Part><PartNumber>{number}</PartNumber><ETag>"{escape(tag)}"</ETag></Part>'
        for number, tag in enumerate(tags, 1)
    )
    namespace = "http://s3.amazonaws.com/doc/2006-03-01/"
    body = f'<CompleteMultipartUpload xmlns="{namespace}">{parts}</CompleteMultipartUpload>'.encode()
    answer = client.whole(Ask("POST", upload[0], [("uploadId", upload[1])], body=body, is_once=True))
    failure_in(answer)
    for element in xml_answers.elements([answer], "CompleteMultipartUploadResult", frozenset(("ETag",))):
        return element.text.strip().strip('"')
    raise BackendError("garbled")


def _abort(client: S3Client, upload: tuple[str, str]) -> None:
    client.whole(Ask("DELETE", upload[0], [("uploadId", upload[1])]))


def _broken_off(client: S3Client, key: str) -> tuple[str, dict[int, tuple[str, int]]]:
    """An upload of that key that broke off, with its parts by number; others of it, and old ones beside, are ended."""
    prefix = key[: key.rindex("/") + 1] if "/" in key else ""
    found = ""
    # Not every server, and not every key of one, lists them: then it is sent anew.
    with contextlib.suppress(BackendError, NoUploadError):
        body = client.whole(Ask("GET", query=[("uploads", ""), ("prefix", prefix)]))
        for each in xml_answers.elements([body], "ListMultipartUploadsResult", _UPLOADS):
            name, upload = each.text_of("Key"), each.text_of("UploadId")
            if name == key and not found:
                found = upload
            elif name.startswith(prefix) and (name == key or _is_stale(each)):
                _abort(client, (name, upload))
    if not found:
        return "", {}
    try:
        return found, _parts(client, key, found)
    except (BackendError, NoUploadError):
        return "", {}


def _parts(client: S3Client, key: str, upload: str) -> dict[int, tuple[str, int]]:
    found: dict[int, tuple[str, int]] = {}
    marker = "0"
    while marker:
        query = [("uploadId", upload), ("part-number-marker", marker), ("max-parts", "1000")]
        body = client.whole(Ask("GET", key, query))
        facts = {}
        for each in xml_answers.elements([body], "ListPartsResult", _PARTS):
            if each.name == "Part":
                number, size = int(each.text_of("PartNumber")), int(each.text_of("Size"))
                found[number] = (each.text_of("ETag").strip('"'), size)
            else:
                facts[each.name] = each.text.strip()
        following = facts.get("NextPartNumberMarker", "") if facts.get("IsTruncated") == "true" else ""
        marker = following if following != marker else ""
    return found


def _is_stale(upload: Element) -> bool:
    try:
        return clock.timestamp_ms() - clock.milliseconds_of(upload.text_of("Initiated")) > _STALE_MS
    except ValueError:
        return False
