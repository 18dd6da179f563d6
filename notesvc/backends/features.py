"""What each kind of place can do, as rows for people: what always holds, and what the test of one has found."""

from dataclasses import dataclass

from notesvc.backends.backend import Capabilities


@dataclass(frozen=True, slots=True)
class Feature:
    """One row: `holds` is None where only the test of a place can tell."""

    name: str
    holds: bool | None
    detail: str


_BY_DATABASE = "The database keeps it, wherever the files lie."
_TESTED = "The test of the place tells."


def table() -> dict[str, list[Feature]]:
    """The rows of each kind, before any place of it was tested."""
    return {kind: _rows(kind) for kind in ("database", "folder", "s3", "webdav")}


def found(kind: str, capabilities: Capabilities) -> list[Feature]:
    """The same rows for one place, as its test has found it."""
    known = {
        "two_way": _two_way(capabilities),
        "whole_reads": _whole_reads(capabilities),
        "range": Feature("range", capabilities.ranges, _either(capabilities.ranges, *_RANGE)),
        "direct_link": Feature(
            "direct_link", capabilities.direct_links, _either(capabilities.direct_links, *_DIRECT_LINK)
        ),
        "names_case": Feature("names_case", capabilities.tells_case, _either(capabilities.tells_case, *_CASE)),
        "names_spelling": Feature(
            "names_spelling", capabilities.keeps_spelling, _either(capabilities.keeps_spelling, *_SPELLING)
        ),
    }
    if capabilities.largest is not None:
        known["largest_file"] = Feature("largest_file", None, f"{capabilities.largest} bytes.")
    return [known.get(row.name, row) for row in _rows(kind)]


_RANGE = ("Parts of a file can be read.", "Only whole files can be read.")
_DIRECT_LINK = ("Files can be fetched there directly.", "Files are fetched through this service.")
_CASE = ("Names may differ in case alone.", "Names that differ in case alone get a number.")
_SPELLING = ("Names are kept as they are spelled.", "Names that only look the same get a number.")
_LARGEST = {
    "database": "The limit of this service.",
    "folder": "What the disk has room for.",
    "s3": "80 GB, in parts of 8 MiB.",
    "webdav": "What the server's administrator allows.",
}


def _rows(kind: str) -> list[Feature]:
    is_place = kind != "database"
    is_asked = kind in ("s3", "webdav")
    tested = {"database": None, "folder": True, "s3": None, "webdav": None}[kind]
    detail = {"database": "Notes are there already.", "folder": "Always."}.get(kind, _TESTED)
    return [
        Feature("attachments", kind in ("database", "s3", "webdav"), _ATTACHMENTS[kind]),
        Feature("two_way", tested, detail),
        Feature("whole_reads", True if kind in ("database", "folder", "s3") else None, _WHOLE[kind]),
        Feature("range", None if is_asked else True, _TESTED if is_asked else _RANGE[0]),
        Feature("direct_link", False, _DIRECT_LINK[1]),
        Feature("names_case", None if is_place else True, _TESTED if is_place else _CASE[0]),
        Feature("names_spelling", None if is_place else True, _TESTED if is_place else _SPELLING[0]),
        Feature("largest_file", None, _LARGEST[kind]),
        *(Feature(name, True, _BY_DATABASE) for name in ("history", "search", "rooms", "sharing")),
    ]


_ATTACHMENTS = {
    "database": "In the folder of this service.",
    "folder": "A folder is for notes as files; attachments lie in the service's own.",
    "s3": "As objects named by their hash.",
    "webdav": "As files named by their hash.",
}
_WHOLE = {
    "database": "A reader never sees half a note.",
    "folder": "A reader never sees half a file.",
    "s3": "A reader never sees half a file.",
    "webdav": _TESTED,
}


def _two_way(capabilities: Capabilities) -> Feature:
    if capabilities.two_way:
        way = "conditions" if capabilities.replaces == "condition" else "moving aside what is replaced"
        return Feature("two_way", True, f"Others may write there, too: {way} hold.")
    return Feature("two_way", False, "What others write there could be lost: notes go there, but none come back.")


def _whole_reads(capabilities: Capabilities) -> Feature:
    details = ("A reader never sees half a file.", "A reader may see half a file while it is written.")
    return Feature("whole_reads", capabilities.puts_whole, _either(capabilities.puts_whole, *details))


def _either(holds: bool, yes: str, no: str) -> str:
    return yes if holds else no
