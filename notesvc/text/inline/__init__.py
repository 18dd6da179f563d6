"""The one inline grammar: wiki links, note links, #tags, $people and @handles in Markdown."""

from notesvc.text.inline.mentions import mentions
from notesvc.text.inline.names import (
    is_tag,
    match_person,
    person_initial,
    tag_key,
    wiki_path_keys,
    wiki_target_key,
)
from notesvc.text.inline.rewrite import rename_person, rename_tag, rename_wiki, replace_spans
from notesvc.text.inline.scanner import scan
from notesvc.text.inline.tokens import Token

__all__ = [
    "Token",
    "is_tag",
    "match_person",
    "mentions",
    "person_initial",
    "rename_person",
    "rename_tag",
    "rename_wiki",
    "replace_spans",
    "scan",
    "tag_key",
    "wiki_path_keys",
    "wiki_target_key",
]
