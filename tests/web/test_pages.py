"""The web app's page and files: what may run in it, how long they are kept, and what is no file of it."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc.web import pages
from tests.places import PACKAGE
from tests.web.shell_page import SHELL

SCRIPT = "export const answer = 42;\n" * 100


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a built web app, small."""
    static = tmp_path / "static"
    (static / "assets" / "fonts").mkdir(parents=True)
    (static / "app").mkdir()
    (static / "index.html").write_text(SHELL)
    (static / "sw.js").write_text("self.skipWaiting();")
    (static / "assets" / "main-1a2b.js").write_text(SCRIPT)
    (static / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (static / "assets" / "main-1a2b.js.br").write_bytes(b"packed by brotli")
    (static / "assets" / "fonts" / "text.woff2").write_bytes(b"wOF2")
    (static / "app" / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "app" / "manifest.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("not yours")
    monkeypatch.setattr(pages, "STATIC", static)
    return static


def get(anonymous: FlaskClient, address: str, **headers: str) -> Any:
    """The answer, with its file read and closed."""
    return anonymous.get(address, headers=headers, buffered=True)


def policy(anonymous: FlaskClient, address: str) -> dict[str, str]:
    """The page's policy, by directive."""
    value = anonymous.get(address).headers["Content-Security-Policy"]
    return {part.split()[0]: part.partition(" ")[2] for part in value.split("; ")}


def test_every_address_of_the_app_answers_with_its_page(anonymous: FlaskClient, built: Path) -> None:
    for address in pages.ADDRESSES:
        answer = anonymous.get(re.sub(r"<[^>]+>", "a b", address))
        assert (answer.status_code, answer.mimetype) == (200, "text/html"), address
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "main-1a2b.js" in answer.text


def test_the_service_and_the_app_have_the_same_addresses() -> None:
    source = (PACKAGE / "clients" / "web" / "src" / "app.tsx").read_text(encoding="utf-8")
    in_frame = source[source.index("const PAGES") : source.index("];")]
    routed = {
        *re.findall(r'^  \[\s*"(/[^"]*)"', in_frame, re.MULTILINE),
        *re.findall(r'<Route path="(/[^"]*)"', source),
    }
    with_and_without = {each for path in routed for each in (path.partition("/:")[0] if "?" in path else path, path)}
    as_the_app_writes = {re.sub(r"<path:\w+>", "*", re.sub(r"<(\w+)>", r":\1", each)) for each in pages.ADDRESSES}
    assert as_the_app_writes == {each.removesuffix("?") for each in with_and_without}


def test_an_address_that_the_app_does_not_have_is_absent(anonymous: FlaskClient, built: Path) -> None:
    for address in ("/nothing", "/notes", "/notes/a/b", "/wp-admin", "/index.html"):
        answer = anonymous.get(address)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json"), address
        assert answer.get_json()["code"] == "not_found"


def test_a_browser_is_shown_a_page_at_an_address_that_nothing_answers(anonymous: FlaskClient, built: Path) -> None:
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
    for address in ("/nothing", "/notes/a/b"):
        answer = get(anonymous, address, Accept=browser)
        assert (answer.status_code, answer.mimetype) == (404, "text/html"), address
        assert "main-1a2b.js" in answer.text
        assert "nonce-" in answer.headers["Content-Security-Policy"]
    for address in ("/api/nothing", "/assets/none.js", "/files/none"):
        assert get(anonymous, address, Accept=browser).mimetype == "application/problem+json", address
    assert anonymous.post("/nothing", headers={"Accept": browser}).mimetype == "application/problem+json"


def test_scripts_run_by_the_nonce_of_their_page_alone(anonymous: FlaskClient, built: Path) -> None:
    seen = set()
    for _ in range(3):
        answer = anonymous.get("/search?q=plan")
        found = re.search(
            r"script-src 'nonce-([\w-]{20,})' 'strict-dynamic';", answer.headers["Content-Security-Policy"]
        )
        assert found is not None
        assert f'nonce="{found[1]}"' in answer.text
        assert "__NONCE__" not in answer.text
        seen.add(found[1])
    assert len(seen) == 3


def test_a_page_loads_nothing_from_elsewhere(anonymous: FlaskClient, built: Path) -> None:
    for address in ("/", "/notes/x", "/settings/look", "/notes/x?images=remote"):
        found = policy(anonymous, address)
        assert found["default-src"] == "'none'"
        assert found["img-src"] == "'self' data: blob:"
        assert found["connect-src"] == "'self' ws://127.0.0.1:8001"
        assert found["base-uri"] == found["object-src"] == found["frame-ancestors"] == "'none'"
        assert "unsafe" not in found["script-src"] + found["style-src"]


def test_pictures_from_elsewhere_come_where_the_reader_asked_for_them(anonymous: FlaskClient, built: Path) -> None:
    usual = policy(anonymous, "/notes/x")
    anonymous.set_cookie("remote-images", "%2Fnotes%2Fx")
    asked, other = policy(anonymous, "/notes/x"), policy(anonymous, "/notes/y")
    assert other["img-src"] == usual["img-src"]
    assert asked["img-src"] == "'self' data: blob: https:"
    assert {name for name in asked if asked[name] != usual[name]} == {"img-src", "script-src", "style-src"}


def test_files_come_as_they_were_packed(anonymous: FlaskClient, built: Path) -> None:
    cases = {"br, gzip": "br", "gzip, deflate": "gzip", "br;q=0, gzip": "gzip", "identity": None, "": None}
    for taken, coding in cases.items():
        answer = get(anonymous, "/assets/main-1a2b.js", **{"Accept-Encoding": taken})
        assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, coding), taken
        assert answer.mimetype == "text/javascript"
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.text == SCRIPT
    icon = get(anonymous, "/app/icon.svg", **{"Accept-Encoding": "br, gzip"})
    assert (icon.mimetype, icon.headers.get("Content-Encoding")) == ("image/svg+xml", None)
    assert get(anonymous, "/app/manifest.webmanifest").mimetype == "application/manifest+json"
    assert get(anonymous, "/assets/fonts/text.woff2").mimetype == "font/woff2"


def test_files_are_kept_for_as_long_as_their_names_mean_them(anonymous: FlaskClient, built: Path) -> None:
    asset = get(anonymous, "/assets/main-1a2b.js")
    assert asset.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert get(anonymous, "/app/icon.svg").headers["Cache-Control"] == "public, max-age=3600"
    worker = get(anonymous, "/sw.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in worker.headers["Content-Security-Policy"]
    for address in ("/assets/main-1a2b.js", "/app/icon.svg", "/sw.js"):
        answer = get(anonymous, address)
        assert "Content-Disposition" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        again = get(anonymous, address, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_an_unknown_file_is_absent_and_not_kept(anonymous: FlaskClient, built: Path) -> None:
    for address in ("/assets/main-9z9z.js", "/assets/", "/assets/fonts", "/app/none.svg", "/assets/a%00b"):
        answer = get(anonymous, address)
        assert answer.status_code == 404, address
        assert answer.headers["Cache-Control"] == "no-store"


def test_no_path_leads_out_of_the_folder(anonymous: FlaskClient, built: Path) -> None:
    for way in (
        "../secret.txt",
        "../../secret.txt",
        "%2e%2e/%2e%2e/secret.txt",
        "..%2f..%2fsecret.txt",
        "../index.html",
    ):
        for folder in ("assets", "app"):
            answer = get(anonymous, f"/{folder}/{way}")
            assert answer.status_code == 404, (folder, way)
            assert "not yours" not in answer.text
    assert get(anonymous, "/assets//etc/passwd").status_code == 404
    assert get(anonymous, "/assets/%2fetc/passwd").status_code == 404


def test_an_app_that_is_not_built_says_how(anonymous: FlaskClient, built: Path) -> None:
    (built / "index.html").unlink()
    answer = get(anonymous, "/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
