"""What the web app fetches before it is of use, in bytes: the same on every machine."""

import gzip
import re

from tests.app.visitor import Visitor
from tests.places import PACKAGE, missing

MOST_BEFORE_TREE = 180_000
# Of pages that are painted before the app: the scripts that they name, and the styles that they wait for.
MOST_BEGUN_WITH = {"sign-in": (185_000, 23_000), "search": (240_000, 25_000), "note": (290_000, 32_000)}
_TREE_SEEN = """
new MutationObserver((_, seen) => {
  if (!document.querySelector("[role=treeitem]")) return;
  window.treeAt = performance.now();
  seen.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
_BEFORE_TREE = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.startTime < treeAt && /[/]assets[/][^/]+[.]js$/.test(entry.name))
  .map((entry) => entry.name.split("/").pop())
"""


def test_the_script_before_the_tree_keeps_to_its_budget(ada: Visitor) -> None:
    ada.note("A note")
    ada.page.add_init_script(_TREE_SEEN)
    page = ada.open("/")
    page.wait_for_function("() => window.treeAt")
    names = page.evaluate(_BEFORE_TREE)
    assert names, "the page's scripts are files of their own"
    sizes = {name: _packed(name) for name in names}
    heaviest = sorted(sizes.items(), key=lambda each: each[1], reverse=True)[:10]
    assert sum(sizes.values()) <= MOST_BEFORE_TREE, f"the heaviest of {len(sizes)}: {heaviest}"


def test_what_a_page_begins_with_keeps_to_its_budget() -> None:
    over = {}
    for name, budgets in MOST_BEGUN_WITH.items():
        path = PACKAGE / "static" / f"{name}.html"
        if not path.is_file():
            missing("the web app is not built (make web)")
        page = path.read_text(encoding="utf-8")
        for kind, most in zip(("js", "css"), budgets, strict=True):
            sizes = {each: _packed(each) for each in re.findall(rf'"/assets/([^"]+\.{kind})"', page)}
            assert sizes, "the page names its files"
            if sum(sizes.values()) > most:
                over[f"{kind} of {name}"] = sizes
    assert over == {}


def _packed(name: str) -> int:
    return len(gzip.compress((PACKAGE / "static" / "assets" / name).read_bytes(), 9, mtime=0))


def test_no_style_makes_the_browser_look_at_the_whole_page_for_a_block() -> None:
    styles = [path.read_text(encoding="utf-8") for path in (PACKAGE / "static" / "assets").glob("*.css")]
    rules = [rule for style in styles for rule in style.split("}") if "bn-suggestion-node" in rule]
    assert rules, "the block editor's styles are there"
    assert [rule for rule in rules if ":has(" in rule] == []


def test_latin_letters_are_said_once_so_no_text_is_laid_out_anew_when_others_come() -> None:
    styles = [path.read_text(encoding="utf-8") for path in (PACKAGE / "static" / "assets").glob("*.css")]
    assert sum(style.count("/inter-latin-wght-normal") for style in styles) == 1
    assert sum(style.count("/inter-cyrillic-wght-normal") for style in styles) == 1
