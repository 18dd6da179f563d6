"""The notes to measure with: 10,000 real ones where the sample lies beside the project, else made ones."""

import json
import lzma
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from notesvc.text import inline
from tests.places import VAULTS

SAMPLE = VAULTS / "notes-10k.jsonl.xz"

HUB = "The hub of a thousand"
PERSON = "Grace Hopper"
COMMON, RARE, PREFIX, CJK, TAG = "function", "regionale", "compil", "使用", "compiler-errors-1"

_LINK_TO_HUB = f"\n\nSee also [[{HUB}]].\n"
_EVERY_LINKS_HUB = 10
_EVERY_NAMES_PERSON = 40
_SYLLABLES = ("ba", "co", "di", "fu", "ga", "he", "ji", "ko", "lu", "me", "na", "or", "pi", "ra", "sa", "te", "un")
_VOCABULARY = 8_000
_LINE = 12
# What the made notes share with the real ones: how many of 10,000 hold the word.
_SHARES = {COMMON: 2_789, PREFIX + "er": 1_500, RARE: 5, CJK: 56, f"#{TAG}": 266}


@dataclass(frozen=True, slots=True)
class Draft:
    """A note that is still to be written; `folder` is a path."""

    title: str
    folder: str
    body: str
    tags: tuple[str, ...] = ()


def sample(count: int) -> list[Draft]:
    """So many real notes, or notes made to resemble them where the sample is not on this machine."""
    drafts = _real(count) if is_sample_here() else made(count, words=640, seed=1)
    return [replace(draft, body=draft.body + _ending(at)) for at, draft in enumerate(drafts)]


def is_sample_here() -> bool:
    """Whether the 10,000 real notes lie beside the project."""
    return SAMPLE.is_file()


def short(count: int) -> list[Draft]:
    """So many made notes of about 1 kB: any two workspaces of them differ in their size alone."""
    return made(count, words=150, seed=2)


def short_linking(count: int) -> list[Draft]:
    """The same, each with a link to the hub."""
    return [replace(draft, body=draft.body + _LINK_TO_HUB) for draft in short(count)]


def made(count: int, words: int, seed: int) -> list[Draft]:
    """Notes of about so many words that follow Zipf's law, with links, tags and headings; the same every time."""
    chance = random.Random(seed)
    vocabulary = [_word(number) for number in range(_VOCABULARY)]
    weights = list(accumulate(1 / (rank + 10) for rank in range(_VOCABULARY)))
    drafts = []
    for number in range(count):
        text = chance.choices(vocabulary, cum_weights=weights, k=chance.randint(words // 2, words * 3 // 2))
        special = [word for word, share in _SHARES.items() if _has(number, share)]
        links = [f"[[{title(chance.randrange(count))}]]" for _ in range(5)]
        body = "\n".join(_lines(title(number), [*text, *special], links))
        drafts.append(Draft(title(number), f"area {number // 1000}/shelf {number // 100}", body, ("made",)))
    return drafts


def title(number: int) -> str:
    """The title of a made note."""
    return f"Note {number}"


def linking(count: int) -> list[int]:
    """The positions of those among so many sample notes that link to the hub."""
    return list(range(0, count, _EVERY_LINKS_HUB))


def _real(count: int) -> list[Draft]:
    drafts = []
    with lzma.open(SAMPLE, "rt", encoding="utf-8") as lines:
        for line, _ in zip(lines, range(count), strict=False):
            row = json.loads(line)
            tags = tuple(tag for tag in row["tags"] if inline.is_tag(tag))
            drafts.append(Draft(row["title"], row["folder"], row["body"], tags))
    return drafts


def _ending(position: int) -> str:
    ending = _LINK_TO_HUB if position % _EVERY_LINKS_HUB == 0 else ""
    return ending + (f"\n\nWritten with ${PERSON} at hand.\n" if position % _EVERY_NAMES_PERSON == 1 else "")


def _has(number: int, share: int) -> bool:
    """Spreads `share` of 10,000 evenly over the numbers."""
    return number * share // 10_000 != (number + 1) * share // 10_000


def _word(number: int) -> str:
    syllables: list[str] = []
    while number or not syllables:
        number, rest = divmod(number, len(_SYLLABLES))
        syllables.append(_SYLLABLES[rest])
    return "".join(syllables) + "s"


def _lines(heading: str, words: Sequence[str], links: Sequence[str]) -> Iterator[str]:
    yield f"# {heading}\n"
    for start in range(0, len(words), _LINE):
        yield " ".join(words[start : start + _LINE]) + "."
    yield "\n## See also\n"
    for link in links:
        yield f"- {link}"
    yield ""
