"""Reading the settings of language models; every refusal names the setting and quotes no key."""

import re
from typing import Any
from urllib.parse import urlsplit

from notesvc.errors import SettingError
from notesvc.setting_values import Values

BUILT_IN = ("openai", "anthropic", "google")
PROVIDERS = (*BUILT_IN, "ollama", "compatible")

_MOST_TOKENS = 10**12
_MODEL = re.compile(r"[^\s,]{1,200}")
_PRICE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)/(\d{1,6}(?:\.\d{1,6})?)")
_OF_THE_PROVIDER = ("AI_KEY", "AI_BASE_URL", "AI_MODEL")


def read(values: Values) -> dict[str, Any]:
    """The settings by the names of their fields. Raises SettingError."""
    provider = values.choice("AI_PROVIDER", PROVIDERS)
    lonely = [name for name in _OF_THE_PROVIDER if provider is None and values.optional(name) is not None]
    if lonely:
        raise SettingError(f"NOTESVC_{lonely[0]} says nothing without NOTESVC_AI_PROVIDER")
    return {
        "ai_networks": values.networks("AI_NETWORKS"),
        "ai_provider": provider,
        "ai_key": _key(values, provider),
        "ai_base_url": _base_url(values, provider),
        "ai_model": _models(values, provider),
        "ai_addresses": _addresses(values),
        "ai_daily_tokens": values.integer("AI_DAILY_TOKENS", 0, 0, _MOST_TOKENS),
        "ai_monthly_tokens": values.integer("AI_MONTHLY_TOKENS", 0, 0, _MOST_TOKENS),
        "ai_prices": _prices(values),
        "ai_anonymous": values.flag("AI_ANONYMOUS", "yes"),
    }


def _key(values: Values, provider: str | None) -> str | None:
    key = values.optional("AI_KEY")
    if provider in BUILT_IN and key is None:
        raise SettingError(f"NOTESVC_AI_PROVIDER is {provider}, which wants a key: set NOTESVC_AI_KEY")
    if key is not None and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise SettingError("NOTESVC_AI_KEY must have visible ASCII characters only")
    return key


def _base_url(values: Values, provider: str | None) -> str | None:
    url = values.optional("AI_BASE_URL")
    if provider in BUILT_IN and url is not None:
        raise SettingError(f"NOTESVC_AI_BASE_URL is not for {provider}: set NOTESVC_AI_ADDRESSES to {provider}=address")
    if provider == "compatible" and url is None:
        raise SettingError("NOTESVC_AI_PROVIDER is compatible, which has no address: set NOTESVC_AI_BASE_URL")
    return None if url is None else _address("AI_BASE_URL", url)


def _models(values: Values, provider: str | None) -> tuple[str, ...]:
    found = tuple(_parts(values, "AI_MODEL"))
    if provider is not None and not found:
        raise SettingError("NOTESVC_AI_PROVIDER needs a model: set NOTESVC_AI_MODEL")
    for name in found:
        if not _MODEL.fullmatch(name):
            raise SettingError(f"NOTESVC_AI_MODEL holds {name!r}, which is no name of a model")
    return found


def _addresses(values: Values) -> dict[str, str]:
    found = {}
    for name, text in _pairs(values, "AI_ADDRESSES"):
        if name not in BUILT_IN:
            raise SettingError(f"NOTESVC_AI_ADDRESSES names {name!r}: it is for {', '.join(BUILT_IN)}")
        found[name] = _address("AI_ADDRESSES", text)
    return found


def _prices(values: Values) -> dict[str, tuple[float, float]]:
    found = {}
    for model, text in _pairs(values, "AI_PRICES"):
        price = _PRICE.fullmatch(text)
        if price is None:
            raise SettingError(f"NOTESVC_AI_PRICES must be model=in/out per million tokens, not {model}={text}")
        found[model] = (float(price[1]), float(price[2]))
    return found


def _address(name: str, text: str) -> str:
    parts = urlsplit(text)
    # Never quoted: it may hold a password.
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise SettingError(f"NOTESVC_{name} must be an http or https address without a password")
    if parts.query or parts.fragment:
        raise SettingError(f"NOTESVC_{name} must end with the path")
    return text.rstrip("/")


def _parts(values: Values, name: str) -> list[str]:
    return [part for part in re.split(r"[\s,]+", values.text(name, "")) if part]


def _pairs(values: Values, name: str) -> list[tuple[str, str]]:
    pairs = [part.partition("=") for part in _parts(values, name)]
    for first, equals, second in pairs:
        if not (first and equals and second):
            raise SettingError(f"NOTESVC_{name} must be name=value pairs, parted by commas")
    return [(first, second) for first, _, second in pairs]
