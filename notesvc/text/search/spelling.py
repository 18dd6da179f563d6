"""Which known word was meant by one that is mistyped."""

from collections.abc import Mapping

_LONG = 8


def most_slips(word: str) -> int:
    """How many letters may be wrong in a word of that length."""
    return 0 if len(word) < 4 else 1 if len(word) < _LONG - 2 else 2


def nearest(word: str, known: Mapping[str, int]) -> str | None:
    """The known word that the fewest slips lead to; of several the one that more notes have, then by letters."""
    most = most_slips(word)
    found = []
    letters = set(word)
    for other, notes in known.items():
        # Each slip brings at most one letter and takes one.
        if abs(len(other) - len(word)) > most or len(letters.symmetric_difference(other)) > 2 * most:
            continue
        if (slips := distance(word, other, most)) is not None:
            found.append((slips, other[:1] != word[:1], -notes, other))
    return min(found)[-1] if found else None


def two_words(word: str, known: Mapping[str, int]) -> tuple[str, str] | None:
    """Two known words that the word is when nothing stands between them."""
    parts = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
    found = [(min(known[one], known[other]), one, other) for one, other in parts if one in known and other in known]
    return max(found)[1:] if found else None


def distance(one: str, other: str, most: int) -> int | None:
    """Letters left out, added, changed, or swapped with the next, between two words; None for more than `most`."""
    two_before: list[int] = []
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        here = [row]
        for column, wanted in enumerate(other, 1):
            cost = min(before[column] + 1, here[-1] + 1, before[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                cost = min(cost, two_before[column - 2] + 1)
            here.append(cost)
        if min(here) > most:
            return None
        two_before, before = before, here
    return before[-1] if before[-1] <= most else None
