"""The steps of the device flow."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.conftest import Member

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
CLIENT = "notes-desktop"


def ask(browser: FlaskClient, **more: str) -> dict[str, Any]:
    answer = browser.post("/api/auth/device/code", data={"client_id": CLIENT, "device_name": "Laptop", **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def poll(browser: FlaskClient, device_code: str, client: str = CLIENT) -> Any:
    body = {"grant_type": GRANT, "device_code": device_code, "client_id": client}
    return browser.post("/api/auth/device/token", data=body)


def error(answer: Any) -> str:
    assert answer.status_code == 400, answer.text
    return str(answer.get_json()["error"])


def look(member: Member, code: str) -> Any:
    return member.web.get("/api/auth/device", query_string={"userCode": code})


def decide(member: Member, code: str, approve: bool = True) -> Any:
    """Decide as somebody who has just proven to be the user."""
    return unproven(member.step_up(), code, approve)


def unproven(member: Member, code: str, approve: bool = True) -> Any:
    return member.web.post("/api/auth/device/approve", json={"userCode": code, "approve": approve})
