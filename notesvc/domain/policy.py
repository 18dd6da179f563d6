"""What the administrator decided: the settings, as this process has them."""

from notesvc.config import Settings

_opened: list[Settings] = []


def open_policy(settings: Settings) -> None:
    """Go by these settings, from now on in this process."""
    _opened[:] = [settings]


def current() -> Settings:
    """The settings that this process goes by."""
    return _opened[0]
