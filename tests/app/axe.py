"""Accessibility as axe sees it (WCAG 2.2 A and AA), with axe from the web app's own packages."""

from functools import cache

from playwright.sync_api import Page

from tests.places import PACKAGE, missing

_AXE = PACKAGE / "clients" / "web" / "node_modules" / "axe-core" / "axe.min.js"
_COLOURS = ["color-contrast", "link-in-text-block"]
_RUN = """async (rules) => {
  const where = (node) => `${node.target.join(" ")} ${node.failureSummary.split("\\n")[1] ?? ""}`;
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const found = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return found.violations.map((rule) => `${rule.id}: ${rule.help}: `
    + rule.nodes.slice(0, 4).map(where).join(" | "));
}"""


@cache
def _source() -> str:
    if not _AXE.is_file():
        missing("axe is not among the web app's packages (make dev)")
    return _AXE.read_text(encoding="utf-8")


def violations(page: Page, in_colours: bool = False) -> list[str]:
    """What axe holds against the page as it is shown now, a line each; `in_colours`: by the rules about them alone."""
    page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN, _COLOURS if in_colours else None)
    return found


def in_little_contrast(page: Page) -> list[str]:
    """Words in less than 7:1, which WCAG asks for in AAA, and we of a page for those who want more contrast."""
    page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN, ["color-contrast-enhanced"])
    return found
