"""The child process that converts texts: rendered, read and written where it can be ended."""

import sys
from typing import Any

from notesvc.text.blocks import document_text
from notesvc.text.clip.from_html import markdown_from_html
from notesvc.text.html import page
from notesvc.text.sandbox import child_loop
from notesvc.text.sandbox.child_process import Answer

# What a parent is given at most, in characters: it keeps some of them.
_LONGEST_DOCUMENT = 8 * 1024 * 1024


def _render(_: bytes, markdown: str, options: Any) -> Answer:
    return page.render(markdown, page.PageOptions.from_json(options)).as_json(), b""


def _convert(_: bytes, html: str, base_url: str | None) -> Answer:
    markdown, title = markdown_from_html(html, base_url)
    return {"markdown": markdown, "title": title}, b""


def _derive(_: bytes, markdown: str) -> Answer:
    found = document_text.derive(markdown)
    return ({"json": found} if len(found) <= _LONGEST_DOCUMENT else {"error": "too long"}), b""


def _save(_: bytes, old: str | None, document: str) -> Answer:
    return document_text.save(old, document)._asdict(), b""


ROUTINES: dict[str, child_loop.Routine] = {
    "render": _render,
    "convert": _convert,
    "derive": _derive,
    "save": _save,
}

if __name__ == "__main__":
    child_loop.serve(ROUTINES, int(sys.argv[1]))
