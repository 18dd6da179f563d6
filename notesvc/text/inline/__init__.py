"""The one inline grammar: wiki links, note links, #tags, $people and @handles in Markdown."""

from notesvc.text.inline.mentions import mentions
from notesvc.text.inline.names import (
    Names,
    is_readable_tag,
    is_tag,
    match_person,
    person_initial,
    tag_key,
    wiki_path_keys,
    wiki_target_key,
)
from notesvc.text.inline.rewrite import RenameResult, rename_person, rename_tag, renamed_tag, replace_spans
from notesvc.text.inline.scanner import can_be_mentioned, each_token, scan
from notesvc.text.inline.tokens import Token
from notesvc.text.inline.wiki import ById, Form, Forms, is_written_as, link_form, rewrite_wiki, with_file_names

__all__ = [
    "ById",
    "Form",
    "Forms",
    "Names",
    "RenameResult",
    "Token",
    "can_be_mentioned",
    "each_token",
    "is_readable_tag",
    "is_tag",
    "is_written_as",
    "link_form",
    "match_person",
    "mentions",
    "person_initial",
    "rename_person",
    "rename_tag",
    "renamed_tag",
    "replace_spans",
    "rewrite_wiki",
    "scan",
    "tag_key",
    "wiki_path_keys",
    "wiki_target_key",
    "with_file_names",
]
