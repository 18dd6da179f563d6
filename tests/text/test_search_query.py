import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.fold import fold
from notesvc.text.search_query import MAX_PARTS, Filter, Query, QueryError, Term, parse
from tests.text.samples import TEXT


@pytest.mark.parametrize(
    ("q", "terms"),
    [
        ("", ()),
        ("   ", ()),
        ("two words", (Term(("two",)), Term(("words",), prefix=True))),
        ("words ", (Term(("words",), prefix=True),)),
        ('"A Phrase" x', (Term(("a", "phrase")), Term(("x",), prefix=True))),
        ('x "a phrase"', (Term(("x",)), Term(("a", "phrase")))),
        ('"not closed', (Term(("not", "closed")),)),
        ("yes -no", (Term(("yes",)), Term(("no",), negated=True))),
        ('-"a phrase"', (Term(("a", "phrase"), negated=True),)),
        ("title:Café", (Term(("cafe",), prefix=True, in_title=True),)),
        ('-title:"a b"', (Term(("a", "b"), negated=True, in_title=True),)),
        ("well-known", (Term(("well", "known"), prefix=True),)),
        ("検索エン", (Term(("検", "索", "エ", "ン"), prefix=True),)),
        ("foo:bar", (Term(("foo", "bar"), prefix=True),)),
        ('x"y z"', (Term(("x",)), Term(("y", "z")))),
        ("$5 #123", (Term(("5",)), Term(("123",), prefix=True))),
        ("tag: x", (Term(("tag",)), Term(("x",), prefix=True))),
        ("word tag:work", (Term(("word",), prefix=True),)),
    ],
)
def test_it_reads_terms(q: str, terms: tuple[Term, ...]) -> None:
    assert parse(q).terms == terms


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("tag:Work", Filter("tag", "work")),
        ("TAG:#Work/Sub/", Filter("tag", "work/sub")),
        ("#Été", Filter("tag", "été")),
        ("-#work", Filter("tag", "work", negated=True)),
        ("-tag:work", Filter("tag", "work", negated=True)),
        ("person:Ann", Filter("person", "ann")),
        ('person:"Ann  Lee"', Filter("person", "ann lee")),
        ('$"Ann Lee"', Filter("person", "ann lee")),
        ("-$田中", Filter("person", "田中", negated=True)),
        ('in:"My folder"', Filter("in", "my folder")),
        ("is:Journal", Filter("is", "journal")),
        ("-is:trashed", Filter("is", "trashed", negated=True)),
        ("before:2026", Filter("before", "2026-01-01")),
        ("before:2026-11", Filter("before", "2026-11-01")),
        ("after:2026-02-28", Filter("after", "2026-02-28")),
        ("after:2026-2-8", Filter("after", "2026-02-08")),
    ],
)
def test_it_reads_filters(q: str, expected: Filter) -> None:
    assert parse(q) == Query((), (expected,))


@pytest.mark.parametrize("q", ['"', "(" * 500, " *", "\0", "-", "--", "#", "$", '""', 'tag:"', 'in:""', "- #", '-"'])
def test_punctuation_asks_for_nothing(q: str) -> None:
    assert parse(q) == Query()


@pytest.mark.parametrize(
    "q", ["before:2026-13", "after:2026-02-30", "before:0000", "after:yesterday", "before:٢٠٢٦", "is:deleted"]
)
def test_it_refuses_what_cannot_be_answered(q: str) -> None:
    with pytest.raises(QueryError):
        parse(q)


def test_it_refuses_too_many_parts() -> None:
    assert len(parse("a " * MAX_PARTS).terms) == MAX_PARTS
    with pytest.raises(QueryError):
        parse("a " * MAX_PARTS + "#tag")


@settings(max_examples=500, deadline=None)
@given(TEXT | st.lists(st.sampled_from(['"', "-", "tag:", "#", "$", "is:", " ", "a", "(", "2026", "in:"])).map("".join))
def test_it_never_fails_otherwise(q: str) -> None:
    try:
        query = parse(q[:256])
    except QueryError:
        return
    assert all(token == fold(token) != "" for term in query.terms for token in term.tokens)
    assert all(condition.value for condition in query.filters if condition.kind in ("is", "before", "after"))
    assert not any(term.prefix for term in query.terms[:-1])
