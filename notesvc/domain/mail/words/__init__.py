"""What mails say, by language."""

from notesvc.domain.mail.words import ar, de, en, es, ja
from notesvc.domain.mail.words.said import Said, Words
from notesvc.languages import Language

IN: dict[Language, Words] = {"en": en.WORDS, "de": de.WORDS, "es": es.WORDS, "ja": ja.WORDS, "ar": ar.WORDS}

__all__ = ["IN", "Said", "Words"]
