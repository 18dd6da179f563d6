"""Requests to a WebDAV server (RFC 4918), and what its refusals mean."""

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO
from urllib.parse import quote, unquote, urlsplit

from notesvc.backends import xml_answers
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.outside_errors import in_our_words, wait_of
from notesvc.backends.outside_reader import NoRangeError
from notesvc.backends.xml_answers import Element
from notesvc.outside.connection import Answer, Connection
from notesvc.outside.exchange import Request

_PROPERTIES = (
    b'<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/>'
    b"<getetag/><getlastmodified/></prop></propfind>"
)
_RESPONSES = frozenset(("response",))
_BY_STATUS = {
    **dict.fromkeys((400, 414, 422), "bad_name"),
    401: "bad_credentials",
    403: "forbidden",
    **dict.fromkeys((408, 423, 425, 429), "busy"),
    413: "too_large",
    507: "full",
}


class NoFolderError(Exception):
    """The folder in which something is to be made is not there (409)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a listing shows: a file, or a folder, by its name."""

    name: str
    is_folder: bool
    size: int
    tag: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One request; `path` are the names below the address, `is_folder` puts a slash behind them."""

    method: str
    path: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | IO[bytes] = b""
    size: int | None = None
    is_folder: bool = False
    is_once: bool = False


class DavClient:
    """Requests below one address."""

    def __init__(self, address: str, user: str, secret: str, connection: Connection) -> None:
        parts = urlsplit(address)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._base = tuple(name for name in unquote(parts.path).split("/") if name)
        self._authorization = "Basic " + base64.b64encode(f"{user}:{secret}".encode()).decode()
        self._connection = connection

    @contextmanager
    def sent(self, ask: Ask) -> Iterator[Answer]:
        """An answer of success. Raises BackendError, MissingError, ChangedError, NoFolderError, NoRangeError."""
        headers = {"authorization": self._authorization, **ask.headers}
        request = Request(ask.method, self._target(ask), headers, ask.body, ask.size, ask.is_once)
        with in_our_words(), self._connection.sent(request) as answer:
            if answer.status >= 300:
                raise _error_of(answer, ask.method)
            yield answer

    def done(self, ask: Ask) -> Mapping[str, str]:
        """The headers of an answer of success."""
        with self.sent(ask) as answer:
            return answer.headers

    def move(self, path: tuple[str, ...], target: tuple[str, ...], over: bool = False) -> None:
        """Give a file another name. Raises ChangedError where that is taken, unless it goes `over` it."""
        destination = self._origin + self._target(Ask("MOVE", target))
        headers = {"destination": destination, "overwrite": "T" if over else "F"}
        try:
            self.done(Ask("MOVE", path, headers, is_once=True))
        except BackendError as error:
            # Some refuse so what is not there.
            if error.cause == "forbidden":
                self.look(path)
            raise

    def listing(self, path: tuple[str, ...]) -> list[Found]:
        """What is in a folder. Raises MissingError."""
        found = self._propfind(path, "1", is_folder=True)
        return [each for each in found if each.name]

    def look(self, path: tuple[str, ...]) -> Found:
        """The file or folder at that path. Raises MissingError."""
        for each in self._propfind(path, "0", is_folder=not path):
            return each
        raise BackendError("garbled")

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()

    def _target(self, ask: Ask) -> str:
        names = (*self._base, *ask.path)
        path = "/" + "/".join(quote(name, safe="-._~") for name in names)
        return path + "/" if ask.is_folder and names else path

    def _propfind(self, path: tuple[str, ...], depth: str, is_folder: bool) -> list[Found]:
        headers = {"depth": depth, "content-type": "application/xml; charset=utf-8"}
        with self.sent(Ask("PROPFIND", path, headers, _PROPERTIES, is_folder=is_folder)) as answer:
            if answer.status != 207:
                raise BackendError("garbled")
            pieces = iter(answer.read, b"")
            return [self._found(path, each) for each in xml_answers.elements(pieces, "multistatus", _RESPONSES)]

    def _found(self, path: tuple[str, ...], response: Element) -> Found:
        """`name` is empty for the path itself."""
        href = unquote(urlsplit(response.text_of("href")).path, errors="surrogateescape")
        names = tuple(name for name in href.split("/") if name)
        here = (*self._base, *path)
        if names[: len(here)] != here or len(names) > len(here) + 1:
            raise BackendError("garbled")
        for child in response.children:
            if child.name == "propstat" and " 200 " in child.text_of("status") + " ":
                return _of_properties(names[len(here)] if len(names) > len(here) else "", child)
        raise BackendError("garbled")


def tag_of(text: str) -> str:
    """A tag as it is compared: that the server would compress the file makes no other file.

    A weak one is another. Apache's are weak for a second, in which a further change may have the same: once they are
    strong, the file is looked at again.
    """
    tag = text.strip()
    weak = "W/" if tag.startswith("W/") else ""
    return weak + tag.removeprefix("W/").strip('"').removesuffix("-gzip")


def tag_in(headers: Mapping[str, str]) -> str:
    """The tag of an answer, empty without one. Behind some proxies Nextcloud's own is the true one."""
    return tag_of(headers.get("oc-etag") or headers.get("etag", ""))


def _of_properties(name: str, found: Element) -> Found:
    is_folder = found.of("prop", "resourcetype", "collection") is not None
    size, tag = found.text_of("prop", "getcontentlength"), tag_of(found.text_of("prop", "getetag"))
    if not is_folder and not size.isdecimal():
        raise BackendError("garbled")
    # Without tags, time and size are all there is.
    tag = tag or f"{found.text_of('prop', 'getlastmodified')}, {size}"
    return Found(name, is_folder, int(size or 0) if not is_folder else 0, tag)


def _error_of(answer: Answer, method: str) -> Exception:
    known = {404: MissingError, 410: MissingError, 412: ChangedError, 409: NoFolderError, 416: NoRangeError}
    if answer.status in known:
        return known[answer.status]()
    if answer.status < 400:
        return BackendError("redirected")
    cause = _BY_STATUS.get(answer.status, "busy" if answer.status >= 500 else "garbled")
    if cause == "bad_name" and method not in ("PUT", "MOVE", "MKCOL"):
        cause = "garbled"
    return BackendError(cause, "", wait_of(answer.headers))
