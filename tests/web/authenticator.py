"""An authenticator in software: keeps passkeys, makes them and signs with them, and lies where a test wants it to."""

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ELIGIBLE, SYNCED, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40
ORIGIN = "http://localhost:8000"


@dataclass
class Key:
    """A passkey as its authenticator keeps it."""

    private: ec.EllipticCurvePrivateKey
    id: bytes
    handle: bytes
    count: int = 0


@dataclass
class Authenticator:
    """`flags` is what it says of each use; with `counts` it counts them, as one that is not synced."""

    origin: str = ORIGIN
    party: str | None = None
    flags: int = PRESENT | VERIFIED | ELIGIBLE | SYNCED
    counts: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    keys: list[Key] = field(default_factory=list)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """RegistrationResponseJSON, of a new passkey."""
        key = Key(ec.generate_private_key(ec.SECP256R1()), os.urandom(32), base64url_to_bytes(options["user"]["id"]))
        self.keys.append(key)
        seen = self._seen(self.party or options["rp"]["id"], key, ATTESTED)
        attested = bytes(16) + len(key.id).to_bytes(2, "big") + key.id + _public(key)
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": seen + attested})
        return self._answer(
            key,
            clientDataJSON=self._client("webauthn.create", options["challenge"]),
            attestationObject=bytes_to_base64url(statement),
            transports=["internal", "hybrid", "by-pigeon"],
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """AuthenticationResponseJSON, by the newest passkey."""
        key = self.keys[-1]
        key.count += self.counts
        client = self._client("webauthn.get", options["challenge"])
        seen = self._seen(self.party or options["rpId"], key, 0)
        signed = seen + hashlib.sha256(base64url_to_bytes(client)).digest()
        return self._answer(
            key,
            clientDataJSON=client,
            authenticatorData=bytes_to_base64url(seen),
            signature=bytes_to_base64url(key.private.sign(signed, ec.ECDSA(hashes.SHA256()))),
            userHandle=bytes_to_base64url(key.handle),
        )

    def _seen(self, party: str, key: Key, flags: int) -> bytes:
        return hashlib.sha256(party.encode()).digest() + bytes([self.flags | flags]) + key.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False, **self.more}
        return bytes_to_base64url(json.dumps(said).encode())

    @staticmethod
    def _answer(key: Key, **response: Any) -> dict[str, Any]:
        name = bytes_to_base64url(key.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }


def _public(key: Key) -> bytes:
    """The public half as COSE has it (RFC 9053): EC2, ES256, P-256."""
    numbers = key.private.public_key().public_numbers()
    point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
    return cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
