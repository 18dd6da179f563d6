"""Asking a provider over HTTP: short waits, no redirects, and one name for all trouble."""

import logging
from typing import Any

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session

from notesvc import limits
from notesvc.providers.person import Attempt, ProviderError

log = logging.getLogger("notesvc")
_LARGEST = 1024 * 1024


def client(client_id: str, client_secret: str, attempt: Attempt | None, scope: str, **more: Any) -> OAuth2Session:
    """Authlib's client with PKCE (S256) and the exact redirect address."""
    return OAuth2Session(
        client_id,
        client_secret,
        scope=scope,
        redirect_uri=attempt.redirect_uri if attempt else None,
        code_challenge_method="S256",
        **more,
    )


def token(session: OAuth2Session, address: str, attempt: Attempt, code: str) -> dict[str, Any]:
    """What the provider gives for the code. Raises ProviderError."""
    try:
        found = session.fetch_token(
            address,
            grant_type="authorization_code",
            code=code,
            code_verifier=attempt.verifier,
            headers={"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"},
            timeout=limits.PROVIDER_SECONDS,
            allow_redirects=False,
        )
    except (AuthlibBaseError, requests.RequestException, ValueError) as error:
        raise _trouble("token", error) from error
    return dict(found)


def json(session: requests.Session, address: str, **headers: str) -> Any:
    """The JSON at the address. Raises ProviderError."""
    try:
        answer = session.get(
            address,
            headers={"Accept": "application/json", **headers},
            timeout=limits.PROVIDER_SECONDS,
            allow_redirects=False,
        )
        if answer.status_code != 200 or len(answer.content) > _LARGEST:
            raise requests.HTTPError(f"status {answer.status_code}")
        return answer.json()
    except (AuthlibBaseError, requests.RequestException, ValueError) as error:
        raise _trouble("get", error) from error


def _trouble(what: str, error: Exception) -> ProviderError:
    # Our log, not the page: what the provider answered may name its inside. Never what was sent.
    fields = {"event": "provider_trouble", "what": what, "error": f"{type(error).__name__}: {error}"[:200]}
    log.warning("provider", extra={"fields": fields})
    is_down = isinstance(error, requests.RequestException)
    return ProviderError("provider_unavailable" if is_down else "provider_refused")
