"""The blocks of a note as HTML."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from markupsafe import Markup

from notesvc.text.first_view.inlines import colours, inlines
from notesvc.text.first_view.pictures import named_width, picture
from notesvc.text.html import mathml

Block = dict[str, Any]

MOST = 400
"""Blocks of the highest level that are shown; the app shows more of them in another way."""
_LISTS = {
    "bulletListItem": "bullets",
    "numberedListItem": "numbers",
    "checkListItem": "tasks",
    "toggleListItem": "toggles",
}
_CALLOUT_HEAD = re.compile(r"\[!([\w-]{1,40})(?:\|[^\]]*)?\]([+-]?)[ \t]*")
_FOOTNOTE_LINE = re.compile(r"\[\^([^\s\[\]^]{1,64})\]:[ \t]*(.*)")
_WORDS = re.compile(r"[-_]")
LOOKS = {
    **dict.fromkeys(("tip", "hint", "important"), "tip"),
    **dict.fromkeys(("success", "check", "done"), "good"),
    **dict.fromkeys(("question", "help", "faq"), "question"),
    **dict.fromkeys(("warning", "caution", "attention"), "warning"),
    **dict.fromkeys(("failure", "fail", "missing", "danger", "error", "bug"), "danger"),
    "example": "example",
    **dict.fromkeys(("quote", "cite"), "quote"),
}
"""The looks of callouts by their kinds; all others look like notes."""

_TOGGLE_ITEM = Markup('<li dir="auto"><details class="toggle"><summary>{}</summary>{}</details></li>')
_TASK = Markup('<li dir="auto"{}><input type="checkbox" class="task-box" disabled{}><div>{}{}</div></li>')
_TOGGLE = Markup('<details class="toggle" open><summary>{}</summary>{}</details>')
_CALLOUT = Markup('<div class="callout" data-look="{}" dir="auto"><div class="callout-title">{}</div>{}</div>')
_FOLDED_CALLOUT = Markup(
    '<details class="callout" data-look="{}" dir="auto"{}><summary class="callout-title">{}</summary>{}</details>'
)
_CODE = Markup(
    '<div class="code" dir="ltr"{}><div class="code-head"></div><pre tabindex="0"><code>{}</code></pre></div>'
)
_TABLE = Markup('<section class="table-frame" tabindex="0" dir="auto"><table>{}{}<tbody>{}</tbody></table></section>')
_FORMULA = Markup('<div class="maths is-block" dir="ltr">{}</div>')
_FORMULA_SOURCE = Markup('<span><code class="raw-inline">{}</code></span>')
_LONGEST_FORMULA = 1_000
"""Signs of a formula that is set; a longer one could keep the page waiting, and is shown as its source."""
_FOOTNOTE = Markup(
    '<div class="footnote"><span class="footnote-label">{}</span>'
    '<div dir="auto"><p class="paragraph">{}</p></div></div>'
)


def blocks(document: list[Block]) -> Markup:
    """The text of a note, or as much of it as is shown at once."""
    kind = "note-text is-long" if len(document) > MOST else "note-text"
    return Markup('<div class="{}">{}</div>').format(kind, _each(document[:MOST]))


def _each(siblings: Iterable[Block] | None) -> Markup:
    shown = Markup()
    for kind, grouped in groupby(siblings or (), lambda block: _LISTS.get(block["type"])):
        run = list(grouped)
        shown += _lists(kind, run) if kind else Markup().join(map(_block, run))
    return shown


def _lists(kind: str, run: list[Block]) -> Markup:
    """Items that follow one another; a number that one says it starts at begins another list."""
    lists: list[tuple[Any, Markup]] = []
    for block in run:
        start = _props(block).get("start") if kind == "numbers" else None
        if not lists or start is not None:
            lists.append((start if start is not None else 1, Markup()))
        lists[-1] = (lists[-1][0], lists[-1][1] + _item(block, kind))
    if kind == "numbers":
        return Markup().join(Markup('<ol class="list" start="{}">{}</ol>').format(*each) for each in lists)
    return Markup('<ul class="list is-{}">{}</ul>').format(kind, lists[0][1])


def _item(block: Block, kind: str) -> Markup:
    line = Markup('<p class="item"{}>{}</p>').format(_look(block), _line(block))
    within = _each(block.get("children"))
    if kind == "toggles":
        return _TOGGLE_ITEM.format(line, within)
    if kind != "tasks":
        return Markup('<li dir="auto">{}{}</li>').format(line, within)
    is_done = _props(block).get("checked") is True
    done, checked = (Markup(' data-done="true"'), Markup(" checked")) if is_done else ("", "")
    return _TASK.format(done, checked, line, within)


def _block(block: Block) -> Markup:
    match block["type"]:
        case "heading":
            return _heading(block)
        case "quote":
            return _quote(block)
        case "divider":
            return Markup("<hr>")
        case "codeBlock":
            shown = _code(block)
        case "table":
            shown = table(block["content"])
        case "image" | "video" | "audio" | "file":
            shown = _media(block)
        case "rawMarkdown":
            return _raw(_plain(block.get("content")))
        case _:
            shown = Markup('<p class="paragraph" dir="auto"{}>{}</p>').format(_look(block), _line(block))
    return shown + _within(block)


def _within(block: Block) -> Markup:
    if not block.get("children"):
        return Markup()
    return Markup('<div class="within" dir="auto">{}</div>').format(_each(block["children"]))


def _heading(block: Block) -> Markup:
    props = _props(block)
    level = min(6, max(1, int(props.get("level") or 1)))
    # The page's own first heading is the note's name.
    heading = Markup('<h{0} class="heading" data-level="{1}" dir="auto"{2}>{3}</h{0}>').format(
        min(6, level + 1), level, _look(block), _line(block)
    )
    if props.get("isToggleable") is not True:
        return heading + _within(block)
    return _TOGGLE.format(heading, _within(block))


def _quote(block: Block) -> Markup:
    content = block.get("content") or []
    within = _each(block.get("children"))
    head = _callout_head(content)
    if head is None:
        said = Markup('<p class="paragraph"{}>{}</p>').format(_look(block), inlines(content)) if content else ""
        return Markup('<blockquote dir="auto">{}{}</blockquote>').format(said, within)
    look, fold, title, rest = head
    if rest:
        within = Markup('<p class="paragraph is-said"{}>{}</p>').format(_look(block), inlines(rest)) + within
    title = Markup('<span class="callout-icon"></span><span>{}</span>').format(title)
    if not fold:
        return _CALLOUT.format(look, title, within)
    return _FOLDED_CALLOUT.format(look, Markup(" open") if fold == "+" else "", title, within)


def _callout_head(content: list[Block]) -> tuple[str, str, Markup, list[Block]] | None:
    """Look, fold (`+`, `-` or nothing), title and what is said below it."""
    first = content[0] if content else {}
    if first.get("type") != "text" or any((first.get("styles") or {}).values()):
        return None
    head = _CALLOUT_HEAD.match(first["text"])
    if head is None:
        return None
    title, rest = _at_line_end([{**first, "text": first["text"][head.end() :]}, *content[1:]])
    kind = head[1].lower()
    word = _WORDS.sub(" ", kind)
    shown = inlines(title) if title else Markup("<bdi>{}</bdi>").format(word[:1].upper() + word[1:])
    return LOOKS.get(kind, "note"), head[2], shown, rest


def _at_line_end(content: list[Block]) -> tuple[list[Block], list[Block]]:
    for index, inline in enumerate(content):
        if inline["type"] == "text" and "\n" in inline["text"]:
            left, right = inline["text"].split("\n", 1)
            before = [*content[:index], {**inline, "text": left}]
            return _said(before), _said([{**inline, "text": right}, *content[index + 1 :]])
    return _said(content), []


def _said(content: list[Block]) -> list[Block]:
    return [inline for inline in content if inline["type"] != "text" or inline["text"]]


def _code(block: Block) -> Markup:
    language = str(_props(block).get("language") or "")
    said = Markup(' data-language="{}"').format(language) if language else ""
    return _CODE.format(said, _plain(block.get("content")))


def table(content: dict[str, Any]) -> Markup:
    heads, columns = content.get("headerRows") or 0, content.get("headerCols") or 0
    rows = [[_cell(cell) for cell in row["cells"]] for row in content["rows"]]
    head = Markup().join(_row(row, len(row), "col") for row in rows[:heads])
    body = Markup().join(_row(row, columns, "row") for row in rows[heads:])
    widths = Markup()
    if any(content.get("columnWidths") or ()):
        widths = Markup("<colgroup>{}</colgroup>").format(Markup().join(map(_column, content["columnWidths"])))
    return _TABLE.format(widths, Markup("<thead>{}</thead>").format(head) if head else "", body)


def _cell(cell: Any) -> tuple[list[Block], dict[str, Any]]:
    return (cell, {}) if isinstance(cell, list) else (cell["content"], cell.get("props") or {})


def _column(width: Any) -> Markup:
    if not isinstance(width, int | float) or width <= 0:
        return Markup("<col>")
    return Markup('<col style="inline-size:{}px">').format(width)


def _row(row: list[tuple[list[Block], dict[str, Any]]], headers: int, scope: str) -> Markup:
    cells = Markup()
    for index, (content, props) in enumerate(row):
        tag, said = ("th", Markup(' scope="{}"').format(scope)) if index < headers else ("td", Markup())
        for name in ("colspan", "rowspan"):
            if isinstance(props.get(name), int) and props[name] > 1:
                said += Markup(' {}="{}"').format(name, props[name])
        cells += Markup("<{0}{1}{2}>{3}</{0}>").format(tag, said, _look({"props": props}), inlines(content))
    return Markup("<tr>{}</tr>").format(cells)


def _media(block: Block) -> Markup:
    props = _props(block)
    url, name, caption = (str(props.get(each) or "") for each in ("url", "name", "caption"))
    if not url:
        return Markup('<p class="media-absent">{}</p>').format(name or "…")
    if block["type"] == "image" and props.get("showPreview") is not False:
        plain, width = named_width(name or caption)
        shown = picture(url, plain, props.get("previewWidth") or width)
    else:
        shown = Markup('<span class="file-link">{}</span>').format(inlines(_file_link(url, name)))
    align = Markup(' data-align="{}"').format(props["textAlignment"]) if props.get("textAlignment") else ""
    said = Markup('<figcaption dir="auto">{}</figcaption>').format(caption) if caption else ""
    return Markup('<figure class="media"{}>{}{}</figure>').format(align, shown, said)


def _file_link(url: str, name: str) -> list[Block]:
    return [{"type": "link", "href": url, "content": [{"type": "text", "text": name or url.rsplit("/", 1)[-1]}]}]


def _raw(source: str) -> Markup:
    """Markdown that blocks cannot say: a formula and footnotes as the app first shows them, all else as its source."""
    written = source.strip()
    if len(written) > 4 and written.startswith("$$") and written.find("$$", 2) == len(written) - 2:
        return formula(written)
    lines = written.split("\n")
    if all(_FOOTNOTE_LINE.fullmatch(line) for line in lines):
        return Markup().join(map(_footnote, lines))
    return Markup('<pre class="raw-block" tabindex="0" dir="auto">{}</pre>').format(source)


def formula(written: str) -> Markup:
    """What stands between `$$`: set, where that can be done, else as written."""
    made = mathml.of(written[2:-2].strip(), is_block=True) if len(written) <= _LONGEST_FORMULA else None
    # Let through by its allow-list.
    return _FORMULA.format(_FORMULA_SOURCE.format(written) if made is None else Markup(made))  # noqa: S704


def _footnote(line: str) -> Markup:
    label, text = _FOOTNOTE_LINE.fullmatch(line).groups()  # type: ignore[union-attr]  # matched by the caller
    said = inlines([{"type": "mdInline", "props": {"src": text}}])
    return _FOOTNOTE.format(label, said)


def _props(block: Block) -> dict[str, Any]:
    return block.get("props") or {}


def _line(block: Block) -> Markup:
    content = block.get("content")
    return inlines(content if isinstance(content, list) else None)


def _look(block: Block) -> Markup:
    props = _props(block)
    side = props.get("textAlignment")
    style = Markup(' style="text-align:{}"').format(side) if side in ("right", "center", "justify") else Markup()
    return style + colours(props)


def _plain(content: Any) -> str:
    return "".join(inline.get("text", "") for inline in content) if isinstance(content, list) else ""
