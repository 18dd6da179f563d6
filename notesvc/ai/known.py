"""The providers that can be set up: a line each."""

from dataclasses import dataclass

from notesvc.ai.dialects import Dialect, anthropic, google, ollama, openai


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """A provider, the dialect that it speaks, and its address; None where whoever sets it up names one."""

    name: str
    dialect: Dialect
    base_url: str | None
    needs_key: bool


PROVIDERS = {
    provider.name: provider
    for provider in (
        KnownProvider("openai", openai.OpenAI("max_completion_tokens"), "https://api.openai.com/v1", needs_key=True),
        KnownProvider("anthropic", anthropic.Anthropic(), "https://api.anthropic.com", needs_key=True),
        KnownProvider("google", google.Google(), "https://generativelanguage.googleapis.com", needs_key=True),
        KnownProvider("ollama", ollama.Ollama(), None, needs_key=False),
        KnownProvider("compatible", openai.OpenAI("max_tokens"), None, needs_key=False),
    )
}
OLLAMA_URL = "http://localhost:11434"
