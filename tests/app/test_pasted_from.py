"""Paste fidelity as a table: what programs put on the clipboard (`paste/`), and the markdown that it becomes."""

import os
import re
from pathlib import Path
from typing import Any

from tests.app.editing import content
from tests.app.keys import PASTE, press
from tests.app.rooms import BLOCKS_FIRST
from tests.app.visitor import Visitor
from tests.app.writing import begin
from tests.service import wait_until

CASES = Path(__file__).parent / "paste"
KINDS = {"html.html": "text/html", "plain.txt": "text/plain", "vscode.json": "vscode-editor-data"}
ADDRESS = re.compile(r"/files/[0-9a-f-]+/")


def clipboard(case: Path) -> dict[str, str]:
    return {kind: (case / name).read_text() for name, kind in KINDS.items() if (case / name).exists()}


def pasted(ada: Visitor, note: dict[str, Any]) -> str:
    return ADDRESS.sub("/files/ID/", content(ada, note)).rstrip("\n") + "\n"


@BLOCKS_FIRST
def test_what_programs_copy_becomes_the_markdown_of_it(ada: Visitor, mode: str) -> None:
    wanted = os.environ.get("NOTESVC_TEST_PASTE", "").split()
    cases = [case for case in sorted(CASES.iterdir()) if not wanted or case.name in wanted]
    page = ada.page
    notes = []
    for case in cases:
        note = ada.note(case.name, "", mode=mode)
        ada.open(f"/notes/{note['id']}")
        begin(page)
        with ada.expecting_trouble():
            # Chromium prints what the page's policy does not let in of it.
            page.evaluate(PASTE, clipboard(case))
        press(page, "ControlOrMeta+s")
        notes.append((case, note))
    wrong = {}
    for case, note in notes:
        expected = (case / "expected.md").read_text()
        try:
            wait_until(lambda note=note, expected=expected: pasted(ada, note) == expected, "another text")
        except AssertionError:
            wrong[case.name] = pasted(ada, note)
    assert wrong == {}
