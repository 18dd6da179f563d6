"""What public pages say besides the notes, by language."""

from notesvc.domain.shares.words import ar, de, en, es, ja
from notesvc.domain.shares.words.said import Message, Words
from notesvc.languages import Language

IN: dict[Language, Words] = {"en": en.WORDS, "de": de.WORDS, "es": es.WORDS, "ja": ja.WORDS, "ar": ar.WORDS}

__all__ = ["IN", "Message", "Words"]
