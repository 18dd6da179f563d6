"""The providers that can be set up: a line each."""

from dataclasses import dataclass

from notesvc.ai.dialects import Dialect, anthropic, google, ollama, openai


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """A provider, the dialect that it speaks, its address, and the model that is asked where nobody names one; None
    where whoever sets it up names them."""

    name: str
    dialect: Dialect
    base_url: str | None
    needs_key: bool
    default_model: str | None = None


_OPENAI = openai.OpenAI("max_completion_tokens")

PROVIDERS = {
    provider.name: provider
    for provider in (
        KnownProvider("openai", _OPENAI, "https://api.openai.com/v1", needs_key=True, default_model="gpt-5-mini"),
        KnownProvider(
            "anthropic",
            anthropic.Anthropic(),
            "https://api.anthropic.com",
            needs_key=True,
            default_model="claude-haiku-4-5",
        ),
        KnownProvider(
            "google",
            google.Google(),
            "https://generativelanguage.googleapis.com",
            needs_key=True,
            default_model="gemini-flash-latest",
        ),
        KnownProvider("ollama", ollama.Ollama(), None, needs_key=False),
        KnownProvider("compatible", openai.OpenAI("max_tokens"), None, needs_key=False),
    )
}
OLLAMA_URL = "http://localhost:11434"
