"""The languages that the service speaks to people in."""

from typing import Literal

Language = Literal["en", "de", "es", "ja", "ar"]
LANGUAGES: tuple[Language, ...] = Language.__args__  # type: ignore[attr-defined]
USUAL: Language = "en"
"""The one where nothing better is known."""


def is_rtl(language: Language) -> bool:
    """Whether it is written from right to left."""
    return language == "ar"


def of_tag(tag: object) -> Language | None:
    """The language of a tag such as `de-AT`; None for one that the service does not speak."""
    wanted = str(tag).partition("-")[0].lower()
    return next((each for each in LANGUAGES if each == wanted), None)
