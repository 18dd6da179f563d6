"""Questions that people ask of the sample vaults, each with the title of the note that answers it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from notesvc.domain.ai import retrieval

_FILE = Path(__file__).with_name("ask_questions.json")


class Question(NamedTuple):
    """A question to the vault of a language; its kind says whether it is in the words of the note or reworded."""

    language: str
    kind: str
    text: str
    title: str


def questions() -> list[Question]:
    """All questions."""
    found: Mapping[str, Mapping[str, list[list[str]]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return [
        Question(language, kind, text, title)
        for language, kinds in found.items()
        for kind, listed in kinds.items()
        for text, title in listed
    ]


def titles_found(user_id: str, question: str) -> list[str]:
    """The titles of the notes from which the user's question would be answered, the best first."""
    return list(dict.fromkeys(each.title for each in retrieval.find(user_id, question)))


def recall(user_id: str, asked: Iterable[Question]) -> dict[str, float]:
    """By kind, and of all: the share of the questions whose note is among those that are found."""
    hits: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for each in asked:
        is_found = each.title in titles_found(user_id, each.text)
        for name in (each.kind, "all"):
            hits[name] += is_found
            total[name] += 1
    return {name: hits[name] / total[name] for name in total}
