"""Secrets: random ones, their hashes, and passwords (argon2id)."""

import base64
import hashlib
import hmac
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import argon2
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from notesvc import errors, limits

# OWASP's floor for argon2id, about 20 ms on one core; raising it rehashes at the next sign-in.
_HASHER = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NONCE = 12
_LESS_URGENT = 5
_seals: list[AESGCM] = []
_places = threading.BoundedSemaphore(limits.PASSWORD_HASHES_AT_ONCE + limits.PASSWORD_HASHES_WAITING)


def random_secret(size: int = 32) -> str:
    """`size` random bytes as unpadded base64url."""
    return base64.urlsafe_b64encode(os.urandom(size)).rstrip(b"=").decode()


def digest(secret: str) -> str:
    """The sha256 under which a secret of full entropy is stored (ASVS 6.5.2)."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(left: str, right: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())


def hash_password(password: str) -> str:
    """The argon2id hash to store. Raises RateLimited when too many hashes are waiting."""
    return str(_in_turn(_HASHER.hash, password))


def password_fits(stored: str | None, password: str) -> bool:
    """Whether the password is the stored one; with no stored hash the same time passes and the answer is no.

    Raises RateLimited when too many hashes are waiting.
    """
    try:
        _in_turn(_HASHER.verify, stored or _nobodys(), password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False
    return stored is not None


def wants_rehash(stored: str) -> bool:
    """Whether the hash was made with weaker settings than today's."""
    return _HASHER.check_needs_rehash(stored)


def open_seal(secret_key: str) -> None:
    """Seal and unseal with a key made from the instance's, from now on in this process."""
    _seals[:] = [AESGCM(hmac.new(secret_key.encode(), b"notesvc seal", hashlib.sha256).digest())]


def seal(purpose: str, text: str) -> str:
    """The text, readable only with the instance's key and for the same purpose (AES-256-GCM)."""
    nonce = os.urandom(_NONCE)
    return base64.urlsafe_b64encode(nonce + _seals[0].encrypt(nonce, text.encode(), purpose.encode())).decode()


def unseal(purpose: str, sealed: str) -> str:
    """The text that was sealed. Raises Busy where the instance's key is not the one that sealed it, or for another
    purpose, or where what is stored is damaged."""
    try:
        raw = base64.urlsafe_b64decode(sealed)
        return _seals[0].decrypt(raw[:_NONCE], raw[_NONCE:], purpose.encode()).decode()
    except (InvalidTag, ValueError) as error:
        raise errors.Busy("The secret key of this service is not the one that sealed this.") from error


def _nobodys() -> str:
    """A hash of today's settings that no password has; making a real one would be a delay at every start."""
    settings = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    salt, found = (base64.b64encode(os.urandom(size)).rstrip(b"=").decode() for size in (16, 32))
    return f"$argon2id$v=19${settings}${salt}${found}"


def _in_turn(do: Callable[..., Any], *given: str) -> Any:
    """Do it in a thread of low priority, behind a short queue: however many sign in at once, the others are not kept
    from being answered, and memory stays bounded (each thread that has hashed keeps what it took)."""
    if not _places.acquire(blocking=False):
        raise errors.RateLimited(limits.RETRY_AFTER_SECONDS)
    try:
        return _hashing[0].submit(do, *given).result()
    finally:
        _places.release()


def _fresh_threads() -> None:
    """A process that was forked has none of its parent's threads."""
    _hashing[:] = [ThreadPoolExecutor(limits.PASSWORD_HASHES_AT_ONCE, "hashing", _step_back)]


def _step_back() -> None:
    """Let others be served before this thread; elsewhere than on Linux that would be about the whole process."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + _LESS_URGENT)


_hashing: list[ThreadPoolExecutor] = []
_fresh_threads()
os.register_at_fork(after_in_child=_fresh_threads)
