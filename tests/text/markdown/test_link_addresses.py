"""Where a text points: links, images and definitions, outside of code."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from notesvc.text.markdown.link_addresses import addresses, paths


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[a](b.md)", ["b.md"]),
        ('![a](<b c.png> "title")', ["<b c.png>"]),
        ("[![inner](i.png)](outer.md)", ["i.png", "outer.md"]),
        ("see\n\n[ref]: files/x.pdf 'title'\n", ["files/x.pdf"]),
        ("[ref]: <a b.md>", ["<a b.md>"]),
        ("`[a](b.md)` and [c](d.md)", ["d.md"]),
        ("```\n[a](b.md)\n```\n[c](d.md)", ["d.md"]),
        ("<!-- [a](b.md) -->", []),
        ("\\[a](b.md) and [a] (b.md) and [a](b c.md)", []),
        ("[[wiki]] #tag [^1]: foot.md", []),
    ],
)
def test_it_finds_the_addresses_of_links_and_no_others(text: str, wanted: list[str]) -> None:
    assert found(text) == wanted


@pytest.mark.parametrize(
    ("source", "path", "fragment"),
    [
        ("a%20b.md#some-heading", "a b.md", "#some-heading"),
        ("a\\_b.md", "a_b.md", ""),
        ("a&amp;b.md", "a&b.md", ""),
        ("../up/x.png", "../up/x.png", ""),
        ("#here", "", "#here"),
        ("https://example.org/a.md", "", ""),
        ("note://01a1fc84-dc03-7a6f-bf4b-21cf1c8af9fe", "", ""),
        ("//example.org/a.md", "", ""),
        ("mailto:a@example.org", "", ""),
    ],
)
def test_it_tells_which_file_an_address_names(source: str, path: str, fragment: str) -> None:
    (address,) = addresses(f"[x]({source})")
    assert (address.path, address.fragment) == (path, fragment)


@example("[:]:)")
@given(st.text(alphabet="[]()<>`~!#\\ \n:a.md/", max_size=80))
@settings(max_examples=300)
def test_paths_are_the_addresses_that_name_a_file(text: str) -> None:
    assert paths(text) == [address for address in addresses(text) if address.path]


def test_addresses_of_tags_are_found_and_nothing_that_looks_like_one() -> None:
    text = '<img title="src=no.png" SRC = "a&amp;b.png"> <a href=\'o.md#p\'>o</a> <p src="no.png"> `<img src="no.png">`'
    assert [(each.path, each.fragment) for each in paths(text)] == [("a&b.png", ""), ("o.md", "#p")]
    assert paths('<script>"<img src=no.png>"</script> <img src=""> <img src="https://example.org/a.png">') == []
