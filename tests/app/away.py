"""A service that goes away, a line that is cut, a browser that is killed; and what the device keeps meanwhile."""

import contextlib
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserType, Error, Locator, Page, Request, Route

from tests.app.visitor import EMAIL, PASSWORD, Visitor
from tests.app.writing import surface
from tests.browser import chromium
from tests.service import Service, wait_until

HERE = "On this device; sent when the service answers"
# What this browser keeps of notes that it made and of what was typed, as text.
KEPT = """new Promise((tell, fail) => {
  const opening = indexedDB.open("notesvc");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
    all.onsuccess = () => { opening.result.close(); tell(JSON.stringify(all.result)); };
  };
})"""

FETCHED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/saving-'))"


def watched(visit: Callable[..., Visitor], service: Service) -> Visitor:
    """Somebody signed in, at a note whose page a worker watches over."""
    visitor = visit(service, service_workers="allow").register()
    page = visitor.open(f"/notes/{visitor.note('Read before', 'Words.')['id']}")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    surface(page).wait_for()
    fetched(page)
    return visitor


def names(ada: Visitor) -> list[str]:
    return sorted(note["name"] for note in ada.ask("GET", "/api/workspace/notes").json()["notes"])


def new_note(page: Page, title: str = "") -> str:
    """Make a note by its key, and give it a title; its id."""
    before = page.url
    page.keyboard.press("Alt+n")
    wait_until(lambda: page.evaluate("location.href") != before, "no new note is shown")
    surface(page).wait_for()
    if title:
        page.get_by_label("Title", exact=True).fill(title)
    return page.url.rsplit("/", 1)[1]


def kept(page: Page, words: str) -> None:
    wait_until(lambda: words in page.evaluate(KEPT), f"{words} is not kept")


def fetched(page: Page) -> None:
    """Have the pieces that come when the page is at rest."""
    wait_until(lambda: page.evaluate(FETCHED), "nothing is fetched ahead")


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("treeitem", name=name, exact=True)


def profile(kind: BrowserType, folder: Path, service: Service) -> tuple[Page, Callable[[], None]]:
    """A browser of its own, with what it kept in the folder, and how every process of it ends at once."""
    context = kind.launch_persistent_context(
        str(folder), executable_path=chromium.PATH, args=chromium.FLAGS, base_url=service.url, service_workers="block"
    )

    def end() -> None:
        for pid in processes_of(folder):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not processes_of(folder), "the browser lives on")
        (folder / "SingletonLock").unlink(missing_ok=True)
        with contextlib.suppress(Error):
            context.close()

    # The browser writes cookies down only after a while.
    account = {"email": EMAIL, "password": PASSWORD}
    assert context.request.post("/api/auth/login", data=account, headers={"Origin": service.url}).ok
    return context.pages[0], end


def processes_of(folder: Path) -> list[int]:
    """The processes that were started with the folder, and have not ended."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


class Line:
    """The way from a page to the service: what is asked on it is cut, or its answers alone are lost."""

    def __init__(self, page: Page, *, arrives: bool = False) -> None:
        self.page = page
        self.made = 0
        self._arrives = arrives
        page.route(re.compile("/api/|/healthz"), self._asked)

    def mend(self) -> None:
        # An answer may just be on its way to being lost.
        self.page.unroute_all(behavior="ignoreErrors")

    def _asked(self, route: Route) -> None:
        if self._arrives and not is_making(route.request):
            route.continue_()
            return
        if self._arrives:
            self.made += route.fetch().status in (200, 201)
        route.abort("connectionreset")


def is_making(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/workspace/notes")
