"""Pages become notes: the extension in Chromium, its button pressed."""

import json

import pytest

from tests.clipper import acts
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site, jpeg_size, png
from tests.clipper.service import Ada, Door
from tests.service import wait_until

IN_NOTES = "In your notes"


@pytest.mark.journey
def test_an_article_is_a_note_with_all_that_it_holds(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    folder = ada.folder("Reading")
    ada.ask("POST", "/api/workspace/notes", {"name": "Old", "content": "#teatime"})
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    assert popup.run("document.getElementById('title').value") == "How tea is made"
    popup.wait("document.querySelector('#host').textContent !== ''")
    popup.click("#place")
    popup.ask("Input.insertText", text="read")
    popup.wait("document.querySelector('#place-list [aria-selected=true]')?.textContent.startsWith('Reading')")
    popup.press(*acts.ENTER)
    popup.click("#tag")
    popup.ask("Input.insertText", text="teat")
    popup.wait("document.querySelector('#tag-list [aria-selected=true]')?.textContent === 'teatime'")
    popup.press(*acts.ENTER)
    popup.ask("Input.insertText", text="leaves ")
    popup.press(*acts.ENTER, modifiers=acts.CONTROL)
    popup.wait(f"document.querySelector('#done h1')?.textContent === '{IN_NOTES}'")
    (note,) = wait_until(lambda: ada.notes("How tea is made"), "the note is there")
    assert (note["parentId"], note["tags"]) == (folder, ["teatime", "leaves"])
    assert note["properties"]["author"] == "Mina Leaf"
    assert note["properties"]["url"] == f"{site.url}/article.html"
    content = wait_until(lambda: _with_picture(ada), "the picture is there")
    assert (
        "```python\ndef brew(leaf):\n    while water.degrees < leaf.degrees:\n        wait(1)\n\n    return" in content
    )
    assert "| Green | 70 | 2 |" in content
    assert "T = T_0 e^{-kt}" in content
    assert "[^1]: Published in 1701" in content
    assert "Coffee for beginners" not in content
    assert len(door.tries()) == 1


def _with_picture(ada: Ada) -> str:
    content = str(ada.notes("How tea is made")[0]["content"])
    address = content.partition("![A cup](")[2].partition(")")[0]
    return content if address.startswith("/files/") and ada.file(address) == png(1) else ""


def test_each_mode_keeps_what_it_says(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/article.html"
    for mode, title in (("full", "Whole"), ("link", "Address"), ("screenshot", "Picture")):
        popup = acts.read_popup(chromium, url)
        acts.choose(popup, mode)
        popup.write("#title", title)
        if mode == "screenshot":
            popup.wait("document.querySelector('#shot img')?.complete")
        acts.keep_and_see(popup, IN_NOTES)
    (whole,), (address,), (picture,) = ada.notes("Whole"), ada.notes("Address"), ada.notes("Picture")
    assert "Coffee for beginners" in whole["content"]
    assert address["content"] == f"<{url}>\n"
    shown = wait_until(lambda: ada.notes("Picture")[0]["content"].partition("(/files/")[2], "the picture is there")
    assert ada.file(f"/files/{shown.partition(')')[0]}")[:3] == b"\xff\xd8\xff", picture["content"]


def test_a_part_of_a_screenshot_is_kept(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    acts.choose(popup, "screenshot")
    popup.wait("document.querySelector('#shot img')?.complete")
    whole = popup.run("(({ naturalWidth: x, naturalHeight: y }) => [x, y])(document.querySelector('#shot img'))")
    left, top, width, height = popup.run(
        "(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('shot').getBoundingClientRect())"
    )
    popup.drag((left + width * 0.25, top + height * 0.25), (left + width * 0.75, top + height * 0.5))
    popup.run("document.querySelector('#shot > div').focus()")
    popup.press("ArrowRight", 39)
    popup.press("ArrowDown", 40, modifiers=acts.SHIFT)
    acts.keep_and_see(popup, IN_NOTES)
    address = wait_until(lambda: _file_of(ada, "How tea is made"), "the picture is there")
    size = jpeg_size(ada.file(address))
    assert abs(size[0] - whole[0] * 0.5) <= whole[0] * 0.01
    assert abs(size[1] - whole[1] * 0.27) <= whole[1] * 0.01


def _file_of(ada: Ada, name: str) -> str:
    found = ada.notes(name)
    _, slash, rest = str(found[0]["content"] if found else "").partition("/files/")
    return slash + rest.partition(")")[0]


def test_the_full_page_is_kept_as_a_file_too_if_that_is_wanted(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    assert popup.run("document.getElementById('asFileBox').checkVisibility()") is False
    acts.choose(popup, "full")
    popup.wait("document.getElementById('text').value.includes('Coffee for beginners')")
    popup.click("#asFile")
    acts.keep_and_see(popup, IN_NOTES)
    content = wait_until(lambda: _with_file(ada), "the file is there")
    file = ada.file(f"/files/{content.partition('.html](/files/')[2].partition(')')[0]}").decode()
    assert "<h1>How tea is made</h1>" in file
    assert f'<img src="{site.url}/pictures/1.png"' in file
    assert "<script" not in file


def test_a_page_that_is_too_long_for_a_note_is_kept_as_a_file(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    words = "".join(f"<p>{number} {'long ' * 200}</p>" for number in range(2_200))
    page = f"<!doctype html><title>Endless</title><article><h1>Endless</h1>{words}</article>"
    site.further["/endless.html"] = ("text/html", page.encode())
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/endless.html")
    popup.click("#save")
    popup.click("[data-notice=length] button")
    popup.wait(f"document.querySelector('#done h1')?.textContent === '{IN_NOTES}'")
    address = wait_until(lambda: _file_of(ada, "Endless"), "the file is there")
    assert b"<p>2199 long" in ada.file(address)


def _with_file(ada: Ada) -> str:
    content = str(ada.notes("How tea is made")[0]["content"])
    return content if "[How tea is made.html](/files/" in content else ""


def test_what_is_selected_is_what_is_kept(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/article.html"
    page = chromium.open(url)
    page.run("getSelection().selectAllChildren(document.querySelector('article p:nth-of-type(2)'))")
    popup = chromium.press_button(url)
    popup.wait("document.querySelector('[aria-checked=true]').dataset.mode === 'selection'")
    popup.wait("document.getElementById('text').value.startsWith('The water should not boil')")
    acts.keep_and_see(popup, IN_NOTES)
    (note,) = ada.notes("How tea is made")
    assert note["content"].startswith("The water should not boil")
    assert "patience" not in note["content"]
    assert note["properties"]["selection"] is True


def test_a_page_that_is_there_already_is_said_and_added_to(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/article.html"
    acts.keep_and_see(acts.read_popup(chromium, url), IN_NOTES)
    popup = acts.read_popup(chromium, f"{url}?utm_source=feed")
    popup.click("[data-notice=duplicate] [data-act='Add to it']")
    popup.wait("document.getElementById('place').value.startsWith('Add to')")
    popup.write("#text", "A second look.")
    acts.keep_and_see(popup, IN_NOTES)
    (note,) = ada.notes("How tea is made")
    assert note["content"].endswith(f"**[How tea is made](<{url}?utm_source=feed>)**\n\nA second look.\n")


def test_a_clip_is_added_to_a_note_that_is_found_by_its_name(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    ada.ask("POST", "/api/workspace/notes", {"name": "Plans for the winter", "content": "Read more."})
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/japanese.html")
    popup.click("#place")
    popup.ask("Input.insertText", text="winter pl")
    found = "[...document.querySelectorAll('#place-list [role=option]')].find((o) => o.innerText.includes('Plans'))"
    popup.wait(f"!!{found}")
    popup.press(*acts.ENTER)
    acts.keep_and_see(popup, IN_NOTES)
    (note,) = ada.notes("Plans for the winter")
    assert note["content"].startswith("Read more.\n\n**[お茶のいれ方](<")


def test_the_same_page_can_be_kept_twice_and_the_first_one_opened(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/japanese.html"
    acts.keep_and_see(acts.read_popup(chromium, url), IN_NOTES)
    popup = acts.read_popup(chromium, url)
    popup.click("[data-notice=duplicate] [data-act='Keep both']")
    acts.keep_and_see(popup, IN_NOTES)
    assert len(ada.notes("お茶のいれ方")) == 2
    popup = acts.read_popup(chromium, url)
    popup.click("[data-notice=duplicate] [data-act='Open it']")
    ids = [note["id"] for note in ada.notes("お茶のいれ方")]
    wait_until(
        lambda: any(note_id in each["url"] for each in chromium.targets() for note_id in ids), "the note is opened"
    )


def test_a_clip_is_added_to_today(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    acts.connect(chromium, door.url, ada.key())
    popup = acts.read_popup(chromium, f"{site.url}/japanese.html")
    popup.click("#place")
    popup.ask("Input.insertText", text="today")
    popup.press(*acts.ENTER)
    acts.keep_and_see(popup, IN_NOTES)
    (day,) = ada.ask("GET", "/api/workspace/journal")["entries"]
    content = ada.ask("GET", f"/api/workspace/notes/{day['note']['id']}")["content"]
    assert "七十度で十分です" in content


def test_pages_of_every_script_and_policy_are_read(chromium: Chromium, site: Site) -> None:
    for name, said in (
        ("right-to-left", "سبعون درجة تكفي"),
        ("japanese", "沸かしたての湯を注ぎ"),
        ("forbidding", "Seventy degrees are enough"),
        ("manual", "such as $P = \\frac{q}{t}$ for the power"),
    ):
        popup = acts.read_popup(chromium, f"{site.url}/{name}.html")
        assert said in popup.run("document.getElementById('text').value"), name


def test_it_says_when_little_of_a_page_was_found(chromium: Chromium, site: Site) -> None:
    popup = acts.read_popup(chromium, f"{site.url}/mostly-lost.html")
    popup.click("[data-notice=page] [data-act='Keep the full page']")
    popup.wait("document.getElementById('text').value.includes('Voice59 says')")


def test_a_page_that_nobody_may_read_is_kept_as_its_address(chromium: Chromium) -> None:
    popup = acts.read_popup(chromium, "chrome://version/", "link")
    assert "no extension" in popup.run("document.getElementById('notices').innerText")
    acts.keep(popup)
    popup.wait("document.querySelector('#done h1').textContent === 'Kept on this device'")


def test_a_page_a_link_and_a_picture_are_kept_without_a_question(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    # The button lets the extension read the page, as its keys and its menu do.
    acts.read_popup(chromium, f"{site.url}/article.html")
    worker = chromium.worker()
    tab = "chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url?.endsWith('article.html')))"
    for click in (
        "chrome.commands.onCommand.dispatch('clip-now', tab)",
        "chrome.contextMenus.onClicked.dispatch({ menuItemId: 'link', linkUrl: 'https://a.example/', "
        "selectionText: 'A link' }, tab)",
        f"chrome.contextMenus.onClicked.dispatch({{ menuItemId: 'picture', srcUrl: '{site.url}/pictures/5.png' }}, "
        "{ ...tab, title: 'A picture' })",
    ):
        worker.run(f"{tab}.then((tab) => {{ {click} }})")
    (note,) = wait_until(lambda: ada.notes("How tea is made"), "the page is there")
    assert "| Green | 70 | 2 |" in note["content"]
    (link,) = wait_until(lambda: ada.notes("A link"), "the link is there")
    assert link["content"] == "<https://a.example/>\n"
    shown = wait_until(
        lambda: [n["content"] for n in ada.notes("A picture") if "(/files/" in n["content"]], "it is there"
    )
    assert ada.file(f"/files/{shown[0].partition('(/files/')[2].partition(')')[0]}") == png(5)


def test_a_screenshot_is_kept_without_a_question_where_the_template_says_so(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/article.html"
    acts.read_popup(chromium, url).close()
    template = {"match": site.url, "mode": "screenshot", "tags": ["seen"]}
    chromium.worker().run(f"chrome.storage.local.set({{ templates: [{json.dumps(template)}] }})")
    acts.command(chromium, "clip-now", url)
    address = wait_until(lambda: _file_of(ada, "How tea is made"), "the picture is there")
    assert jpeg_size(ada.file(address))[0] > 1_000
    (note,) = ada.notes("How tea is made")
    assert (note["tags"], note["content"].count("\n")) == (["seen"], 0)


def test_a_template_of_the_site_decides(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    folder = ada.folder("Recipes")
    options = acts.paste_key(chromium, door.url, ada.key())
    options.click("#addTemplate")
    options.wait(f"!!document.querySelector('option[value=\"{folder}\"]')")
    options.write("[name=match]", site.url)
    options.write("[name=tags]", "recipe tea")
    options.write("[name=body]", "Takes {{schema:Recipe.totalTime}}, says {{author}}.")
    options.write("[name=properties]", "kind = recipe of {{site}}")
    options.run(f"document.querySelector('[name=folderId]').value = '{folder}'")
    options.run("document.querySelector('[name=properties]').dispatchEvent(new Event('change', { bubbles: true }))")
    options.wait("document.getElementById('saved').textContent !== ''")
    acts.keep_and_see(acts.read_popup(chromium, f"{site.url}/article.html"), IN_NOTES)
    (note,) = ada.notes("How tea is made")
    assert (note["content"].strip(), note["tags"]) == ("Takes PT3M, says Mina Leaf.", ["recipe", "tea"])
    assert (note["parentId"], note["properties"]["kind"]) == (folder, "recipe of The Kettle")
