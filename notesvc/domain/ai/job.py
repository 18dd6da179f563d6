"""An answer that is to be fetched: all that the process that fetches it has to know."""

from ipaddress import ip_network

from pydantic import BaseModel, Field

from notesvc.ai.endpoint import Endpoint, Question
from notesvc.domain.ai.passages import Passage


class Part(BaseModel):
    """One part of an answer: a question to the model, or text of the note that keeps its bytes."""

    kept: str = ""
    system: str = ""
    user: str = ""
    max_tokens: int = 0
    context: int = 0

    def question(self, model: str) -> Question:
        """What the model is asked."""
        return Question(model, self.system, (("user", self.user),), self.max_tokens, self.context)


class Job(BaseModel):
    """What is asked of which model, and what is done with its answer. It holds a key: kept in memory alone."""

    action: str
    provider: str
    base_url: str
    api_key: str | None = Field(repr=False)
    networks: list[str]
    model: str
    parts: list[Part]
    source: str
    compares: bool = False
    vocabulary: list[str] = []
    passages: list[Passage] = []
    seconds: int
    call_id: str | None = None

    @property
    def endpoint(self) -> Endpoint:
        """Where it is asked."""
        networks = tuple(ip_network(text) for text in self.networks)
        return Endpoint(self.provider, self.base_url, self.api_key, networks)

    @property
    def estimate(self) -> int:
        """The tokens that the call takes at most, roughly."""
        return sum(tokens(part.system) + tokens(part.user) + part.max_tokens for part in self.parts if part.user)


def tokens(text: str) -> int:
    """About how many tokens a text has: models count by three to four letters, and by one where words have no gaps."""
    plain = sum(map(str.isascii, text)) if not text.isascii() else len(text)
    return -(-plain // 3) + (len(text) - plain)
