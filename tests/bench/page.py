"""The web app in a real Chromium over the sample workspace, and the clocks that are put into its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.bench.pair import Side
from tests.browser import chromium

# `timed(begin, isDone)`: milliseconds from the event that `begin` sets off until the frame is painted in which
# `isDone()` is true for the first time: it is asked right before each frame is.
_CLOCKS = """
window.thisPaint = (done) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(null);
};
window.afterPaint = () => new Promise((done) => requestAnimationFrame(() => thisPaint(done)));
window.timed = async (begin, isDone) => {
  performance.clearResourceTimings();
  const started = performance.now();
  begin();
  do {
    if (performance.now() - started > 20000) throw new Error(`nothing was shown for ${isDone}`);
    await new Promise((next) => requestAnimationFrame(next));
  } while (!isDone());
  return (await new Promise(thisPaint)) - started;
};
window.routeTime = (part) => {
  const [last] = performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith(part)).slice(-1);
  return last ? last.responseEnd - last.requestStart : 0;
};
new MutationObserver((_, seen) => {
  if (!document.querySelector("[role=treeitem]")) return;
  window.treeAt = performance.now();
  seen.disconnect();
}).observe(document, { childList: true, subtree: true });
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.keyTimes = [];
addEventListener("keydown", async (event) => {
  const pressed = event.timeStamp;
  // Keys from before the list was begun anew are no part of it, though they are painted later.
  const times = keyTimes;
  times.push((await afterPaint()) - pressed);
}, true);
"""
_BEFORE_TREE = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.startTime < treeAt && /[/]assets[/][^/]+[.]js$/.test(entry.name))
  .map((entry) => entry.name.split("/").pop())
"""


@contextmanager
def opened(side: Side, path: str = "/", keep_worker: bool = True) -> Iterator[Page]:
    """A page of the owner's, signed in, with the clocks in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.PATH, args=chromium.FLAGS)
        context = browser.new_context(
            base_url=side.process.url,
            viewport={"width": 1280, "height": 800},
            service_workers="allow" if keep_worker else "block",
            bypass_csp=True,  # the clocks are strings, which the policy rightly forbids
        )
        context.add_cookies([{"name": "notesvc", "value": side.workspace.cookie, "url": side.process.url}])
        context.add_init_script(_CLOCKS)
        page = context.new_page()
        page.goto(path)
        yield page
        browser.close()


def scripts_before_tree(page: Page) -> list[str]:
    """The script files that were asked for before the first row of the tree was in the page, from an empty cache."""
    page.reload()
    page.wait_for_function("() => window.treeAt")
    return list(page.evaluate(_BEFORE_TREE))


def numbers(page: Page, script: str, argument: Any = None) -> Any:
    """What the script comes to in the page."""
    return page.evaluate(script, argument)
