"""How a version differs: as the note is read, and in its source."""

from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.visitor import Visitor

BEFORE = """# The old plan

- [ ] Water the beans
- Sow the red carrots

| Plant | Month |
| --- | --- |
| Leek | May |

> [!tip] Early in the day
> Never at noon.

```python
rows = 3
```

What nobody wants any more.
"""
AFTER = """# The new plan

- [x] Water the beans
- Sow the white carrots

| Plant | Month |
| --- | --- |
| Leek | June |
| Kale | July |

> [!tip] Late in the day
> Never at noon.

```python
rows = 4
```

<img src=x onerror=alert(1)> and <ins>mine</ins>
"""
# What is marked in the rendered changes, in order; ± of whole blocks and rows is doubled.
MARKED = """(text) => [...text.querySelectorAll("[data-change]")].map((mark) => {
  const words = mark.cloneNode(true);
  for (const said of words.querySelectorAll(".sr-only, .code-head")) said.remove();
  const sign = mark.dataset.change === "insert" ? "+" : "-";
  return (mark.matches(".is-block, tr") ? sign + sign : sign) + words.textContent;
})"""
CHANGES = [
    *("-old", "+new", "-Water the beans", "+Water the beans", "-red", "+white", "-May", "+June", "++KaleJuly"),
    *("-Early", "+Late", "-3", "+4", "--What nobody wants any more."),
    "++<img src=x onerror=alert(1)> and mine",
]


def versions(page: Page) -> Locator:
    """The newest version of the note that is open, in its window."""
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Versions").click()
    page.locator(".version").first.click()
    return page.get_by_role("dialog")


def test_changes_are_marked_in_the_note_as_it_is_read_and_in_its_source(ada: Visitor) -> None:
    note = ada.note("Garden", BEFORE)
    saved = {"content": AFTER, "reason": "manual"}
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", saved, **{"If-Match": "*"}).ok
    page = ada.open(f"/notes/{note['id']}")
    dialog = versions(page)
    expect(dialog.get_by_role("radio", name="Rendered")).to_be_checked()
    expect(dialog.locator(".changed-text h2 ins")).to_have_text("Added: new")
    assert dialog.locator(".changed-text").evaluate(MARKED) == CHANGES
    assert axe.violations(page) == []
    following = dialog.get_by_role("button", name="Next change")
    for change in ("Removed: old", "Added: new"):
        following.click()
        expect(dialog.locator("[data-here]")).to_have_text(change)
    dialog.get_by_role("button", name="Changes since").click()
    expect(dialog.get_by_text(said("sidePanel.versions.same.current"))).to_be_visible()
    dialog.get_by_role("button", name="Changes in it").click()
    dialog.get_by_role("radio", name="Source").check()
    expect(dialog.locator(".differences")).to_contain_text("| Kale | July |")
    following.click()
    expect(dialog.locator(".differences [data-here]")).to_have_text("Removed: old")
    page.reload()
    expect(versions(page).get_by_role("radio", name="Source")).to_be_checked()
