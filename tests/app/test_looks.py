"""How pages are laid out: what stands where, in how many lines, and behind which tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.editing import box
from tests.app.two import Pair, handle_of, share
from tests.app.visitor import PHONE, Visitor
from tests.service import Service

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
COVER = "https://example.org/cover.png"
SURFACE = "**/assets/BlockSurface-*.js"


@pytest.mark.full
def test_a_cover_reaches_both_edges_and_the_icon_stands_on_it(ada: Visitor) -> None:
    note = ada.note("Coast", "Words.", cover=COVER, icon="🌊", tags=["garden", "travel"])
    page = ada.open(f"/notes/{note['id']}")
    expect(page.get_by_role("link", name="garden", exact=True)).to_be_visible()
    pane, cover = box(page.locator("#root .note-pane")), box(page.locator("#root .note-cover"))
    assert (cover["x"], cover["right"]) == (pane["x"], pane["right"])
    icon, title = box(page.get_by_role("button", name="Change icon")), box(page.locator("#root .note-title"))
    assert icon["y"] < cover["bottom"] < icon["bottom"] <= title["y"]
    page.locator(".note-head").hover()
    adder = box(page.get_by_role("button", name="Add property"))
    assert cover["bottom"] <= adder["y"] < title["y"]
    assert adder["x"] >= icon["right"]
    one, other = (box(page.locator("#root .tag-chip").nth(place)) for place in (0, 1))
    assert other["x"] - one["right"] == 8
    assert axe.violations(page) == []


@pytest.mark.full
def test_what_can_be_added_stands_in_one_line_above_the_icon(ada: Visitor) -> None:
    page = ada.open(f"/notes/{ada.note('Leaf', 'Words.', icon='🌿')['id']}")
    cover = page.get_by_role("button", name="Add cover")
    cover.focus()
    expect(cover).to_be_visible()
    property_ = box(page.get_by_role("button", name="Add property"))
    assert box(cover)["y"] == property_["y"]
    assert property_["bottom"] <= box(page.get_by_role("button", name="Change icon"))["y"]


def test_under_a_finger_a_cover_and_tags_are_changed_behind_a_tap(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, **TOUCH).register()
    page = ada.open(f"/notes/{ada.note('Coast', 'Words.', cover=COVER, tags=['garden'])['id']}")
    acts = page.locator("#root .note-cover-acts")
    expect(acts).to_have_css("opacity", "0")
    page.locator("#root .note-cover").tap(position={"x": 300, "y": 100})
    expect(acts).to_have_css("opacity", "1")
    remove = page.get_by_role("button", name="Remove tag garden")
    expect(remove).to_have_count(0)
    page.get_by_placeholder("Add tag").tap()
    expect(remove).to_be_visible()


@pytest.mark.full
def test_a_row_of_the_trash_is_one_line(ada: Visitor) -> None:
    note = ada.note("Old thoughts")
    assert ada.ask("DELETE", f"/api/workspace/notes/{note['id']}").ok
    page = ada.open("/trash")
    row = page.locator(".trash-row")
    expect(row).to_contain_text("30 days left")
    assert box(row)["height"] == 30
    restore = page.get_by_role("button", name="Restore Old thoughts")
    expect(row.locator(".trash-acts")).to_have_css("opacity", "0")
    restore.focus()
    expect(row.locator(".trash-acts")).to_have_css("opacity", "1")
    expect(restore).to_have_text("Restore")
    assert axe.violations(page) == []
    restore.press("Enter")
    expect(page.get_by_text("The trash is empty")).to_be_visible()


@pytest.mark.full
def test_every_tag_has_a_hue_and_a_bar(ada: Visitor) -> None:
    for name, tags in (("A", ["garden", "garden/soil"]), ("B", ["garden"])):
        ada.note(name, tags=tags)
    page = ada.open("/tags")
    expect(page.get_by_role("link", name="soil")).to_be_visible()
    expect(page.locator("main .tag-dot[data-plain]")).to_have_count(0)
    expect(page.get_by_text("By count")).to_be_visible()
    garden, soil = (page.locator(".tag-row", has_text=name) for name in ("garden", "soil"))
    share = "one => Number(one.style.getPropertyValue('--share'))"
    assert soil.locator(".tag-row-bar").evaluate(share) * 2 == garden.locator(".tag-row-bar").evaluate(share)
    # What stands below a tag has its hue.
    hue = "one => getComputedStyle(one).backgroundColor"
    assert garden.locator(".tag-dot").evaluate(hue) == soil.locator(".tag-dot").evaluate(hue)
    assert axe.violations(page) == []


def test_the_palette_is_in_parts_and_says_what_was_met(ada: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Work"}).json()
    for name in ("Plans", "Inner"):
        folder = ada.ask("POST", "/api/workspace/folders", {"name": name, "parentId": folder["id"]}).json()
    note = ada.note("The garden year", parentId=folder["id"])
    page = ada.open(f"/notes/{note['id']}")
    expect(page.get_by_role("textbox", name="Title")).to_have_value("The garden year")
    page = ada.open("/recents")
    expect(page.get_by_role("main").get_by_role("link", name="The garden year")).to_be_visible()
    page.keyboard.press("ControlOrMeta+k")
    headings = page.locator(".palette-heading")
    expect(headings.first).to_have_text("Recent")
    expect(headings.nth(1)).to_have_text("Notes")
    first = page.get_by_role("option").first
    assert box(first)["y"] >= box(headings.first)["bottom"]
    assert axe.violations(page) == []
    page.keyboard.type("garyear")
    expect(page.get_by_role("option", name="The garden year").locator("b")).to_have_text(["gar", "year"])
    expect(page.get_by_role("option", name="The garden year")).to_contain_text("Work/…/Inner")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(">")
    expect(page.get_by_role("option", name="Journal")).to_be_visible()
    drawn = "all => new Set(all.map(one => one.innerHTML)).size"
    assert page.locator(".palette-row svg").evaluate_all(drawn) > 6


@pytest.mark.full
def test_the_journal_has_the_left_edge_of_other_pages(ada: Visitor) -> None:
    edge = box(ada.open("/tags").get_by_role("heading", level=1))["x"]
    today = ada.page.evaluate("() => new Date().toLocaleDateString('sv')")
    assert ada.ask("PUT", f"/api/workspace/journal/{today}", {"content": "Frost."}).ok
    page = ada.open("/journal")
    assert box(page.get_by_role("heading", level=1))["x"] == edge
    main = page.get_by_role("main")
    expect(main.get_by_text("Today", exact=True)).to_have_count(1)
    expect(main.get_by_role("button", name="Today", exact=True)).to_have_count(0)
    assert box(page.get_by_role("button", name="Very good"))["height"] == 36
    earlier = ada.open("/journal/2026-01-01").get_by_role("main")
    earlier.get_by_role("button", name="Today", exact=True).click()
    expect(main.get_by_text("Today", exact=True)).to_be_visible()


@pytest.mark.full
def test_many_favourites_leave_room_for_the_tree(ada: Visitor) -> None:
    for number in range(12):
        note = ada.note(f"Favourite {number}")
        assert ada.ask("PUT", f"/api/workspace/favourites/{note['id']}").ok
    page = ada.open("/")
    favourites = page.get_by_role("region", name="Favourites")
    expect(favourites.get_by_role("link")).to_have_count(8)
    more = favourites.get_by_role("button", name="Show all (12)")
    more.focus()
    page.keyboard.press("Enter")
    expect(favourites.get_by_role("link")).to_have_count(12)
    expect(favourites.get_by_role("link").nth(8)).to_be_focused()
    page.reload()
    expect(favourites.get_by_role("link")).to_have_count(12)
    favourites.get_by_role("button", name="Show fewer").click()
    expect(favourites.get_by_role("link")).to_have_count(8)


def test_a_mention_is_told_with_its_sentence(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan")
    share(ada, note, bob, "viewer")
    text = f"# Plan\n\nAsk @{handle_of(bob)} about **the hall**.\n"
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": text}, **{"If-Match": "*"}).ok
    page = bob.open("/notifications")
    row = page.get_by_role("listitem").filter(has_text="mentions you")
    expect(row.locator("q")).to_have_text(f"Ask @{handle_of(bob)} about the hall.")
    expect(page.get_by_text("Mark as read", exact=True)).to_have_count(0)
    assert axe.violations(page) == []
    row.get_by_role("button", name="Mark as read").click()
    expect(row.get_by_role("button")).to_have_count(0)


def test_the_setting_of_notes_holds_at_once_and_after_a_reload(ada: Visitor) -> None:
    page = ada.open("/settings/appearance")
    expect(page.locator(".settings-group")).to_have_text(["You", "App", "Data"])
    sample = page.locator(".appearance-sample")
    before = box(sample)["height"]
    for legend, step in (("Size of text", "Large"), ("Width of lines", "Narrow"), ("Distance of lines", "Loose")):
        page.get_by_role("radiogroup", name=legend).get_by_text(step, exact=True).click()
    assert box(sample)["height"] > before
    page.get_by_role("radiogroup", name="Clock").get_by_text("14:10").click()
    expect(sample).not_to_contain_text("PM")
    page.get_by_role("radiogroup", name="Week begins on").get_by_text("Monday").click()
    assert axe.violations(page) == []
    text = ada.open(f"/notes/{ada.note('Plan', 'Words.')['id']}").locator("#root .note-text").first
    expect(text).to_have_css("font-size", "19px")
    expect(text).to_have_css("line-height", "34.2px")
    first = ada.open("/journal").locator(".calendar th").first
    expect(first).to_contain_text("M")


@pytest.mark.full
def test_a_note_has_one_bar_and_its_actions_a_sheet_on_a_phone(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, **TOUCH).register()
    row, rule = (f"| {' | '.join([cell] * 9)} |" for cell in ("a column", "---"))
    note = ada.note("Coast", f"{row}\n{rule}\n{row}\n")
    held: list[Route] = []
    ada.page.route(SURFACE, lambda route: held.append(route))
    page = ada.open(f"/notes/{note['id']}")
    expect(page.locator("#root .note-bar")).to_be_visible()
    with page.expect_request(SURFACE):
        page.keyboard.press("Shift")
    expect(page.get_by_role("banner")).to_have_count(0)
    assert box(page.locator("#root .note-bar"))["y"] == 0
    expect(page.locator("#root .table-frame").first).not_to_have_css("mask-image", "none")
    for route in held:
        route.continue_()
    expect(page.locator(".note-surface:not(.is-waiting) .bn-editor[contenteditable=true]")).to_be_visible()
    assert axe.violations(page) == []
    page.get_by_role("button", name="Actions for this note").tap()
    sheet = box(page.locator(".note-actions"))
    assert (sheet["x"], sheet["right"], sheet["bottom"]) == (0, PHONE["width"], PHONE["height"])
    expect(page.locator(".note-actions kbd")).to_have_count(0)
    assert axe.violations(page, in_colours=True) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open the sidebar").tap()
    expect(page.locator("#sidebar")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open the sidebar")).to_be_focused()


def test_what_is_known_of_a_person_is_read_first(ada: Visitor) -> None:
    person = ada.ask("POST", "/api/workspace/people", {"name": "Grace Hopper", "notes": "Likes ships."}).json()
    page = ada.open(f"/people/{person['id']}")
    details = page.get_by_role("region", name="Details")
    expect(details.get_by_text("Likes ships.")).to_be_visible()
    expect(details.get_by_role("textbox")).to_have_count(0)
    assert axe.violations(page) == []
    details.get_by_role("button", name="E-mail").press("Enter")
    field = details.get_by_role("textbox", name="E-mail")
    expect(field).to_be_focused()
    field.fill("grace@example.org")
    field.press("Enter")
    expect(details.get_by_role("button", name="E-mail")).to_contain_text("grace@example.org")
    assert ada.ask("GET", f"/api/workspace/people/{person['id']}").json()["email"] == "grace@example.org"


def test_where_nothing_is_found_a_note_and_near_titles_are_offered(ada: Visitor) -> None:
    ada.note("Harbour plan")
    page = ada.open("/search?q=harbxx")
    near = page.get_by_role("list", name="Notes with nearly such a title")
    expect(near.get_by_role("link")).to_have_text("Harbour plan")
    assert axe.violations(page) == []
    page.get_by_role("button", name="New note “harbxx”").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("harbxx")
    for q, words in (("regex:harbxx", "“regex:” is no filter"), ("/harbx.*y/", said("shell.searching.noPattern"))):
        expect(ada.open(f"/search?q={q}").locator("#root").get_by_text(words)).to_be_visible()


@pytest.mark.full
def test_what_says_that_something_is_not_there_stands_at_one_height(ada: Visitor) -> None:
    nowhere = "00000000-0000-4000-8000-000000000000"
    found = {}
    for path in ("/nowhere", f"/notes/{nowhere}", f"/folders/{nowhere}", f"/people/{nowhere}"):
        main = ada.open(path).get_by_role("main")
        expect(main.get_by_role("link").first).to_be_visible()
        found[path] = box(main.get_by_role("heading", level=1))["y"]
    assert len(set(found.values())) == 1, found


def test_versions_are_said_by_day_and_their_changes_are_gone_through(ada: Visitor) -> None:
    note = ada.note("Plan", "One.\n\nTwo.\n\nThree.\n")
    for text in ("One more.\n\nTwo.\n\nThree.\n", "One more.\n\nTwo.\n\nThree now.\n"):
        assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": text}, **{"If-Match": "*"}).ok
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Versions").click()
    versions = page.locator(".version")
    expect(versions.last).to_contain_text("First version")
    versions.first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2).first).to_contain_text("Today, ")
    dialog.get_by_role("button", name="Next change").click()
    expect(dialog.locator("[data-here]")).to_have_count(1)
    assert axe.violations(page) == []
