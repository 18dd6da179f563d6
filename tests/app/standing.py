"""Where the words and boxes of a note's text stand while it is read, and once its surface has come."""

import re
from typing import Any

from playwright.sync_api import Page, Route

from tests.app.visitor import Visitor

LONG = "words that go on and on "
ARABIC = (
    "English words.\n\nهذه فقرة عربية.\n\n- بند أول\n  - داخل\n\n1. أول\n2. ثان\n\n- [ ] مهمة\n- [x] تمت\n\n"
    "> اقتباس عربي\n>\n> ثان\n\n# عنوان\n\n| اسم | رقم |\n| --- | --- |\n| قيمة | 1 |\n\nEnd"
)
KINDS = {
    "text": f"One\n\n# A *b* c\n\n## B\n\nIn *it* **are** `all` ~~of~~.\n\n### C\n\n#### D\n\n---\n\n{LONG * 9}"
    "\n\nhard  \nend",
    "lists": "A\n\n- b\n  - c\n    - d\n\n      e\n- f\n\n1. g\n2. h\n   1. i\n10. j"
    "\n\nk\n\n- l\n\n- m\n\n5. n\n6. o\n\np",
    "first items": "- a\n- b\n    - c\n        - d\n\nEnd",
    "long numbers": "9. a\n10. b\n11. c\n    - d\n\nEnd",
    "first task": "- [ ] a\n- [x] b\n\nEnd",
    "first toggle": "- a <!-- toggle -->\n    - b\n\nEnd",
    "tasks": f"A\n\n- [ ] b\n- [x] c\n  - [ ] d\n  - e\n- [ ] {LONG * 12}\n\nf",
    "toggles": "A\n\n- b <!-- toggle -->\n  - c\n- d <!-- toggle -->\n\ne",
    "quotes": "A\n\n> b\n> c\n>\n> d\n>\n> - e\n\nf\n\n> g\n\nh",
    "code": "A\n\n```python\nb = 1\n```\n\n```\nc\n```\n\n- d\n\n  ```js\n  let e\n  ```\n\nf",
    "tables": "A\n\n| b | c | d |\n| --- | ---: | --- |\n| e | 1 | f g |\n| h i | 22 | **j** |\n\n"
    f"| k | l |\n| --- | --- |\n| {LONG * 6} | {LONG * 9} |\n\nm",
    "html": "A\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n\n<div>\nd\n</div>\n\n<!-- e -->\n\nf",
    "diagrams": "A\n\n```mermaid\ngraph TD\n  b --> c\n```\n\nd",
    "formulas": "A $x^2$ b\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nc[^1] d[^2].\n\n[^1]: e\n[^2]: f\n\ng",
    "links": "A [[B]] [[C|d]] [e](https://example.org) https://example.org/f #g @Ada ![[H]] i.\n\n![[J]]\n\nk a@b.org."
    f"\n\nWords before a link [[{LONG * 5}|{LONG * 5}]] and behind.",
    "pictures": "A\n\n![b](https://example.org/b.png)\n\n![c|300](DOT)\n\n![d](DOT)\n\n![e](DOT)\n\n[f](DOT)\n\ng",
    "callouts": "A\n\n> [!note] b\n> c\n\n> [!warning] d\n\n> [!faq]- e\n>\n> f\n\n> [!info]+ g\n> h\n\n"
    "> [!example] i\n> j\n>\n> k\n>\n> ```js\n> let l\n> ```\n>\n> - m\n>\n> > [!tip] n\n> > o\n\np",
    "ids": "Two **long** ^a1\n\n- b ^a2\n    - c ^a3\n- [ ] d ^a4\n- e ^a5 <!-- toggle -->\n\n> f ^a6\n\n# G ^a7\n\n"
    f"| h |\n| --- |\n| i ^a8 |\n\n^a9\n\n> [!note] J ^b1\n\n{LONG * 8} ^b2\n\nk",
    "arabic": ARABIC,
}
FIRST_LAYER, READ_LAYER = "#first-view .note-to-read", "#root .note-to-read"
WRITTEN_LAYER = ".note-surface:not(.is-waiting)"
FIRST, READ = f"{FIRST_LAYER} > *", f"{READ_LAYER} > *"
WRITTEN = f"{WRITTEN_LAYER} .bn-editor"
APP = "**/assets/index-*.js"
SURFACE = "**/assets/BlockSurface-*.js"
# Words that are seen (no controls, no hidden sources), boxes, pictures, rules: what it is, and its upper left corner.
_PLACES = """(layer) => {
  const found = [];
  const put = (name, { x, y }) => found.push([name, Math.round(x), Math.round(y + scrollY)]);
  const aside = ".cm-widgetBuffer, select, .code-head, .katex-mathml, .callout-source, .bn-side-menu, "
    + ".bn-source-block-popup";
  const isSeen = (element) => !element.closest(aside)
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const nodes = document.createTreeWalker(document.querySelector(layer), both);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (!isSeen(node.nodeType === Node.TEXT_NODE ? node.parentElement : node)) continue;
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.matches("hr, img, input, td, th, pre")) put(`<${node.localName}>`, node.getBoundingClientRect());
      continue;
    }
    for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first] = range.getClientRects();
      if (first?.width > 0 && first.height > 0) put(word, first);
    }
  }
  return found;
}"""
# As soon as all pictures have come and nothing has moved for some frames.
_SETTLED = f"""async (layer) => {{
  const placesIn = {_PLACES};
  const isComing = () => document.querySelector(layer).querySelector(".is-drawing")
    || [...document.querySelectorAll(`${{layer}} img`)].some((img) => !img.complete);
  await document.fonts.ready;
  let last = "";
  for (let still = 0; still < 12; still += 1) {{
    await new Promise((next) => requestAnimationFrame(next));
    const now = JSON.stringify(placesIn(layer));
    if (now !== last || isComing()) still = 0;
    last = now;
  }}
  return JSON.parse(last);
}}"""
_SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) shifts += entry.value; })
  .observe({ type: "layout-shift", buffered: true });
"""
_FRAMES = """async (count) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise((next) => requestAnimationFrame(next));
}"""
Places = list[tuple[str, int, int]]
# Where the last word stands, once it stands there in a dozen frames: a font that is first needed now comes later.
_END = """(layer) => {
  const place = document.fonts.status === "loaded" && document.querySelector(layer);
  const nodes = place && document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = nodes && nodes.nextNode(); node; node = nodes.nextNode()) {
    const at = node.data.lastIndexOf("The end");
    if (at < 0 || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 3);
    const { top } = range.getBoundingClientRect();
    const seen = `${layer} ${top}`;
    window.framesSeen = window.lastSeen === seen ? window.framesSeen + 1 : 1;
    window.lastSeen = seen;
    return window.framesSeen >= 12 ? top : null;
  }
}"""


class Held:
    """What a page asks for and does not get until it is let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._routes: list[Route] | None = []
        page.route(pattern, self._asked)

    def let_go(self) -> None:
        held, self._routes = self._routes or [], None
        for route in held:
            route.continue_()

    def _asked(self, route: Route) -> None:
        if self._routes is None:
            route.continue_()
        else:
            self._routes.append(route)


def wait_for_font(page: Page) -> None:
    """Until text is as wide as it stays: a slow machine paints words before their font has come."""
    page.wait_for_function("() => document.fonts.check('16px \"Inter Variable\"')")


def ends(page: Page, note: dict[str, Any], surface: str) -> list[float]:
    """Where the last word stands in what comes with the page, in the text to read, and in the surface of that file."""
    app, editor = Held(page, APP), Held(page, surface)
    page.goto(f"/notes/{note['id']}", wait_until="commit")
    tops = [_end(page, FIRST_LAYER)]
    app.let_go()
    tops.append(_end(page, READ_LAYER))
    editor.let_go()
    return [*tops, end(page)]


def end(page: Page) -> float:
    """Where it stands in the surface."""
    return _end(page, WRITTEN_LAYER)


def _end(page: Page, layer: str) -> float:
    return float(page.wait_for_function(_END, arg=layer).json_value())


def count_shifts(ada: Visitor) -> None:
    """On every page from now on."""
    ada.context.add_init_script(_SHIFTS)


def shifted_by(ada: Visitor, address: str, is_last_first: bool) -> float:
    """How much moves on the page while its answers come one by one, with frames between them to show each."""
    page, held, still = ada.page, list[Route](), 0
    pattern = re.compile(r"/api/(?!notifications/stream)")
    page.route(pattern, lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    while still < 8:
        page.evaluate(_FRAMES, 5)
        still = 0 if held else still + 1
        if held:
            held.pop(-1 if is_last_first else 0).continue_()
    page.unroute(pattern)
    return float(page.evaluate("shifts"))


def first_and_read(ada: Visitor, note: dict[str, Any]) -> tuple[Places, Places]:
    """The places in what comes with the page, and those in the text to read once the app has come."""
    page = ada.page
    page.route(SURFACE, lambda route: None)
    app = Held(page, APP)
    with page.expect_request(APP):
        page.goto(f"/notes/{note['id']}", wait_until="commit")
    first = places(page, FIRST)
    app.let_go()
    read = places(page, READ)
    page.unroute(SURFACE)
    return first, read


def both(ada: Visitor, note: dict[str, Any]) -> tuple[Places, Places, float]:
    """The places in the text to read, those in its block surface, and how much was shifted when that came."""
    page = ada.page
    surface = Held(page, SURFACE)
    with page.expect_request(SURFACE):
        page.goto(f"/notes/{note['id']}")
    read = places(page, READ)
    before = page.evaluate("shifts")
    surface.let_go()
    return read, places(page, WRITTEN), page.evaluate("shifts") - before


def moved(read: Places, written: Places) -> list[str]:
    """What stands elsewhere than it stood, by more than a pixel; what is not there in both comes first."""
    if [name for name, *_ in read] != [name for name, *_ in written]:
        return [f"{[name for name, *_ in read]} became {[name for name, *_ in written]}"]
    return [
        f"{name} from {x}, {y} to {x_now}, {y_now}"
        for (name, x, y), (_, x_now, y_now) in zip(read, written, strict=True)
        if abs(x - x_now) > 1 or abs(y - y_now) > 1
    ]


def places(page: Page, layer: str) -> Places:
    """Where the words and boxes of the layer stand, once nothing in it moves any more."""
    page.locator(layer).first.wait_for()
    found: Places = page.evaluate(_SETTLED, layer)
    return found
