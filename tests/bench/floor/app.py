"""The floor's routes: the service's addresses over the same database, asked for nothing but the work."""

import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flask
import orjson
from flask import Flask, Response, request

from notesvc.config import Settings
from tests.bench.floor import export, reads, writes
from tests.bench.floor.store import Store

PAGE = "page.gz"
"""The file, in the floor's folder, with the bytes of the page that it serves as the service serves a public one."""

_OWNER = "SELECT id FROM users ORDER BY created_at, id LIMIT 1"


def create_app(settings: Settings) -> Flask:
    """The floor over a database that the service has made; everything belongs to its first account."""
    app = Flask(__name__, static_folder=None)
    store = Store(settings.database_path)
    connection = store.opened()
    owner = str(connection.execute(_OWNER).fetchone()[0])
    connection.close()
    app.register_blueprint(_writing(store, owner))
    app.register_blueprint(_reading(store, owner))
    app.register_blueprint(_public(settings.instance / PAGE))
    return app


def _public(page: Path) -> flask.Blueprint:
    area = flask.Blueprint("public", __name__)

    @area.get("/s/<slug>")
    def shown(slug: str) -> Any:
        body, etag = _page(page)
        response = Response(body, mimetype="text/html", headers={"Content-Encoding": "gzip", "ETag": etag})
        return response.make_conditional(request)

    return area


@functools.cache
def _page(file: Path) -> tuple[bytes, str]:
    body = file.read_bytes()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _writing(store: Store, owner: str) -> flask.Blueprint:
    area = flask.Blueprint("writes", __name__)

    @area.post("/api/workspace/notes")
    def create() -> Response:
        with store.writing() as connection:
            return _json(writes.insert(connection, owner, _asked()), 201)

    @area.patch("/api/workspace/notes/<note_id>")
    def change(note_id: str) -> Response:
        with store.writing() as connection:
            return _json(writes.change(connection, owner, note_id, _asked()))

    @area.post("/api/sync/capture")
    def capture() -> Response:
        with store.writing() as connection:
            return _json(writes.capture(connection, owner, _asked(), request.headers["Idempotency-Key"]), 201)

    return area


def _reading(store: Store, owner: str) -> flask.Blueprint:
    area = flask.Blueprint("reads", __name__)

    @area.get("/healthz")
    def healthz() -> Response:
        return _json({"status": "ok"})

    @area.get("/api/workspace/notes")
    def notes() -> Response:
        return _json(reads.notes(store.connection(), owner, int(request.args["limit"])))

    @area.get("/api/workspace/search")
    def search() -> Response:
        return _json(reads.search(store.connection(), owner, request.args["q"]))

    @area.get("/api/workspace/folders")
    def folders() -> Response:
        return _json(reads.folders(store.connection(), owner))

    @area.get("/api/sync/export")
    def whole() -> Response:
        return Response(_streamed(store, owner), mimetype="application/json")

    return area


def _streamed(store: Store, owner: str) -> Iterator[bytes]:
    connection = store.opened()
    try:
        yield from export.pieces(connection, owner)
    finally:
        connection.close()
    with store.writing() as writer:
        writes.record(writer, owner, "export")


def _asked() -> Any:
    return orjson.loads(request.get_data())


def _json(body: dict[str, Any], status: int = 200) -> Response:
    return Response(orjson.dumps(body), status, mimetype="application/json")
