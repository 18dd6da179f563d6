"""An extension's name proves nothing, and what a hostile page brings stays a text that asks for nothing."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import flask
import pytest

from notesvc import clock
from notesvc.web import routes
from tests.web.conftest import Member
from tests.web.programs import Program

EXTENSIONS = [
    "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
    "moz-extension://1b2c3d4e-0000-4000-8000-000000000000",
    "safari-web-extension://1B2C3D4E",
    "null",
    "app://notes",
    "capacitor://localhost",
]
BEARER = [route for area in routes.AREAS for route in area.routes if route.access.operation is not None]


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def canary() -> Iterator[tuple[str, list[str]]]:
    """The address of a server of somebody else, and what it was asked for."""
    asked: list[str] = []

    class Canary(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        do_HEAD = do_POST = do_OPTIONS = do_GET

    server = ThreadingHTTPServer(("127.0.0.1", 0), Canary)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_an_extensions_origin_is_no_key(app: flask.Flask, owner: Member, origin: str) -> None:
    headers = {"Origin": origin, "X-Requested-With": "notesvc-clipper", "User-Agent": "notesvc clipper"}
    for route in BEARER:
        for browser in (app.test_client(), owner.web):
            path = re.sub("<[^>]*>", clock.new_id(), route.rule)
            answer = browser.open(path, method=route.method, headers=headers, json={"markdown": "x"})
            assert answer.status_code == 401, (route.rule, answer.text)
    assert "x" not in [note["name"] for note in owner.web.get("/api/workspace/notes").get_json()["notes"]]


@pytest.mark.parametrize("origin", EXTENSIONS)
def test_nor_does_it_write_with_the_session(owner: Member, origin: str) -> None:
    answer = owner.web.post("/api/workspace/notes", json={"name": "x"}, headers={"Origin": origin})
    assert (answer.status_code, answer.get_json()["code"]) == (403, "forbidden_origin")


def hostile(address: str) -> str:
    return f"""
<title>Hi\x07 there\u202e</title><base href="{address}/base/"><meta http-equiv="refresh" content="0;url={address}/m">
<link rel="stylesheet" href="{address}/css"><link rel="prefetch" href="{address}/prefetch">
<h1>Hello</h1><script src="{address}/js"></script><script>fetch("{address}/fetch")</script>
<svg onload="x()"><script href="{address}/svg"/><image href="{address}/svg.png"/></svg>
<img src="{address}/a.png" srcset="{address}/b.png 2x" onerror="x()">
<picture><source srcset="{address}/c.png"></picture>
<iframe src="{address}/frame" srcdoc="<script>x()</script>"></iframe><object data="{address}/object"></object>
<embed src="{address}/embed"><video poster="{address}/poster" src="{address}/video"></video>
<a href="javascript:x()">one</a><a href="JaVa\tScript:x()">two</a>
<a href="data:text/html,<script>x()</script>">three</a>
<form action="{address}/form"><input formaction="javascript:x()"></form><p style="background:url({address}/bg)">text
<math><mtext><table><mglyph><style><img src=x onerror=x()></style></mglyph></table></mtext></math>
"""


def test_a_hostile_page_becomes_a_note_that_does_nothing(
    program: Program, owner: Member, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    clip = {"html": hostile(address), "url": f"{address}/page", "cover": f"{address}/cover.png", "icon": "📎"}
    made = program.capture(clip)
    assert made.status_code == 201, made.text
    note = owner.web.get(f"/api/workspace/notes/{made.get_json()['id']}").get_json()
    content = note["content"].lower()
    for sign in ("<script", "onerror", "onload", "javascript:", "<iframe", "<object", "<embed", "<svg", "data:text"):
        assert sign not in content, sign
    assert note["name"].isprintable()
    page = owner.web.get("/api/data/export?format=html", buffered=True)
    assert page.status_code == 200
    assert owner.web.get("/api/workspace/search?q=hello").status_code == 200
    # Whatever is named, the service itself fetches nothing.
    assert asked == []


@pytest.mark.parametrize(
    "url",
    [
        "javascript:x()",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example/",
        "https://a.example/" + "x" * 3_000,
        "//a.example",
        "x\r\ny",
    ],
)
def test_only_an_address_of_the_web_is_kept_as_the_source(program: Program, owner: Member, url: str) -> None:
    answer = program.capture({"markdown": "text", "title": "Clip", "url": url, "html": None})
    assert answer.status_code == 201
    assert [text.partition(":")[0] for text in answer.get_json()["warnings"]] == ["url"]
    note: dict[str, Any] = owner.web.get(f"/api/workspace/notes/{answer.get_json()['id']}").get_json()
    assert "url" not in note["properties"]


def test_a_title_is_one_line_without_control_characters(program: Program) -> None:
    title = "A\x00 \x07title\x1b[31m\r\nof\u2028two\u202e lines".replace("\x00", "")
    made = program.capture({"markdown": "text", "title": title}).get_json()
    assert made["name"] == "A title[31m of two lines"
