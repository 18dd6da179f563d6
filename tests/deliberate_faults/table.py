"""The faults: each one change of the product that breaks one promise, and the test that is to see it."""

from typing import NamedTuple


class Fault(NamedTuple):
    """`old` stands in `file` exactly once, and `new` takes its place; `test` runs in that part of the gate."""

    name: str
    file: str
    old: str
    new: str
    part: str
    test: str


FAULTS = (
    Fault(
        "a viewer may write a shared note",
        "notesvc/domain/access.py",
        """(n.owner_id = ? OR {_SHARED} AND c.role = 'editor'))""",
        """(n.owner_id = ? OR {_SHARED}))""",
        "fast",
        "web/test_collaborators.py::test_a_viewer_writes_nothing",
    ),
    Fault(
        "a stranger's trash can be restored",
        "notesvc/domain/trash.py",
        "        note = access.note_in_trash(caller, resource_id)\n        if note is not None:\n",
        """        note = Note.get_or_none((Note.id == resource_id) & Note.deleted_at.is_null(False))
        if note is not None:
            caller = Caller(str(note.owner_id), "", "")\n""",
        "fast",
        "web/test_matrix.py::test_a_stranger_gets_for_each_id_what_an_absent_id_gets",
    ),
    Fault(
        "versions from before the sharing are read",
        "notesvc/domain/access.py",
        "return int(database.execute(_FIRST_SEEN, (note.id, caller.user_id)).fetchone()[0])",
        "return 0",
        "fast",
        "web/test_shared_versions.py::test_versions_from_before_a_note_was_shared_are_its_owners_alone",
    ),
    Fault(
        "a disabled account's key works",
        "notesvc/domain/sync_tokens.py",
        "if revoked_at is not None or disabled_at is not None:",
        "if revoked_at is not None:",
        "fast",
        "web/test_auth.py::test_a_disabled_user_is_out_at_once",
    ),
    Fault(
        "an erased note stays in the search index",
        "notesvc/domain/trash.py",
        "        search_index.remove(int(row.number))\n",
        "        int(row.number)\n",
        "fast",
        "web/test_deletion.py::test_nothing_of_the_user_is_left_in_any_table_or_file",
    ),
    Fault(
        "a changed alias goes on answering",
        "notesvc/domain/indexing.py",
        """    database.execute("DELETE FROM note_aliases WHERE note_id = ?", (note.id,))\n""",
        """    for key in resolution.name_keys(str(note.name), front_matter.aliases(note.properties))[1]:
        database.execute("DELETE FROM note_aliases WHERE note_id = ? AND name_key = ?", (note.id, key))\n""",
        "fast",
        "domain/test_links.py::test_an_alias_that_a_note_has_no_more_means_nothing",
    ),
    Fault(
        "201 versions are kept",
        "notesvc/domain/history.py",
        "(note.id, note.id, limits.VERSIONS_PER_NOTE)",
        "(note.id, note.id, limits.VERSIONS_PER_NOTE + 1)",
        "fast",
        "web/test_versions.py::test_200_are_kept",
    ),
    Fault(
        "a link means another of two titles",
        "notesvc/domain/links/resolution.py",
        "return target.is_alias, distance, len(there), target.note_id",
        "return target.is_alias, -distance, len(there), target.note_id",
        "fast",
        "domain/test_link_examples.py::test_links_mean_the_nearest_note_that_they_name",
    ),
    Fault(
        "a share of n views is seen n + 1 times",
        "notesvc/domain/shares/visits.py",
        "SET views_left = views_left - 1 WHERE",
        "SET views_left = views_left - CASE WHEN views > 0 THEN 1 ELSE 0 END WHERE",
        "fast",
        "web/test_share_visits.py::test_only_the_button_takes_a_view",
    ),
    Fault(
        "the trash is emptied after 3 days",
        "notesvc/limits.py",
        "\nTRASH_DAYS = 30\n",
        "\nTRASH_DAYS = 3\n",
        "fast",
        "web/test_trash_and_journal.py::test_the_trash_is_kept_for_30_days",
    ),
    Fault(
        "an archive unpacks a thousandfold",
        "notesvc/limits.py",
        "ARCHIVE_RATIO = 200\n",
        "ARCHIVE_RATIO = 1_000\n",
        "fast",
        "domain/test_import_archive.py::test_an_archive_may_unpack_a_hundredfold_and_not_four_hundredfold",
    ),
    Fault(
        "routes of keys answer every origin",
        "notesvc/web/cors.py",
        r"/api/sync/(?!tokens(?:/|$)).*",
        r"/api/sync/.*",
        "fast",
        "web/test_cors.py::test_no_other_route_is_for_other_origins",
    ),
    Fault(
        "guesses of one IPv6 network are many places",
        "notesvc/web/rates.py",
        """return hosts.share_of_address(request.remote_addr or "")""",
        """return request.remote_addr or "unknown" """,
        "fast",
        "web/test_auth.py::test_guesses_from_one_network_of_ipv6_are_from_one_place",
    ),
    Fault(
        "an upload is served without its sandbox",
        "notesvc/web/attachments.py",
        """    response.headers["Content-Security-Policy"] = _SANDBOX\n""",
        "",
        "fast",
        "web/test_attachments.py::test_an_upload_is_served_back_whole",
    ),
    Fault(
        "a < of an excerpt is not escaped",
        "notesvc/text/search/snippet.py",
        "return escape(text if text.isprintable()",
        """return (lambda said: escape(said).replace("&lt;", "<"))(text if text.isprintable()""",
        "fast",
        "text/search/test_snippet.py::test_it_marks_what_was_searched",
    ),
    Fault(
        "an address with a backslash leaves the service",
        "notesvc/text/html/sanitise.py",
        r"""if _CONTROL.search(address) or "\\" in address.partition("?")[0].partition("#")[0]:""",
        "if _CONTROL.search(address):",
        "fast",
        "text/html/test_render.py::test_no_vector_survives_the_sanitiser_alone",
    ),
    Fault(
        "two words typed at once become one",
        "notesvc/text/diff/three_way.py",
        "glue = [between] if between and own and other and own[-1][-1].isalnum() and other[0][0].isalnum() else []",
        "glue: list[str] = []",
        "fast",
        "text/diff/test_three_way.py::test_both_changes_are_in_what_comes_out",
    ),
    Fault(
        "who resumes a stream misses an event",
        "notesvc/streams/reading.py",
        "return handoff.last, True",
        "return min(handoff.last + 1, events.latest([handoff.user]).get(handoff.user, 0)), True",
        "fast",
        "streams/test_once.py::test_each_event_comes_exactly_once_to_who_resumes",
    ),
    Fault(
        "one backup too many stays",
        "notesvc/backups/keeping.py",
        "len(seen) < count",
        "len(seen) <= count",
        "fast",
        "backups/test_keeping.py::test_days_weeks_and_months_stay",
    ),
    Fault(
        "a body in chunks of exactly the limit is refused",
        "notesvc/edge/incoming.py",
        "if self.spool.size + len(piece) > self._most:",
        "if self.spool.size + len(piece) >= self._most:",
        "fast",
        "edge/test_incoming.py::test_a_body_in_chunks_may_be_as_large_as_the_route_takes",
    ),
    Fault(
        "waits of a dying process grow without bound",
        "notesvc/supervisor.py",
        "self.delay = min(self.delay * 2, LONGEST_DELAY_SECONDS)",
        "self.delay = self.delay * 2",
        "process",
        "process/test_supervisor.py::test_the_waits_of_a_start_that_fails_double_up_to_ten_seconds",
    ),
    Fault(
        "text written here is lost with a note deleted there",
        "notesvc/clients/desktop/sync/note_steps.py",
        "if text.sha256 != thing.sha256 and not pages.is_same(",
        "if text.sha256 == thing.sha256 and not pages.is_same(",
        "fast",
        "desktop/test_simulation.py::test_nothing_is_lost_and_all_become_the_same[0]",
    ),
    Fault(
        "what a viewer sends to a room is taken",
        "notesvc/collab/room.py",
        """if arrival.connection.role == "editor":""",
        """if arrival.connection.role in ("viewer", "editor"):""",
        "fast",
        "collab/test_guard.py::test_what_a_viewer_sends_is_neither_taken_nor_acknowledged",
    ),
    Fault(
        "an edit is acknowledged before it is on disk",
        "notesvc/collab/room.py",
        "        self._log.append(Entry(self, change, connection.count_written, clients=new, user_id=user_id))\n",
        """        connection.count_written()
        self._log.append(Entry(self, change, None, clients=new, user_id=user_id))\n""",
        "fast",
        "collab/test_store.py::test_an_edit_is_told_to_the_others_at_once_and_acknowledged_when_it_is_on_disk",
    ),
)
