"""`![[…]]`: files shown where they are named, found by the name alone."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.catalogue import said
from tests.app.note_links import FILLER
from tests.app.visitor import EMAIL, Visitor
from tests.app.writing import begin, surface
from tests.places import vaults
from tests.service import run, wait_until

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" stroke="currentColor" onload="alert(1)">'
    '<script>alert(2)</script><image href="https://canary.example/x.png"/><path d="M2 2h20v20"/></svg>'
)
LOADED = "picture => picture.complete && picture.naturalWidth > 0"


def bring_in(ada: Visitor, path: str) -> None:
    ended = run(ada.service.instance, "import", path, "--user", EMAIL)
    assert ended.returncode == 0, ended.stderr


def named(ada: Visitor, name: str) -> str:
    found = ada.ask("GET", f'/api/workspace/search?q=title:"{name}"').json()["results"]
    return next(f"/notes/{each['note']['id']}" for each in found if each["note"]["name"] == name)


def picture(page: Page, name: str) -> Locator:
    return surface(page).get_by_role("img", name=name)


def is_loaded(shown: Locator) -> bool:
    shown.scroll_into_view_if_needed()
    return bool(shown.evaluate(f"async picture => {{ await picture.decode(); return ({LOADED})(picture); }}"))


def part_of_the_vault(place: Path, *notes: str) -> str:
    """All of its files, and of its notes these alone."""
    with zipfile.ZipFile(vaults() / "vault-en.zip") as whole, zipfile.ZipFile(place, "w") as part:
        for name in whole.namelist():
            if not name.endswith(".md") or Path(name).stem in notes:
                part.writestr(name, whole.read(name))
    return str(place)


def test_the_vaults_own_pictures_are_shown_where_they_are_embedded(ada: Visitor, tmp_path: Path) -> None:
    bring_in(ada, part_of_the_vault(tmp_path / "vault.zip", "Embed files", "Ribbon", "Views"))
    page = ada.open(named(ada, "Embed files"))
    assert is_loaded(picture(page, "Engelbart.jpg").first)
    expect(surface(page).locator("img[width='100']").first).to_be_visible()
    page = ada.open(named(ada, "Ribbon"))
    assert is_loaded(picture(page, "lucide-menu.svg").first)
    page = ada.open(named(ada, "Views"))
    expect(picture(page, "lucide-table.svg").first).to_be_visible()


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_drawing_is_a_picture_and_nothing_in_it_runs(ada: Visitor, mode: str) -> None:
    asked: list[str] = []
    ada.context.on("request", lambda request: asked.append(request.url))
    ada.page.on("dialog", lambda dialog: ada.trouble.append(f"ran: {dialog.message}"))
    upload = {"name": "Mark.svg", "mimeType": "image/svg+xml", "buffer": ICON.encode()}
    kept = ada.context.request.post(
        "/api/workspace/attachments", multipart={"file": upload}, headers={"Origin": ada.service.url}
    ).json()
    note = ada.note("Drawn", f"Inline ![[mark.SVG]] and\n\n![[Mark.svg|48]]\n\n![direct]({kept['url']})\n", mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    for shown in ("raw", "block") if mode == "raw" else ("block",):
        surface(page).and_(page.locator(".cm-content" if shown == "raw" else "[contenteditable]")).wait_for()
        for name in ("mark.SVG", "Mark.svg", "direct"):
            assert is_loaded(picture(page, name).first)
        if shown == "raw":
            page.keyboard.press("ControlOrMeta+e")
            page.locator(".note-surface:not(.is-waiting) .block-surface").wait_for()
    expect(surface(page).locator("img[width='48']")).to_be_visible()
    assert ada.read(note["id"])["content"] == note["content"]
    assert not [url for url in asked if "canary" in url]


def test_a_name_without_a_file_is_said_to_have_none(ada: Visitor) -> None:
    note = ada.note("Empty frame", "![[nowhere.png]]\n\n![[song.mp3]]\n")
    page = ada.open(f"/notes/{note['id']}")
    expect(surface(page).get_by_text("There is no file “nowhere.png”.")).to_be_visible()


def test_two_files_of_one_name_are_told_apart_by_their_folder(ada: Visitor, tmp_path: Path) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for folder, size in (("a", 10), ("b", 20)):
            packed.writestr(f"{folder}/same.svg", ICON.replace('"24"', f'"{size}"'))
        packed.writestr("both.md", "![[a/same.svg]]\n\n![[b/same.svg]]\n")
    place = tmp_path / "both.zip"
    place.write_bytes(archive.getvalue())
    bring_in(ada, str(place))
    page = ada.open(named(ada, "both"))
    expect(picture(page, "same.svg")).to_have_count(2)
    sizes = picture(page, "same.svg").evaluate_all("all => all.map((one) => one.naturalWidth)")
    assert sizes == [10, 20]


BEDS = "# North\n\nThe beans ^b1\n\n## Rows\n\npeas\n\n# South\n\n- onions\n    - leek ^l1\n\n![[Frame]]\n"
FRAME = "# South\n\n![[Beds#North]]\n\n![[Beds#^l1]]\n\n![[Beds#Cellar]]\n\n![[Beds]]\n\nEnd"


@pytest.mark.parametrize("is_read", [False, True])
def test_a_note_or_the_part_that_is_named_is_shown_where_it_is_embedded(ada: Visitor, is_read: bool) -> None:
    beds = ada.note("Beds", BEDS)
    frame = ada.note("Frame", FRAME)
    page = ada.page
    if is_read:
        page.route(re.compile("/assets/BlockSurface-"), lambda route: None)
    page.goto(f"/notes/{frame['id']}")
    text = page.locator("#root .note-to-read") if is_read else surface(page)
    text.wait_for()
    shown = text.locator(".embedded")
    expect(shown.nth(0)).to_contain_text("peas")
    expect(shown.nth(0)).not_to_contain_text("onions")
    expect(shown.nth(1)).to_contain_text("leek")
    expect(shown.nth(1)).not_to_contain_text("onions")
    expect(shown.nth(2)).to_contain_text(said("sidePanel.text.partGone"))
    expect(shown.nth(2).get_by_role("link", name="Beds › Cellar")).to_have_attribute("href", re.compile(beds["id"]))
    # Beds holds Frame, which is where this is: once more it is shown, then it ends.
    expect(shown.nth(3)).to_contain_text("onions")
    expect(text.get_by_text("End", exact=True).first).to_be_visible()
    wait_until(lambda: 5 <= shown.count() <= 20, "embeds of embeds end")
    assert ada.read(frame["id"])["content"] == FRAME


def test_a_link_leads_to_the_notes_own_heading_and_not_to_one_that_is_embedded_above(ada: Visitor) -> None:
    ada.note("Beds", "# Place\n\nbeans")
    note = ada.note("Frame", f"![[Beds]]\n\n{FILLER}\n\n# Place\n\nhere\n\n{FILLER}")
    page = ada.open(f"/notes/{note['id']}")
    expect(surface(page).locator(".embedded")).to_contain_text("beans")
    page.goto(f"/notes/{note['id']}#Place")
    expect(surface(page).get_by_text("here")).to_be_in_viewport()
