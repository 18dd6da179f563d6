"""Cookies and changes around a step-up."""

from tests.web.conftest import Member

NEXT = "another horse battery"


def change(member: Member) -> int:
    return int(member.web.post("/api/account/password", json={"password": NEXT}).status_code)


def cookie(member: Member) -> str:
    found = member.web.get_cookie("notesvc")
    assert found is not None
    return str(found.value)
