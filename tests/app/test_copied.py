"""What is copied in a note, and what it is where it is pasted again."""

import pytest
from playwright.sync_api import expect

from tests.app.clipboard import DOT, files
from tests.app.editing import cells, content
from tests.app.keys import PASTE, copied, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import wait_until

OWN = """# Head

- [[Start here]] and $x^2$ and a note[^1]
- <sup>2</sup> and snake_case
    - [ ] task

> [!tip] Title
> body

$$
x
$$

| a | b |
| --- | --- |
| 1 | 2 |

[^1]: foot
"""
# Every kind of block, and most of it not in the form that the service itself would write.
TYPED = """# Head *one*

Say **bold** *it* _under_ ~~gone~~ `code` <u>u</u> [site](https://example.org) [[Start here]] $x^2$ and a note[^1] #tag
second line @ada

* star one
* star two
    * nested
- dash
+ plus

1) one
1) two

- [ ] open
- [x] done

> [!tip] Title
> body **b**
>
> - item

> plain quote

```js title="x"
let a = 1;
```

$$
x^2
$$

***

| a | b |
|:--|--:|
| 1 | **2** |

![dot|300](https://example.org/dot.png)

[^1]: foot

H<sub>2</sub>O and ==mark== &amp; end
"""
# The same in the form that is stored for blocks which are new.
STORED = """# Head *one*

Words **bold** *it* ~~gone~~ `code` <u>u</u> [site](https://example.org) [[Start here]] $x^2$ and a note[^1] #tag
second line

- one
- two
    - nested

1. one
2. two

- [ ] open
- [x] done

> [!tip] Title
> body **b**
>
> - item

> plain quote

```js
let a = 1;
```

$$
x^2
$$

---

| a | b |
| --- | --- |
| 1 | **2** |

![dot|300](https://example.org/dot.png)

[^1]: foot

H<sub>2</sub>O and ==mark== end
"""
# What lies on the clipboard after the next copy.
CLIPBOARD = """async () => {
  const kinds = {};
  for (const item of await navigator.clipboard.read())
    for (const kind of item.types) kinds[kind] = await (await item.getType(kind)).text();
  return kinds;
}"""
PASTE_FILE = """([html, type, name]) => {
  const data = new DataTransfer();
  if (html) data.setData("text/html", html);
  data.items.add(new File(["bytes"], name, { type }));
  const some = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", some));
}"""


def test_all_of_a_note_is_copied_as_its_own_bytes(ada: Visitor) -> None:
    enter(ada, OWN)
    page = ada.page
    press(page, "ControlOrMeta+a")
    kinds = copied(page)
    assert kinds["text/plain"] == OWN
    assert "<h1>Head</h1>" in kinds["text/html"]


def clipboard(ada: Visitor) -> dict[str, str]:
    """What other programs find there."""
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    kinds: dict[str, str] = ada.page.evaluate(CLIPBOARD)
    return kinds


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_note_is_on_the_clipboard_as_its_bytes_and_as_a_plain_page(ada: Visitor, mode: str) -> None:
    enter(ada, TYPED, mode)
    press(ada.page, "ControlOrMeta+a", "ControlOrMeta+c")
    kinds = clipboard(ada)
    assert kinds["text/plain"] == TYPED
    html = kinds["text/html"]
    for piece in [
        "<h1>Head <em>one</em></h1>",
        '<strong>bold</strong> <em>it</em> <em>under</em> <s>gone</s> <code>code</code> <u>u</u> <a href="https:',
        "Start here $x^2$ and a note<sup>1</sup> #tag<br>second line @ada</p>",
        "<li>star two<ul><li>nested</li></ul></li>",
        "<ol><li>one</li><li>two</li></ol>",
        '<input type="checkbox" disabled="" checked=""> done</li>',
        "<blockquote><p><strong>Title</strong></p><p>body <strong>b</strong></p><ul><li>item</li></ul></blockquote>",
        '<pre><code class="language-js">let a = 1;</code></pre>',
        "<p>$$<br>x^2<br>$$</p><hr><table>",
        '<td>1</td><td style="text-align: right"><strong>2</strong></td>',
        '<img src="https://example.org/dot.png" alt="dot" width="300">',
        "<p><sup>1</sup> foot</p>",
        "<p>H<sub>2</sub>O and <mark>mark</mark> &amp; end</p>",
    ]:
        assert piece in html, piece
    for sign in ["data-", "bn-", "script", "[[", "[!tip]"]:
        assert sign not in html


@pytest.mark.parametrize(("text", "there"), [(TYPED, "raw"), (STORED, "block")])
@pytest.mark.parametrize("here", ["block", "raw"])
def test_all_of_a_note_is_the_same_where_it_is_pasted(ada: Visitor, text: str, here: str, there: str) -> None:
    enter(ada, text, here)
    press(ada.page, "ControlOrMeta+a", "ControlOrMeta+c")
    note = enter(ada, "", there)
    press(ada.page, "ControlOrMeta+v", "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == text.strip(), "it is another text")


@pytest.mark.parametrize(("text", "there"), [(TYPED, "raw"), (STORED, "block")])
@pytest.mark.parametrize("here", ["block", "raw"])
def test_a_clipboard_of_page_and_text_alone_is_enough(ada: Visitor, text: str, here: str, there: str) -> None:
    enter(ada, text, here)
    press(ada.page, "ControlOrMeta+a")
    kinds = copied(ada.page)
    note = enter(ada, "", there)
    ada.page.evaluate(PASTE, {kind: kinds[kind] for kind in ("text/html", "text/plain")})
    wait_until(lambda: content(ada, note).strip() == text.strip(), "it became another text")


def test_what_was_changed_is_written_anew_and_the_rest_as_it_stood(ada: Visitor) -> None:
    enter(ada, "+ one\n+ two\n+ three\n\nA _b_\n\n1) x\n1) y\n\nlast")
    page = ada.page
    surface(page).get_by_text("two").click()
    press(page, "End")
    page.keyboard.type(" more")
    press(page, "ControlOrMeta+a")
    assert copied(page)["text/plain"] == "+ one\n- two more\n+ three\n\nA _b_\n\n1) x\n1) y\n\nlast\n"
    press(page, "ControlOrMeta+End", "Shift+ArrowUp", "Shift+Home")
    assert copied(page)["text/plain"] == "1) y\n\nlast\n"


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_what_is_cut_is_on_the_clipboard_and_comes_back(ada: Visitor, mode: str) -> None:
    text = "# Head\n\n> [!tip] Title\n> body\n\n$$\nx\n$$\n\n* end"
    note = enter(ada, text, mode)
    page = ada.page
    press(page, "ControlOrMeta+a", "ControlOrMeta+x", "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == "", "it is still there")
    kinds = clipboard(ada)
    assert kinds["text/plain"].strip() == text
    assert kinds["text/html"].startswith("<h1>Head</h1><blockquote><p><strong>Title</strong></p><p>body</p>")
    press(page, "ControlOrMeta+z", "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip().replace("- end", "* end") == text, "it did not come back")


def test_a_part_of_a_note_is_copied_as_markdown_and_words_as_words(ada: Visitor) -> None:
    enter(ada, "One *two* a_b [x]\n\n- [ ] task\n- end")
    page = ada.page
    press(page, "ArrowUp", "End", "Shift+Home")
    assert copied(page)["text/plain"] == "task"
    press(page, "ControlOrMeta+Home", "Shift+ArrowDown", "Shift+End")
    assert copied(page)["text/plain"] == "One *two* a_b [x]\n\n- [ ] task\n"
    press(page, "ControlOrMeta+Home", "Shift+End")
    assert copied(page)["text/plain"] == "One *two* a_b [x]"


def test_a_copied_callout_is_one_where_it_is_pasted(ada: Visitor) -> None:
    text = "> [!tip] Title\n> body"
    enter(ada, text)
    page = ada.page
    press(page, "ControlOrMeta+a")
    kinds = copied(page)
    press(page, "ControlOrMeta+Home", "Home", "Shift+ArrowDown", "Shift+End")  # Before the title is the hidden sign.
    assert copied(page) == kinds
    note = enter(ada, "")
    page.evaluate(PASTE, kinds)
    expect(surface(page).locator("[data-callout=tip] + .bn-block-group")).to_contain_text("body")
    press(page, "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == text, "it was not saved")
    raw = enter(ada, "", "raw")
    page.evaluate(PASTE, kinds)
    press(page, "ControlOrMeta+s")
    wait_until(lambda: content(ada, raw).strip() == text, "it is another text in markdown")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_an_address_and_files_are_pasted(ada: Visitor, mode: str) -> None:
    page = ada.page
    note = enter(ada, "Words", mode)
    press(page, "ControlOrMeta+a")
    page.evaluate(PASTE, {"text/plain": "https://example.org/a"})
    press(page, "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == "[Words](https://example.org/a)", "it is no link")
    for html, kind, name in [
        ("", "image/png", "dot.png"),
        ('<meta charset="utf-8"><img src="https://example.org/late.png">', "image/png", "shown.png"),
        ("", "application/pdf", "plan.pdf"),
    ]:
        note = enter(ada, "", mode)
        page.evaluate(PASTE_FILE, [html, kind, name])
        press(page, "ControlOrMeta+s")
        wait_until(lambda note=note, name=name: f"/{name})" in content(ada, note), f"{name} is not there")
        assert "example.org" not in content(ada, note)


def test_pictures_within_a_page_stand_in_their_places_in_markdown(ada: Visitor) -> None:
    note = enter(ada, "Mine.", "raw")
    data = f"data:image/png;base64,{DOT}"
    html = f'<p>a</p><img src="{data}" alt="one"><p>b</p><img src="{data}" alt="two">'
    ada.page.evaluate(PASTE, {"text/html": html, "text/plain": "a b"})
    press(ada.page, "ControlOrMeta+s")
    wait_until(lambda: len(files(content(ada, note))) == 2, "they were not uploaded")
    lines = content(ada, note).split("\n\n")
    assert [line[:6] for line in lines] == ["Mine.", "a", "![one.", "b", "![two."]


def test_what_is_pasted_parts_the_words_around_the_caret_and_fills_cells(ada: Visitor) -> None:
    note = enter(ada, "Before after")
    page = ada.page
    press(page, "Home", *["ArrowRight"] * 7)
    page.evaluate(PASTE, {"text/html": "<ul><li>one<li>two</ul>"})
    page.keyboard.type("!")
    press(page, "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == "Before\n\n- one\n- two!\n\nafter", content(ada, note))
    note = enter(ada, "| a | b |\n| --- | --- |\n| 1 | 2 |\n")
    surface(page).get_by_role("cell", name="1", exact=True).click()
    press(page, "End")
    page.evaluate(PASTE, {"text/html": "<p>x</p><p>y</p>"})
    press(page, "ControlOrMeta+s")
    wait_until(lambda: cells(content(ada, note))[-1] == ["1x<br>y", "2"], content(ada, note))
