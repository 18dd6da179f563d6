"""What trouble on a connection is called."""

import functools
import ssl

import h11


def cause_of(error: Exception) -> str:
    """`timeout`, `bad_certificate`, `truncated`, `garbled` or `unreachable`, of an OSError or a ProtocolError."""
    # The order matters: a certificate that is refused is an OSError, too.
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "bad_certificate"
    if isinstance(error, h11.RemoteProtocolError):
        is_cut = "incomplete" in str(error) or "closed" in str(error)
        return "truncated" if is_cut else "garbled"
    return "unreachable"


@functools.cache
def tls() -> ssl.SSLContext:
    """What certificates are checked against: the authorities that this machine knows."""
    return ssl.create_default_context()
