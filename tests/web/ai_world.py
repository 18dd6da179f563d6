"""Asking a model through the service."""

from typing import Any

from tests.ai.streams import data_of
from tests.loops import apart
from tests.web.conftest import Member

NOTE = "# Garden\n\nThe beds need watr. See [[Tools]] and #green.\n\n```\nx = 1\n```\n\nThe end.\n"
KEY = "sk-canary-1234567890abcd"


def ask(member: Member, action: str, **body: Any) -> Any:
    def post() -> Any:
        answer = member.web.post("/api/ai", json={"action": action, **body})
        # Reading it is what fetches it.
        answer.get_data()
        answer.close()
        return answer

    return apart(post)


def done(member: Member, action: str, **body: Any) -> Any:
    answer = ask(member, action, **body)
    assert answer.status_code == 200, answer.text
    return data_of(answer.text, "done")


def note(member: Member, content: str = NOTE, name: str = "Garden") -> str:
    return str(member.web.post("/api/workspace/notes", json={"name": name, "content": content}).get_json()["id"])
