"""The pages of the app, each with something on it."""

from datetime import UTC, datetime, timedelta

from tests.app.visitor import PASSWORD, Visitor

TEXT = """# Ground

A paragraph with **bold**, `code`, a [link](https://example.org), [[Second note]], #garden/roses and $Grace.

> [!note] Mind this
> It is a callout.

- [ ] open
- [x] done

| a | b |
| --- | --- |
| 1 | 2 |

```python
print("hello")
```

Euler: $e^{i\\pi} + 1 = 0$, and a footnote.[^1]

[^1]: Small print.
"""

SECTIONS = [
    "profile",
    "security",
    "appearance",
    "notifications",
    "shortcuts",
    "keys",
    "storage",
    "clipper",
    "import",
    "export",
    "sessions",
    "deletion",
]
ADMINISTRATION = ["users", "invites", "audit", "figures", "mail"]


def furnish(ada: Visitor) -> dict[str, str]:
    """A small workspace; the addresses of all pages by name."""
    person = ada.ask("POST", "/api/workspace/people", {"name": "Grace", "aliases": ["Amazing Grace"]}).json()
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    ada.note("Second note", "Back to [[First note]]. Also First note without a link.", parentId=folder["id"])
    first = ada.note("First note", TEXT, parentId=folder["id"], tags=["plan"], properties={"year": 2026, "done": False})
    raw = ada.note("Raw note", TEXT, mode="raw")
    ada.ask("PUT", "/api/workspace/journal/2026-11-20", {"content": "A day with $Grace. #plan"})
    ada.ask("DELETE", f"/api/workspace/notes/{ada.note('Thrown away', 'old')['id']}")
    _begin_the_day(ada, first["id"], folder["id"])
    ada.note("Broken", "See [[Nowhere to be found]].")
    _publish(ada, folder["id"], raw["id"])
    return {
        "home": "/",
        "note": f"/notes/{first['id']}",
        "raw note": f"/notes/{raw['id']}",
        "folder": f"/folders/{folder['id']}",
        "search": "/search?q=garden",
        "recents": "/recents",
        "favourites": "/favourites",
        "shared": "/shared",
        "public links": "/shared?show=links",
        "notifications": "/notifications",
        "journal": "/journal/2026-11-20",
        "empty day": "/journal/2026-11-19",
        "tags": "/tags",
        "tag": "/tags/garden/roses",
        "people": "/people",
        "person": f"/people/{person['id']}",
        "graph": "/graph",
        "reports": "/reports",
        "trash": "/trash",
        "import": "/import",
        "clip": "/clip?url=https%3A%2F%2Fa.example%2F&title=A%20page&text=Some%20words",
        "device": "/device",
        "proven": "/proven",
        "nothing there": "/notes/0192f0c1-2345-7000-8000-000000000000",
        **{f"settings {section}": f"/settings/{section}" for section in SECTIONS},
        **{f"administration {section}": f"/admin/{section}" for section in ADMINISTRATION},
    }


def _begin_the_day(ada: Visitor, note_id: str, folder_id: str) -> None:
    """What home shows of it: tasks that are due, favourites, notes opened last, earlier years."""
    for number in range(6):
        task = f"- [ ] Sow bed {number} due 2020-01-0{number + 1}"
        note = ada.note(f"Bed {number}", task, parentId=folder_id, tags=["garden"])
        assert ada.ask("GET", f"/api/workspace/notes/{note['id']}").ok
    assert ada.ask("PUT", f"/api/workspace/favourites/{note_id}").ok
    today = datetime.now(UTC).date()
    for years in (1, 2):
        ada.ask(
            "PUT", f"/api/workspace/journal/{today.year - years}{today:-%m-%d}", {"content": TEXT.split("\n\n")[1] * 3}
        )
    for days in range(1, 4):
        ada.ask("PUT", f"/api/workspace/journal/{today - timedelta(days)}", {"content": "Frost on the roofs. " * 9})


def _make_key(ada: Visitor) -> None:
    ada.ask("POST", "/api/auth/step-up", {"password": PASSWORD})
    ada.ask("POST", "/api/sync/tokens", {"name": "Clipper", "canWrite": True})


def _publish(ada: Visitor, folder_id: str, note_id: str) -> None:
    """A site, two links of a note that has changed since, one of them revoked, and a key."""
    ada.ask("POST", f"/api/workspace/folders/{folder_id}/shares", {})
    links = [
        ada.ask("POST", f"/api/workspace/notes/{note_id}/shares", settings).json()
        for settings in ({"viewLimit": 20}, {"password": PASSWORD})
    ]
    ada.ask("DELETE", f"/api/workspace/shares/{links[0]['id']}")
    ada.ask("PATCH", f"/api/workspace/notes/{note_id}", {"content": TEXT + "\nLater."})
    _make_key(ada)
