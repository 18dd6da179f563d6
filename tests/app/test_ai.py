"""Proposals of a language model beside the text: nothing stands in the note before it is accepted."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.ai.fakes import FakeProvider
from tests.app.asking import answers, ask, asking_service, card, mark_first_line, open_card
from tests.app.catalogue import said
from tests.app.rooms import MODES, content, enter
from tests.app.two import share
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import begin, saved, surface
from tests.kept import Services
from tests.service import Service, wait_until

TEXT = "First paragraf here.\n\nSecond one stays."
MENDED = "First paragraph here."


@pytest.fixture
def service(services: Services, model_provider: FakeProvider) -> Service:
    return asking_service(services, model_provider)


@MODES
def test_what_is_accepted_is_one_step_to_undo(ada: Visitor, model_provider: FakeProvider, mode: str) -> None:
    note = ada.note("Plan", TEXT, mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    mark_first_line(page)
    answers(model_provider, "First paragraph ", "here.")
    shown = ask(page, "fix")
    expect(shown.locator("del")).to_contain_text("paragraf")
    assert content(ada, note).strip() == TEXT
    expect(surface(page)).to_contain_text("First paragraf here.")
    shown.get_by_role("button", name="Accept").click()
    expect(card(page)).to_have_count(0)
    expect(surface(page)).to_contain_text(MENDED)
    page.keyboard.type(" Typed.")
    wait_until(lambda: "Typed." in content(ada, note), "what was typed is not saved")
    page.keyboard.press("ControlOrMeta+z")
    expect(surface(page)).to_contain_text(MENDED)
    expect(surface(page)).not_to_contain_text("Typed.")
    page.keyboard.press("ControlOrMeta+z")
    expect(surface(page)).to_contain_text("First paragraf here.")
    wait_until(lambda: content(ada, note).strip() == TEXT, "one step back is not what was there before")


@MODES
def test_a_text_that_changed_meanwhile_stays_and_the_proposal_goes_below(
    ada: Visitor, model_provider: FakeProvider, mode: str
) -> None:
    note = ada.note("Plan", TEXT, mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    mark_first_line(page)
    answers(model_provider, MENDED)
    shown = ask(page, "fix")
    shown.get_by_role("button", name="Accept").wait_for()
    surface(page).get_by_text("First paragraf here.").click(position={"x": 4, "y": 8})
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("xyz")
    shown.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("The text has changed meanwhile")).to_be_visible()
    saved(page)
    expected = f"Fxyzirst paragraf here.\n\n{MENDED}\n\nSecond one stays."
    wait_until(lambda: content(ada, note).strip() == expected, "the note does not hold both")


@MODES
def test_in_a_room_the_place_follows_and_undo_takes_back_the_proposal_alone(
    ada: Visitor, bob: Visitor, model_provider: FakeProvider, mode: str
) -> None:
    note = ada.note("Plan", TEXT, mode=mode)
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    mark_first_line(hers)
    hers.keyboard.press("Shift+ArrowLeft")
    answers(model_provider, "Mended")
    shown = ask(hers, "fix")
    shown.get_by_role("button", name="Accept").wait_for()
    begin(his)
    his.keyboard.press("ControlOrMeta+Home")
    his.keyboard.type("Bob: ")
    expect(surface(hers)).to_contain_text("Bob: First paragraf here.")
    shown.get_by_role("button", name="Accept").click()
    for page in (hers, his):
        expect(surface(page)).to_contain_text(re.compile(r"Bob: Mended\."))
    hers.keyboard.press("ControlOrMeta+z")
    for page in (hers, his):
        expect(surface(page)).to_contain_text("Bob: First paragraf here.")
        expect(surface(page)).not_to_contain_text("Mended")


def test_to_stop_or_to_close_ends_the_call_at_the_provider(ada: Visitor, model_provider: FakeProvider) -> None:
    page = ada.open(f"/notes/{ada.note('Plan', TEXT)['id']}")
    mark_first_line(page)
    answers(model_provider, "Half of it", " and the rest.")
    for end in ("Stop", "Close"):
        model_provider.left.clear()
        model_provider.began.clear()
        model_provider.go_on.clear()
        shown = ask(page, "explain")
        assert model_provider.began.wait(60)
        shown.get_by_role("button", name=end).click()
        assert model_provider.left.wait(60), "the provider goes on writing for nobody"
        model_provider.go_on.set()
        if end == "Stop":
            expect(shown).to_contain_text(said("ai.phase.stopped"))
            shown.get_by_role("button", name="Something else").click()
    expect(card(page)).to_have_count(0)
    expect(surface(page)).to_have_text(re.compile("First paragraf here"))


def test_what_would_be_lost_is_named_before_it_is(ada: Visitor, model_provider: FakeProvider) -> None:
    note = ada.note("Plan", "Ask [[Ada]] about #rent soon.", mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    mark_first_line(page)
    answers(model_provider, "Ask her about it soon.")
    shown = ask(page, "rewrite")
    shown.get_by_role("button", name="Accept").click()
    asking = shown.get_by_role("alertdialog")
    expect(asking).to_contain_text("Links")
    expect(asking).to_contain_text("rent")
    asking.get_by_role("button", name="Go back").click()
    expect(surface(page)).to_contain_text("Ada")
    assert content(ada, note).strip() == "Ask [[Ada]] about #rent soon."
    shown.get_by_role("button", name="Accept").click()
    asking.get_by_role("button", name="Accept anyway").click()
    expect(surface(page)).to_have_text("Ask her about it soon.")


def test_a_title_and_tags_are_one_click(ada: Visitor, model_provider: FakeProvider) -> None:
    note = ada.note("Untold", TEXT)
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    answers(model_provider, "1. Rent\n2. The flat\n3. Money")
    ask(page, "titles").get_by_role("button", name="The flat").click()
    wait_until(lambda: ada.read(note["id"])["name"] == "The flat", "the note is not renamed")
    card(page).get_by_role("button", name="Something else").click()
    answers(model_provider, "#rent\n#flat")
    ask(page, "tags").get_by_role("button", name="#rent").click()
    wait_until(lambda: ada.read(note["id"])["tags"] == ["rent"], "the tag is not there")


def test_a_failure_says_what_to_do_and_keeps_the_text_so_far(ada: Visitor, model_provider: FakeProvider) -> None:
    page = ada.open(f"/notes/{ada.note('Plan', TEXT)['id']}")
    mark_first_line(page)
    answers(model_provider, status=401, body=b'{"error":{"code":"invalid_api_key","message":"sk-secret"}}')
    shown = ask(page, "fix")
    expect(shown.get_by_role("alert")).to_contain_text(said("ai.cause.bad_key"))
    expect(shown.get_by_role("link", name="Open the settings")).to_have_attribute("href", "/settings/ai")
    answers(model_provider, "Kept words", " and more", cut=200)
    shown.get_by_role("button", name="Try again").click()
    expect(shown.get_by_role("alert")).to_contain_text("broke off")
    expect(shown).to_contain_text("Kept words")


def test_on_a_phone_the_card_is_a_sheet_and_an_empty_line_is_written_in(
    service: Service, visit: Callable[..., Visitor], model_provider: FakeProvider
) -> None:
    ada = visit(service, viewport=PHONE, color_scheme="dark").register()
    note = ada.note("Plan", TEXT)
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    open_card(page)
    page.keyboard.press("Escape")
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.press("Enter")
    page.keyboard.type("/ai")
    page.get_by_role("option", name="Ask AI").wait_for()
    page.keyboard.press("Enter")
    answers(model_provider, "A line that was written.")
    shown = card(page)
    _expect_sheet(page)
    shown.get_by_role("combobox").fill("continue")
    page.keyboard.press("Enter")
    shown.get_by_role("button", name="Send").click()
    shown.get_by_role("button", name="Insert below").click()
    wait_until(lambda: content(ada, note).strip() == f"{TEXT}\n\nA line that was written.", "it is not there")


def _expect_sheet(page: Page) -> None:
    box = card(page).bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE["width"])
    assert round(box["y"] + box["height"]) == PHONE["height"]
