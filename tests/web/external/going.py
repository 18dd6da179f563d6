"""Going to a provider and coming back, step by step."""

from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient

from tests.web.conftest import Member
from tests.web.external.provider_stub import Stub


def leave(browser: FlaskClient, provider: str = "oidc", **query: str) -> str:
    """Where the browser is sent to."""
    answer = browser.get(f"/api/auth/oauth/{provider}", query_string=query)
    assert answer.status_code == 302, answer.text
    return str(answer.headers["Location"])


def come_back(browser: FlaskClient, brought: dict[str, str], provider: str = "oidc") -> str:
    """Where the browser is sent to in the end."""
    answer = browser.get(f"/api/auth/oauth/{provider}/callback", query_string=brought)
    assert answer.status_code == 302, answer.text
    return str(answer.headers["Location"])


def sign_in(stub: Stub, browser: FlaskClient, provider: str = "oidc", **query: str) -> str:
    return come_back(browser, stub.approve(leave(browser, provider, **query)), provider)


def who(browser: FlaskClient) -> str | None:
    answer = browser.get("/api/auth/session")
    return str(answer.get_json()["user"]["email"]) if answer.status_code == 200 else None


def problem(location: str) -> str:
    parts = urlsplit(location)
    assert (parts.scheme, parts.netloc, parts.path) == ("", "", "/sign-in"), location
    return parse_qs(parts.query)["problem"][0]


def link(stub: Stub, member: Member, provider: str = "oidc") -> str:
    answer = member.step_up().web.post(f"/api/account/accounts/{provider}", json={})
    assert answer.status_code == 200, answer.text
    return come_back(member.web, stub.approve(answer.get_json()["url"]), provider)
