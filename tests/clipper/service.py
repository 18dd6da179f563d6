"""Ada, the owner of the notes, and a door before the service that answers in its place when a test wants that."""

import json
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.app.visitor import EMAIL, PASSWORD
from tests.service import Service

_PROXYLESS = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_PASSED_ON = ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Origin")
_OF_THE_CONNECTION = {"transfer-encoding", "content-length", "connection", "server", "date"}
_OPEN = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}


class Ada:
    """The account at the service, by its session."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.cookie = ""
        self._post("/api/auth/register", {"email": EMAIL, "password": PASSWORD, "name": "Ada"})
        self._post("/api/auth/step-up", {"password": PASSWORD})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of the answer. Raises HTTPError for a refusal."""
        headers = {"Origin": self.service.url, "Content-Type": "application/json", "Cookie": self.cookie}
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.service.url}{path}", sent, headers, method=method)
        with _PROXYLESS.open(request, timeout=60) as answer:
            if given := answer.headers.get("Set-Cookie"):
                self.cookie = given.partition(";")[0]
            return json.loads(answer.read() or b"null")

    def _post(self, path: str, body: Any) -> Any:
        return self.ask("POST", path, body)

    def key(self, **fields: Any) -> str:
        """The secret of a new key."""
        made = self._post("/api/sync/tokens", {"name": "Browser", "canWrite": True, **fields})
        return str(made["secret"])

    def revoke_all(self) -> None:
        self.ask("DELETE", "/api/sync/tokens")

    def folder(self, name: str) -> str:
        return str(self._post("/api/workspace/folders", {"name": name})["id"])

    def notes(self, name: str) -> list[dict[str, Any]]:
        """The notes of that name, whole."""
        listed = self.ask("GET", "/api/workspace/notes")["notes"]
        return [self.ask("GET", f"/api/workspace/notes/{note['id']}") for note in listed if note["name"] == name]

    def file(self, url: str) -> bytes:
        request = urllib.request.Request(f"{self.service.url}{url}", headers={"Cookie": self.cookie})
        with _PROXYLESS.open(request, timeout=60) as answer:
            return bytes(answer.read())


@dataclass
class Fault:
    """What the door answers; status 0 cuts the connection."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    path: str = "/api/sync/"


class _Handler(BaseHTTPRequestHandler):
    """One request at the door."""

    server: "_Server"

    def log_message(self, *_: Any) -> None:
        pass

    def _serve(self) -> None:
        door, path = self.server.door, self.path.partition("?")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.command != "OPTIONS":
            door.asked.append((f"{self.command} {path}", self.headers.get("Idempotency-Key")))
            if door.fault and path.startswith(door.fault.path):
                self._fail(door.fault)
                return
            if path in door.instead:
                self._answer(200, _OPEN, json.dumps(door.instead[path]).encode())
                return
        self._pass_on(door.service, body)

    do_GET = do_POST = do_OPTIONS = _serve

    def _fail(self, fault: Fault) -> None:
        if fault.status == 0:
            self.connection.close()
            return
        self._answer(fault.status, _OPEN | fault.headers, b"")

    def _pass_on(self, service: Service, body: bytes) -> None:
        named = {name: self.headers[name] for name in _PASSED_ON if name in self.headers}
        named |= {name: value for name, value in self.headers.items() if name.startswith("Access-Control-")}
        request = urllib.request.Request(f"{service.url}{self.path}", body or None, named, method=self.command)
        try:
            answer: Any = _PROXYLESS.open(request, timeout=60)
        except urllib.error.HTTPError as refusal:
            answer = refusal
        with answer:
            self._answer(answer.status, dict(answer.headers.items()), answer.read())

    def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in _OF_THE_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    door: "Door"


class Door:
    """Passes requests on to the service, unless a fault is set; `asked` holds what came, with its Idempotency-Key.

    `instead` holds what is answered for a path in the service's place, as JSON."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.fault: Fault | None = None
        self.instead: dict[str, Any] = {}
        self.asked: list[tuple[str, str | None]] = []
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.door = self
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def tries(self, path: str = "POST /api/sync/capture") -> list[str | None]:
        """The keys of the requests that came for a path."""
        return [key for asked, key in self.asked if asked == path]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
