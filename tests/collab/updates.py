"""Yjs updates (version 1) taken apart and put together: to make the ones that no editor would."""

from dataclasses import dataclass, field, replace
from random import Random

from notesvc.collab import wire

Id = tuple[int, int]

GC, DELETED, JSON, BINARY, STRING, EMBED, FORMAT, TYPE, ANY, DOCUMENT, SKIP = range(11)
_ORIGIN, _RIGHT, _KEY = 0x80, 0x40, 0x20


@dataclass
class Struct:
    """One part of an update; `content` are the bytes of what it holds."""

    kind: int
    content: bytes
    origin: Id | None = None
    right: Id | None = None
    parent: bytes | Id | None = None
    key: bytes | None = None

    def encoded(self) -> bytes:
        if self.kind in (GC, SKIP):
            return bytes((self.kind,)) + self.content
        info = self.kind
        info |= _ORIGIN if self.origin else 0
        info |= _RIGHT if self.right else 0
        info |= _KEY if self.key is not None else 0
        out = bytes((info,))
        for each in (self.origin, self.right):
            out += _id(each) if each else b""
        if not self.origin and not self.right:
            out += _parent(self.parent) + (wire.array(self.key) if self.key is not None else b"")
        return out + self.content


@dataclass
class Update:
    """Of each client the clock of its first struct and its structs; of each the ranges (clock, length) deleted."""

    clients: dict[int, tuple[int, list[Struct]]] = field(default_factory=dict)
    deleted: dict[int, list[Id]] = field(default_factory=dict)

    def encoded(self) -> bytes:
        out = wire.number(len(self.clients))
        for client, (clock, structs) in self.clients.items():
            out += wire.number(len(structs)) + wire.number(client) + wire.number(clock)
            out += b"".join(each.encoded() for each in structs)
        out += wire.number(len(self.deleted))
        for client, ranges in self.deleted.items():
            out += wire.number(client) + wire.number(len(ranges))
            out += b"".join(wire.number(clock) + wire.number(size) for clock, size in ranges)
        return out


def of(client: int, *structs: Struct, clock: int = 0) -> bytes:
    """The update of one client."""
    return Update({client: (clock, list(structs))}).encoded()


def string(words: str) -> bytes:
    return wire.array(words.encode())


def nested(depth: int) -> bytes:
    """The content of one value: arrays within each other."""
    return b"\x01" + b"\x75\x01" * depth + b"\x7e"


def typed_at_front(client: int, letters: int, root: bytes = b"raw") -> bytes:
    """Letters that were typed one before the other, each an item of its own: two such texts are compared by each."""
    structs = [Struct(STRING, string("a"), parent=root)]
    structs += [Struct(STRING, string("a"), right=(client, at)) for at in range(letters - 1)]
    return of(client, *structs)


def _id(given: Id) -> bytes:
    return wire.number(given[0]) + wire.number(given[1])


def _parent(given: bytes | Id | None) -> bytes:
    if isinstance(given, tuple):
        return b"\x00" + _id(given)
    return b"\x01" + wire.array(given or b"")


def strange(chance: Random, known: dict[int, int]) -> bytes:
    """An update whose parts are of the right shape, and some of whose facts are not."""
    made = Update()
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        client = chance.choice([*known, chance.randrange(1, 2**32)])
        clock = known.get(client, 0) + chance.choice((0,) * 6 + (1, 5, 2**31 - 3, 2**32 - 9))
        structs = [_struct(chance, known, client, clock) for _ in range(chance.choice((1, 1, 1, 2, 5, 30)))]
        made.clients[client] = clock, structs
    if chance.random() < 0.2 and known:
        client = chance.choice(list(known))
        made.deleted[client] = [
            (_number(chance, known[client]), _number(chance, 5)) for _ in range(chance.randrange(4))
        ]
    return made.encoded()


def _struct(chance: Random, known: dict[int, int], client: int, clock: int) -> Struct:
    kind = chance.choice((GC, DELETED, JSON, BINARY, STRING, STRING, STRING, FORMAT, TYPE, ANY, DOCUMENT, SKIP, 11, 31))
    made = Struct(kind, _content(chance, kind))
    ids = [(each, _number(chance, max(0, end - 1))) for each, end in known.items()] or [(client, clock)]
    where = chance.random()
    if where < 0.6:
        made = replace(made, origin=chance.choice(ids), right=chance.choice([None, None, *ids]))
    elif where < 0.7:
        made = replace(made, right=chance.choice(ids))
    elif where < 0.85:
        made = replace(made, parent=chance.choice(ids), key=chance.choice((None, b"id", b"level", b"")))
    else:
        made = replace(made, parent=chance.choice((b"raw", b"blocks", b"meta", b"")), key=chance.choice((None, b"k")))
    return made


def _content(chance: Random, kind: int) -> bytes:
    if kind in (GC, DELETED, SKIP):
        return wire.number(_number(chance, 3))
    if kind == STRING:
        return chance.choice(
            (string("word"), string("ä😀"), wire.array(b"\xff\xfe"), wire.array(b"\xed\xa0\x80"), b"\x00")
        )
    if kind == FORMAT:
        return string("bold") + string(chance.choice(("{}", "null", "[" * 60 + "]" * 60, "[" * 9_000, '{"a":')))
    if kind == TYPE:
        return chance.choice((b"\x03" + string("paragraph"), b"\x06", b"\x00", b"\x01", b"\x05", b"\x07\x00"))
    if kind == ANY:
        return chance.choice(
            (b"\x01\x77" + string("v"), b"\x01\x7d\x05", nested(3), nested(40), nested(3_000), b"\x00")
        )
    return chance.choice(
        (string("{}"), string("guid") + b"\x76\x00", b"\x00", bytes(chance.randrange(256) for _ in range(9)))
    )


def _number(chance: Random, usual: int) -> int:
    return chance.choice((usual, usual, usual, chance.randrange(usual + 1), usual + 1, 0, 2**31, 2**32 - 1, 2**53))


def damaged(chance: Random, sound: bytes) -> bytes:
    """A real update with some of its bytes changed, taken out, doubled, or put in."""
    found = bytearray(sound)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(found) + 1)
        what = chance.randrange(5)
        if what == 0 and at < len(found):
            found[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        elif what == 1:
            del found[at : at + chance.randrange(1, 6)]
        elif what == 2:
            found[at:at] = found[at : at + 12]
        elif what == 3:
            found[at:at] = chance.randbytes(chance.randrange(1, 6))
        else:
            found[at:at] = chance.choice(
                (b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x07", nested(50)[1:], b"\x80" * 9)
            )
    return bytes(found)
