"""A note that is shared."""

from typing import Any

from tests.process.member import Member


def shared(member: Member, role: str) -> tuple[Any, str]:
    """A note that the guest is in, and the address of that membership."""
    note = member.note("Plan", "start\n", mode="raw")
    path = f"/api/workspace/notes/{note['id']}/collaborators"
    made = member.make(path, handle="guest", role=role)
    return note, f"{path}/{made['userId']}"
