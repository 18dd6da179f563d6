"""The words of a search in SQL: FTS5 on SQLite, lexeme sets on Postgres, the same notes on both."""

from collections.abc import Sequence
from typing import Literal

from notesvc import database
from notesvc.domain.search_sql import Among, Sql, joined
from notesvc.text.search_query import Term


def notes_with(terms: Sequence[Term], operator: Literal["AND", "OR"]) -> Among:
    """The notes, whosesoever, that hold all or any of the terms; whether a term is negated is not looked at."""
    if database.on_sqlite():
        match = f" {operator} ".join(_match(term) for term in terms)
        return Among("number", Sql("SELECT rowid AS key FROM note_search WHERE note_search MATCH ?", (match,)))
    found = joined([_condition(term) for term in terms], f" {operator} ")
    numbers = f"SELECT s.number AS key FROM note_search s WHERE {found.text}"
    return Among("number", Sql(numbers, found.parameters))


def _match(term: Term) -> str:
    """The term in FTS5's language: quoted words are the only thing in it that came from outside."""
    phrase = '"' + " ".join(term.tokens).replace('"', '""') + '"' + (" *" if term.prefix else "")
    return f"(title : {phrase})" if term.in_title else f"({phrase})"


def _condition(term: Term) -> Sql:
    """On Postgres: the index finds the rows that hold all words, the folded text tells a phrase from its words."""
    column = "title_words" if term.in_title else "words"
    has_words = Sql(f"s.{column} @@ ?::tsquery", (_lexemes(term),))
    if len(term.tokens) == 1:
        return has_words
    in_title, in_body = _in_sequence("title", term), _in_sequence("body", term)
    in_sequence = in_title if term.in_title else joined([in_title, in_body], " OR ")
    return Sql(f"({has_words.text} AND ({in_sequence.text}))", (*has_words.parameters, *in_sequence.parameters))


def _lexemes(term: Term) -> str:
    """All words of the term in tsquery's language, quoted, so that each is a mere word."""
    quoted = ["'" + token.replace("\\", "\\\\").replace("'", "''") + "'" for token in term.tokens]
    return " & ".join(quoted) + (":*" if term.prefix else "")


def _in_sequence(column: str, term: Term) -> Sql:
    words = f" {' '.join(term.tokens)}"
    if term.prefix:
        return Sql(f"position(?::text IN ' ' || s.{column}) > 0", (words,))
    return Sql(f"position(?::text IN ' ' || s.{column} || ' ') > 0", (f"{words} ",))
