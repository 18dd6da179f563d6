"""The app in languages of other scripts: from right to left, and with one form for every number."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.visitor import DESKTOP, EMAIL, PASSWORD, PHONE, Visitor
from tests.service import Service, wait_until

SIZES = {"wide": DESKTOP, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_arabic_runs_from_right_to_left(service: Service, visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    ada = visit(service, viewport=size, locale="ar-SA").register()
    note = ada.note("رحلة", "نكتب عن #سفر هنا.\n\nEnglish stands on the left.")
    page = ada.open("/")
    expect(page.get_by_role("heading", name="ابدأ هنا")).to_be_visible()
    page = ada.open("/search?q=نكتب")
    expect(page.get_by_text(re.compile("اليوم\u2069، \u2068[0-9]")).first).to_be_visible()
    for address in ("/", f"/notes/{note['id']}", "/settings/appearance", "/settings/profile"):
        page = ada.open(address)
        page.wait_for_load_state("networkidle")
        page.locator("h1:visible, main textarea:visible").first.wait_for()
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        expect(page.locator("html")).to_have_attribute("lang", "ar")
        assert axe.violations(page) == [], address
        assert _pixels_too_wide(page) <= 0, address
    if size == DESKTOP:
        box = page.get_by_role("navigation").first.bounding_box()
        assert box is not None
        assert box["x"] > size["width"] / 2, "the sidebar stands where lines begin"
    assert ada.trouble == []


@pytest.mark.parametrize(
    ("locale", "style"),
    [("ja-JP", "normal"), pytest.param("ar-EG", "normal", marks=pytest.mark.full), ("en-GB", "italic")],
)
def test_a_placeholder_is_slanted_only_where_the_script_has_an_italic(
    service: Service, visit: Callable[..., Visitor], locale: str, style: str
) -> None:
    ada = visit(service, locale=locale).register()
    page = ada.open(f"/notes/{ada.note('Empty')['id']}")
    line = page.locator(".block-surface .bn-editor[contenteditable=true] .bn-block-content").first
    line.wait_for()
    assert line.evaluate("line => getComputedStyle(line, '::after').content") != "none"
    assert line.evaluate("line => getComputedStyle(line, '::after').fontStyle") == style


def test_japanese_counts_and_dates_in_its_own_way(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, locale="ja-JP").register()
    ada.note("旅行", "計画 #旅")
    ada.note("買い物", "計画")
    page = ada.open("/search?q=計画")
    expect(page.locator("#root").get_by_text("2件のノート")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    ada.open("/journal/2026-11-20")
    expect(page.get_by_role("heading", name="2026年11月20日")).to_be_visible()
    ada.open("/settings/appearance")
    page.get_by_label("言語").select_option(label="Español")
    expect(page.get_by_role("heading", name="Apariencia")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    assert ada.trouble == []


def test_what_is_typed_in_japanese_with_commas_between_are_several(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, locale="ja-JP").register()
    note = ada.note("旅行", properties={"都市": ["奈良", "Kyoto"]})
    page = ada.open(f"/notes/{note['id']}")
    cities = page.get_by_label("「都市」の値")
    expect(cities).to_have_value("奈良、Kyoto")
    cities.fill("東京、大阪，Kyoto, 奈良")
    page.get_by_placeholder("タグを追加").press_sequentially("登山、河川、")
    expect(page.locator("#root .tag-chip")).to_have_text(["登山", "河川"])
    wait_until(lambda: ada.read(note["id"])["tags"] == ["登山", "河川"], "the tags were not saved")
    typed = {"都市": ["東京", "大阪", "Kyoto", "奈良"]}
    wait_until(lambda: ada.read(note["id"])["properties"] == typed, "the list was not saved")


@pytest.mark.parametrize(("locale", "breaks"), [("ja-JP", "auto-phrase"), ("de-DE", "normal")])
def test_japanese_headings_and_dialogs_break_between_phrases_and_what_is_written_does_not(
    service: Service, visit: Callable[..., Visitor], locale: str, breaks: str
) -> None:
    ada = visit(service, locale=locale).register()
    page = ada.open(f"/notes/{ada.note('旅行', '# 見出し')['id']}")
    heading = page.locator(".block-surface .bn-editor[contenteditable=true] h1")
    assert [_breaks(heading), _breaks(page.locator("#root .note-title textarea"))] == ["normal", "normal"]
    page = ada.open("/settings/appearance")
    assert [_breaks(page.locator("h1")), _breaks(page.locator("#root p").first)] == [breaks, "normal"]
    page.keyboard.press("?")
    assert _breaks(page.locator(".mantine-Modal-title")) == breaks


def test_a_new_device_speaks_the_language_of_the_account(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    ada.open("/settings/appearance")
    ada.page.get_by_text("Plum").click()
    with ada.page.expect_response("**/api/account/profile") as answered:
        ada.page.get_by_label("Language").select_option(label="Deutsch")
    assert answered.value.json()["language"] == "de"
    expect(ada.page.get_by_role("heading", name="Darstellung")).to_be_visible()

    elsewhere = visit(service).sign_in()
    page = elsewhere.open("/settings/appearance")
    expect(page.get_by_role("heading", name="Darstellung")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")

    third = visit(service)
    third.open("/sign-in").get_by_label("Language").select_option(label="Español")
    expect(third.page.locator("html")).to_have_attribute("lang", "es")
    third.sign_in()
    page = third.open("/settings/appearance")
    expect(page.get_by_role("heading", name="Apariencia")).to_be_visible()
    assert third.ask("GET", "/api/account/profile").json()["language"] == "de"
    assert [each.trouble for each in (ada, elsewhere, third)] == [[], [], []]


def test_a_language_that_the_account_could_not_keep_is_spoken_here_and_said_so(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    page = ada.open("/settings/appearance")
    page.get_by_role("heading", name="Appearance").wait_for()
    page.route("**/api/account/profile", lambda route: route.fulfill(status=403, body="no"))
    page.get_by_label("Language").select_option(label="Deutsch")
    expect(page.get_by_role("alert")).to_contain_text("in Ihrem Konto ließ sie sich aber nicht speichern")
    expect(page.get_by_role("heading", name="Darstellung")).to_be_visible()


def test_an_account_is_made_in_the_language_of_the_page(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service)
    page = ada.open("/register")
    page.get_by_label("Language").select_option(label="Deutsch")
    page.get_by_label("Ihr Name").fill("Ada")
    page.get_by_label("E-Mail-Adresse").fill(EMAIL)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Konto anlegen").click()
    expect(page.get_by_role("main").get_by_role("link", name="Hier anfangen")).to_be_visible()
    assert ada.ask("GET", "/api/auth/session").json()["user"]["language"] == "de"
    assert ada.trouble == []


def _breaks(place: Locator) -> str:
    how: str = place.evaluate("place => getComputedStyle(place).wordBreak")
    return how


def _pixels_too_wide(page: Page) -> int:
    wide: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


CALLOUTS = "> [!tip] نصيحة\n> خذ مظلة.\n\n---\n\n> [!tip] A hint\n> Take an umbrella.\n"
# Where the first and the last sign of each key stand, from the left.
_ENDS = """keys => keys.filter(key => key.textContent.startsWith("Ctrl")).map(key => {
    const sign = document.createRange(), text = key.firstChild;
    const at = (place) => (sign.setStart(text, place), sign.setEnd(text, place + 1), sign.getBoundingClientRect().left);
    return [key.textContent, at(0) < at(text.length - 1)];
})"""


@pytest.mark.parametrize("locale", ["ar-EG", pytest.param("en-GB", marks=pytest.mark.full)])
def test_a_callout_runs_as_its_words_do(service: Service, visit: Callable[..., Visitor], locale: str) -> None:
    ada = visit(service, locale=locale).register()
    note = ada.note("Callouts", CALLOUTS)
    page = ada.open(f"/notes/{note['id']}")
    kinds = page.locator(".block-surface .callout-kind")
    expect(kinds).to_have_count(2)
    expect(kinds.nth(0)).to_have_css("direction", "rtl")
    expect(kinds.nth(1)).to_have_css("direction", "ltr")


def test_keys_are_written_from_the_left_in_arabic_too(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, locale="ar-EG").register()
    page = ada.open("/settings/shortcuts")
    page.locator("main kbd").first.wait_for()
    ends = page.locator("main kbd").evaluate_all(_ENDS)
    assert "Ctrl+Shift+," in [keys for keys, _ in ends]
    assert [keys for keys, is_from_the_left in ends if not is_from_the_left] == []


@pytest.mark.parametrize(
    ("locale", "name", "words"),
    [
        ("de-DE", "Name", "123 würde niemanden erwähnen"),
        ("ja-JP", "名前", "123では誰もメンションされません"),
        pytest.param("en-GB", "Name", "123 would mention nobody", marks=pytest.mark.full),
    ],
)
def test_what_the_service_refuses_is_said_in_the_language_of_the_page(
    service: Service, visit: Callable[..., Visitor], locale: str, name: str, words: str
) -> None:
    ada = visit(service, locale=locale).register()
    page = ada.open("/people")
    page.locator("main button").first.click()
    field = page.get_by_role("dialog").get_by_role("textbox").first
    field.fill("123")
    field.press("Enter")
    expect(page.get_by_text(re.compile(f"{name}[:：].*{words}"))).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "before", "side"), [("ar-EG", "", "rtl"), ("en-GB", "نص عربي", "rtl"), ("ar-EG", "English", "ltr")]
)
def test_an_empty_block_runs_as_the_text_before_it(
    service: Service, visit: Callable[..., Visitor], locale: str, before: str, side: str
) -> None:
    ada = visit(service, locale=locale).register()
    note = ada.note("Empty", before)
    page = ada.open(f"/notes/{note['id']}")
    surface = page.locator(".block-surface .bn-editor[contenteditable=true]")
    surface.locator(".bn-block-content").first.click()
    if before:
        page.keyboard.press("End")
        page.keyboard.press("Enter")
    line = surface.locator(".bn-block-content").last
    expect(line.locator(".bn-inline-content")).to_have_css("direction", side)
    page.keyboard.type("/")
    expect(page.get_by_role("listbox")).to_be_visible()
    expect(line.locator(".bn-inline-content")).to_have_css("direction", side)


def test_a_language_that_the_account_was_not_told_is_told_later_and_the_last_one_wins(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    page = ada.open("/settings/appearance")
    page.get_by_label("Language").wait_for()
    page.route(re.compile("/api/|/healthz"), lambda route: route.abort())
    with ada.expecting_trouble():
        page.get_by_label("Language").select_option(label="Deutsch")
        expect(page.get_by_role("alert")).to_contain_text("Ihr Konto erfährt davon, sobald der Dienst antwortet.")
        page.get_by_label("Sprache").select_option(label="Español")
        expect(page.get_by_role("alert").last).to_contain_text("Se guardará en su cuenta")
        page.unroute_all()
        language = "/api/account/profile"
        wait_until(lambda: ada.ask("GET", language).json()["language"] == "es", "the account was not told")
    expect(page.get_by_role("heading", name="Apariencia")).to_be_visible()
