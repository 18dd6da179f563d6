import pytest

from notesvc.text.clip.from_html import markdown_from_html


def markdown(html: str) -> str:
    return markdown_from_html(html, "https://site.example/dir/page")[0]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<sup id=r><a href='#n'>1</a></sup><ol><li id=n>b <a href='#r'>↩</a></ol>", "a[^1]\n\n[^1]: b"),
        ("a<a href='#fn1'><sup>1</sup></a><p id=fn1>b</p>c", "a[^1]\n\nc\n\n[^1]: b"),
        (
            "a<a role=doc-noteref href='#x'>*</a><aside id=x>b<a role=doc-backlink href='#'>^</a></aside>",
            "a[^1]\n\n[^1]: b",
        ),
        (
            "a<sup id=cite_ref-1><a href='#cite_note-1'>[1]</a></sup><ol class=references><li id=cite_note-1>"
            "<span class=mw-cite-backlink>^ <a href='#cite_ref-1'>a</a></span> <span>b</span></li></ol>",
            "a[^1]\n\n[^1]: b",
        ),
        (
            "a<sup><a href='#fn2'>7</a></sup> b<sup><a href='#fn1'>8</a></sup> c<sup><a href='#fn2'>7</a></sup>"
            "<ol><li id=fn1><p>d<p>e</li><li id=fn2>f</ol>",
            "a[^1] b[^2] c[^1]\n\n[^2]: d\n\n    e\n\n[^1]: f",
        ),
        ("<blockquote>a<sup><a href='#fn1'>1</a></sup><p id=fn1>b</p></blockquote>", "> a[^1]\n\n[^1]: b"),
    ],
)
def test_it_keeps_footnotes(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href='#part'>b</a><p id=part>c</p>", "[b](https://site.example/dir/page#part)\n\nc"),
        ("a<sup><a href='#part'>2</a></sup><p id=part>c</p>", "a[²](https://site.example/dir/page#part)\n\nc"),
        ("a<sup><a href='#fn1'>1</a></sup>", "a[¹](https://site.example/dir/page#fn1)"),
        (
            "a<sup><a href='#fn1'>1</a></sup><table><tr><td>b<td><p id=fn1>c</table>",
            "a[¹](https://site.example/dir/page#fn1)\n\n|  |  |\n| --- | --- |\n| b | c |",
        ),
    ],
)
def test_a_link_within_the_page_is_no_footnote(html: str, expected: str) -> None:
    assert markdown(html) == expected
