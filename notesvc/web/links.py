"""What notes link to, what links to them, and the graph of it all."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import resources
from notesvc.domain.caller import Caller
from notesvc.domain.links import backlinks, graph, lookup, mentions
from notesvc.domain.links import reports as link_reports
from notesvc.domain.links.graph import Graph
from notesvc.domain.links.reports import Finding
from notesvc.web import forms, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size

area = Area("links", "/api/workspace")


class GraphQuery(forms.Query):
    """GET graph: around a note, or without one the whole workspace."""

    note_id: forms.Id | None = Field(
        None, description="The note around which to look; the whole workspace where absent."
    )
    depth: Annotated[int, Field(ge=1, le=limits.GRAPH_DEPTH_MOST)] = Field(
        1, description="How many links away from the note."
    )
    limit: forms.PageLimit | None = Field(None, description="How many nodes the graph holds at most.")


class NoteLink(shapes.Shape):
    """A link of a note; targetNoteId is null where nothing resolves."""

    source_note_id: shapes.Id = Field(description="The note that links.")
    kind: Literal["wiki", "note", "tag", "person", "user"] = Field(description="What kind of link it is.")
    target_label: str = Field(description="What the link says: a title, a tag, or an id.")
    target_note_id: shapes.Id | None = Field(description="The note that it leads to; null where it leads to none.")


class NoteLinks(shapes.Shape):
    """A page of the links of a note."""

    links: list[NoteLink] = Field(description="The links on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class Backlink(shapes.Shape):
    """A note that points here; the snippets are escaped HTML with `<mark>`."""

    note: resources.NoteMetadata = Field(description="The note that points here.")
    snippets: list[str] = Field(description="Where it does: escaped HTML with `<mark>`.")
    count: int = Field(description="How often it does.")


class Backlinks(shapes.Shape):
    """Notes that link here, and notes that mention the name without a link; the latest change first.

    A page holds of the first until there are no more, then of the second.
    """

    linked: list[Backlink] = Field(description="Notes that link here.")
    unlinked: list[Backlink] = Field(description="Notes that mention the name without a link.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class MentionsToLink(forms.Form):
    """POST link-mentions: in the named notes, else in all; dryRun changes nothing."""

    note_ids: Annotated[list[forms.Id], Field(max_length=limits.LINKED_NOTES)] | None = Field(
        None, description="The notes in which to write links; all where absent."
    )
    dry_run: bool = Field(False, description="Whether to show only what would change.")


class LinkedMention(shapes.Shape):
    """A mention as it stood and as a link: escaped HTML with `<mark>`."""

    note: resources.NoteMetadata = Field(description="The note that mentions.")
    before: str = Field(description="The place as it stood: escaped HTML with `<mark>`.")
    after: str = Field(description="The place with the link: escaped HTML with `<mark>`.")


class LinkedMentions(shapes.Shape):
    """How many mentions in how many notes became links (with dryRun: would become); the first 200 of them."""

    notes: int = Field(description="In how many notes.")
    mentions: int = Field(description="How many mentions.")
    items: list[LinkedMention] = Field(description="The first 200 of them.")


class GraphNode(shapes.Shape):
    """A note, a tag (`tag:<tag>`) or a person."""

    id: str = Field(description="The id of the note or person, or `tag:` and the tag.")
    kind: Literal["note", "tag", "person"] = Field(description="What the node is.")
    label: str = Field(description="What to write beside it.")


class GraphEdge(shapes.Shape):
    """A link between two nodes of the answer."""

    source: str = Field(description="The node that links.")
    target: str = Field(description="The node that it links to.")
    kind: Literal["wiki", "note", "tag", "person"] = Field(description="What kind of link it is.")


class GraphShape(shapes.Shape):
    """Nodes and the edges among them; truncated where the limit cut some off."""

    nodes: list[GraphNode] = Field(description="The nodes.")
    edges: list[GraphEdge] = Field(description="The links among them.")
    truncated: bool = Field(description="Whether the limit cut some off.")


class LinkFinding(shapes.Shape):
    """A note, and the links in it that the report is about."""

    note: resources.NoteMetadata = Field(description="The note.")
    labels: list[str] = Field(description="What its links say.")


class LinkReport(shapes.Shape):
    """Links to nothing, links to a title that several notes have, notes without links; at most 500 notes each.

    A page holds of the first until there are no more, then of the second, then of the third.
    """

    broken: list[LinkFinding] = Field(description="Notes with links to nothing.")
    ambiguous: list[LinkFinding] = Field(description="Notes with links to a title that several notes have.")
    orphans: list[resources.NoteMetadata] = Field(description="Notes without links.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("/notes/<id:note_id>/links", access=SESSION, query=forms.Page, answers={200: NoteLinks})
def links_of_note(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """What the note links to."""
    rows, cursor = paging.page(
        query, "links", lookup.of_note(caller, note_id), lambda link: f"{link.kind} {link.label}"
    )
    links = [
        NoteLink.of(link, source_note_id=link.source_id, target_label=link.label, target_note_id=link.target_id)
        for link in rows
    ]
    return NoteLinks.of(links=links, next_cursor=cursor)


@area.get("/notes/<id:note_id>/backlinks", access=SESSION, query=forms.Page, answers={200: Backlinks})
def backlinks_of_note(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """What links to the note, and what mentions it."""
    found = backlinks.of_note(caller, note_id)
    page, cursor = paging.page_of_lists(
        query, "backlinks", {"linked": found.linked, "unlinked": found.unlinked}, lambda source: source.note[0]
    )
    return Backlinks.of(**page, next_cursor=cursor)


@area.post("/notes/<id:note_id>/link-mentions", access=SESSION, form=MentionsToLink, answers={200: LinkedMentions})
def link_mentions(caller: Caller, note_id: str, form: MentionsToLink) -> Any:
    """Write mentions of the note as links to it, or show what that would change."""
    outcome = mentions.link(caller, note_id, form.note_ids, form.dry_run)
    return LinkedMentions.of(outcome, items=outcome.shown)


@area.get("/graph", access=SESSION, query=GraphQuery, answers={200: GraphShape}, refusals=(404,))
def show_graph(caller: Caller, query: GraphQuery) -> Any:
    """Notes, tags and people with their links: around a note, or of the whole workspace."""
    most = page_size(query.limit, limits.GRAPH_NODES, limits.GRAPH_NODES_MOST)
    if query.note_id is None:
        return _graph(graph.of_workspace(caller, most))
    return _graph(graph.around(caller, query.note_id, query.depth, most))


@area.get("/reports/links", access=SESSION, query=forms.Page, answers={200: LinkReport})
def report(caller: Caller, query: forms.Page) -> Any:
    """Broken links, ambiguous links and orphans."""
    found = link_reports.of_links(caller)
    parts: dict[str, Sequence[Finding]] = {
        "broken": found.broken,
        "ambiguous": found.ambiguous,
        "orphans": [Finding(row, []) for row in found.orphans],
    }
    page, cursor = paging.page_of_lists(query, "report", parts, lambda finding: finding.note[0])
    orphans = [finding.note for finding in page.pop("orphans")]
    return LinkReport.of(**page, orphans=orphans, next_cursor=cursor)


def _graph(found: Graph) -> dict[str, Any]:
    return GraphShape.of(found, truncated=found.is_truncated)
