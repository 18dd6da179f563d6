"""Secrets: random ones, their hashes, and passwords (argon2id)."""

import base64
import hashlib
import hmac
import os
import secrets
import threading
from pathlib import Path

import argon2

from notesvc import errors, limits

# OWASP's floor for argon2id, about 20 ms on one core; raising it rehashes at the next sign-in.
_HASHER = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _HASHER.hash(secrets.token_hex(16))
_hashing = threading.BoundedSemaphore(limits.PASSWORD_HASHES_AT_ONCE)


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
    """The argon2id hash to store. Raises Busy when too many hashes are waiting."""
    with _Turn():
        return _HASHER.hash(password)


def password_fits(stored: str | None, password: str) -> bool:
    """Whether the password is the stored one; with no stored hash the same time passes and the answer is no."""
    with _Turn():
        try:
            _HASHER.verify(stored or _NOBODY, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False
    return stored is not None


def wants_rehash(stored: str) -> bool:
    """Whether the hash was made with weaker settings than today's."""
    return _HASHER.check_needs_rehash(stored)


def kept_secret(path: Path) -> str:
    """The secret in the file, made there (mode 0600) the first time."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(random_secret(48) + "\n")
    return path.read_text().strip()


class _Turn:
    """One of few places to hash in: memory stays bounded however many sign in at once."""

    def __enter__(self) -> None:
        if not _hashing.acquire(timeout=limits.PASSWORD_WAIT_SECONDS):
            raise errors.Busy("Too many sign-ins at this moment.")

    def __exit__(self, *_: object) -> None:
        _hashing.release()
