"""What a provider says about somebody, and why it may say nothing."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, known by issuer and subject; an address is only what the issuer says, proven where it says so."""

    issuer: str
    subject: str
    email: str | None
    is_email_proven: bool
    name: str
    # When they last proved themselves to the provider, in seconds since 1970; None where it does not say.
    proven_at: int | None = None
    # Whether the provider is held to say when, if a fresh sign-in is wanted.
    tells_when: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """What binds an answer of the provider to the question: never shown to anybody else."""

    state: str
    nonce: str
    verifier: str
    redirect_uri: str


class ProviderError(Exception):
    """The provider vouches for nobody; the code is one of `sign-in?problem=`."""

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(reason or code)
        self.code = code


class Provider(Protocol):
    """A way to sign in somewhere else. All of its routines raise ProviderError."""

    name: str

    def address(self, attempt: Attempt, is_fresh_wanted: bool) -> str:
        """Where to send the browser."""
        ...

    def person(self, attempt: Attempt, code: str, issuer: str | None) -> Person:
        """Who came back with the code; `issuer` is what the answer itself names (RFC 9207)."""
        ...
