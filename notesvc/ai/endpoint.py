"""Where a model is asked, what it is asked, and the pieces in which it answers."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from notesvc.outside.guard import Network

_LONGEST_MODEL = 200
_LONGEST_URL = 500


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A provider at an address, with the key that opens it and the networks that may be asked though not public."""

    provider: str
    base_url: str
    api_key: str | None = field(default=None, repr=False)
    networks: tuple[Network, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a model; `messages` are pairs of `user` or `assistant` and a text, `context` the tokens that the
    model can read where that is known."""

    model: str
    system: str
    messages: tuple[tuple[str, str], ...]
    max_tokens: int
    context: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """More of the answer; `anew` where what came before it turned out to be no part of the answer."""

    text: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens so far; later ones replace earlier ones, None says nothing of that side."""

    input: int | None = None
    output: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The answer is whole; it was cut short by the limit of tokens where `is_cut`."""

    is_cut: bool = False


Piece = Text | Usage | Finish


@dataclass(frozen=True, slots=True)
class Model:
    """A model that a provider offers; `context` is how many tokens it reads, where the provider says so."""

    id: str
    context: int | None = None


def is_model(name: str) -> bool:
    """Whether it can be the name of a model: some servers name theirs by the path of its file."""
    return 0 < len(name) <= _LONGEST_MODEL and name.isprintable() and name == name.strip()


def is_base_url(text: str) -> bool:
    """Whether it can be a provider's address: http or https, a host, a path at most."""
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or 0 < parts.port < 65_536
    except ValueError:
        return False
    is_plain = text.isprintable() and " " not in text and "@" not in parts.netloc and "\\" not in text
    is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and has_port
    return len(text) <= _LONGEST_URL and is_plain and is_address and not parts.query and not parts.fragment
