"""What public pages say besides the notes: the words that each language has to have."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """What a page says that has nothing to show."""

    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """All that public pages say in one language. A language that lacks any of it is no `Words`.

    `within` has what stands within notes, by the name that rendering gives it: the titles of callouts that have none,
    and what is said of a part that is missing. `views` has the words for so many views that are left, by the form of
    the number.
    """

    skip: str
    search: str
    search_pages: str
    found_nothing: str
    pages: str
    all_pages: str
    no_pages: str
    contents: str
    previous: str
    next: str
    previous_and_next: str
    untitled: str
    within: Mapping[str, str]

    password: str
    has_password: str
    who_knows: str
    open: str
    wrong_password: str

    open_page: str
    open_this_page: str
    views: Mapping[str, str]
    not_counted: str

    nothing_here: Message
    too_many: Message
    not_now: Message
