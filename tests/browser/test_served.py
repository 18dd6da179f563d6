"""What the running service hands out, opened in a real browser by the person who is signed in."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.network import PAGES, Network, Page
from tests.browser.payloads import POKE_AT_ONCE, POKE_THIS, armed, markup
from tests.process.member import Member, register
from tests.service import Service
from tests.text.hostile_html import SCHEMES

POLICY = '<meta http-equiv="Content-Security-Policy" content="script-src'
SVG = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"
XHTML = "<html xmlns='http://www.w3.org/1999/xhtml'><body><script>alert(1)</script></body></html>"
XSL = "<?xml-stylesheet type='text/xsl' href='data:text/xml,x'?>"
FILES = {
    "drawing.svg": SVG,
    "drawing-as.png": SVG,
    "page.html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "page.htm": "<!DOCTYPE html><body onload=alert(1)>",
    "page.xhtml": XHTML,
    "page.xml": f"<?xml version='1.0'?>{XSL}{XHTML}",
    "archive.mhtml": "MIME-Version: 1.0\nContent-Type: text/html\n\n<script>alert(1)</script>",
    "page.pdf": "%PDF-<script>alert(1)</script>",
    "picture.gif": "GIF89a/*<script>alert(1)</script>*/=alert(1)",
    "sound.mp3": "ID3<html><script>alert(1)</script></html>",
    "page": "<html><script>alert(1)</script></html>",
    "note.txt": "<html><script>alert(1)</script></html>",
}
TYPES = {"svg": "image/svg+xml", "xhtml": "application/xhtml+xml"}


@pytest.fixture
def owner(service: Service) -> Member:
    return register(service)


def happened(browser: Chromium, network: Network) -> list[str]:
    return [*sorted(network.ran()), *network.unexpected(), *browser.dialogs()]


def fill(owner: Member) -> None:
    """A workspace whose every field is hostile."""
    vectors = {name: vector for name, vector in markup().items() if vector.isprintable()}
    parents = []
    for name, vector in list(vectors.items())[:12]:
        parents.append(owner.make("/api/workspace/folders", name=vector, icon=vector[:60])["id"])
        owner.ask("POST", "/api/workspace/people", {"name": f"{vector} {name}"[:200], "notes": vector})
    for number, (name, vector) in enumerate(vectors.items()):
        links = f'[[{vector}]] ![[{name}.svg]] ![[{name}.html]] $Ada{vector} #tag{vector} ![x](/files/x"{vector})'
        made = owner.note(
            vector,
            f"{vector}\n\n{links}\n\n[x]({armed(SCHEMES[number % len(SCHEMES)], name)})",
            icon=vector[:60],
            properties={vector: vector},
            parentId=parents[number % len(parents)],
        )
        owner.ask("PATCH", f"/api/workspace/notes/{made['id']}", {"tags": [vector, "fine"]})
        owner.ask("PATCH", f"/api/workspace/notes/{made['id']}", {"cover": f"https://evil.example/{vector}"})
    for name in list(vectors)[:5]:
        for ending, content in (("svg", SVG), ("html", FILES["page.html"])):
            reply = owner.upload("/api/workspace/attachments", f"{name}.{ending}", armed(content, name).encode())
            assert reply.status == 201


def site(owner: Member, folder: Path) -> list[Path]:
    """The exported site, unpacked; its pages."""
    reply = owner.ask("GET", "/api/data/export?format=html")
    assert reply.status == 200
    zipfile.ZipFile(io.BytesIO(reply.body)).extractall(folder)
    return sorted(path for path in folder.rglob("*.html") if "attachments" not in path.parts)


@pytest.mark.full
def test_an_exported_site_of_hostile_notes_is_inert(
    owner: Member, browser: Chromium, network: Network, tmp_path: Path
) -> None:
    fill(owner)
    pages = site(owner, tmp_path / "site")
    assert len(pages) > 55
    for page in pages:
        text = page.read_text(encoding="utf-8")
        # The policy is the second wall; here the first one has to stand alone.
        assert text.count(POLICY) == 1
        page.write_text(text.replace(POLICY, "<meta content="), encoding="utf-8")
        assert browser.open(page.as_uri(), POKE_THIS) is not None
    assert happened(browser, network) == []


def test_the_policy_of_an_exported_page_stops_what_got_past_the_sanitiser(
    owner: Member, browser: Chromium, network: Network, tmp_path: Path
) -> None:
    owner.note("Plain", "PLACE")
    page = next(path for path in site(owner, tmp_path / "site") if path.name == "Plain.html")
    text = page.read_text(encoding="utf-8")
    hole = armed("<script>alert(1)</script><svg onload=alert(1)>", "hole")
    page.write_text(text.replace("PLACE", hole), encoding="utf-8")
    browser.open(page.as_uri(), POKE_THIS)
    assert happened(browser, network) == []
    page.write_text(text.replace("PLACE", hole).replace(POLICY, "<meta content="), encoding="utf-8")
    browser.open(page.as_uri(), POKE_THIS)
    assert network.ran() == {"hole"}


def test_an_uploaded_file_never_runs_in_the_browser_of_its_owner(
    owner: Member, browser: Chromium, network: Network
) -> None:
    network.serve({"/last": Page(b"")})
    browser.set_cookie(owner.url, "notesvc", owner.cookie)
    assert browser.open(f"{owner.url}/api/auth/session", "return document.body.innerText.includes('Olive')")
    shown = set()
    for name, content in FILES.items():
        made = owner.upload("/api/workspace/attachments", name, armed(content, name).encode()).json()
        if browser.open(f"{owner.url}{made['url']}", POKE_AT_ONCE) is not None:
            shown.add(name)
    browser.open(f"{PAGES}/last", POKE_THIS)
    assert happened(browser, network) == []
    # What is shown at all is what browsers decode and do not run; the rest is downloaded.
    assert shown <= {"page.pdf", "picture.gif", "sound.mp3"}


def test_the_same_files_run_where_nobody_takes_care(browser: Chromium, network: Network) -> None:
    careless = {
        f"/{name}": Page(armed(content, name).encode(), TYPES.get(name.rpartition(".")[2], "text/html"))
        for name, content in FILES.items()
    }
    network.serve(careless)
    for path in careless:
        browser.open(f"{PAGES}{path}", POKE_THIS)
    assert network.ran() >= {"drawing.svg", "page.html", "page.htm", "page.xhtml", "page", "note.txt"}
