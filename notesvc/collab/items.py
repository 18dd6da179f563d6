"""What is known of the items of a shared document, where the library breaks over what no editor does to them.

An attribute's item that is cut in two stays with its element when that goes, in memory that is free by then: nothing
stands under a key but single values, which cannot be cut, and what is deleted. And a character that takes two clocks is
lost, with all that follows it, in a document that was cut between them and is loaded anew.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

from notesvc.collab.survey import Id, Item, Range, Survey, UnfitUpdateError


class Ranges:
    """Ranges of clocks, by client."""

    def __init__(self) -> None:
        # Of each client the starts in order, and the ends that belong to them.
        self._of: dict[int, tuple[list[int], list[int]]] = {}

    def has(self, client: int, clock: int) -> bool:
        found = self._of.get(client)
        if found is None:
            return False
        at = bisect_right(found[0], clock) - 1
        return at >= 0 and clock < found[1][at]

    def add(self, ranges: Iterable[Range]) -> None:
        """Have these too, none of which is there yet."""
        for client, start, end in ranges:
            starts, ends = self._of.setdefault(client, ([], []))
            at = bisect_right(starts, start)
            if at and ends[at - 1] == start:
                ends[at - 1] = end
            else:
                starts.insert(at, start)
                ends.insert(at, end)

    def all(self) -> list[Range]:
        return [(client, *each) for client, of in self._of.items() for each in zip(*of, strict=True)]


class New(NamedTuple):
    """Of an update: the items under keys, and the clocks within characters."""

    keys: list[Range]
    pairs: list[Range]


class Items:
    """The items of one document that are under keys, and the clocks within its characters that take two."""

    def __init__(self) -> None:
        self._keys, self._pairs = Ranges(), Ranges()

    def all(self) -> New:
        return New(self._keys.all(), self._pairs.all())

    def add(self, new: New) -> None:
        """An update was applied."""
        self._keys.add(new.keys)
        self._pairs.add(new.pairs)

    def new_in(self, found: Survey) -> New:
        """What an update would add. Raises UnfitUpdateError for what no editor does."""
        pairs = Ranges()
        pairs.add(found.pairs)
        for client, clock in found.cuts():
            if self._pairs.has(client, clock) or pairs.has(client, clock):
                raise UnfitUpdateError("a character is cut in two")
        return New(self._keys_in(found), found.pairs)

    def _keys_in(self, found: Survey) -> list[Range]:
        new, waiting = Ranges(), found.rests
        while True:
            others = [each for each in waiting if not self._stands_under_key(each, found, new)]
            # Within one client's items, and where they rest on what was there before, one pass finds all.
            if not found.is_tangled or len(others) == len(waiting):
                return new.all()
            waiting = others

    def _stands_under_key(self, item: Item, found: Survey, new: Ranges) -> bool:
        """Whether it does; then it is among the new."""
        client, start, end, (origin, right, is_key, is_value) = item
        if right is not None and self._is_key(right, new):
            raise UnfitUpdateError("something stands before an attribute")
        if not is_key and (origin is None or not self._is_key(origin, new)):
            return False
        if right is not None:
            # Once the attribute is gone for good, the library puts it beside `right`, among what is no attribute.
            raise UnfitUpdateError("something stands behind an attribute and before something else")
        if not is_value and not found.is_deleted(client, start, end):
            raise UnfitUpdateError("what is no value stands under a key")
        new.add([(client, start, end)])
        return True

    def _is_key(self, one: Id, new: Ranges) -> bool:
        return self._keys.has(*one) or new.has(*one)


def items_of(state: bytes) -> dict[str, Any]:
    """The `keys` and `pairs` of a whole document that the service has made, and how many `structs` it has."""
    found = Survey(state, is_own=True)
    return {**Items().new_in(found)._asdict(), "structs": found.structs}
