"""The notes that a page embeds: of the same share or site only, and of those what is embedded in them."""

from collections.abc import Mapping
from typing import NamedTuple

from notesvc.domain.exporting.links import LinkMaker, Source
from notesvc.domain.shares import contents, diagrams
from notesvc.domain.shares.contents import Text
from notesvc.text import inline
from notesvc.text.html.link_targets import Links
from notesvc.text.html.page import DEEPEST_EMBED, MOST_EMBEDS, EmbeddedNote, PageOptions

_NOTE = "/notes/"


class Embeds(NamedTuple):
    """What the text of a note refers to, the notes that it embeds by title, the ids of these, and what its owner should
    know of the files in them."""

    links: Links
    notes: dict[str, EmbeddedNote]
    ids: list[str]
    told: list[str]


class Embedder:
    """Finds what notes of a share or a site embed. A title means the same note in every text of a page.

    `paths` has the notes that may be embedded.
    """

    def __init__(self, owner_id: str, paths: Mapping[str, str], links: LinkMaker) -> None:
        self._owner_id, self._paths, self._links = owner_id, paths, links

    def options_of(self, text: Text) -> tuple[PageOptions, list[str], list[str]]:
        """What the page of the note may show, the ids of the note and of those that it embeds, and what its owner
        should know of the files in it."""
        links, embeds, ids, told = self.embeds_of(Source(text.note_id, text.parent_id, text.content))
        texts = [text.content, *(embed.markdown for embed in embeds.values())]
        return PageOptions(links, embeds, diagrams.addresses(self._owner_id, texts)), [text.note_id, *ids], told

    def embeds_of(self, source: Source) -> Embeds:
        """What the text embeds."""
        links, told = self._links.of(source)
        embeds: dict[str, EmbeddedNote] = {}
        ids: list[str] = []
        waiting = [(source.content, links)]
        for _ in range(DEEPEST_EMBED):
            wanted = self._texts_of(waiting, embeds)
            waiting = []
            found = contents.texts(self._owner_id, sorted(set(wanted.values())))
            for title, note_id in wanted.items():
                other = found.get(note_id)
                if other is not None and not other.is_damaged:
                    its_links, more = self._links.of(Source(note_id, other.parent_id, other.content))
                    told += [each for each in more if each not in told]
                    embeds[title] = EmbeddedNote(other.content, its_links)
                    ids.append(note_id)
                    waiting.append((other.content, its_links))
        return Embeds(links, embeds, ids, told)

    def _texts_of(self, texts: list[tuple[str, Links]], known: Mapping[str, EmbeddedNote]) -> dict[str, str]:
        """By title the notes of the share that the texts embed and that are not known yet."""
        wanted: dict[str, str] = {}
        for content, links in texts:
            titles = {token.title for token in inline.scan(content) if token.kind == "wiki" and token.embed}
            for title in sorted(titles - known.keys() - wanted.keys()):
                target = links.wiki.get(title)
                note_id = target.address.removeprefix(_NOTE) if target and target.kind == "note" else ""
                if note_id in self._paths and len(known) + len(wanted) < MOST_EMBEDS:
                    wanted[title] = note_id
        return wanted
