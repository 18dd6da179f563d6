"""Identity providers as a browser meets them: one that others have written, in a process of its own, and GitHub's
stub with a page to agree on."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import requests
from playwright.sync_api import Page

from tests import programs
from tests.app.visitor import Visitor
from tests.service import Service, wait_until
from tests.web.external.provider_stub import CLIENT, SECRET

NAME = "Example ID"
UNPROXIED = "127.0.0.1,localhost"


@dataclass
class Providers:
    """The service with two providers set up; `issuer` is the OpenID provider's address."""

    service: Service
    issuer: str

    def knows(self, subject: str, **claims: Any) -> None:
        """Let the OpenID provider have somebody with a confirmed address of example.org."""
        usual = {"email": f"{subject}@example.org", "email_verified": True, "name": subject.title()}
        requests.put(f"{self.issuer}/users/{subject}", json=usual | claims, timeout=60).raise_for_status()


@contextmanager
def issuing(port: int) -> Iterator[str]:
    """The OpenID provider's address, while it runs."""
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce"]
    with programs.running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        url = f"http://localhost:{port}"
        wait_until(lambda: _answers(url), "the provider did not start")
        yield url


def settings(issuer: str, github: str, **more: str) -> dict[str, str]:
    """What the service is told about the two."""
    return {
        "NO_PROXY": UNPROXIED,
        "NOTESVC_REGISTRATION": "open",
        "NOTESVC_OIDC_ISSUER": issuer,
        "NOTESVC_OIDC_CLIENT_ID": "client",
        "NOTESVC_OIDC_CLIENT_SECRET": "secret",
        "NOTESVC_OIDC_NAME": NAME,
        "NOTESVC_GITHUB_URL": github,
        "NOTESVC_GITHUB_CLIENT_ID": CLIENT,
        "NOTESVC_GITHUB_CLIENT_SECRET": SECRET,
        **more,
    }


def offline(visitor: Visitor) -> Visitor:
    """Nothing outside of this machine is asked for: the provider's page wants a style sheet from elsewhere."""
    visitor.context.route("https://**", lambda route: route.abort())
    return visitor


def go(page: Page, name: str = NAME) -> None:
    """Leave for the provider, from a page that offers it."""
    page.get_by_role("link", name=f"Continue with {name}").click()


def agree(page: Page, subject: str) -> None:
    """At the OpenID provider: be somebody, and let the service know."""
    page.get_by_placeholder("sub").fill(subject)
    page.get_by_role("button", name="Authorize").click()


def who(visitor: Visitor) -> str | None:
    """The address of who is signed in."""
    answer = visitor.ask("GET", "/api/auth/session")
    return str(answer.json()["user"]["email"]) if answer.ok else None


def _answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/.well-known/openid-configuration", timeout=5).ok
    except requests.RequestException:
        return False
