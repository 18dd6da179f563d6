"""Challenges for passkeys: 256 random bits, kept as a hash, for one browser, one purpose and one use."""

from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

from notesvc import clock, crypto, database, limits
from notesvc.models import PasskeyChallenge


def ask(purpose: str, browser: str, user_id: str | None = None) -> bytes:
    """A new challenge. `browser` is a secret that only this browser holds."""
    challenge = crypto.random_secret(32)
    with database.transaction():
        PasskeyChallenge.delete().where(PasskeyChallenge.expires_at <= clock.now()).execute()
        PasskeyChallenge.create(
            challenge_hash=crypto.digest(challenge),
            browser_hash=crypto.digest(browser),
            purpose=purpose,
            user=user_id,
            expires_at=clock.from_now(limits.PASSKEY_CHALLENGE_SECONDS),
        )
    return base64url_to_bytes(challenge)


def spend(purpose: str, browser: str, client_data: str, user_id: str | None = None) -> bytes | None:
    """The challenge that was signed, which is good no more; None for one that is forged, replayed, too old, another
    browser's, or was answered from within a page of another site."""
    challenge = _challenge_of(client_data)
    if challenge is None:
        return None
    whose = PasskeyChallenge.user.is_null() if user_id is None else PasskeyChallenge.user == user_id
    expected = (
        (PasskeyChallenge.challenge_hash == crypto.digest(challenge))
        & (PasskeyChallenge.browser_hash == crypto.digest(browser))
        & (PasskeyChallenge.purpose == purpose)
        & (PasskeyChallenge.expires_at > clock.now())
        & whose
    )
    with database.transaction():
        was_out = bool(PasskeyChallenge.delete().where(expected).execute())
    return base64url_to_bytes(challenge) if was_out else None


def _challenge_of(client_data: str) -> str | None:
    """The challenge as the browser wrote it down."""
    try:
        found = parse_client_data_json(base64url_to_bytes(client_data))
    except Exception:
        # Anything may have been sent, and the library raises whatever its parts do.
        return None
    return None if found.cross_origin else bytes_to_base64url(found.challenge)
