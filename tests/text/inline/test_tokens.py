import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from notesvc.text.inline import Token
from tests.text.samples import HOSTILE, MARKDOWN, TEXT, vault_notes

NOTE_ID = "0190aaaa-0000-7000-8000-00000000000a"


def found(markdown: str) -> list[tuple[str, str]]:
    return [(token.kind, token.value) for token in inline.scan(markdown)]


def only(markdown: str) -> Token:
    (token,) = inline.scan(markdown)
    return token


@pytest.mark.parametrize(
    ("markdown", "title", "heading", "alias", "embed"),
    [
        ("[[Title]]", "Title", None, None, False),
        ("[[ Title ]]", "Title", None, None, False),
        ("[[Title|alias]]", "Title", None, "alias", False),
        ("[[Title#Heading]]", "Title", "Heading", None, False),
        ("[[Title#A#B|x]]", "Title", "A#B", "x", False),
        ("[[Title#^block]]", "Title", "^block", None, False),
        ("![[Folder/pic.png|200]]", "Folder/pic.png", None, "200", True),
        (r"| [[Title\|alias]] |", "Title", None, "alias", False),
        (r"| [[Title#Head\|alias]] |", "Title", "Head", "alias", False),
        ("[[日本語|にほんご]]", "日本語", None, "にほんご", False),
        ("[[Title|an [odd] alias]]", "Title", None, "an [odd] alias", False),
        ("[[[Title]]]", "Title", None, None, False),
        (r"\![[Title]]", "Title", None, None, False),
        ("[[https://x.y/#z]]", "https://x.y/", "z", None, False),
    ],
)
def test_it_reads_wiki_links(markdown: str, title: str, heading: str | None, alias: str | None, embed: bool) -> None:
    token = only(markdown)
    assert (token.kind, token.title, token.value) == ("wiki", title, title)
    assert (token.heading, token.alias, token.embed) == (heading, alias, embed)
    assert markdown[token.start : token.end].startswith("![[" if embed else "[[")
    assert markdown[token.start : token.end].endswith("]]")


@pytest.mark.parametrize(
    "markdown",
    ["[[]]", "[[ ]]", "[[#Heading]]", "[[|x]]", "[[a\nb]]", "[[a", "[a]]", r"\[[a]]", "[[" + "x" * 501 + "]]"],
)
def test_it_reads_no_wiki_link_where_none_is(markdown: str) -> None:
    assert inline.scan(markdown) == []


def test_a_wiki_title_may_have_500_characters() -> None:
    assert len(only("[[" + "x" * 500 + "]]").title) == 500


@pytest.mark.parametrize(
    "address",
    [f"note://{NOTE_ID}", f"NOTE://{NOTE_ID.upper()}", f"<note://{NOTE_ID}>", f"note://{NOTE_ID}#part"],
)
@pytest.mark.parametrize("end", [")", ' "title")', "\n)"])
def test_it_reads_note_links(address: str, end: str) -> None:
    markdown = f"see [the `code` [x] label]({address}{end}."
    token = only(markdown)
    assert (token.kind, token.value) == ("note", NOTE_ID)
    assert markdown[token.start : token.end] == markdown[4:-1]


@pytest.mark.parametrize(
    "markdown",
    [
        f"](note://{NOTE_ID})",
        f"[a](note://{NOTE_ID}",
        f"[a](note://{NOTE_ID[:-1]})",
        f"[a](note://{NOTE_ID}0)",
        f"[a](note:{NOTE_ID})",
        f"\\[a](note://{NOTE_ID})",
        f"[a\n\nb](note://{NOTE_ID})",
        f"[a] (note://{NOTE_ID})",
        f"`[a](note://{NOTE_ID})`",
    ],
)
def test_it_reads_no_note_link_where_none_is(markdown: str) -> None:
    assert inline.scan(markdown) == []


def test_a_note_link_gives_way_to_the_tokens_of_its_label() -> None:
    markdown = f"[a #tag](note://{NOTE_ID})"
    tag, note = inline.scan(markdown)
    assert markdown[tag.start : tag.end] == "#tag"
    assert markdown[note.start : note.end] == f"](note://{NOTE_ID})"


@pytest.mark.parametrize(
    ("markdown", "tag"),
    [
        ("#tag", "tag"),
        ("(#tag)", "tag"),
        ("x, #Tag!", "Tag"),
        ("#a-b_c/d", "a-b_c/d"),
        ("#tag/", "tag"),
        ("#tag-", "tag"),
        ("#tag_/-_.", "tag"),
        ("今日は#日本語、", "日本語"),
        ("한국#태그", "태그"),
        ("#1a", "1a"),
        ("#タグ、", "タグ"),
        ("#العَرَبِيَّة", "العَرَبِيَّة"),
        ("#हिन्दी", "हिन्दी"),
        ("#e\u0301te\u0301", "e\u0301te\u0301"),
        ("#" + "x" * 32, "x" * 32),
        ("#" + "𝔘" * 32, "𝔘" * 32),
        ("## A heading #tag", "tag"),
        ("**#tag**", "tag"),
        ("| #tag |", "tag"),
    ],
)
def test_it_reads_tags(markdown: str, tag: str) -> None:
    token = only(markdown)
    assert (token.kind, token.value) == ("tag", tag)
    assert markdown[token.start : token.end] == "#" + tag


@pytest.mark.parametrize(
    "markdown",
    [
        *["# Heading", "## x", "#123", "#a", "a#bc", "é#bc", "e\u0301#bc", "##bc", "/#bc", "&#x20;", r"\#bc", "#"],
        *["#" + "x" * 33, "#️⃣abc", "#-", "#🙂", "href=#bc", "#a/", "#a-", "ไ#bc"],
    ],
)
def test_it_reads_no_tag_where_none_is(markdown: str) -> None:
    assert inline.scan(markdown) == []


@pytest.mark.parametrize(
    ("markdown", "value", "source"),
    [
        ("met $Ann Lee today\nand", "Ann Lee today", "$Ann"),
        ("($Ann)", "Ann)", "$Ann"),
        ("$田中さん", "田中さん", "$田中さん"),
        ("$é " + "x" * 200, "é " + "x" * 118, "$é"),
    ],
)
def test_it_offers_people_as_candidates(markdown: str, value: str, source: str) -> None:
    token = only(markdown)
    assert (token.kind, token.value) == ("person", value)
    assert markdown[token.start : token.end] == source


@pytest.mark.parametrize("markdown", ["$5", "US$Ann", r"\$Ann", "$$Ann", "$ Ann", "$", "$_x", "`$Ann`"])
def test_it_offers_no_person_where_none_is(markdown: str) -> None:
    assert inline.scan(markdown) == []


@pytest.mark.parametrize(
    ("markdown", "handle"),
    [
        ("@Bob", "bob"),
        ("(@b.o-b_2).", "b.o-b_2"),
        ("@bob.", "bob"),
        ("hi @bob-, x", "bob"),
        ("@" + "x" * 32, "x" * 32),
    ],
)
def test_it_reads_handles(markdown: str, handle: str) -> None:
    token = only(markdown)
    assert (token.kind, token.value) == ("user", handle)
    assert markdown[token.start : token.end].lower() == "@" + handle


@pytest.mark.parametrize(
    "markdown", ["a@b.c", "@b", "@" + "x" * 33, r"\@bob", "@bob@host.org", "@josé", "x.y/@bob", "<a@bob.c>", "@@bob"]
)
def test_it_reads_no_handle_where_none_is(markdown: str) -> None:
    assert inline.scan(markdown) == []


@settings(max_examples=500)
@given(MARKDOWN | TEXT)
def test_spans_lie_in_the_text_in_order_and_apart(markdown: str) -> None:
    position = 0
    for token in inline.scan(markdown):
        assert position <= token.start < token.end <= len(markdown)
        position = token.end
        if token.kind == "tag":
            assert inline.is_tag(token.value)
            assert markdown[token.start : token.end] == "#" + token.value


def slow_tags(text: str) -> list[str]:
    """The tags of a text without code, addresses and escapes, character by character."""
    tags, at = [], 0

    def belongs(char: str) -> bool:
        return char.isalnum() or char in "_-/" or unicodedata.category(char).startswith("M")

    while at < len(text):
        before = text[at - 1] if at else " "
        barred = (
            (before.isalnum() and before != "日") or before in "_#/&" or unicodedata.category(before).startswith("M")
        )
        end = at + 1
        if text[at] != "#" or barred or unicodedata.category(text[end : end + 1] or " ")[0] == "M":
            at += 1
            continue
        while end < len(text) and belongs(text[end]):
            end += 1
        run = text[at + 1 : end].rstrip("/-_")
        if 2 <= len(run) <= 32 and any(char.isalpha() for char in run):
            tags.append(run)
        at = end
    return tags


@settings(max_examples=500)
@given(st.text(st.sampled_from("#ab1-_/& .,(é日ไ\u0301\u094dह\n"), max_size=80))
@example("#" + "a" * 40 + " #ok")
@example("#plum- #plum_, #plum/-_ 日#日a ไ#no")
def test_it_agrees_with_a_slow_reading_of_tags(text: str) -> None:
    assert [token.value for token in inline.scan(text) if token.kind == "tag"] == slow_tags(text)


@pytest.mark.parametrize("unit", HOSTILE)
def test_it_finishes_on_hostile_text(unit: str) -> None:
    for size in (1_000, 10_000, 100_000):
        text = unit * (size // len(unit))
        assert inline.scan(text + "\n\n") is not None
        assert inline.mentions(text, ["a", unit]) is not None


@pytest.mark.parametrize(("language", "embeds"), [("en", 307), ("ja", 306), ("ar", 289)])
def test_it_finds_the_links_of_real_notes(language: str, embeds: int) -> None:
    notes = vault_notes(language)
    tokens = [token for note in notes for token in inline.scan(note)]
    wiki = [token for token in tokens if token.kind == "wiki"]
    # The rest of the plain count stands in code, or links within its own note.
    plain = sum(note.count("[[") for note in notes)
    assert plain * 0.85 < len(wiki) <= plain
    assert embeds * 0.85 < sum(token.embed for token in wiki) <= embeds
    assert {token.kind for token in tokens} >= {"wiki", "tag", "user"}
