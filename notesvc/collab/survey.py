"""Looks through the bytes of a Yjs update (version 1) before the library gets them: what it holds, what it costs.

The library trusts these bytes: text that is no UTF-8, values nested thousands deep and clocks at their end break it
or the process. What passes here is of the shape that editors of blocks and of markdown make, and of nothing else.
"""

import functools
import re
import struct
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from notesvc import limits
from notesvc.collab import wire

_BYTE = 0x7F
_MORE = 0x80
_LONGEST_NUMBER = 8
_LARGEST_CLIENT = 2**53
_LARGEST_CLOCK = 2**31

_HAS_ORIGIN, _HAS_RIGHT_ORIGIN, _HAS_KEY = 0x80, 0x40, 0x20
_KIND = 0x1F
_GC, _DELETED, _STRING, _FORMAT, _TYPE, _ANY, _SKIP = 0, 1, 4, 6, 7, 8, 10
_ELEMENT, _TEXT = 3, 6
_BLOCKS, _RAW = b"blocks", b"raw"
_OF_ROOT = {_BLOCKS: frozenset({_DELETED, _TYPE}), _RAW: frozenset({_DELETED, _STRING})}

_FIXED_SIZES = {127: 0, 126: 0, 121: 0, 120: 0, 124: 4, 123: 8, 122: 8}
_INTEGER, _WORDS, _OBJECT, _ARRAY, _BYTES = 125, 119, 118, 117, 116
_DEEPEST = 16
_LONGEST_NAME = 100
_LONGEST_MARK = 16_384
_NONE = -1
_FIRST_PAIR = "\U00010000"
_ORIGIN = b"\x84"
_NUMBER = rb"([\x80-\xff]{0,7}[\x00-\x7f])"
_ID = _NUMBER + _NUMBER
# What most updates are: one client's one text, put after something, before something, or between two; then its size.
_TYPED = re.compile(
    rb"\x01\x01" + _ID + rb"(?:([\x44\x84])" + _ID + rb"|\xc4" + _ID + _ID + rb")" + _NUMBER + rb"(.+)\x00", re.DOTALL
)
_NOTHING: Mapping[int, int] = MappingProxyType({})
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"')

Id = tuple[int, int]
"""A client and a clock: one item of a document."""
Range = tuple[int, int, int]
"""A client, a clock, and the clock after the last."""


class UnfitUpdateError(ValueError):
    """Bytes that are no update, or one that no editor makes."""


class Rest(NamedTuple):
    """What an item stands beside, whether its bytes name a key themselves, and whether it is one value or none."""

    origin: Id | None = None
    right: Id | None = None
    is_key: bool = False
    is_value: bool = False


Item = tuple[int, int, int, Rest]
"""Client, clock, the clock after it, and what it rests on."""


class Survey:
    """What an update holds that is not known yet (clocks by client). Raises UnfitUpdateError.

    What the service made itself (`is_own`) may have names and marks of any length.
    """

    def __init__(self, change: bytes, known: Mapping[int, int] = _NOTHING, is_own: bool = False) -> None:
        # Of each client that wrote: the clock of its first item here, and the one after its last.
        self.clocks: dict[int, tuple[int, int]] = {}
        # Of each client: the clock up to which its items must be known for these to have their place.
        self.needs: dict[int, int] = {}
        self.structs = self.ranges = 0
        # Items that stand beside ones that were there before: each is compared with those that others put there too.
        self.roots = 0
        # How many bytes a note can grow by this at most, roughly.
        self.words = 0
        self.is_text = True
        # Whether what one client wrote here rests on what another one wrote here: in a circle, they never take place.
        self.is_tangled = False
        # Whether only the end of an item is new: where it stands is not what its bytes say then.
        self.is_cut = False
        # The new items that stand under a key, or may.
        self.rests: list[Item] = []
        # The second clocks of new characters that take two.
        self.pairs: list[Range] = []
        self._change, self._at, self._known, self._is_own, self._writer = change, 0, known, is_own, _NONE
        # Of each client: the clock up to which what others wrote here rests on it.
        self._across: dict[int, int] = {}
        self._deleted: dict[int, list[Id]] = {}
        typed = _TYPED.fullmatch(change)
        if typed is None or not self._is_typed(typed):
            self._look()

    def _is_typed(self, typed: re.Match[bytes]) -> bool:
        """The same as `_look`, in a fifth of the time; False when it is not for certain what it seems to be."""
        given = typed.groups()
        side, text = given[2], given[-1]
        client, start, one, at, left, left_at, right, right_at, size = map(_number_of, given[:2] + given[3:-1])
        if side == _ORIGIN:
            left, left_at = one, at
        elif side is not None:
            right, right_at = one, at
        if size != len(text) or not text.isascii():
            return False
        if (left == client and left_at >= start) or (right == client and right_at >= start):
            return False
        if max(start + size, left_at, right_at) >= _LARGEST_CLOCK or max(client, left, right) > _LARGEST_CLIENT:
            return False
        self.clocks[client] = start, start + size
        if left != _NONE:
            self.needs[left] = left_at + 1
        if right != _NONE:
            self.needs[right] = max(right_at + 1, self.needs.get(right, 0))
        self.structs, self.roots, self.words = 1, 1, 2 * size
        origin, before = (left, left_at) if left != _NONE else None, (right, right_at) if right != _NONE else None
        self._rest(client, start, start + size, Rest(origin, before))
        return True

    def _look(self) -> None:
        change = self._change
        try:
            for _ in range(self._number()):
                self._client()
            for _ in range(self._number()):
                self._deletions()
        except (IndexError, UnicodeDecodeError, struct.error) as error:
            raise UnfitUpdateError("an update ends too early, or holds no text where there should be one") from error
        if self._at != len(change):
            raise UnfitUpdateError("there is more than an update")
        self.is_tangled = any(
            client in self.clocks and clock > self.clocks[client][0] for client, clock in self._across.items()
        )

    def lacks(self, known: dict[int, int]) -> bool:
        """Whether it rests on something that is neither here nor among what is known (clocks by client)."""
        clocks = self.clocks
        for client, clock in self.needs.items():
            if clock > known.get(client, 0) and (client not in clocks or clock > clocks[client][1]):
                return True
        return any(start > known.get(client, 0) for client, (start, _) in clocks.items())

    def new_clients(self) -> list[int]:
        """Under which client ids there is something new."""
        return [client for client, (_, end) in self.clocks.items() if end > self._known.get(client, 0)]

    def cuts(self) -> Iterator[Id]:
        """Before which items those are cut that were one till now, or are in this update."""
        for _, _, _, rest in self.rests:
            if rest.origin is not None:
                yield rest.origin[0], rest.origin[1] + 1
            if rest.right is not None:
                yield rest.right
        for client, ranges in self._deleted.items():
            for start, end in ranges:
                yield client, start
                yield client, end

    def is_deleted(self, client: int, start: int, end: int) -> bool:
        """Whether it is deleted here, all of it."""
        return any(each[0] <= start and end <= each[1] for each in self._deleted.get(client, ()))

    def _number(self) -> int:
        change, at = self._change, self._at
        value = change[at]
        at += 1
        if value >= _MORE:
            value &= _BYTE
            for shift in range(7, 7 * _LONGEST_NUMBER, 7):
                byte = change[at]
                at += 1
                value |= (byte & _BYTE) << shift
                if byte < _MORE:
                    break
            else:
                raise UnfitUpdateError("a number does not end")
        self._at = at
        return value

    def _bytes(self) -> bytes:
        size = self._number()
        start = self._at
        self._at = end = start + size
        if end > len(self._change):
            raise UnfitUpdateError("an update ends too early")
        return self._change[start:end]

    def _text(self, longest: int) -> bytes:
        found = self._bytes()
        if len(found) > longest and not self._is_own:
            raise UnfitUpdateError("a name or a mark is too long")
        found.decode()
        return found

    def _client(self) -> None:
        count, client, start = self._number(), self._number(), self._number()
        if client > _LARGEST_CLIENT or client in self.clocks or not count:
            raise UnfitUpdateError("an update names a client twice, or one that cannot be")
        clock, self._writer = start, client
        self.clocks[client] = start, start
        for _ in range(count):
            size, rest = self._struct()
            if rest is not None:
                self._rest(client, clock, clock + size, rest)
            elif clock < self._known.get(client, 0) < clock + size:
                self.is_cut = True
            clock += size
            if clock >= _LARGEST_CLOCK:
                raise UnfitUpdateError("a clock is at its end")
            # What follows may stand beside what is here already.
            self.clocks[client] = start, clock
        self.structs += count

    def _rest(self, client: int, start: int, end: int, rest: Rest) -> None:
        known = self._known.get(client, 0)
        self.is_cut |= start < known < end
        if end > known:
            self.rests.append((client, start, end, rest))

    def _struct(self) -> tuple[int, Rest | None]:
        """Go past one struct; how far it moves the clock, and what it rests on where that may be a key."""
        info = self._change[self._at]
        self._at += 1
        kind = info & _KIND
        if info == _SKIP:
            raise UnfitUpdateError("an update leaves something out")
        if info == _GC:
            return self._length(), None
        if not info & (_HAS_ORIGIN | _HAS_RIGHT_ORIGIN):
            is_key = bool(info & _HAS_KEY)
            allowed = self._parent(is_key)
            if allowed is not None and kind not in allowed:
                raise UnfitUpdateError("what is no block, or no text, stands at the top")
            size = self._content(kind, is_top=allowed is not None)
            return size, Rest(None, None, True, _is_value(kind, size)) if is_key else None
        origin = self._id() if info & _HAS_ORIGIN else None
        right = self._id() if info & _HAS_RIGHT_ORIGIN else None
        self.roots += origin is None or not self._is_here(origin)
        size = self._content(kind, is_top=False)
        return size, Rest(origin, right, False, _is_value(kind, size))

    def _length(self) -> int:
        size = self._number()
        if not size:
            raise UnfitUpdateError("something has no length")
        return size

    def _id(self) -> Id:
        """Note what is stood on."""
        client, clock = self._number(), self._number()
        if client > _LARGEST_CLIENT or clock >= _LARGEST_CLOCK:
            raise UnfitUpdateError("an id that cannot be")
        if clock >= self.needs.get(client, 0):
            self.needs[client] = clock + 1
        if client != self._writer:
            self._across[client] = max(clock + 1, self._across.get(client, 0))
        elif clock >= self.clocks[client][1]:
            # It would wait for itself in the document, and what waits there breaks the library.
            raise UnfitUpdateError("something stands on itself, or on what its client wrote later")
        return client, clock

    def _is_here(self, one: Id) -> bool:
        """Whether it came in this update too."""
        own = self.clocks.get(one[0])
        return own is not None and own[0] <= one[1] < own[1]

    def _parent(self, has_key: bool) -> frozenset[int] | None:
        """What may stand here; None within an element."""
        is_root = self._number()
        if is_root > 1:
            raise UnfitUpdateError("neither a root nor an element")
        allowed = None
        if is_root:
            allowed = _OF_ROOT.get(self._bytes())
            if allowed is None or has_key:
                raise UnfitUpdateError("a root that no editor knows")
            self.roots += 1
        else:
            self.roots += not self._is_here(self._id())
        if has_key:
            self._text(_LONGEST_NAME)
        return allowed

    def _content(self, kind: int, is_top: bool) -> int:
        if kind == _STRING:
            return self._string()
        if kind == _DELETED:
            return self._length()
        self.is_text = False
        if kind == _FORMAT:
            return self._mark()
        if kind == _TYPE:
            return self._type(is_top)
        if kind != _ANY:
            raise UnfitUpdateError("a kind of content that no editor makes")
        count = self._length()
        for _ in range(count):
            self._value(_DEEPEST)
        return count

    def _string(self) -> int:
        found = self._bytes()
        self.words += 2 * len(found)
        text = found.decode()
        if not text:
            raise UnfitUpdateError("something has no length")
        if max(text) < _FIRST_PAIR:
            return len(text)
        at = start = self.clocks[self._writer][1]
        known = self._known.get(self._writer, 0)
        for each in text:
            at += 1
            if each >= _FIRST_PAIR:
                if at >= known:
                    self.pairs.append((self._writer, at, at + 1))
                at += 1
        return at - start

    def _mark(self) -> int:
        self._text(_LONGEST_NAME)
        value = self._text(_LONGEST_MARK)
        bare = _STRINGS.sub(b"", value)
        if bare.count(b"[") + bare.count(b"{") > _DEEPEST:
            raise UnfitUpdateError("a mark is nested too deeply")
        self.words += len(value) + limits.ROOM_BLOCK_BYTES
        return 1

    def _type(self, is_top: bool) -> int:
        kind = self._number()
        if kind == _ELEMENT:
            self._text(_LONGEST_NAME)
        elif kind != _TEXT or is_top:
            raise UnfitUpdateError("neither an element nor text")
        self.words += limits.ROOM_BLOCK_BYTES
        return 1

    def _value(self, depth: int) -> None:
        kind = self._change[self._at]
        self._at += 1
        size = _FIXED_SIZES.get(kind)
        if size is not None:
            self._at += size
        elif kind == _INTEGER:
            self._number()
        elif kind == _WORDS:
            found = self._bytes()
            found.decode()
            self.words += 2 * len(found)
        elif kind == _BYTES:
            self._bytes()
        elif kind in (_OBJECT, _ARRAY):
            self._values(kind, depth)
        else:
            raise UnfitUpdateError("no such kind of value")

    def _values(self, kind: int, depth: int) -> None:
        if not depth:
            raise UnfitUpdateError("a value is nested too deeply")
        for _ in range(self._number()):
            if kind == _OBJECT:
                self._text(_LONGEST_NAME)
            self._value(depth - 1)

    def _deletions(self) -> None:
        client, count = self._number(), self._number()
        end = 0
        for _ in range(count):
            start, size = self._number(), self._length()
            end = max(end, start + size)
            self._deleted.setdefault(client, []).append((start, start + size))
        if client > _LARGEST_CLIENT or end > _LARGEST_CLOCK:
            raise UnfitUpdateError("an id that cannot be")
        self.needs[client] = max(end, self.needs.get(client, 0))
        self.ranges += count


def _is_value(kind: int, size: int) -> bool:
    return kind == _DELETED or (kind == _ANY and size == 1)


@functools.lru_cache(4096)
def _number_of(found: bytes | None) -> int:
    return sum((byte & _BYTE) << 7 * place for place, byte in enumerate(found)) if found is not None else _NONE


def clocks_of(state_vector: bytes) -> dict[int, int]:
    """The clocks of a state vector, by client. Raises wire.MalformedMessageError."""
    reader = wire.Reader(state_vector)
    return {reader.number(): reader.number() for _ in range(reader.number())}
