"""Notes, tags and people as a graph."""

import pytest

from notesvc import clock, errors
from notesvc.domain import people, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links import graph
from notesvc.domain.links.graph import Graph
from tests.domain.conftest import Counting, MakeNote


def labels(found: Graph) -> list[str]:
    return sorted(f"{node.kind} {node.label}" for node in found.nodes)


def edges(found: Graph) -> list[str]:
    names = {node.id: node.label for node in found.nodes}
    return sorted(f"{names[source]} -{kind}> {names[target]}" for source, target, kind in found.edges)


def test_the_neighbours_of_a_note_are_what_it_links_to_and_what_links_to_it(
    caller: Caller, make_note: MakeNote
) -> None:
    people.create(caller, {"name": "Ada Lovelace", "aliases": ["Ada"]})
    leaf = make_note("Leaf", "#far")
    middle = make_note("Middle", f"[[leaf]] [x](note://{leaf.id}) #tag $Ada [[Nowhere]] @owner")
    make_note("Root", "[[Middle]] [[Middle|again]] #far")
    make_note("Elsewhere", "#tag")
    found = graph.around(caller, str(middle.id), 1, 100)
    assert found.nodes[0] == graph.Node(str(middle.id), "note", "Middle")
    assert graph.Node("tag:tag", "tag", "tag") in found.nodes
    assert labels(found) == ["note Leaf", "note Middle", "note Root", "person Ada Lovelace", "tag tag"]
    assert edges(found) == [
        "Middle -note> Leaf",
        "Middle -person> Ada Lovelace",
        "Middle -tag> tag",
        "Middle -wiki> Leaf",
        "Root -wiki> Middle",
    ]
    assert not found.is_truncated


def test_each_step_goes_one_link_further(caller: Caller, make_note: MakeNote) -> None:
    for number in range(5):
        make_note(f"N{number}", f"[[N{number + 1}]]")
    start = make_note("N5", "#topic")
    make_note("Other", "#topic")
    reached = [labels(graph.around(caller, str(start.id), depth, 100)) for depth in (1, 2, 3)]
    assert reached == [
        ["note N4", "note N5", "tag topic"],
        ["note N3", "note N4", "note N5", "note Other", "tag topic"],
        ["note N2", "note N3", "note N4", "note N5", "note Other", "tag topic"],
    ]


def test_the_nearest_nodes_stay_when_the_limit_cuts(caller: Caller, make_note: MakeNote) -> None:
    hub = make_note("Hub")
    for number in range(6):
        make_note(f"Near {number}", f"[[Hub]] [[Far {number}]]")
        make_note(f"Far {number}")
    found = graph.around(caller, str(hub.id), 3, 5)
    assert [node.label.split()[0] for node in found.nodes] == ["Hub", "Near", "Near", "Near", "Near"]
    assert len(found.edges) == 4
    assert found.is_truncated
    whole = graph.around(caller, str(hub.id), 3, 13)
    assert (len(whole.nodes), whole.is_truncated) == (13, False)


def test_a_note_that_links_to_itself_has_one_edge_for_it(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Self", "[[Self]] [[self]] [[SELF#Top]]")
    assert graph.around(caller, str(note.id), 2, 10).edges == [(note.id, note.id, "wiki")]
    assert graph.of_workspace(caller, 10).edges == [(note.id, note.id, "wiki")]


def test_the_whole_workspace_begins_with_what_is_linked_most(caller: Caller, make_note: MakeNote) -> None:
    make_note("Hub")
    for number in range(4):
        make_note(f"N{number}", "[[Hub]] #topic" if number else "[[Hub]]")
    make_note("Lonely")
    whole = graph.of_workspace(caller, 7)
    assert [node.label for node in whole.nodes[:2]] == ["Hub", "topic"]
    assert whole.nodes[-1].label == "Lonely"
    assert (len(whole.nodes), len(whole.edges), whole.is_truncated) == (7, 7, False)
    part = graph.of_workspace(caller, 2)
    assert ([node.label for node in part.nodes], part.edges, part.is_truncated) == (["Hub", "topic"], [], True)
    without_lonely = graph.of_workspace(caller, 6)
    assert without_lonely.is_truncated
    assert "Lonely" not in [node.label for node in without_lonely.nodes]


def test_the_trash_is_not_part_of_the_graph(caller: Caller, make_note: MakeNote) -> None:
    hub, gone = make_note("Hub", "[[Gone]]"), make_note("Gone", "[[Hub]] #topic")
    trash.delete_note(caller, str(gone.id))
    assert labels(graph.of_workspace(caller, 10)) == ["note Hub"]
    assert graph.around(caller, str(hub.id), 2, 10).edges == []
    with pytest.raises(errors.NotFound):
        graph.around(caller, str(gone.id), 1, 10)


def test_a_stranger_sees_nothing(caller: Caller, stranger: Caller, make_note: MakeNote) -> None:
    person = people.create(caller, {"name": "Ada"})
    mine = make_note("Mine", "#topic $Ada")
    theirs = make_note("Theirs", f"[[Mine]] [x](note://{mine.id}) #topic $Ada [y](note://{person.id})", by=stranger)
    assert labels(graph.of_workspace(stranger, 10)) == ["note Theirs", "tag topic"]
    assert labels(graph.around(stranger, str(theirs.id), 5, 10)) == ["note Theirs", "tag topic"]
    for note_id in (str(mine.id), clock.new_id()):
        with pytest.raises(errors.NotFound):
            graph.around(stranger, note_id, 1, 10)


def test_the_statements_do_not_grow_with_the_notes(caller: Caller, make_note: MakeNote, statements: Counting) -> None:
    hub = make_note("Hub", "#topic")
    for number in range(40):
        make_note(f"N{number}", f"[[Hub]] [[N{number + 1}]] #topic")
    with statements() as sent:
        found = graph.around(caller, str(hub.id), 1, 100)
    assert len(found.nodes) == 42
    assert len(sent) <= 20
    with statements() as sent:
        assert len(graph.of_workspace(caller, 100).nodes) == 42
    assert len(sent) <= 8
