"""Notes made of a few words by chance, the same every time."""

import random

from notesvc.domain import notes
from notesvc.domain.caller import Caller
from tests.domain.found import stamp

WORDS = ["plan", "plans", "planning", "garden", "gardens", "tea", "teapot", "harbour", "light", "lights"]
WORDS += ["検索", "全文検索", "Haus", "Häuser", "قالب", "القوالب"]


def fill(caller: Caller, count: int, chance: random.Random) -> None:
    """Give the caller so many notes, each later than the one before."""
    for number in range(count):
        title = " ".join([*chance.choices(WORDS, k=chance.randint(0, 3)), str(number)])
        text = f"# {chance.choice(WORDS)}\n\n{' '.join(chance.choices(WORDS, k=chance.randint(3, 60)))}"
        text += chance.choice(["", "\n\n- [ ] task"])
        names = chance.choices(WORDS, k=chance.randint(0, 1))
        fields = {"name": title, "content": text, "properties": {"aliases": names}}
        stamp(notes.create(caller, fields)[0], number)
