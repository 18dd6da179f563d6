"""Public links in tests: made by their owner, and looked at by somebody who only has the address."""

import gzip
import re
from typing import Any

from flask.testing import FlaskClient

from tests.web.conftest import Member

PERSON = {"Sec-Fetch-Dest": "document", "User-Agent": "Mozilla/5.0", "Accept-Encoding": "gzip"}


def share(member: Member, target: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """A public link to a note or folder, as the service answers it."""
    kind = "notes" if "content" in target else "folders"
    answer = member.web.post(f"/api/workspace/{kind}/{target['id']}/shares", json=settings)
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def path_of(link: dict[str, Any], page: str = "") -> str:
    return f"/s/{link['slug']}{f'/{page}' if page else ''}"


def look(client: FlaskClient, path: str, **headers: str) -> Any:
    """The answer to somebody who opens the address in a browser."""
    return client.get(path, headers={**PERSON, **headers}, buffered=True)


def text(answer: Any) -> str:
    """What an answer says, unpacked."""
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.data).decode() if packed else str(answer.text)


def shown(client: FlaskClient, link: dict[str, Any], page: str = "") -> str:
    """The HTML of a page that is shown."""
    answer = look(client, path_of(link, page))
    assert answer.status_code == 200, answer.status_code
    return text(answer)


def now(member: Member, link: dict[str, Any]) -> dict[str, Any]:
    """The link as its owner sees it now."""
    for each in member.web.get("/api/workspace/shares?limit=200").get_json()["shares"]:
        if each["id"] == link["id"]:
            return dict(each)
    raise AssertionError("no such share")


def refresh(member: Member, link: dict[str, Any]) -> dict[str, Any]:
    answer = member.web.post(f"/api/workspace/shares/{link['id']}/refresh")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def edit(member: Member, note: dict[str, Any], **fields: Any) -> None:
    assert member.web.patch(f"/api/workspace/notes/{note['id']}", json=fields).status_code == 200


def enter(client: FlaskClient, path: str, **fields: str) -> Any:
    """The answer to a form of a page, sent as the sandbox sends it."""
    return client.post(path, data=fields, headers={**PERSON, "Origin": "null", "Sec-Fetch-Site": "cross-site"})


def ticket_of(answer: Any) -> str:
    found = re.search(r'name="ticket" value="([^"]+)"', text(answer))
    assert found, text(answer)
    return found[1]
