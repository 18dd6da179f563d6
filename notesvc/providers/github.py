"""GitHub: plain OAuth, and its own address for who somebody is."""

from typing import Any

from notesvc.providers import asking
from notesvc.providers.person import Attempt, Person, ProviderError

PUBLIC = "https://github.com"
_SCOPE = "read:user user:email"


class GitHub:
    """github.com, or an Enterprise server at an address of its own."""

    name = "github"

    def __init__(self, url: str, client_id: str, client_secret: str) -> None:
        self._url = url
        self._api = "https://api.github.com" if url == PUBLIC else f"{url}/api/v3"
        self._client = (client_id, client_secret)

    def address(self, attempt: Attempt, is_fresh_wanted: bool) -> str:
        session = asking.client(*self._client, attempt, _SCOPE)
        # GitHub knows no way to ask for a fresh sign-in, only for which account.
        which = {"prompt": "select_account"} if is_fresh_wanted else {}
        found, _ = session.create_authorization_url(
            f"{self._url}/login/oauth/authorize", state=attempt.state, code_verifier=attempt.verifier, **which
        )
        return str(found)

    def person(self, attempt: Attempt, code: str, issuer: str | None) -> Person:
        if issuer not in (None, self._url, f"{self._url}/login/oauth"):
            raise ProviderError("provider_untrusted", "another issuer answered")
        method = "client_secret_post"
        session = asking.client(*self._client, attempt, _SCOPE, token_endpoint_auth_method=method)
        asking.token(session, f"{self._url}/login/oauth/access_token", attempt, code)
        user, addresses = asking.json(session, f"{self._api}/user"), asking.json(session, f"{self._api}/user/emails")
        if not isinstance(user, dict) or not isinstance(user.get("id"), int) or not isinstance(addresses, list):
            raise ProviderError("provider_untrusted", "the answer is not GitHub's")
        email, is_proven = _primary(addresses)
        name = str(user.get("name") or user.get("login") or "")
        # The number stays when people rename themselves; a freed login may become somebody else's.
        return Person(self._url, str(user["id"]), email, is_proven, name)


def _primary(addresses: list[Any]) -> tuple[str | None, bool]:
    for each in addresses:
        if isinstance(each, dict) and each.get("primary") is True and isinstance(each.get("email"), str):
            return each["email"], each.get("verified") is True
    return None, False
