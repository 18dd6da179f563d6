"""What goes elsewhere is sealed: keys from a passphrase, objects bound to their names, names that tell nothing."""

import base64
import hashlib
import hmac
import os
import unicodedata
import zlib
from typing import Any

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from notesvc import clock

PIECE = 8 * 1024 * 1024
"""Bytes of a file that are sealed together."""
MOST = PIECE + 1024
"""Bytes of the largest object."""

# RFC 7914's parameters, by OWASP's advice for a passphrase that people choose: 128 MB and about half a second.
SCRYPT_N = 2**17
_SCRYPT_R, _SCRYPT_P = 8, 1
_SCRYPT_MOST = 2**20
_MAGIC = b"NSB1"
_NONCE = 12
_TAG = 16
_RAW, _DEFLATED = b"\0", b"\1"
_HEADER = "notesvc.backups"
_PURPOSE = b"notesvc backup key"


class DamagedObjectError(Exception):
    """What lies there is not what was put there; the message names it."""


class WrongPassphraseError(Exception):
    """The passphrase is not the one that this was sealed with."""


class Keys:
    """The keys of one place. `header` is what a machine that has only the passphrase makes them from."""

    def __init__(self, root: bytes, header: bytes) -> None:
        self._sealing = AESGCM(_subkey(root, b"seal"))
        self._naming = _subkey(root, b"names")
        self.header = header

    def seal(self, name: str, content: bytes) -> bytes:
        """The content, readable only with these keys and under that name (AES-256-GCM)."""
        nonce = os.urandom(_NONCE)
        return _MAGIC + nonce + self._sealing.encrypt(nonce, content, name.encode())

    def open(self, name: str, sealed: bytes) -> bytes:
        """The content that was sealed under that name. Raises DamagedObjectError."""
        start = len(_MAGIC) + _NONCE
        try:
            if sealed[: len(_MAGIC)] != _MAGIC:
                raise ValueError
            return self._sealing.decrypt(sealed[len(_MAGIC) : start], sealed[start:], name.encode())
        except (InvalidTag, ValueError) as error:
            raise DamagedObjectError(name) from error

    def name_of(self, sha256: str, number: int) -> str:
        """The name of a file's piece: the same for the same content, and telling nothing of it."""
        return hmac.new(self._naming, f"{sha256}:{number}".encode(), hashlib.sha256).hexdigest()


def new_keys(passphrase: str) -> Keys:
    """Keys for a new place; their root is random, so that it can be sealed under another passphrase some day."""
    salt, root = os.urandom(16), os.urandom(32)
    nonce = os.urandom(_NONCE)
    sealed = nonce + AESGCM(_stretch(passphrase, salt, SCRYPT_N)).encrypt(nonce, root, _PURPOSE)
    facts = {"format": _HEADER, "formatVersion": 1, "madeAt": clock.now(), "n": SCRYPT_N}
    facts |= {"salt": base64.b64encode(salt).decode(), "root": base64.b64encode(sealed).decode()}
    return Keys(root, orjson.dumps(facts | {"sha256": _check(facts)}))


def keys_of(header: bytes, passphrase: str) -> Keys:
    """The keys that the header holds. Raises WrongPassphraseError, or DamagedObjectError for what is no header."""
    facts = _facts(header)
    salt, sealed = (base64.b64decode(facts[name]) for name in ("salt", "root"))
    try:
        stretched = AESGCM(_stretch(passphrase, salt, facts["n"]))
        return Keys(stretched.decrypt(sealed[:_NONCE], sealed[_NONCE:], _PURPOSE), header)
    except InvalidTag as error:
        raise WrongPassphraseError("the passphrase is not the one that these backups were made with") from error


def pack(content: bytes, *, deflates: bool) -> bytes:
    """The content as it is sealed: smaller where that is worth it."""
    if deflates and len(small := zlib.compress(content, 6)) < len(content):
        return _DEFLATED + small
    return _RAW + content


def unpack(name: str, content: bytes, most: int = PIECE) -> bytes:
    """The content again, so many bytes at most. Raises DamagedObjectError."""
    if content[:1] == _RAW:
        return content[1:]
    try:
        return zlib.decompressobj().decompress(content[1:], most)
    except zlib.error as error:
        raise DamagedObjectError(name) from error


def sealed_size(size: int) -> int:
    """Bytes of the object whose packed content has so many."""
    return len(_MAGIC) + _NONCE + size + _TAG


def _facts(header: bytes) -> dict[str, Any]:
    try:
        facts = orjson.loads(header)
        given = facts.pop("sha256")
        if given == _check(facts) and facts["format"] == _HEADER and 1 < facts["n"] <= _SCRYPT_MOST:
            return dict(facts)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise DamagedObjectError("what the keys are made from")


def _check(facts: dict[str, Any]) -> str:
    """Tells a damaged header from a wrong passphrase."""
    return hashlib.sha256(orjson.dumps(facts, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _stretch(passphrase: str, salt: bytes, n: int) -> bytes:
    most = 256 * n * _SCRYPT_R
    # Keyboards write the same letter in several ways.
    secret = unicodedata.normalize("NFC", passphrase).encode()
    return hashlib.scrypt(secret, salt=salt, n=n, r=_SCRYPT_R, p=_SCRYPT_P, maxmem=most, dklen=32)


def _subkey(root: bytes, purpose: bytes) -> bytes:
    return hmac.new(root, b"notesvc backup " + purpose, hashlib.sha256).digest()
