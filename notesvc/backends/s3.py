"""A bucket of S3 or of a server that speaks as S3 does. Conditions are used where the test has found that they hold."""

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO
from urllib.parse import unquote_plus

from notesvc.backends import keys, s3_uploads, xml_answers
from notesvc.backends.backend import Capabilities, Entry, Reading, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.outside_reader import NoRangeError, NoReader, OutsideReader, range_of
from notesvc.backends.s3_client import Ask, Place, S3Client, failure_in
from notesvc.backends.s3_uploads import PART
from notesvc.backends.sigv4 import encode
from notesvc.outside.connection import Answer, Connection
from notesvc.outside.guard import Network

_LISTING = frozenset(("Contents", "IsTruncated", "NextContinuationToken", "EncodingType"))


class S3Backend:
    """Objects of a bucket below a folder in it."""

    kind = "s3"

    def __init__(self, place: Place, networks: Sequence[Network], capabilities: Capabilities | None = None) -> None:
        """Without capabilities it takes nothing for granted."""
        self._place = place
        self._client = S3Client(place, Connection(place.address, networks))
        self._replaces = capabilities is not None and capabilities.replaces == "condition"
        self._creates = capabilities is not None and capabilities.creates_once
        self._is_known = False

    def find(self, key: str) -> Entry | None:
        try:
            with self._client.sent(Ask("HEAD", self._whole(key))) as answer:
                return Entry(key, _length_of(answer), _tag_of(answer))
        except MissingError:
            self._must_be_there()
            return None
        except BackendError as error:
            # An answer to HEAD has no body that would tell more.
            if error.cause not in ("forbidden", "garbled"):
                raise
        with self._client.sent(Ask("GET", self._whole(key))) as answer:
            return Entry(key, _length_of(answer), _tag_of(answer))

    @contextmanager
    def open(self, key: str, start: int = 0, length: int | None = None) -> Iterator[Reading]:
        with contextlib.ExitStack() as stack:
            ask = Ask("GET", self._whole(key), headers=range_of(start, length))
            try:
                answer = stack.enter_context(self._client.sent(ask))
            except NoRangeError:
                entry = self.find(key)
                if entry is None:
                    raise MissingError from None
                yield NoReader(entry.size, entry.tag)
                return
            yield OutsideReader(answer, _tag_of(answer), start, length)

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        token = ""
        while True:
            query = [("list-type", "2"), ("encoding-type", "url"), ("max-keys", "1000")]
            query += [("prefix", self._place.prefix + prefix)]
            query += [("continuation-token", token)] if token else []
            found, following = self._page(query)
            for entry in found:
                if not _is_file(entry.key.removeprefix(prefix)):
                    continue
                known = entry if entry.tag else self.find(entry.key)
                if known is not None:
                    yield known
            if not following:
                return
            if following == token:
                raise BackendError("garbled")
            token = following

    def put(self, key: str, source: IO[bytes], size: int) -> str:
        if size > PART:
            return s3_uploads.put(self._client, self._whole(key), source, size)
        content = source.read(size)
        if len(content) != size:
            raise BackendError("truncated")
        return self._write(key, content, {})

    def create(self, key: str, content: bytes) -> str:
        if self._creates:
            return self._write(key, content, {"if-none-match": "*"})
        if self.find(key) is not None:
            raise ChangedError
        return self._write(key, content, {})

    def replace(self, key: str, content: bytes, seen: Seen) -> str:
        if not self._replaces:
            self._look(key, seen)
            return self._write(key, content, {})
        try:
            return self._write(key, content, {"if-match": f'"{seen.tag}"'})
        except MissingError as error:
            raise ChangedError from error

    def remove(self, key: str, seen: Seen | None = None) -> None:
        headers = {}
        if seen is not None:
            if not self._look(key, seen, or_gone=True):
                return
            # Some servers look at it. Without, there is a moment between the look and the removal.
            headers["if-match"] = f'"{seen.tag}"'
        with contextlib.suppress(MissingError):
            self._client.whole(Ask("DELETE", self._whole(key), headers=headers, is_once=seen is not None))

    def move(self, key: str, target: str, seen: Seen) -> str:
        entry = self.find(key)
        if entry is None:
            raise MissingError
        if entry.tag != seen.tag:
            raise ChangedError
        if entry.size <= PART:
            with self.open(key) as reading:
                content = b"".join(iter(lambda: reading.read(PART), b""))
            if reading.tag != seen.tag:
                raise ChangedError
            tag = self.create(target, content)
        else:
            tag = self._copy(key, target, seen)
        self.remove(key, seen)
        return tag

    def close(self) -> None:
        self._client.close()

    def write_as_others(self, key: str, content: bytes) -> None:
        """Write as other programs do, which is how we do it."""
        self._write(key, content, {})

    def drop_folder(self, folder: str) -> None:
        """There are no folders."""

    def _write(self, key: str, content: bytes, conditions: dict[str, str]) -> str:
        ask = Ask("PUT", self._whole(key), headers=conditions, body=content, is_once=bool(conditions))
        with self._client.sent(ask) as answer:
            return _tag_of(answer)

    def _copy(self, key: str, target: str, seen: Seen) -> str:
        if self.find(target) is not None:
            raise ChangedError
        source = encode(f"/{self._place.bucket}/{self._whole(key)}")
        headers = {"x-amz-copy-source": source, "x-amz-copy-source-if-match": f'"{seen.tag}"'}
        if self._creates:
            headers["if-none-match"] = "*"
        failure_in(self._client.whole(Ask("PUT", self._whole(target), headers=headers, is_once=True)))
        found = self.find(target)
        if found is None:
            raise BackendError("garbled")
        return found.tag

    def _look(self, key: str, seen: Seen, or_gone: bool = False) -> bool:
        entry = self.find(key)
        if entry is None and or_gone:
            return False
        if entry is None or entry.tag != seen.tag:
            raise ChangedError
        return True

    def _page(self, query: list[tuple[str, str]]) -> tuple[list[Entry], str]:
        """One page of a listing, and what asks for the next one. After several writes at once some servers list a file
        once more, without a tag; or one that is not there at all: what has no tag is to be asked for by its name."""
        contents, facts = [], {}
        with self._client.sent(Ask("GET", query=query)) as answer:
            pieces = iter(answer.read, b"")
            for element in xml_answers.elements(pieces, "ListBucketResult", _LISTING):
                if element.name == "Contents":
                    contents.append(element)
                else:
                    facts[element.name] = element.text.strip()
        is_url = facts.get("EncodingType") == "url"
        entries: dict[str, Entry] = {}
        for entry in (self._entry(element, is_url) for element in contents):
            if entry.tag or entry.key not in entries:
                entries[entry.key] = entry
        more = facts.get("NextContinuationToken", "") if facts.get("IsTruncated") == "true" else ""
        return list(entries.values()), more

    def _entry(self, element: xml_answers.Element, is_url: bool) -> Entry:
        text = element.text_of("Key")
        key = unquote_plus(text) if is_url else text
        size, tag = element.text_of("Size"), element.text_of("ETag").strip('"')
        if not key.startswith(self._place.prefix) or not size.isdecimal():
            raise BackendError("garbled")
        return Entry(key.removeprefix(self._place.prefix), int(size), tag)

    def _whole(self, key: str) -> str:
        return self._place.prefix + "/".join(keys.parts(key))

    def _must_be_there(self) -> None:
        """Raises BackendError where the bucket itself is missing, which an answer to HEAD does not tell."""
        if not self._is_known:
            self._page([("list-type", "2"), ("max-keys", "1"), ("prefix", self._place.prefix)])
            self._is_known = True


def _is_file(key: str) -> bool:
    # A name that ends with a slash is how some programs make a folder.
    return all(name not in ("", "..") and keys.is_shown(name) for name in key.split("/"))


def _tag_of(answer: Answer) -> str:
    """Raises BackendError without one: a page of somebody else has none."""
    tag = answer.headers.get("etag", "").removeprefix("W/").strip('"')
    if not tag:
        raise BackendError("garbled")
    return tag


def _length_of(answer: Answer) -> int:
    text = answer.headers.get("content-length", "")
    if not text.isdecimal():
        raise BackendError("garbled")
    return int(text)
