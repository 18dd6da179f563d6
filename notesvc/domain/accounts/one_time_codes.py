"""Time-based one-time codes (RFC 6238) as every authenticator app makes them.

Our own, not a package's: it is this file, and a replay is told by the step of a code, which packages keep to
themselves.
"""

import base64
import hashlib
import hmac
import os
from urllib.parse import quote

STEP_SECONDS = 30
DIGITS = 6
# A code of the step before or after is good too: clocks differ, and people type slowly.
_TOLERANCE = 1
_SECRET_BYTES = 20


def new_secret() -> str:
    """160 random bits in base32, as apps take them."""
    return base64.b32encode(os.urandom(_SECRET_BYTES)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of that step (30 seconds each, since 1970)."""
    # SHA-1 is what apps understand; HMAC does not need it to resist collisions.
    found = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1).digest()
    at = found[-1] & 0xF
    number = int.from_bytes(found[at : at + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(secret: str, code: str, seconds: float) -> int | None:
    """The step that the code belongs to, around that moment; None where it is wrong."""
    now = int(seconds) // STEP_SECONDS
    fitting = None
    for step in range(now - _TOLERANCE, now + _TOLERANCE + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            fitting = step
    return fitting


def address(secret: str, account: str) -> str:
    """The otpauth address that a QR code holds."""
    return f"otpauth://totp/notesvc:{quote(account, safe='')}?secret={secret}&issuer=notesvc&digits={DIGITS}"
