"""Accounts that commands make."""

from pathlib import Path

from tests.commands import Outcome, call

PASSWORD = "correct horse battery"


def add(instance: Path, email: str, *words: str) -> Outcome:
    """Add an account with the password."""
    return call(instance, "user", "add", "--email", email, *words, typed=f"{PASSWORD}\n")
