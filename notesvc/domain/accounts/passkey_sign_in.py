"""Proving oneself with a passkey (WebAuthn, section 7.2): to sign in, and for sensitive things.

It counts as both factors: who holds it, and the look that the authenticator took at them.
"""

from typing import Any

import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.structs import PublicKeyCredentialDescriptor as Descriptor
from webauthn.helpers.structs import UserVerificationRequirement

from notesvc import errors, limits
from notesvc.config import Settings
from notesvc.domain.accounts import (
    deletion_grace,
    passkey_challenges,
    passkey_registration,
    passkeys,
    relying_party,
    sessions,
    users,
)
from notesvc.domain.accounts.relying_party import RelyingParty
from notesvc.domain.caller import Caller
from notesvc.models import Passkey, User

_SIGN_IN = "sign-in"
_STEP_UP = "step-up"


def options(settings: Settings, browser: str) -> dict[str, Any]:
    """What the browser is to sign (PublicKeyCredentialRequestOptionsJSON); the same whoever asks.

    Raises InvalidInput where there can be no passkeys.
    """
    party = relying_party.require(settings)
    return _options(party, passkey_challenges.ask(_SIGN_IN, browser), None)


def step_up_options(settings: Settings, caller: Caller, browser: str) -> dict[str, Any]:
    """As `options`, for one of the caller's own passkeys."""
    party = relying_party.require(settings)
    challenge = passkey_challenges.ask(_STEP_UP, browser, caller.user_id)
    return _options(party, challenge, passkey_registration.descriptors(caller.user_id))


def sign_in(settings: Settings, browser: str, credential: dict[str, Any]) -> User:
    """Whose passkey signed. The same refusal whatever is wrong: Unauthenticated (`bad_credentials`)."""
    challenge = passkey_challenges.spend(_SIGN_IN, browser, credential["response"]["clientDataJSON"])
    passkey = _find(credential)
    # Who signs in says who they are (section 7.2, step 6).
    if passkey is None or credential["response"].get("userHandle") is None:
        raise _refusal()
    user = users.by_id(passkey.user_id)
    if user.disabled_at is not None or deletion_grace.is_over(user):
        raise _refusal()
    _prove(settings, challenge, passkey, credential)
    return user


def step_up(settings: Settings, caller: Caller, browser: str, credential: dict[str, Any]) -> str:
    """Open the caller's session for sensitive things, and answer its new cookie.

    Raises NotAuthenticated (`bad_credentials`).
    """
    client_data = credential["response"]["clientDataJSON"]
    challenge = passkey_challenges.spend(_STEP_UP, browser, client_data, caller.user_id)
    passkey = _find(credential)
    if passkey is None or passkey.user_id != caller.user_id:
        raise _refusal()
    _prove(settings, challenge, passkey, credential)
    return sessions.step_up(caller)


def _options(party: RelyingParty, challenge: bytes, allowed: list[Descriptor] | None) -> dict[str, Any]:
    made = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=limits.PASSKEY_CHALLENGE_SECONDS * 1000,
        allow_credentials=allowed,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(made)


def _find(credential: dict[str, Any]) -> Passkey | None:
    found: Passkey | None = Passkey.get_or_none(Passkey.credential_id == credential["id"])
    return found


def _prove(settings: Settings, challenge: bytes | None, passkey: Passkey, credential: dict[str, Any]) -> None:
    """Let pass what the passkey signed, and note its use. Raises NotAuthenticated."""
    if challenge is None:
        raise _refusal()
    try:
        verified = _verify(relying_party.require(settings), challenge, passkey, credential)
        given = credential["response"].get("userHandle")
        is_theirs = given is None or base64url_to_bytes(given) == passkey_registration.handle(passkey.user_id)
    except Exception as error:
        # Anything may have been sent, and the library raises whatever its parts do.
        raise _refusal() from error
    if not is_theirs or not passkeys.record_use(passkey, verified.new_sign_count, verified.credential_backed_up):
        raise _refusal()


def _verify(
    party: RelyingParty, challenge: bytes, passkey: Passkey, credential: dict[str, Any]
) -> VerifiedAuthentication:
    """Raises what the library raises, also for a counter that did not go on (unless it always says 0)."""
    return webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=party.id,
        expected_origin=list(party.origins),
        credential_public_key=base64url_to_bytes(str(passkey.public_key)),
        credential_current_sign_count=int(passkey.sign_count),
        require_user_verification=True,
    )


def _refusal() -> errors.NotAuthenticated:
    return errors.NotAuthenticated("This passkey does not open it. Try once more.", code="bad_credentials")
