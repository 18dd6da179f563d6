"""Two people at one service, each with a browser of their own (the fixture `pair`)."""

import secrets
from typing import Any

from tests.app.visitor import Visitor

BOB = "bob@example.org"

Pair = tuple[Visitor, Visitor]


def handle_of(visitor: Visitor) -> str:
    return str(visitor.ask("GET", "/api/auth/session").json()["user"]["handle"])


def share(owner: Visitor, note: dict[str, Any], guest: Visitor, role: str = "viewer") -> None:
    body = {"handle": handle_of(guest), "role": role}
    answer = owner.ask("POST", f"/api/workspace/notes/{note['id']}/collaborators", body)
    assert answer.status in (200, 201), answer.text()


def newcomer(visitor: Visitor, name: str) -> Visitor:
    """Somebody with an account that no other test of a shared service has."""
    return visitor.register(f"{name.lower()}-{secrets.token_hex(4)}@example.org", name)


def role_is(owner: Visitor, note: dict[str, Any], guest: Visitor, role: str | None) -> None:
    """Let the guest have another role, or none."""
    who = guest.ask("GET", "/api/auth/session").json()["user"]["id"]
    path = f"/api/workspace/notes/{note['id']}/collaborators/{who}"
    answer = owner.ask("PATCH", path, {"role": role}) if role else owner.ask("DELETE", path)
    assert answer.ok, answer.text()
