"""Tokens that open a room for five minutes: made by the web service, checked by the collaboration worker."""

import base64
import hashlib
import hmac
from dataclasses import asdict, dataclass

import orjson

from notesvc import clock, limits
from notesvc.errors import SettingError

AUDIENCE = "collab"
# What kinds of blocks and inline content rooms may hold: raised whenever one is added, as editors delete what they
# do not know.
SCHEMA = 1
_KEY_ID_LENGTH = 12


class RoomTokenError(Exception):
    """Not a token of ours for a room, or one whose time is over."""


@dataclass(frozen=True, slots=True)
class RoomToken:
    """What a token says: who, with which role, in which note's room; moments in seconds since 1970."""

    note: str
    user: str
    role: str
    session: str
    issued: int
    expires: int
    schema: int = SCHEMA
    audience: str = AUDIENCE


class Signer:
    """Makes and checks tokens with a key of their own, derived from the instance's."""

    def __init__(self, secret_key: str) -> None:
        """Raises SettingError for a key that is empty or short."""
        if len(secret_key.encode()) < limits.SECRET_KEY_SHORTEST:
            raise SettingError("NOTESVC_SECRET_KEY is too short: it needs at least 32 characters")
        self._key = hmac.new(secret_key.encode(), b"notesvc collaboration tokens", hashlib.sha256).digest()
        self.key_id = hashlib.sha256(self._key).hexdigest()[:_KEY_ID_LENGTH]

    def mint(self, note_id: str, user_id: str, role: str, session: str) -> tuple[str, RoomToken]:
        """A token for that note's room, good for `limits.ROOM_TOKEN_SECONDS`, and what it says."""
        now = clock.timestamp_ms() // 1000
        token = RoomToken(note_id, user_id, role, session, now, now + limits.ROOM_TOKEN_SECONDS)
        payload = _encode(orjson.dumps(asdict(token)))
        return f"{self.key_id}.{payload}.{self._signature(payload)}", token

    def read(self, text: str) -> RoomToken:
        """What the token says. Raises RoomTokenError for one that is forged, for something else, or over."""
        key_id, _, rest = text.partition(".")
        payload, _, signature = rest.partition(".")
        expected = self._signature(payload)
        if not hmac.compare_digest(f"{key_id}.{signature}".encode(), f"{self.key_id}.{expected}".encode()):
            raise RoomTokenError
        token = _decode(payload)
        now = clock.timestamp_ms() // 1000
        too_long = token.expires - token.issued > limits.ROOM_TOKEN_SECONDS
        if token.audience != AUDIENCE or too_long or now >= token.expires:
            raise RoomTokenError
        return token

    def _signature(self, payload: str) -> str:
        signed = f"{self.key_id}.{payload}".encode()
        return _encode(hmac.new(self._key, signed, hashlib.sha256).digest())


def _encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _decode(payload: str) -> RoomToken:
    try:
        value = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        return RoomToken(**orjson.loads(value))
    except (ValueError, TypeError) as error:
        raise RoomTokenError from error
