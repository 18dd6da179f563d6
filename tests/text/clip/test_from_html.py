import pytest

from notesvc.text.clip.from_html import markdown_from_html

BASE = "https://site.example/dir/page"


def markdown(html: str, base_url: str | None = BASE) -> str:
    return markdown_from_html(html, base_url)[0]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>A <a class=anchor href='#a'>#</a></h2><p>b</p>", "## A\n\nb"),
        ("<h1>a<br>b</h1>", "# a b"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("a<br><br>b", "a\n\nb"),
        ("a  \n\t b&nbsp;c", "a b c"),
        ("<p>a</p>text<div>b</div>", "a\n\ntext\n\nb"),
        ("<b>a</b> <i>b</i> <s>c</s> <mark>d</mark> <code>e</code>", "**a** *b* ~~c~~ ==d== `e`"),
        ("<b>a <i>b</i> c</b>", "**a *b* c**"),
        ("x<b> a </b>y", "x **a** y"),
        ("<b>Note:</b>text", "<strong>Note:</strong>text"),
        ("<b>a</b><i>b</i>", "<strong>a</strong>*b*"),
        ("<b>a<p>b</p>c</b>", "**a**\n\n**b**\n\n**c**"),
        ("<b style='font-weight: normal'>a</b>", "a"),
        ("<code>a`b</code> <code>`</code> <code> </code>", "``a`b`` `` ` ``"),
        ("x<sup>2</sup> H<sub>2</sub>O a<sup>th</sup><sup>[1]</sup>", "x² H₂O ath\\[1\\]"),
        ("<q>a</q>", "\u201ca\u201d"),
        ("a<hr>b", "a\n\n---\n\nb"),
        ("<details><summary>S</summary>a</details>", "**S**\n\na"),
        ("<dl><dt>T<dd>d<dd>e</dl>", "**T**\n- d\n- e"),
        ("<figure><img src=/a.png alt=A><figcaption>Cap</figcaption></figure>", None),
        ("", ""),
    ],
)
def test_it_writes_markdown(html: str, expected: str | None) -> None:
    if expected is None:
        expected = "![A](https://site.example/a.png)\n\n*Cap*"
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href='https://a.b/c'>t</a>", "[t](https://a.b/c)"),
        ("<a href='/c?d=(e f)|'>t</a>", "[t](https://site.example/c?d=%28e%20f%29%7C)"),
        ("<a href='mailto:a@b.c'>t</a>", "[t](mailto:a@b.c)"),
        ("<a href='https://a.b/c'>https://a.b/c</a>", "<https://a.b/c>"),
        ("<a href='https://a.b'> t </a>x", "[t](https://a.b) x"),
        ("<a href='https://a.b'><b>t</b> u</a>", "[**t** u](https://a.b)"),
        ("<a href='https://a.b'><div><h3>t</h3><p>u</p></div></a>", "### [t](https://a.b)\n\n[u](https://a.b)"),
        ("<a href='https://a.b'>a]b[c</a>", "[a\\]b\\[c](https://a.b)"),
        ("<a href='https://a.b'>a<br>b</a>", "[a b](https://a.b)"),
        ("<a href='https://a.b'><img src='https://c.d/e.png' alt=f></a>", "[![f](https://c.d/e.png)](https://a.b)"),
        ("<a href='https://a.b'></a>x", "x"),
        ("<a>t</a>", "t"),
        ("<a href='javascript:alert(1)'>t</a>", "t"),
        ("<a href='java&#10;script:alert(1)'>t</a>", "t"),
        ("<a href='data:text/html,x'>t</a>", "t"),
        ("<a href='ftp://a.b'>t</a>", "t"),
        ("<a href='http://[bad'>t</a>", "t"),
        ("<a href='//a.b/c'>t</a>", "[t](https://a.b/c)"),
    ],
)
def test_it_keeps_links_that_lead_somewhere(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_without_a_base_a_relative_link_is_text() -> None:
    assert markdown("<a href='/c'>t</a> <img src=d.png alt=u>", None) == "t u"
    assert markdown("<base href='https://a.b/'><a href='c'>t</a>", None) == "[t](https://a.b/c)"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<img src='https://a.b/c d.png' alt='e ] f'>", "![e \\] f](https://a.b/c%20d.png)"),
        ("<img src='data:image/png;base64,x' alt=t>", "t"),
        ("<img src='data:x' data-src='/real.png' alt=t>", "![t](https://site.example/real.png)"),
        ("<img srcset='/small.png 1x, /big.png 2x'>", "![](https://site.example/small.png)"),
        ("<img srcset='/s,c_1.png 300w, /b,c_1.png 900w'>", "![](https://site.example/b,c_1.png)"),
        ("<img src=/a.png data-original=1 data-lazy=true>", "![](https://site.example/a.png)"),
        ("<img src=/a.png data-attrs='{\"src\":5}'>", "![](https://site.example/a.png)"),
        ("<img src=/a.png data-attrs='{'>", "![](https://site.example/a.png)"),
        ("<img src=/small.png><noscript><img src=/big.png></noscript>", "![](https://site.example/big.png)"),
        ("a<noscript><img src=/b.png><p>hidden</noscript>", "a![](https://site.example/b.png)"),
        ("<img src='/p.gif' width=1 height=1>x", "x"),
        ("<iframe src='https://a.b/v'></iframe>", "<https://a.b/v>"),
        ("<video><source src='https://a.b/v.mp4'>old browser</video>", "<https://a.b/v.mp4>"),
        ("<iframe src='javascript:x'></iframe><iframe></iframe>x", "x"),
    ],
)
def test_it_keeps_pictures_and_films(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<pre><code class='language-py'>a\n  b\n\n\nc</code></pre>", "```py\na\n  b\n\n\nc\n```"),
        ("<pre class='lang-js'>a<br>b</pre>", "```js\na\nb\n```"),
        ("<pre><span>a</span>\n<span>b</span></pre>", "```\na\nb\n```"),
        ("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"),
        ("<pre>```\n````</pre>", "`````\n```\n````\n`````"),
        ("<pre>&lt;b&gt; #x [[y]]</pre>", "```\n<b> #x [[y]]\n```"),
        ("<pre>a<button>Copy</button></pre>", "```\na\n```"),
        ("<ul><li>x<pre>a\n  b</pre></ul>", "- x\n\n    ```\n    a\n      b\n    ```"),
        ("<ul><li><pre>a\n  b</pre></ul>", "-\n    ```\n    a\n      b\n    ```"),
        ("<blockquote><pre>a</pre></blockquote>", "> ```\n> a\n> ```"),
        ("<table><tr><td class=gutter><pre>1</pre></td><td><pre>a</pre></table>", "```\na\n```"),
        ("<pre></pre>x", "x"),
        ("<pre><div>a</div>\n\n<div>b</div><div></div><div>c</div></pre>", "```\na\n\nb\n\nc\n```"),
        ("<pre><div><div>a</div><div>b</div></div>c</pre>", "```\na\nb\nc\n```"),
        ("<pre><span class=line><span class=cl>a\n</span></span><span class=line>b</span></pre>", "```\na\nb\n```"),
        ("<pre><span data-line>a</span><span data-line>b</span></div></pre>c", "```\na\nb\n```\n\nc"),
        ("<pre><div>a</div><br>\n<div>b</div></pre>", "```\na\n\nb\n```"),
        ("<pre><span class=line>a</span><br><span class=line>b</span><br></pre>", "```\na\nb\n```"),
    ],
)
def test_it_keeps_code_as_it_is(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "- a\n- b\n    - c\n- d"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<ol><li>a<ul><li>b<ol><li>c</ol></ul></ol>", "1. a\n    - b\n        1. c"),
        ("<ol start=100><li>a<ul><li>b</ul></ol>", "100. a\n     - b"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>d", "- a\n\n    b\n- c\n\nd"),
        ("<ul><li><input type=checkbox checked>a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b"),
        ("<ul><li></li><li>a</li></ul>", "- a"),
        ("<p>a</p><ul><li>b</ul>", "a\n\n- b"),
        ("<ul><li><ul><li>a</ul></ul>", "-\n    - a"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<ul><li>a<blockquote>b</blockquote></ul>", "- a\n\n    > b"),
        ("<li>a</li>", "- a"),
    ],
)
def test_it_keeps_lists_and_quotes(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_it_keeps_tables() -> None:
    table = "<table><caption>C</caption><thead><tr><th>a<th>b|c<tbody><tr><td>1<td><p>x<p>y<tr><td colspan=2>z</table>"
    assert markdown(table) == "C\n\n| a | b\\|c |\n| --- | --- |\n| 1 | x<br>y |\n| z |  |"
    assert markdown("<table><tr><td>a<td>b</table>") == "|  |  |\n| --- | --- |\n| a | b |"
    assert markdown("<table><tr><td>a<tr><td>b</table>") == "a\n\nb"
    assert markdown("<table><tr><td>a<td><table><tr><td>b<td>c</table></table>d").count("| b | c |") == 1


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<span class=katex><span><math><semantics><mi>x</mi><annotation encoding='application/x-tex'>"
            "x_1^2</annotation></semantics></math></span><span class=katex-html>x12</span></span>",
            "$x_1^2$",
        ),
        ("<math display=block alttext='\\frac a b'><mi>a</mi></math>", "$$\\frac a b$$"),
        ("<math><mi>a</mi><mo>+</mo><mi>b</mi></math>", "$a + b$"),
        ("<script type='math/tex; mode=display'>a_b</script>", "$$a_b$$"),
        (
            "<math><annotation encoding='application/x-tex'>a</annotation></math>"
            "<img class='mwe-math-fallback-image-inline' src=/x.svg>",
            "$a$",
        ),
    ],
)
def test_it_keeps_formulas_once(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize("tag", ["script", "style", "noscript", "template", "svg", "button", "select", "textarea"])
def test_it_leaves_out_what_is_no_text(tag: str) -> None:
    assert markdown(f"a <{tag}>hidden<b>too</b></{tag}> b") == "a b"


@pytest.mark.parametrize("tag", ["noscript", "template", "svg", "button", "math", "b", "pre", "table", "ul", "title"])
def test_nothing_is_lost_behind_a_tag_that_is_never_closed(tag: str) -> None:
    assert "last words" in markdown(f"first <{tag}> and <p>last words")


@pytest.mark.parametrize("end", ["<!-- a", "<a href='b", "<![CDATA[", "<", "</", "<?", "<b"])
def test_nothing_is_lost_behind_markup_that_is_never_closed(end: str) -> None:
    assert "last words" in markdown(f"first {end} and last words")


def test_it_finds_the_title() -> None:
    assert markdown_from_html("<head><title> A\n &amp; b </title></head>x<svg><title>no</title></svg>") == (
        "x",
        "A & b",
    )
    assert markdown_from_html("x")[1] is None
