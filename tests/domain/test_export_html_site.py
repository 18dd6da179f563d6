"""The exported site: pages that link to each other, and nothing in them that runs."""

import io
import re
import zipfile

import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain import folders, rendering
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, html_site
from tests.domain.conftest import MakeNote
from tests.domain.exporting import PICTURE, attach


@pytest.fixture
def workspace_with_files(workspace: Settings) -> None:
    """A place for files."""
    file_store.open_store(workspace.attachments)


@pytest.fixture
def site(caller: Caller, make_note: MakeNote, workspace_with_files: None) -> zipfile.ZipFile:
    """A small workspace as a site."""
    folder = folders.create(caller, {"name": "Work & <play>"})
    file = attach(caller, "a b.png")
    target = make_note("Target & more", "# Part one\n\nBack to [[Source]]", parent_id=str(folder.id))
    links = "[[Target & more#Part one|there]] [[Nowhere]] #tagged"
    addresses = f"[by id](note://{target.id}) ![picture]({file.url}) ![[a b.png]] [out](https://a.example/)"
    make_note("Source", f"{links}\n\n{addresses}\n\n<script>alert(1)</script><b onclick=x>bold</b>", tags=["one"])
    return zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))


def test_it_is_browsed_by_following_links(site: zipfile.ZipFile) -> None:
    assert site.testzip() is None
    page, index = site.read("Source.html").decode(), site.read("index.html").decode()
    there = "Work%20%26%20-play-/Target%20%26%20more.html"
    assert f'<a href="{there}">Target &amp; more</a>' in index
    assert "<strong>Work &amp; &lt;play&gt;</strong>" in index
    assert page.count(f'href="{there}') == 2
    assert f'href="{there}#user-content-part-one"' in page
    assert page.count('src="attachments/a%20b.png"') == 2
    assert 'href="index.html"' in page
    assert 'href="https://a.example/"' in page
    back = site.read("Work & -play-/Target & more.html").decode()
    assert 'href="../Source.html"' in back
    assert 'href="../index.html"' in back
    assert site.read("attachments/a b.png") == PICTURE


def test_nothing_in_it_runs_or_leads_to_the_service(site: zipfile.ZipFile) -> None:
    pages = [site.read(name).decode() for name in site.namelist() if name.endswith(".html")]
    assert len(pages) == 3
    for page in pages:
        assert "<script" not in page
        assert "onclick" not in page
        assert 'href="/' not in page
        assert 'src="/' not in page
        assert "prefers-color-scheme: dark" in page
    assert '<span class="missing">Nowhere</span>' in pages[-1]
    assert "WARNINGS.txt" not in site.namelist()
    assert "formulas.woff2" not in site.namelist()


def test_addresses_that_are_only_written_about_stay(
    caller: Caller, make_note: MakeNote, workspace_with_files: None
) -> None:
    target = make_note("Target", "words")
    said = f'<a href="/notes/{target.id}">'
    make_note("About", f"`{said}`\n\n```html\n{said}\n```\n\nand \\{said}")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    page = archive.read("About.html").decode()
    assert re.sub("<[^>]*>", "", page).count(f' href="/notes/{target.id}"') == 3


def test_what_is_shown_as_plain_text_is_told(caller: Caller, make_note: MakeNote, workspace_with_files: None) -> None:
    make_note("Tangled", "- " * 200 + "<b>")
    make_note("WARNINGS.txt", "a note of that name")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    page = archive.read("Tangled.html").decode()
    assert '<pre class="plain">- - ' in page
    assert "shown as plain text" in page
    assert "Tangled (Tangled.html)\n  The note is shown as plain text" in archive.read("WARNINGS.txt").decode()


def test_a_long_dense_note_is_rendered(caller: Caller, make_note: MakeNote, workspace_with_files: None) -> None:
    paragraph = "# A\n\n**b** *c* `d` [e](https://a.example) ==f== [[g]] $h$\n- [ ] i\n\n"
    make_note("Long", paragraph * 3_000)
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    page = archive.read("Long.html").decode()
    assert 'class="plain"' not in page
    assert page.count("<h1 ") == 1 + 3_000, "the name and each heading"


def test_formulas_have_their_font_beside_them(caller: Caller, make_note: MakeNote, workspace_with_files: None) -> None:
    make_note("Formula", "$x^2$", parent_id=str(folders.create(caller, {"name": "In"}).id))
    make_note("formulas.woff2", "a note of that name, with code\n\n```py\nx = 1\n```")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    page, code = archive.read("In/Formula.html").decode(), archive.read("formulas.woff2.html").decode()
    assert 'src: url("../formulas.woff2")' in page
    assert "menclose" in page
    assert "--note-pink" in code
    assert "@font-face" not in code
    if rendering.MATHS_FONT.is_file():
        assert archive.read("formulas.woff2") == rendering.MATHS_FONT.read_bytes()


def test_a_page_embeds_notes_or_the_part_that_it_names(
    caller: Caller, make_note: MakeNote, workspace_with_files: None
) -> None:
    make_note("Beds", "# North\n\nbeans ^b1\n\n# South\n\npeas\n\n![[Frame]]")
    make_note("Frame", "![[Frame#^gone]]\n\n![[Beds#^b1]]")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    page = archive.read("Frame.html").decode()
    assert page.count('<article class="embedded">') == 2
    assert ("beans" in page, "peas" in page) == (True, False)
    assert "The note has no such part." in page
    assert "gone" in archive.read("WARNINGS.txt").decode()
    assert "beans" in archive.read("Beds.html").decode()
