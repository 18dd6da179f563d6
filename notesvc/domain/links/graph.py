"""Notes, tags and people as a graph: around one note, or of the whole workspace; always bounded."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from notesvc import database
from notesvc.domain import access, batches
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup
from notesvc.domain.links.lookup import Link

_MOST_LINKS = 100_000
_MOST_LINKS_A_STEP = 20_000

Edge = tuple[str, str, str]
"""source node, target node, kind of link"""


@dataclass(frozen=True, slots=True)
class Node:
    """A note, a tag (`tag:<key>`) or a person."""

    id: str
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and the edges among them, each once; `is_truncated` when there is more than was asked for."""

    nodes: list[Node]
    edges: list[Edge]
    is_truncated: bool


def around(caller: Caller, note_id: str, depth: int, most: int) -> Graph:
    """What can be reached from a live note in `depth` steps along links in either direction, the nearest first.

    At most `most` nodes. Raises NotFound.
    """
    note = access.own_live_note(caller, note_id)
    kinds = {str(note.id): "note"}
    frontier, is_truncated = list(kinds), False
    for _ in range(depth):
        if is_truncated or not frontier:
            break
        steps = _links_at(caller.user_id, [(node, kinds[node]) for node in frontier])
        met = {node: kind for link in steps for node, kind in _ends(link) if node not in kinds}
        frontier = list(met)[: most - len(kinds)]
        is_truncated |= len(frontier) < len(met) or len(steps) >= _MOST_LINKS_A_STEP
        kinds |= {node: met[node] for node in frontier}
    inner = lookup.from_notes(caller.user_id, _of_kind("note", kinds), _MOST_LINKS)
    return _graph(caller.user_id, kinds, inner, is_truncated)


def of_workspace(caller: Caller, most: int) -> Graph:
    """The most linked notes, tags and people, then the notes that changed last; at most `most` nodes."""
    found = lookup.of_workspace(caller.user_id, _MOST_LINKS)
    kinds: dict[str, str] = {}
    degrees: Counter[str] = Counter()
    for link in found:
        ends = _ends(link)
        kinds |= ends
        degrees.update(dict(ends).keys())
    ranked = sorted(kinds, key=lambda node: (-degrees[node], node))
    chosen = {node: kinds[node] for node in ranked[:most]}
    # One more than fits, so that it shows whether anything is left out.
    newest = database.execute(
        "SELECT id FROM notes WHERE owner_id = ? AND deleted_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT ?",
        (caller.user_id, most + 1),
    ).fetchall()
    lonely = [row[0] for row in newest if row[0] not in kinds]
    is_truncated = len(kinds) + len(lonely) > most or len(found) >= _MOST_LINKS
    chosen |= dict.fromkeys(lonely[: most - len(chosen)], "note")
    return _graph(caller.user_id, chosen, found, is_truncated)


def _links_at(owner_id: str, nodes: Iterable[tuple[str, str]]) -> list[Link]:
    """The links that begin or end at one of the nodes, those that begin there first."""
    by_kind: dict[str, list[str]] = {"note": [], "tag": [], "person": []}
    for node, kind in nodes:
        by_kind[kind].append(node.removeprefix("tag:") if kind == "tag" else node)
    found = lookup.from_notes(owner_id, by_kind["note"], _MOST_LINKS_A_STEP)
    found += lookup.to_notes(owner_id, by_kind["note"], _MOST_LINKS_A_STEP)
    for kind in ("tag", "person"):
        found += lookup.to_labels(owner_id, kind, by_kind[kind], _MOST_LINKS_A_STEP)
    return found


def _ends(link: Link) -> list[tuple[str, str]]:
    """The nodes of a link with their kinds; none for a link to nothing, or to a user."""
    target = _target(link)
    if target is None:
        return []
    kind = "note" if link.target_id is not None else link.kind
    return [(link.source_id, "note"), (target, kind)]


def _target(link: Link) -> str | None:
    if link.kind == "tag":
        return f"tag:{link.key}"
    return link.label if link.kind == "person" else link.target_id


def _graph(owner_id: str, kinds: Mapping[str, str], found: Iterable[Link], is_truncated: bool) -> Graph:
    """The graph of those nodes that still exist, in their order."""
    labels = {node: node.removeprefix("tag:") for node in _of_kind("tag", kinds)}
    labels |= dict(batches.rows("notes", "n.id, n.name", owner_id, _of_kind("note", kinds)))
    labels |= dict(batches.rows("people", "n.id, n.name", owner_id, _of_kind("person", kinds)))
    nodes = [Node(node, kind, labels[node]) for node, kind in kinds.items() if node in labels]
    edges: dict[Edge, None] = {}
    for link in found:
        target = _target(link)
        if target in labels and link.source_id in labels:
            edges[link.source_id, target, link.kind] = None
    return Graph(nodes, list(edges), is_truncated)


def _of_kind(kind: str, kinds: Mapping[str, str]) -> list[str]:
    return [node for node, each in kinds.items() if each == kind]
