"""Coming in: the first account, signing in, and what is said when it does not work."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.catalogue import said
from tests.app.forms import fill_in
from tests.app.visitor import EMAIL, PASSWORD, PHONE, Visitor
from tests.service import Service, wait_until

NEXT = [
    "//canary.example",
    "/\\canary.example",
    "https://canary.example/",
    "/%2f%2fcanary.example",
    "/%09/canary.example",
    "javascript:alert(1)",
    "/notes/../..//canary.example",
    "\\\\canary.example",
]


def sign_in(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.journey
@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_the_first_visitor_makes_the_administrators_account_and_finds_the_welcome_notes(
    service: Service, visit: Callable[..., Visitor], size: dict[str, object]
) -> None:
    visitor = visit(service, **size)
    page = visitor.open("/")
    expect(page).to_have_url(re.compile(r"/register$"))
    fill_in(page, "Ada", "short")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    expect(page.get_by_text(said("account.problem.shortPassword"))).to_be_visible()
    fill_in(page, "Ada")
    page.get_by_role("button", name="Make the account").click()
    expect(page).to_have_url(service.url + "/")
    expect(page.get_by_role("main").get_by_role("link", name="Start here")).to_be_visible()
    assert visitor.ask("GET", "/api/auth/session").json()["user"]["isAdmin"]


def test_signing_in_says_what_is_wrong_and_then_goes_where_the_visitor_wanted(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    visit(service).register()
    guest = visit(service)
    page = guest.open("/journal/2026-11-20")
    expect(page).to_have_url(re.compile(r"/sign-in\?next="))
    sign_in(page, "not the password")
    expect(page.get_by_text(said("account.problem.pair"))).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_have_value(EMAIL)
    sign_in(page)
    expect(page).to_have_url(service.url + "/journal/2026-11-20")


@pytest.mark.parametrize("path", NEXT)
def test_signing_in_leads_to_no_other_place(service: Service, visit: Callable[..., Visitor], path: str) -> None:
    visit(service).register()
    guest = visit(service)
    page = guest.open("/sign-in?next=" + path.replace("%", "%25"))
    sign_in(page)
    expect(page).to_have_url(service.url + "/")


def test_signing_out_ends_the_session_and_going_back_shows_no_notes(ada: Visitor) -> None:
    ada.note("Hidden treasure")
    page = ada.open("/")
    expect(page.get_by_text("Hidden treasure").first).to_be_visible()
    page.get_by_role("button", name="Account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page).to_have_url(re.compile(r"/sign-in"))
    page.go_back()
    expect(page.get_by_text("Hidden treasure")).to_have_count(0)
    assert ada.ask("GET", "/api/auth/session").status == 401


def test_begin_here_stays_until_the_first_welcome_note_was_opened_or_it_is_hidden(ada: Visitor) -> None:
    page = ada.open("/")
    begin = (
        page.get_by_role("main")
        .get_by_role("region", name="Begin here")
        .or_(page.get_by_role("main").get_by_role("list", name="Begin here"))
    )
    expect(begin.get_by_role("listitem")).to_have_count(5)
    ada.note("Of my own")
    first = begin.get_by_role("link").first
    other = begin.get_by_role("link", name="Find anything").get_attribute("href")
    ada.ask("GET", f"/api/workspace/notes/{(other or '').split('/')[2]}")
    page.reload()
    expect(begin.get_by_role("listitem")).to_have_count(5)
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(begin).to_have_count(0)
    page.evaluate("localStorage.removeItem('notesvc.begun')")
    page.reload()
    first.click()
    page.get_by_role("textbox", name="Title").wait_for()
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("main").get_by_role("heading", name="Recently opened")).to_be_visible()
    expect(begin).to_have_count(0)


def test_a_note_that_was_made_and_left_empty_goes_by_itself(ada: Visitor) -> None:
    theirs = ada.note("")
    page = ada.open("/trash")
    page.get_by_role("heading", name="Trash").wait_for()
    kept = [*_all_notes(ada)]
    made = []
    for words in ("", "Kept"):
        page.keyboard.press("Alt+n")
        page.wait_for_url("**/notes/*")
        page.get_by_role("textbox", name="Title").wait_for()
        page.keyboard.type(words)
        made.append(page.url.rpartition("/")[2])
        page.get_by_role("link", name="Trash").click()
        page.get_by_role("heading", name="Trash").wait_for()
    wait_until(lambda: made[0] not in _all_notes(ada), "it is still there")
    wait_until(lambda: ada.read(made[1])["name"] == "Kept", "its name is not saved")
    ada.open(f"/notes/{theirs['id']}").get_by_role("textbox", name="Title").wait_for()
    page.get_by_role("link", name="Trash").click()
    expect(page.get_by_text("The trash is empty")).to_be_visible()
    assert sorted(_all_notes(ada)) == sorted([*kept, made[1]])


def _all_notes(ada: Visitor) -> list[str]:
    return [note["id"] for note in ada.ask("GET", "/api/workspace/notes").json()["notes"]]
