"""OpenID Connect by a discovery address: Google, and any further issuer."""

import threading
import time
from typing import Any

import requests
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from notesvc import clock, limits
from notesvc.providers import asking
from notesvc.providers.person import Attempt, Person, ProviderError

GOOGLE = "https://accounts.google.com"
# Signatures by a key that only the provider has (RFC 8725, section 3.1); never `none`, never a shared secret.
_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]
_LEEWAY_SECONDS = 60
_SCOPE = "openid email profile"


class OpenIdProvider:
    """An issuer that says at its discovery address how it is asked."""

    def __init__(self, name: str, issuer: str, client_id: str, client_secret: str) -> None:
        self.name = name
        self._issuer = issuer
        self._client = (client_id, client_secret)

    def address(self, attempt: Attempt, is_fresh_wanted: bool) -> str:
        session = asking.client(*self._client, attempt, _SCOPE)
        fresh = {"prompt": "login", "max_age": "0"} if is_fresh_wanted else {}
        found, _ = session.create_authorization_url(
            self._facts()["authorization_endpoint"],
            state=attempt.state,
            code_verifier=attempt.verifier,
            nonce=attempt.nonce,
            **fresh,
        )
        return str(found)

    def person(self, attempt: Attempt, code: str, issuer: str | None) -> Person:
        facts = self._facts()
        # Mix-up (RFC 9207): an answer that names an issuer names this one; who promises to name one does.
        promised = facts.get("authorization_response_iss_parameter_supported") is True
        if (issuer is None and promised) or issuer not in (None, self._issuer):
            raise ProviderError("provider_untrusted", "another issuer answered")
        methods = facts.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        method = "client_secret_basic" if "client_secret_basic" in methods else "client_secret_post"
        session = asking.client(*self._client, attempt, _SCOPE, token_endpoint_auth_method=method)
        given = asking.token(session, facts["token_endpoint"], attempt, code)
        claims = self._claims(str(given.get("id_token", "")), attempt)
        if "email" not in claims and "userinfo_endpoint" in facts:
            more = asking.json(session, facts["userinfo_endpoint"])
            if not isinstance(more, dict) or more.get("sub") != claims["sub"]:
                raise ProviderError("provider_untrusted", "the user's facts are somebody else's")
            claims = {**more, **claims}
        return self._person(claims)

    def _person(self, claims: dict[str, Any]) -> Person:
        email, proven_at = claims.get("email"), claims.get("auth_time")
        return Person(
            issuer=self._issuer,
            subject=str(claims["sub"]),
            email=email if isinstance(email, str) else None,
            is_email_proven=claims.get("email_verified") is True,
            name=str(claims.get("name") or ""),
            proven_at=int(proven_at) if isinstance(proven_at, int | float) else None,
            # Core, section 2: who is asked with max_age says when. Google knows no max_age.
            tells_when=self._issuer != GOOGLE,
        )

    def _claims(self, id_token: str, attempt: Attempt) -> dict[str, Any]:
        """The token's claims, believed: signed by the issuer, for us, now, and for this attempt (OIDC 3.1.3.7)."""
        rules = jwt.JWTClaimsRegistry(
            now=lambda: clock.timestamp_ms() // 1000,
            leeway=_LEEWAY_SECONDS,
            iss={"essential": True, "value": self._issuer},
            sub={"essential": True},
            aud={"essential": True, "value": self._client[0]},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": attempt.nonce},
        )
        try:
            claims = dict(self._decode(id_token).claims)
            rules.validate(claims)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise ProviderError("provider_untrusted", f"{type(error).__name__}: {error}") from error
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        if claims.get("azp", self._client[0]) != self._client[0] or (len(audience) > 1 and "azp" not in claims):
            raise ProviderError("provider_untrusted", "the token is for another client")
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= limits.PROVIDER_SUBJECT:
            raise ProviderError("provider_untrusted", "the subject is none")
        return claims

    def _decode(self, id_token: str) -> jwt.Token:
        address = self._facts()["jwks_uri"]
        try:
            return jwt.decode(id_token, _keys(address), algorithms=_ALGORITHMS)
        except (JoseError, ValueError):
            # Its keys may have changed since they were fetched.
            return jwt.decode(id_token, _keys(address, anew=True), algorithms=_ALGORITHMS)

    def _facts(self) -> dict[str, Any]:
        facts = _kept(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration")
        wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        if not isinstance(facts, dict) or facts.get("issuer") != self._issuer or not all(facts.get(n) for n in wanted):
            raise ProviderError("provider_untrusted", "the discovery document is not this issuer's")
        return facts


_fetched: dict[str, tuple[float, Any]] = {}
_fetching = threading.Lock()


def forget() -> None:
    """Ask again for what providers say about themselves."""
    _fetched.clear()


def _keys(address: str, anew: bool = False) -> KeySet:
    found = _kept(address, anew)
    if not isinstance(found, dict):
        raise ProviderError("provider_untrusted", "the keys are none")
    return KeySet.import_key_set({"keys": found.get("keys", [])})


def _kept(address: str, anew: bool = False) -> Any:
    """The JSON there, asked for once in a while; `anew` at most every few seconds."""
    with _fetching:
        at, found = _fetched.get(address, (-1e9, None))
        if time.monotonic() - at > (limits.PROVIDER_ANEW_SECONDS if anew else limits.PROVIDER_KEPT_SECONDS):
            with requests.Session() as session:
                found = asking.json(session, address)
            _fetched[address] = (time.monotonic(), found)
        return found
