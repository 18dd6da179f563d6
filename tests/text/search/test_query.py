import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.fold import BREAK, fold
from notesvc.text.search.query import MAX_PARTS, All, Either, Filter, Not, Part, Query, QueryError, Term, parse
from tests.text.samples import TEXT


def word(*tokens: str, prefix: bool = True, in_title: bool = False) -> Term:
    """A term as typed: other forms are meant too, and longer words unless it is short."""
    return Term(tokens, prefix, in_title, forms=True)


def short(*tokens: str) -> Term:
    """A term of too few letters to be the beginning of longer words, unless it is the last."""
    return word(*tokens, prefix=False)


@pytest.mark.parametrize(
    ("q", "parts"),
    [
        ("", ()),
        ("   ", ()),
        ("two words", (word("two"), word("words"))),
        ("of words", (short("of"), word("words"))),
        ("words of", (word("words"), word("of"))),
        ("words ", (word("words"),)),
        ('"A Phrase" x', (Term(("a", "phrase")), word("x"))),
        ('x "a phrase"', (short("x"), Term(("a", "phrase")))),
        ('"not closed', (Term(("not", "closed")),)),
        ("yes -no", (word("yes"), Not(Term(("no",))))),
        ('-"a phrase"', (Not(Term(("a", "phrase"))),)),
        ("title:Café", (word("cafe", in_title=True),)),
        ('-title:"a b"', (Not(Term(("a", "b"), in_title=True)),)),
        ("--dry-run", (word("dry", "run"),)),
        ("🎉 x", (short("🎉"), word("x"))),
        ("well-known", (word("well", "known"),)),
        ("検索エン", (word("検", "索", "エ", "ン"),)),
        ("検索 エン", (short("検", "索"), word("エ", "ン"))),
        ('"検索 エン"', (Term(("検", "索", "¶", "エ", "ン")),)),
        ("foo:bar", (word("foo", "bar"),)),
        ('x"y z"', (short("x"), Term(("y", "z")))),
        ("$5 #123", (short("5"), word("123"))),
        ("tag: x", (word("tag"), word("x"))),
        ("word tag:work", (word("word"), Filter("tag", "work"))),
        # alternatives and brackets
        ("one OR two", (Either((word("one"), word("two"))),)),
        ("one OR two three", (Either((word("one"), All((word("two"), word("three"))))),)),
        ("(one OR two) three", (Either((word("one"), word("two"))), word("three"))),
        ("-(one two)", (Not(All((word("one"), word("two")))),)),
        ("(one (two OR #x))", (word("one"), Either((word("two"), Filter("tag", "x"))))),
        ("one or two", (word("one"), short("or"), word("two"))),
        ("OR one", (short("or"), word("one"))),
        ("one OR", (word("one"), word("or"))),
        ("call(x) one", (short("call", "x"), word("one"))),
        ("one (two", (word("one"), word("two"))),
        ("one) two", (word("one"), word("two"))),
        ("(one))( two", (word("one"), word("two"))),
        ("() one ( )", (word("one"),)),
    ],
)
def test_it_reads_parts(q: str, parts: tuple[Part, ...]) -> None:
    assert parse(q).parts == parts


def test_a_name_after_the_sign_goes_on_as_long_as_it_is_one() -> None:
    def is_name(key: str) -> bool:
        return key in ("grace hopper", "grace hopper and sons")

    def read(q: str) -> tuple[Part, ...]:
        return parse(q, is_name).parts

    assert read("$Grace Hopper notes") == (Filter("person", "grace hopper"), word("notes"))
    assert read("-$grace hopper") == (Not(Filter("person", "grace hopper")),)
    assert read("$Grace Hopper and Sons") == (Filter("person", "grace hopper and sons"),)
    assert read("$Grace notes") == (Filter("person", "grace"), word("notes"))
    assert read("$Grace -Hopper") == (Filter("person", "grace"), Not(Term(("hopper",))))
    assert read("person:Grace Hopper") == (Filter("person", "grace"), word("hopper"))


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("tag:Work", Filter("tag", "work")),
        ("TAG:#Work/Sub/", Filter("tag", "work/sub")),
        ("#Été", Filter("tag", "été")),
        ("-#work", Not(Filter("tag", "work"))),
        ("-tag:work", Not(Filter("tag", "work"))),
        ("person:Ann", Filter("person", "ann")),
        ('person:"Ann  Lee"', Filter("person", "ann lee")),
        ('$"Ann Lee"', Filter("person", "ann lee")),
        ("-$田中", Not(Filter("person", "田中"))),
        ('in:"My folder"', Filter("in", "my folder")),
        ('folder:"My folder"', Filter("in", "my folder")),
        ("has:Task", Filter("has", "task")),
        ("has:links", Filter("has", "link")),
        ("is:Journal", Filter("is", "journal")),
        ("-is:trashed", Not(Filter("is", "trashed"))),
        ("before:2026", Filter("before", "2026-01-01")),
        ("before:2026-11", Filter("before", "2026-11-01")),
        ("after:2026-02-28", Filter("after", "2026-02-28")),
        ("after:2026-2-8", Filter("after", "2026-02-08")),
    ],
)
def test_it_reads_filters(q: str, expected: Part) -> None:
    assert parse(q) == Query((expected,))


@pytest.mark.parametrize("q", ['"', "(" * 500, " *", "\0", "-", "--", "#", "$", '""', 'tag:"', 'in:""', "- #", '-"'])
def test_punctuation_asks_for_nothing(q: str) -> None:
    assert parse(q) == Query()


@pytest.mark.parametrize(
    "q",
    ["before:2026-13", "after:2026-02-30", "before:0000", "after:yesterday", "before:٢٠٢٦", "is:deleted", "has:luck"],
)
def test_it_refuses_what_cannot_be_answered(q: str) -> None:
    with pytest.raises(QueryError):
        parse(q)


def test_it_refuses_too_many_parts() -> None:
    assert len(parse("a " * MAX_PARTS).terms) == MAX_PARTS
    with pytest.raises(QueryError):
        parse("a " * MAX_PARTS + "#tag")


@settings(max_examples=500)
@given(
    TEXT
    | st.lists(st.sampled_from(['"', "-", "tag:", "#", "$", "is:", " ", "a", "(", ")", " OR ", "2026", "in:"])).map(
        "".join
    )
)
def test_it_never_fails_otherwise(q: str) -> None:
    try:
        query = parse(q[:256])
    except QueryError:
        return
    assert all(token == fold(token) != "" for term in query.terms for token in term.tokens if token != BREAK)
    assert all(condition.value for condition in query.filters if condition.kind in ("is", "before", "after"))
