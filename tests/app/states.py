"""What lies over a page or stands in for it: dialogs, menus, lists that are empty, answers that do not come."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.app.visitor import Visitor
from tests.app.writing import awaken, begin, hold_writes, surface

Show = Callable[[Page], None]


def press(page: Page, name: str, role: str = "button") -> None:
    page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]


def pressed(name: str, role: str = "button") -> Show:
    return lambda page: press(page, name, role)


def keys(*names: str) -> Show:
    def show(page: Page) -> None:
        for name in names:
            page.keyboard.press(name)

    return show


def chosen(menu: str, item: str) -> Show:
    """A dialog that an item of a menu opens."""

    def show(page: Page) -> None:
        press(page, menu)
        page.get_by_role("menuitem", name=item).click()
        page.get_by_role("dialog").wait_for()

    return show


def of_note(item: str) -> Show:
    return chosen("Actions for this note", item)


def version(page: Page) -> None:
    versions = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    press(page, "Actions for this note")
    page.get_by_role("menuitem", name="Versions").click()
    versions.first.click()
    page.get_by_role("button", name="Restore this version").wait_for()


def _to_words(page: Page, presses: int = 1) -> None:
    surface(page).get_by_text("A paragraph with").first.click(position={"x": 20, "y": 12}, click_count=presses)


def words_marked(page: Page) -> None:
    """The bar of tools over them."""
    awaken(page)
    _to_words(page, 3)
    page.locator(".bn-formatting-toolbar").wait_for()


def link_field(page: Page) -> None:
    words_marked(page)
    page.locator("[data-test=createLink]").click()
    page.locator(".bn-form input, .bn-popover-content input, .bn-form-popover input").first.wait_for()


def block_menu(page: Page) -> None:
    awaken(page)
    surface(page).get_by_text("A paragraph with").hover()
    page.locator(".bn-side-menu [draggable=true]").click()
    page.get_by_role("menu").wait_for()


def table_handles(page: Page) -> None:
    awaken(page)
    surface(page).get_by_role("cell", name="1", exact=True).hover()
    page.locator(".bn-table-handle").first.wait_for()


def typed(words: str) -> Show:
    """The list under what is typed."""

    def show(page: Page) -> None:
        awaken(page)
        _to_words(page)
        page.keyboard.press("End")
        page.keyboard.type(words)
        page.get_by_role("listbox").wait_for()

    return show


def tag_field(page: Page) -> None:
    page.get_by_label("Add tag").click()
    page.get_by_role("listbox").wait_for()


def row_menu(page: Page) -> None:
    page.get_by_role("treeitem").first.click(button="right")
    page.get_by_role("menu").wait_for()


def found(page: Page) -> None:
    awaken(page)
    page.keyboard.press("ControlOrMeta+f")
    page.get_by_role("search").or_(page.locator(".find-bar, .cm-search")).first.wait_for()


def in_palette(words: str) -> Show:
    def show(page: Page) -> None:
        page.keyboard.press("ControlOrMeta+k")
        page.keyboard.type(words)
        page.get_by_role("option").first.wait_for()

    return show


def notice(page: Page) -> None:
    press(page, "Actions for this note")
    page.get_by_role("menuitem", name="Copy link").click()
    page.get_by_role("alert").first.wait_for()


# What lies over a page: the address, and how it is opened there.
OVER: dict[str, tuple[str, Show]] = {
    "drawer": ("home", pressed("Open the sidebar")),
    "palette": ("home", keys("ControlOrMeta+k")),
    "palette found": ("home", in_palette("note")),
    "keys": ("trash", keys("?")),
    "rail": ("note", pressed("Show what is around the note")),
    "menu": ("note", pressed("Actions for this note")),
    "version": ("note", version),
    "move": ("note", of_note("Move to folder…")),
    "words": ("note", of_note("Word count")),
    "share": ("note", of_note("Share…")),
    "notice": ("note", notice),
    "new key": ("settings keys", pressed("Make a key")),
    "rename tag": ("tag", pressed("Rename")),
    "rename person": ("person", pressed("Rename")),
    "merge person": ("person", chosen("More", "Merge into another person…")),
    "delete person": ("person", chosen("More", "Delete…")),
    "link field": ("note", link_field),
    "tools": ("note", words_marked),
    "block menu": ("note", block_menu),
    "table": ("note", table_handles),
    "slash": ("note", typed(" /")),
    "link offered": ("note", typed(" [[Sec")),
    "raw link offered": ("raw note", typed(" [[Sec")),
    "find": ("note", found),
    "raw find": ("raw note", found),
    "tags": ("note", tag_field),
    "tree menu": ("home", row_menu),
    "bell": ("home", pressed("Notifications")),
    "account": ("home", pressed("Ada")),
    "add person": ("people", pressed("Add a person")),
    "graph filter": ("graph", pressed("Filter")),
    "calendar": ("journal", pressed("Calendar")),
    "invite": ("administration invites", pressed("Make an invite")),
    "new user": ("administration users", pressed("Make an account")),
}
# With a pointer, and in little room.
WIDE = ("tree menu", "bell", "account", "table", "block menu", "tools", "link field", "link offered")
NARROW = ("drawer", "calendar")
# What each of them is known by.
SHOWN = (
    "[role=dialog], [role=menu], [role=listbox], [role=alert], .rail, .is-drawer, .find-bar, .cm-search, "
    ".bn-table-handle, .bn-formatting-toolbar, .journal-calendar[data-open]"
)
EMPTY = (
    "recents",
    "favourites",
    "shared",
    "public links",
    "notifications",
    "tags",
    "people",
    "reports",
    "trash",
    "graph",
)


def emptying(ada: Visitor) -> Page:
    ada.ask("DELETE", f"/api/workspace/notes/{ada.note('Thrown away')['id']}")
    page = ada.open("/trash")
    press(page, "Empty the trash")
    page.get_by_role("alertdialog").or_(page.get_by_role("dialog")).wait_for()
    return page


def proof(ada: Visitor) -> Page:
    page = ada.open("/admin/invites")
    press(page, "Make an invite")
    page.get_by_role("dialog", name="Make an invite").get_by_role("button", name="Make an invite").click()
    page.get_by_role("dialog", name="Confirm that it is you").wait_for()
    return page


def torn(ada: Visitor) -> Page:
    """A note whose words two devices have changed: both say which colour it is."""
    note = ada.note("Torn", "The colour is red.\n", mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.route("**/api/workspace/notes/*", hold_writes)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("The colour is green.")
    theirs = {"content": "The colour is blue.\n", "reason": "manual"}
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", theirs).ok
    page.unroute("**/api/workspace/notes/*")
    return page


def conflict(ada: Visitor) -> Page:
    page = torn(ada)
    page.get_by_role("button", name="Choose what stays").last.click()
    page.locator("section[role=dialog]").wait_for()
    return page


def signing_in_again(ada: Visitor) -> Page:
    page = ada.open(f"/notes/{ada.note('Signed out', 'Start.')['id']}")
    begin(page)
    ada.context.clear_cookies()
    page.keyboard.type(" Not lost.")
    page.get_by_role("dialog", name="Sign in again").wait_for()
    return page


# Questions that come between a user and the work; after the last one nobody is signed in.
BETWEEN: dict[str, Callable[[Visitor], Page]] = {
    "emptying the trash": emptying,
    "proof": proof,
    "conflict": conflict,
    "signing in again": signing_in_again,
}
