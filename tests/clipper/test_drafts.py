"""What was written in the popup and not kept yet is there when it opens again."""

from tests.clipper import acts
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site
from tests.clipper.service import Ada, Door


def _value(field: str) -> str:
    return f"document.getElementById('{field}').value"


def test_edits_come_back_over_the_same_page_and_go_when_they_are_kept(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    url = f"{site.url}/article.html"
    popup = acts.read_popup(chromium, url)
    popup.write("#title", "My own title")
    popup.write("#text", "My own words.")
    popup.click("#tag")
    popup.ask("Input.insertText", text="later next")
    popup.close()
    popup = chromium.press_button(url)
    popup.wait("!!document.querySelector('[data-notice=draft]')")
    assert (popup.run(_value("title")), popup.run(_value("text"))) == ("My own title", "My own words.")
    acts.keep_and_see(popup, "In your notes")
    popup.close()
    (note,) = ada.notes("My own title")
    assert (note["content"], note["tags"]) == ("My own words.", ["later", "next"])
    assert note["properties"]["author"] == "Mina Leaf"
    popup = acts.read_popup(chromium, url)
    assert popup.run(_value("title")) == "How tea is made"


def test_edits_belong_to_their_page_and_can_be_given_up(chromium: Chromium, site: Site) -> None:
    url = f"{site.url}/article.html"
    popup = acts.read_popup(chromium, url)
    acts.choose(popup, "screenshot")
    popup.wait("document.querySelector('#shot img')?.complete")
    popup.write("#text", "See the table.")
    popup.close()
    chromium.page(url).go(f"{site.url}/japanese.html")
    popup = chromium.press_button(f"{site.url}/japanese.html")
    popup.wait(f"{_value('text')}.includes('七十度')")
    assert popup.run("document.querySelector('[data-notice=draft]') === null") is True
    popup.close()
    chromium.page(f"{site.url}/japanese.html").go(url)
    popup = chromium.press_button(url)
    popup.wait("document.querySelector('#shot img')?.complete")
    assert popup.run(_value("text")) == "See the table."
    popup.click("[data-notice=draft] button")
    popup.wait(f"{_value('text')}.startsWith('Tea is made of')")
    popup.close()
    popup = chromium.press_button(url)
    popup.wait(f"{_value('text')}.startsWith('Tea is made of')")
    assert popup.run("document.querySelector('[data-notice=draft]') === null") is True
