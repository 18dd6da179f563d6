"""AWS Signature Version 4 of a request, its payload always among what is signed.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs, and for which region and service."""

    access_key: str
    secret_key: str = field(repr=False)
    region: str = "us-east-1"
    service: str = "s3"

    def authorization(self, method: str, path: str, query: str, headers: Mapping[str, str], payload_hash: str) -> str:
        """The Authorization header. `path` and `query` are as they are sent; `headers` have lower-case names and hold
        `host` and `x-amz-date`."""
        names = ";".join(sorted(headers))
        lines = "".join(f"{name}:{' '.join(headers[name].split())}\n" for name in sorted(headers))
        request = "\n".join([method, path, query, lines, names, payload_hash])
        stamp = headers["x-amz-date"]
        scope = f"{stamp[:8]}/{self.region}/{self.service}/aws4_request"
        text = "\n".join([_ALGORITHM, stamp, scope, hashlib.sha256(request.encode()).hexdigest()])
        signature = hmac.new(self._key(stamp[:8]), text.encode(), hashlib.sha256).hexdigest()
        return f"{_ALGORITHM} Credential={self.access_key}/{scope}, SignedHeaders={names}, Signature={signature}"

    def _key(self, day: str) -> bytes:
        key = f"AWS4{self.secret_key}".encode()
        for part in (day, self.region, self.service, "aws4_request"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        return key


def encode(path: str) -> str:
    """A path as it is sent and signed: all but letters, digits, `-._~` and `/` by their UTF-8 bytes."""
    return quote(path, safe="/-._~")


def query_of(pairs: Sequence[tuple[str, str]]) -> str:
    """A query as it is sent and signed: in the order of its names."""
    parts = sorted((quote(name, safe="-._~"), quote(value, safe="-._~")) for name, value in pairs)
    return "&".join(f"{name}={value}" for name, value in parts)
