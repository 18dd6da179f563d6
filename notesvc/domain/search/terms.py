"""The words of a search in SQL: FTS5 on SQLite, lexeme sets on Postgres, the same notes on both."""

from collections.abc import Iterable

from notesvc import database
from notesvc.domain.search.sql import Among, Sql, join
from notesvc.text.search import index_marks, word_forms
from notesvc.text.search.query import All, Either, Part, Term

_ANYWHERE = "{title names body} : "


def has_words_alone(part: Part) -> bool:
    """Whether the part asks for words only, so that the index alone can tell the notes."""
    if isinstance(part, All | Either):
        return all(map(has_words_alone, part.parts))
    return isinstance(part, Term)


def notes_with(part: Part) -> Among:
    """The notes, whosesoever, with those words; the part asks for words alone."""
    if database.on_sqlite():
        return _matching(_match(part))
    return Among("number", _keys_of(part))


def notes_marked(marks: Iterable[str]) -> Among:
    """The notes, whosesoever, with one of the marks; one that ends with `*` is the beginning of marks."""
    if database.on_sqlite():
        return _matching(" OR ".join(map(_quote, marks)))
    wanted = " | ".join(map(_lexeme, marks))
    return Among("number", Sql("SELECT s.number AS key FROM note_search s WHERE s.marks @@ ?::tsquery", (wanted,)))


def marks_of_forms(term: Term) -> list[str]:
    """The marks of notes that say another form of the term's word."""
    return [f"§k{'t' if term.in_title else 's'}{key}" for key in _keys(term)]


def _keys(term: Term) -> list[str]:
    if not term.forms or len(term.tokens) > 1:
        return []
    return [key for key in word_forms.keys(term.tokens[0]) if key[0] != "x"]


def _stems(term: Term) -> list[tuple[str, str]]:
    """Words that are a form of the term's by themselves, each with the mark of its language.

    Where the letters tell the language, it has no mark.
    """
    if term.in_title:
        return []
    stems = [(key[0], key[1:]) for key in _keys(term) if key[1:] != term.tokens[0]]
    return [(stem, f"§l{language}" if language in index_marks.LANGUAGES else "") for language, stem in stems]


def _matching(match: str) -> Among:
    return Among("number", Sql("SELECT rowid AS key FROM note_search WHERE note_search MATCH ?", (match,)))


def _match(part: Part) -> str:
    """The part in FTS5's language: quoted words are the only thing in it that came from outside."""
    if isinstance(part, All | Either):
        operator = " AND " if isinstance(part, All) else " OR "
        return f"({operator.join(map(_match, part.parts))})"
    assert isinstance(part, Term)
    columns = "title : " if part.in_title else _ANYWHERE if len(part.tokens) > 1 else ""
    phrase = columns + _phrase(part.tokens) + (" *" if part.prefix else "")
    forms = [_quote(mark) for mark in marks_of_forms(part)]
    stems = [f"({_phrase((stem,))} AND {_quote(mark)})" if mark else _phrase((stem,)) for stem, mark in _stems(part)]
    return f"({' OR '.join([phrase, *forms, *stems])})"


def _phrase(tokens: tuple[str, ...]) -> str:
    return '"' + " ".join(tokens).replace('"', '""') + '"'


def _quote(mark: str) -> str:
    return f"{_phrase((mark[:-1],))} *" if mark.endswith("*") else _phrase((mark,))


def _keys_of(part: Part) -> Sql:
    """On Postgres: sets that the index finds. One condition with OR may seem dearer to it than reading all texts."""
    if isinstance(part, All | Either):
        found = join(map(_keys_of, part.parts), " INTERSECT " if isinstance(part, All) else " UNION ")
    else:
        assert isinstance(part, Term)
        select = "SELECT s.number AS key FROM note_search s WHERE"
        found = join([Sql(f"{select} {way.text}", way.parameters) for way in _ways(part)], " UNION ")
    return Sql(f"({found.text})", found.parameters)


def _ways(part: Term) -> list[Sql]:
    """Conditions of which one has to hold: the index finds the rows that hold all words, the folded text tells a phrase
    from its words."""
    ways = [_expression(part)]
    if marks := marks_of_forms(part):
        ways.append(Sql("s.marks @@ ?::tsquery", (" | ".join(map(_lexeme, marks)),)))
    for stem, mark in _stems(part):
        is_in_language = Sql(" AND s.marks @@ ?::tsquery", (_lexeme(mark),)) if mark else Sql("")
        ways.append(Sql(f"(s.words @@ ?::tsquery{is_in_language.text})", (_lexeme(stem), *is_in_language.parameters)))
    return ways


def _expression(term: Term) -> Sql:
    end = "*" if term.prefix else ""
    if term.in_title and len(term.tokens) == 1:
        return Sql("s.marks @@ ?::tsquery", (_lexeme(f"§t{term.tokens[0]}{end}"),))
    *before, last = term.tokens
    lexemes = " & ".join([*map(_lexeme, before), _lexeme(last + end)])
    has_words = Sql("s.words @@ ?::tsquery", (lexemes,))
    if len(term.tokens) == 1:
        return has_words
    columns = ("title",) if term.in_title else ("title", "names", "body")
    in_sequence = join([_in_sequence(column, term) for column in columns], " OR ")
    return Sql(f"({has_words.text} AND ({in_sequence.text}))", (*has_words.parameters, *in_sequence.parameters))


def _lexeme(word: str) -> str:
    """A word in tsquery's language, quoted, so that it is a mere word; one that ends with `*` may go on."""
    plain = word.removesuffix("*").replace("\\", "\\\\").replace("'", "''")
    return f"'{plain}'" + (":*" if word.endswith("*") else "")


def _in_sequence(column: str, term: Term) -> Sql:
    words = f" {' '.join(term.tokens)}"
    if term.prefix:
        return Sql(f"position(?::text IN ' ' || s.{column}) > 0", (words,))
    return Sql(f"position(?::text IN ' ' || s.{column} || ' ') > 0", (f"{words} ",))
