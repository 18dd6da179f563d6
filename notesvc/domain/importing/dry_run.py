"""A dry run: what would become of what was read, with nothing written."""

from collections.abc import Sequence
from dataclasses import replace

from notesvc.domain.importing import binding, job_items, report, writer
from notesvc.domain.importing.drafts import Draft, ImportContext, NoteDraft, RefusedDraft
from notesvc.domain.importing.job_items import Item
from notesvc.domain.links import files, resolution
from notesvc.text import inline


class DryRun:
    """Says of the drafts of one batch what would become of them, and where their links would lead.

    A link to a further name of a note that is not here yet counts as one that leads nowhere.
    """

    def __init__(self, context: ImportContext, drafts: Sequence[Draft]) -> None:
        self._context = context
        owner_id = context.caller.user_id
        self._place = resolution.Resolver(owner_id).place_of(context.job.parent_id)
        self._files = files.FileResolver(owner_id)
        self._titles = {id(draft): _titles(draft) for draft in drafts if isinstance(draft, NoteDraft)}
        wanted = sorted({key for titles in self._titles.values() for key in titles.values()})
        coming = job_items.by_key(str(context.job.id), "name_key", wanted)
        notes = {key for key, items in coming.items() if any(item.kind == "note" for item in items)}
        self._known = notes | report.known_names(owner_id, wanted)

    def make(self, draft: Draft) -> Item:
        """The item as it would be."""
        if isinstance(draft, RefusedDraft):
            return replace(draft.item, outcome="failed", resource_id=None, reason=draft.remark)
        refusal = writer.why_not(self._context.caller, draft)
        if refusal is not None:
            return replace(draft.item, outcome="skipped", resource_id=None, reason=refusal)
        if isinstance(draft, NoteDraft):
            self._note(draft)
        return replace(draft.item, outcome="created", reason=draft.remark)

    def _note(self, draft: NoteDraft) -> None:
        date = draft.note.journal_date
        if date is not None and writer.has_entry(self._context.caller, str(date)):
            writer.add_remark(draft, f"{date} has a journal entry already: it would become an ordinary note")
        titles = self._titles[id(draft)]
        place = self._place + files.place_of(draft.item.folder)
        lost = [
            title
            for title, key in titles.items()
            if key not in self._known and title not in draft.files and not self._files.lies_near(title, place)
        ]
        draft.remark = binding.with_lost(draft.remark, filter(files.names_a_file, lost))
        keys, unresolved = set(titles.values()), {titles[title] for title in lost}
        draft.links = (draft.links[0] + len(keys - unresolved), draft.links[1] + len(unresolved))


def _titles(draft: NoteDraft) -> dict[str, str]:
    """The titles of the wiki links, with their keys."""
    tokens = inline.each_token(str(draft.body.content))
    return {token.title: inline.wiki_target_key(token.title) for token in tokens if token.kind == "wiki"}
