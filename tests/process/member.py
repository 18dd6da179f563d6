"""Somebody with an account on the running service, asking over HTTP."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.process.wire import Reply, Wire
from tests.service import Service

PASSWORD = "correct horse battery"
JSON = {"Content-Type": "application/json"}


@dataclass(eq=False)
class Member:
    """A browser that is signed in: each request goes over a connection of its own."""

    url: str
    cookie: str
    password: str = PASSWORD

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"notesvc={self.cookie}"}

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to a request with the session's cookie; a body is sent as JSON, bytes as they are."""
        given = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        with Wire(self.url) as wire:
            return wire.ask(method, path, {**JSON, **self.headers, **(headers or {})}, given)

    def get(self, path: str) -> Any:
        """What is there, which has to be there."""
        reply = self.ask("GET", path)
        assert reply.status == 200, (path, reply)
        return reply.json()

    def make(self, path: str, **fields: Any) -> Any:
        """What was made of the fields, which has to succeed."""
        reply = self.ask("POST", path, fields)
        assert reply.status in (200, 201, 202), (path, reply)
        return reply.json()

    def note(self, name: str, content: str = "", **fields: Any) -> Any:
        return self.make("/api/workspace/notes", name=name, content=content, **fields)

    def key(self, name: str = "a key") -> tuple[str, dict[str, str]]:
        """The id of a new key that may write, and the header that sends it."""
        self.step_up()
        made = self.make("/api/sync/tokens", name=name, canWrite=True)
        return str(made["token"]["id"]), {"Authorization": f"Bearer {made['secret']}"}

    def step_up(self) -> "Member":
        """The same, ready for sensitive things."""
        reply = self.ask("POST", "/api/auth/step-up", {"password": self.password})
        assert reply.status == 200, reply
        self.cookie = cookie_of(reply)
        return self

    def upload(self, path: str, name: str, content: bytes) -> Reply:
        """The answer to a form with that file."""
        body, headers = multipart(name, content)
        return self.ask("POST", path, body, headers)


def register(service: Service, email: str = "owner@example.org", password: str = PASSWORD, **more: str) -> Member:
    """A new account, signed in; the very first one needs the code that the service printed, if it did."""
    if service.set_up_code is not None:
        more = {"invite": service.set_up_code, **more}
    with Wire(service.url) as wire:
        body = json.dumps({"email": email, "password": password, "name": "Olive Owner", **more}).encode()
        reply = wire.ask("POST", "/api/auth/register", JSON, body)
    assert reply.status == 201, reply
    return Member(service.url, cookie_of(reply), password)


def cookie_of(reply: Reply) -> str:
    """The secret that the answer sets as the session's cookie."""
    return str(reply.headers["Set-Cookie"]).split("=", 1)[1].split(";")[0]


def multipart(name: str, content: bytes) -> tuple[bytes, dict[str, str]]:
    """A form with one file, and its headers."""
    start = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return start.encode() + content + b"\r\n--edge--\r\n", {"Content-Type": "multipart/form-data; boundary=edge"}
