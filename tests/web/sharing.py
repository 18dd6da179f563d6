"""Sharing a note through the interface."""

from typing import Any

from tests.web.conftest import Member

NOTES = "/api/workspace/notes"
REQUESTS = "/api/workspace/collaboration/requests"


def share(owner: Member, note: dict[str, Any], guest: Member, role: str = "viewer") -> dict[str, Any]:
    answer = owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"handle": guest.user.handle, "role": role})
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def around(member: Member, note: dict[str, Any]) -> dict[str, Any]:
    return dict(member.web.get(f"{NOTES}/{note['id']}/collaborators").get_json())


def shared_with(member: Member) -> list[tuple[str, str]]:
    found = member.web.get("/api/workspace/shared-with-me").get_json()["notes"]
    return [(each["note"]["name"], each["role"]) for each in found]


def opened(member: Member, url: str) -> int:
    with member.web.get(url) as answer:
        return int(answer.status_code)
