"""Names that are no settings, and those that were meant."""

import difflib
from collections.abc import Callable, Iterable, Mapping

# What says something to others: limits, which are looked at on their own, and tests.
_OTHERS = ("MAX_", "TEST_", "REQUIRE_ALL")
_LIKE_ENOUGH = 0.7


def unknown(environment: Mapping[str, str], known: Iterable[str]) -> list[tuple[str, str | None]]:
    """The names in the environment that look like settings and are none, each with the one that is nearest."""
    given = {name.removeprefix("NOTESVC_") for name in environment if name.startswith("NOTESVC_")}
    strange = [name for name in sorted(given - {*known}) if not name.startswith(_OTHERS)]
    found = [(name, nearest(name, known)) for name in strange]
    return [(f"NOTESVC_{name}", hint and f"NOTESVC_{hint}") for name, hint in found]


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that somebody may have meant."""
    return next(iter(difflib.get_close_matches(name, sorted(known), 1, _LIKE_ENOUGH)), None)


def hint(name: str, known: Iterable[str], shown: Callable[[str], str]) -> str:
    """The end of a refusal: what was meant, as it is to be written."""
    found = nearest(name, known)
    return f": did you mean {shown(found)}?" if found else ""
