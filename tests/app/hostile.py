"""A workspace whose every field tries to run something, made through the interface as its owner would."""

from typing import Any

from tests.app.visitor import PASSWORD, Visitor
from tests.browser.payloads import markup
from tests.text.hostile_html import SCHEMES

CANARY = "https://canary.example"
DATE = "2026-11-20"


def fill(ada: Visitor) -> list[str]:
    """Make it; the addresses at which all of it is shown."""
    vectors = [vector for vector in markup().values() if vector.isprintable()]
    folder = _made(ada, "/api/workspace/folders", name=vectors[0], icon=vectors[0][:60])
    person = _made(ada, "/api/workspace/people", name=f"A {vectors[1]}"[:100], notes="\n".join(vectors[:40]))
    ada.ask("POST", "/api/auth/step-up", {"password": PASSWORD})
    ada.ask("POST", "/api/sync/tokens", {"name": vectors[2][:80], "canWrite": True})
    ada.ask("PUT", f"/api/workspace/journal/{DATE}", {"content": "\n\n".join(vectors[:60])})
    notes = [_note(ada, vectors[start : start + 60], folder["id"]) for start in range(0, len(vectors), 60)]
    for mode in ("raw", "block"):
        made = ada.note(f"links {mode}", _links(vectors), mode=mode)
        notes.append(made["id"])
    trashed = ada.note(vectors[3], vectors[3])["id"]
    ada.ask("DELETE", f"/api/workspace/notes/{trashed}")
    pages = ["/", "/recents", "/journal", f"/journal/{DATE}", "/tags", "/tags/fine", "/people", "/graph", "/reports"]
    lists = [
        "/trash",
        "/settings/keys",
        "/settings/sessions",
        "/settings/profile",
        "/search?q=alert",
        "/search?q=tag:fine",
    ]
    return [
        *pages,
        *lists,
        f"/people/{person['id']}",
        f"/folders/{folder['id']}",
        *(f"/notes/{note}" for note in notes),
    ]


def _note(ada: Visitor, vectors: list[str], folder: str) -> str:
    text = "\n\n".join([*vectors, *(f"[[{vector}]] #fine $Ada `{vector}`" for vector in vectors)])
    note = ada.note(vectors[0], text, parentId=folder, icon=vectors[0][:60], properties={vectors[0]: vectors[0]})
    ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"tags": ["fine", vectors[0][:30]]})
    ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"cover": f"{CANARY}/{vectors[0]}"})
    return str(note["id"])


def _links(vectors: list[str]) -> str:
    targets = [f"[x]({scheme})" for scheme in SCHEMES]
    images = [f"![x]({CANARY}/{number}.png)" for number in range(3)] + [f"![x]({scheme})" for scheme in SCHEMES]
    mermaid = "\n".join(f'```mermaid\ngraph TD; A["{vector}"]-->B\n```' for vector in vectors[:5] if '"' not in vector)
    maths = "\n\n".join([r"$\href{javascript:alert(1)}{x}$", r"$$\htmlData{onclick=alert(1)}{x}$$"])
    callouts = "\n\n".join(f"> [!note] {vector}\n> {vector}" for vector in vectors[:20])
    return "\n\n".join([*targets, *images, mermaid, maths, callouts])


def _made(ada: Visitor, path: str, **body: Any) -> dict[str, Any]:
    answer = ada.ask("POST", path, body)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made
