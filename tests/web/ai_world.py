"""Asking a model through the service."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.ai.streams import data_of
from tests.web.conftest import Member

NOTE = "# Garden\n\nThe beds need watr. See [[Tools]] and #green.\n\n```\nx = 1\n```\n\nThe end.\n"
KEY = "sk-canary-1234567890abcd"


def apart(act: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Do it in a thread, as the service does: the tests' browser has a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(act, *arguments, **named).result()


def ask(member: Member, action: str, **body: Any) -> Any:
    def post() -> Any:
        answer = member.web.post("/api/ai", json={"action": action, **body})
        # Reading it is what fetches it.
        answer.get_data()
        return answer

    return apart(post)


def done(member: Member, action: str, **body: Any) -> Any:
    answer = ask(member, action, **body)
    assert answer.status_code == 200, answer.text
    return data_of(answer.text, "done")


def note(member: Member, content: str = NOTE, name: str = "Garden") -> str:
    return str(member.web.post("/api/workspace/notes", json={"name": name, "content": content}).get_json()["id"])
