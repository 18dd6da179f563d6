"""The other pages, walked as a person walks them: journal, people, tags, links, trash, keys, import."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.editing import box
from tests.app.visitor import PASSWORD, Visitor
from tests.places import vaults
from tests.service import wait_until

# An import goes as fast as the machine lets it: a busy one takes its time.
SLOW = 120_000


@pytest.mark.journey
def test_backlinks_and_mentions_are_shown_with_their_words(ada: Visitor) -> None:
    note = ada.note("Lighthouse", "Text.")
    ada.note("Coast", "The way to the [[Lighthouse]] is steep.")
    ada.note("Harbour", "One sees the Lighthouse from here.")
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("textbox", name="Title").wait_for()
    page.keyboard.press("ControlOrMeta+.")
    page.get_by_role("tab", name="Links").click()
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_text("Coast")).to_be_visible()
    expect(panel.get_by_text("Harbour")).to_be_visible()


def test_a_key_is_shown_once_and_revoked(ada: Visitor) -> None:
    page = ada.open("/settings/keys")
    page.get_by_role("button", name=re.compile("^(Make|New|Add).*key", re.IGNORECASE)).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Clipper")
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name=re.compile("make|create", re.IGNORECASE)).last.click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_role("button", name="Confirm", exact=True).click()
    value = page.get_by_role("textbox", name=re.compile("^Secret")).input_value()
    assert re.fullmatch(r"svc_sync_[A-Za-z0-9_-]{43}", value)
    verified = ada.ask("GET", "/api/sync/verify", Authorization=f"Bearer {value}")
    assert verified.ok
    page.get_by_role("button", name="I have stored it").click()
    expect(page.get_by_text(value)).to_have_count(0)
    expect(page.get_by_text("Clipper").first).to_be_visible()


def test_the_notes_of_a_tag_and_of_a_person_do_not_wait_for_the_graph(ada: Visitor) -> None:
    person = ada.ask("POST", "/api/workspace/people", {"name": "Grace"}).json()
    ada.note("Kettle", "With $Grace, #copper.")
    ada.context.route("**/api/workspace/graph*", lambda _: None)
    given_up: list[str] = []
    for address in ("/tags/copper", f"/people/{person['id']}"):
        page = ada.context.new_page()
        page.on("requestfailed", lambda request: given_up.append(request.url))
        with page.expect_request(re.compile(r"/api/workspace/notes\?(tag|person)=")):
            page.goto(address)
        assert given_up == []


def test_a_tag_is_renamed_everywhere_with_its_count_first(ada: Visitor) -> None:
    notes = [ada.note(f"N{number}", "About #colour and more.") for number in range(3)]
    page = ada.open("/tags/colour")
    page.get_by_role("button", name="Rename").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("hue")
    expect(dialog.get_by_text(re.compile("3 notes"))).to_be_visible()
    dialog.get_by_role("button", name=re.compile("^Rename")).click()
    expect(page).to_have_url(re.compile("/tags/hue$"))
    assert all("#hue" in ada.read(note["id"])["content"] for note in notes)


@pytest.mark.journey
def test_the_trash_gives_back_what_went_in(ada: Visitor) -> None:
    note = ada.note("Thrown away", "Text.")
    ada.ask("DELETE", f"/api/workspace/notes/{note['id']}")
    page = ada.open("/trash")
    page.get_by_role("button", name=re.compile("Restore.*Thrown away|Restore")).first.click()
    wait_until(lambda: ada.read(note["id"])["deletedAt"] is None, "it was not restored")


def test_german_and_right_to_left_are_a_choice_away(ada: Visitor) -> None:
    page = ada.open("/settings/appearance")
    page.evaluate("localStorage.setItem('notesvc.appearance', JSON.stringify({ language: 'de', direction: 'rtl' }))")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Darstellung")
    assert page.evaluate("document.dir") == "rtl"
    page.goto("/")
    page.get_by_role("tree").wait_for()
    tree, main = page.get_by_role("tree").bounding_box(), page.get_by_role("main").bounding_box()
    assert tree is not None
    assert main is not None
    assert tree["x"] > main["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.journey
def test_a_vault_comes_in_after_a_look_at_it_and_goes_again(ada: Visitor) -> None:
    page = ada.open("/import")
    page.get_by_label("File", exact=True).set_input_files(vaults() / "vault-en.zip")
    page.get_by_role("button", name="Preview", exact=True).click()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="What “vault-en.zip” would bring in")).to_be_visible(timeout=SLOW)
    expect(main.get_by_text("173 notes", exact=True)).to_be_visible()
    assert ada.ask("GET", "/api/workspace/search?q=callouts").json()["total"] == 0
    main.get_by_role("button", name="Import now").click()
    expect(main.get_by_role("heading", name="What “vault-en.zip” brought in")).to_be_visible(timeout=SLOW)
    expect(main.get_by_text("173 notes", exact=True)).to_be_visible()
    expect(page.get_by_role("treeitem", name="Editing and formatting")).to_be_visible()
    main.get_by_role("textbox", name="Filter files").fill("callouts")
    main.get_by_role("link", name=re.compile("Callouts")).click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Callouts")
    page.go_back()
    main.get_by_role("button", name="Take it back").click()
    expect(main.get_by_text("The import of “vault-en.zip” was taken back")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("treeitem", name="Editing and formatting")).to_have_count(0)
    expect(main.get_by_role("link", name="Open the trash")).to_be_visible()


def test_several_files_come_in_one_after_the_other_each_with_its_report(ada: Visitor) -> None:
    page = ada.open("/import")
    files = [{"name": f"Leaf {number}.md", "mimeType": "text/markdown", "buffer": b"Words."} for number in range(3)]
    files[1] = {"name": "Broken.zip", "mimeType": "application/zip", "buffer": b"PK\x03\x04 and no more"}
    page.get_by_label("File", exact=True).set_input_files(files)
    page.get_by_role("button", name="Import 3 files").click()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="What “Leaf 2.md” brought in")).to_be_visible(timeout=SLOW)
    expect(main.get_by_text("“Broken.zip” was not imported")).to_be_visible()
    main.get_by_text("What “Leaf 0.md” brought in").first.click()
    expect(main.get_by_role("link", name="Leaf 0.md")).to_be_visible()
    for name in ("Leaf 0", "Leaf 2"):
        expect(page.get_by_role("treeitem", name=name)).to_have_count(1)
    main.get_by_role("button", name="Take it back").first.click()
    expect(page.get_by_role("treeitem", name=re.compile("Leaf"))).to_have_count(1, timeout=SLOW)


@pytest.mark.journey
def test_the_graph_says_what_its_colours_stand_for(ada: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    ada.note("Roses", parentId=folder["id"], tags=["plan"])
    ada.note("Soil", parentId=folder["id"])
    ada.ask("PUT", "/api/workspace/tags/plan/color", {"color": "#cc5500"})
    page = ada.open("/graph")
    key = page.locator(".graph-key")
    expect(key).to_contain_text("Garden")
    expect(key).to_contain_text("#plan")
    canvas = page.locator("canvas")
    canvas.wait_for()
    assert box(canvas)["y"] + box(canvas)["height"] <= box(key)["y"]
