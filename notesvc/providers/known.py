"""The table of providers that are set up."""

import importlib
from typing import Any

from notesvc.config import Settings
from notesvc.providers.person import Provider


def providers(settings: Settings) -> dict[str, Provider]:
    """By the name that stands in addresses."""
    found: dict[str, Provider] = {}
    if settings.google_client_id and settings.google_client_secret:
        oidc = _protocol("oidc")
        found["google"] = oidc.OpenIdProvider(
            "google", oidc.GOOGLE, settings.google_client_id, settings.google_client_secret
        )
    if settings.github_client_id and settings.github_client_secret:
        found["github"] = _protocol("github").GitHub(
            settings.github_url.rstrip("/"), settings.github_client_id, settings.github_client_secret
        )
    if settings.oidc_issuer and settings.oidc_client_id and settings.oidc_client_secret:
        found["oidc"] = _protocol("oidc").OpenIdProvider(
            "oidc", settings.oidc_issuer, settings.oidc_client_id, settings.oidc_client_secret
        )
    return found


def _protocol(name: str) -> Any:
    """Only who has set up a provider waits for the libraries that talk to one to be loaded."""
    return importlib.import_module(f"notesvc.providers.{name}")
