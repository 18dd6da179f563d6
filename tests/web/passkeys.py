"""Making passkeys and coming in with them, step by step."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.authenticator import Authenticator
from tests.web.conftest import Member


def creation(member: Member) -> dict[str, Any]:
    """What the browser of somebody who has stepped up is to make."""
    answer = member.web.post("/api/account/passkeys/options")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def request(browser: FlaskClient, path: str = "/api/auth/passkey/options") -> dict[str, Any]:
    """What the browser is to have signed."""
    answer = browser.post(path)
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def keep(member: Member, credential: dict[str, Any], name: str = "Laptop") -> Any:
    return member.web.post("/api/account/passkeys", json={"name": name, "credential": credential})


def added(member: Member, authenticator: Authenticator, name: str = "Laptop") -> dict[str, Any]:
    """A new passkey of the member, as the service lists it."""
    member.step_up()
    answer = keep(member, authenticator.make(creation(member)), name)
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def come_in(browser: FlaskClient, authenticator: Authenticator) -> Any:
    return present(browser, authenticator.sign(request(browser)))


def present(browser: FlaskClient, credential: dict[str, Any]) -> Any:
    return browser.post("/api/auth/passkey", json={"credential": credential})


def step_up(member: Member, authenticator: Authenticator) -> Any:
    options = request(member.web, "/api/auth/step-up/passkey/options")
    return member.web.post("/api/auth/step-up", json={"passkey": authenticator.sign(options)})


def listed(member: Member) -> list[dict[str, Any]]:
    return list(member.web.get("/api/account/passkeys").get_json()["passkeys"])


def refused(answer: Any) -> bool:
    """Whether nobody came in: the same answer whatever was wrong."""
    problem = answer.get_json()
    said = (answer.status_code, problem["code"], problem["detail"])
    assert said == (401, "bad_credentials", "This passkey does not open it. Try once more."), answer.text
    # A cookie of a session would be one more than the browser's own secret.
    return not any(cookie.startswith("notesvc=") for cookie in answer.headers.getlist("Set-Cookie"))
