"""Making a passkey (WebAuthn, section 7.1): what the browser is asked, and what it brings back."""

import uuid
from typing import Any

import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    options_to_json_dict,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from notesvc import errors, limits
from notesvc.config import Settings
from notesvc.domain.accounts import passkey_challenges, passkeys, relying_party, users
from notesvc.domain.caller import Caller
from notesvc.models import Passkey

_PURPOSE = "register"
# Kept by the authenticator, so that signing in needs no address, and never without a look at who holds it.
_WANTED = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED,
    require_resident_key=True,
    user_verification=UserVerificationRequirement.REQUIRED,
)
_TRANSPORTS = {each.value for each in AuthenticatorTransport}


def options(settings: Settings, caller: Caller, browser: str) -> dict[str, Any]:
    """What the browser is to make (PublicKeyCredentialCreationOptionsJSON).

    Raises InvalidInput where there can be no passkeys, Conflict (`passkey_limit`).
    """
    party = relying_party.require(settings)
    passkeys.refuse_full(caller)
    user = users.by_id(caller.user_id)
    made = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name="notesvc",
        user_id=handle(caller.user_id),
        user_name=str(user.email),
        user_display_name=str(user.name),
        challenge=passkey_challenges.ask(_PURPOSE, browser, caller.user_id),
        timeout=limits.PASSKEY_CHALLENGE_SECONDS * 1000,
        authenticator_selection=_WANTED,
        exclude_credentials=descriptors(caller.user_id),
    )
    return options_to_json_dict(made)


def finish(settings: Settings, caller: Caller, browser: str, name: str, credential: dict[str, Any]) -> Passkey:
    """Keep what the browser made. Raises InvalidInput, Conflict (`passkey_limit`)."""
    party = relying_party.require(settings)
    client_data = credential["response"]["clientDataJSON"]
    challenge = passkey_challenges.spend(_PURPOSE, browser, client_data, caller.user_id)
    if challenge is None:
        raise errors.InvalidInput("credential", "was not asked for in this browser, or took too long")
    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            require_user_verification=True,
        )
        # The library looks at the key only when something was signed with it; one that is none must not get in.
        decoded_public_key_to_cryptography(decode_credential_public_key(verified.credential_public_key))
    except Exception as error:
        # Anything may have been sent, and the library raises whatever its parts do.
        raise errors.InvalidInput("credential", "cannot be believed") from error
    return passkeys.add(caller, name, _new_passkey(verified, credential["response"].get("transports") or []))


def handle(user_id: str) -> bytes:
    """What authenticators know the user by: no name, no address."""
    return uuid.UUID(user_id).bytes


def descriptors(user_id: str) -> list[PublicKeyCredentialDescriptor]:
    """The user's passkeys as browsers are told of them."""
    return [
        PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(str(each.credential_id)),
            transports=[AuthenticatorTransport(way) for way in str(each.transports).split()],
        )
        for each in passkeys.of_user(user_id)
    ]


def _new_passkey(verified: VerifiedRegistration, transports: list[str]) -> passkeys.NewPasskey:
    return passkeys.NewPasskey(
        credential_id=bytes_to_base64url(verified.credential_id),
        public_key=bytes_to_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        is_synced=verified.credential_backed_up,
        transports=" ".join(sorted(_TRANSPORTS.intersection(transports))),
    )
