"""What notes link to, what links to them, and the graph of it all."""

from typing import Annotated, Any, Literal

from pydantic import Field

from notesvc import limits
from notesvc.domain import backlinks, graph, links, mentions, reports
from notesvc.domain.backlinks import Source
from notesvc.domain.caller import Caller
from notesvc.domain.graph import Graph
from notesvc.domain.reports import Finding
from notesvc.web import forms, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size

area = Area("links", "/api/workspace")


class GraphQuery(forms.Query):
    """GET graph: around a note, or without one the whole workspace."""

    note_id: forms.Id | None = None
    depth: Annotated[int, Field(ge=1, le=limits.GRAPH_DEPTH_MOST)] = 1
    limit: forms.PageLimit | None = None


class NoteLink(shapes.Shape):
    """A link of a note; targetNoteId is null where nothing resolves."""

    source_note_id: str
    kind: Literal["wiki", "note", "tag", "person", "user"]
    target_label: str
    target_note_id: str | None


class NoteLinks(shapes.Shape):
    """All links of a note."""

    links: list[NoteLink]


class Backlink(shapes.Shape):
    """A note that points here; the snippets are escaped HTML with `<mark>`."""

    note: shapes.NoteMetadata
    snippets: list[str]
    count: int


class Backlinks(shapes.Shape):
    """Notes that link here, and notes that mention the name without a link; the latest change first."""

    linked: list[Backlink]
    unlinked: list[Backlink]


class MentionsToLink(forms.Form):
    """POST link-mentions: in the named notes, else in all; dryRun changes nothing."""

    note_ids: Annotated[list[forms.Id], Field(max_length=limits.LINKED_NOTES)] | None = None
    dry_run: bool = False


class LinkedMention(shapes.Shape):
    """A mention as it stood and as a link: escaped HTML with `<mark>`."""

    note: shapes.NoteMetadata
    before: str
    after: str


class LinkedMentions(shapes.Shape):
    """How many mentions in how many notes became links (with dryRun: would become); the first 200 of them."""

    notes: int
    mentions: int
    items: list[LinkedMention]


class GraphNode(shapes.Shape):
    """A note, a tag (`tag:<tag>`) or a person."""

    id: str
    kind: Literal["note", "tag", "person"]
    label: str


class GraphEdge(shapes.Shape):
    """A link between two nodes of the answer."""

    source: str
    target: str
    kind: Literal["wiki", "note", "tag", "person"]


class GraphShape(shapes.Shape):
    """Nodes and the edges among them; truncated where the limit cut some off."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    truncated: bool


class LinkFinding(shapes.Shape):
    """A note, and the links in it that the report is about."""

    note: shapes.NoteMetadata
    labels: list[str]


class LinkReport(shapes.Shape):
    """Links to nothing, links to a title that several notes have, notes without links; at most 500 notes each."""

    broken: list[LinkFinding]
    ambiguous: list[LinkFinding]
    orphans: list[shapes.NoteMetadata]


@area.get("/notes/<id:note_id>/links", access=SESSION, answers={200: NoteLinks})
def links_of_note(caller: Caller, note_id: str) -> Any:
    """What the note links to."""
    return {
        "links": [
            {
                "sourceNoteId": link.source_id,
                "kind": link.kind,
                "targetLabel": link.label,
                "targetNoteId": link.target_id,
            }
            for link in links.of_note(caller, note_id)
        ]
    }


@area.get("/notes/<id:note_id>/backlinks", access=SESSION, answers={200: Backlinks})
def backlinks_of_note(caller: Caller, note_id: str) -> Any:
    """What links to the note, and what mentions it."""
    found = backlinks.of_note(caller, note_id)
    return {"linked": _sources(found.linked), "unlinked": _sources(found.unlinked)}


@area.post("/notes/<id:note_id>/link-mentions", access=SESSION, form=MentionsToLink, answers={200: LinkedMentions})
def link_mentions(caller: Caller, note_id: str, form: MentionsToLink) -> Any:
    """Write mentions of the note as links to it, or show what that would change."""
    outcome = mentions.link(caller, note_id, form.note_ids, form.dry_run)
    return {
        "notes": outcome.notes,
        "mentions": outcome.mentions,
        "items": [
            {"note": shapes.metadata(each.note), "before": each.before, "after": each.after} for each in outcome.shown
        ],
    }


@area.get("/graph", access=SESSION, query=GraphQuery, answers={200: GraphShape}, refusals=(404,))
def show_graph(caller: Caller, query: GraphQuery) -> Any:
    """Notes, tags and people with their links: around a note, or of the whole workspace."""
    most = page_size(query.limit, limits.GRAPH_NODES, limits.GRAPH_NODES_MOST)
    if query.note_id is None:
        return _graph(graph.of_workspace(caller, most))
    return _graph(graph.around(caller, query.note_id, query.depth, most))


@area.get("/reports/links", access=SESSION, answers={200: LinkReport})
def report(caller: Caller) -> Any:
    """Broken links, ambiguous links and orphans."""
    found = reports.of_links(caller)
    return {
        "broken": _findings(found.broken),
        "ambiguous": _findings(found.ambiguous),
        "orphans": [shapes.listed(row) for row in found.orphans],
    }


def _sources(sources: list[Source]) -> list[dict[str, Any]]:
    return [
        {"note": shapes.listed(source.note), "snippets": source.snippets, "count": source.count} for source in sources
    ]


def _graph(found: Graph) -> dict[str, Any]:
    return {
        "nodes": [{"id": node.id, "kind": node.kind, "label": node.label} for node in found.nodes],
        "edges": [{"source": source, "target": target, "kind": kind} for source, target, kind in found.edges],
        "truncated": found.is_truncated,
    }


def _findings(findings: list[Finding]) -> list[dict[str, Any]]:
    return [{"note": shapes.listed(row), "labels": labels} for row, labels in findings]
