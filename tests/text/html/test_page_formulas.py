"""Formulas on pages: what is one, how it is set, and what is shown as it is written."""

import pytest

from notesvc.text.html import mathml, page
from notesvc.text.html.page import PageOptions
from tests.text.html.pages import LINKS, shown


@pytest.mark.parametrize(
    ("markdown", "source"),
    [
        ("a $x^2$ b", "<msup><mi>x</mi><mn>2</mn></msup>"),
        ("$x_1*y*z$ *a*", "<msub>"),
        ("$$\na\n= b\n$$", '<math display="block">'),
        ("- $$\n  a\n  + b\n  $$", '<math display="block">'),
        ("> $$\n> a\n> b\n> $$", "<mi>a</mi><mi>b</mi>"),
        ("a $$b$$ c", "<math><mi>b</mi></math>"),
        ("| a |\n|---|\n| $a|b$ |", "<mo "),
        ("**$a$** [$b$][x]\n\n[x]: https://a.example", "<strong><span"),
        ("# $a$", "<math>"),
        ("a[^1]\n\n[^1]: $b$", "<math>"),
    ],
)
def test_formulas_are_set(markdown: str, source: str) -> None:
    made = page.render(markdown)
    assert made.has_formulas
    assert source in made.html
    assert "$" not in made.html


@pytest.mark.parametrize(
    "markdown",
    [
        "costs $5 and $6", "`$a$`", "    $a$", "```\n$a$\n```", r"\$a\$", "x$a$", "$a$b", "$ a$", "$a $",
        "$$a\n\nb$$", "$$ $$", "$Ada Lovelace$", "[a](https://a.example/$b$)", "$" + "a" * 2_001 + "$",
    ],
)  # fmt: skip
def test_other_dollars_are_text(markdown: str) -> None:
    made = page.render(markdown, PageOptions(LINKS))
    assert not made.has_formulas
    assert made.html.count("$") == markdown.replace("\\$", "$").count("$")


@pytest.mark.parametrize("tex", [r"\nothing", r"\frac{", r"\href{javascript:alert(1)}{x}", r"\ce{H2O}", "a & b"])
def test_what_cannot_be_set_is_shown_as_it_is_written(tex: str) -> None:
    html = shown(f"a ${tex}$ b")
    assert f'<code class="formula">${tex.replace("&", "&amp;")}$</code>' in html


def test_a_formula_has_no_style_link_or_id() -> None:
    tex = r"\begin{array}{l|r} a & b \\ \hline c & d\end{array}\color{red}{x}\hspace{1cm}\eqref{a}"
    html = shown(f"$${tex}$$\n\n$$\\begin{{equation}}\\label{{a}}b\\end{{equation}}$$")
    assert " style=" not in html
    assert " id=" not in html
    assert "href" not in html
    assert 'class="m-left m-line-right"' in html
    assert 'mathcolor="#FF0000"' in html


def test_the_text_of_a_formula_stays_text() -> None:
    made = mathml.of(r"\text{</math><img src=x onerror=alert(1)>}", False)
    assert made is not None
    assert made.replace("\xa0", " ") == "<math><mtext>&lt;/math&gt;&lt;img src=x onerror=alert(1)&gt;</mtext></math>"


def test_formulas_are_bounded_in_number() -> None:
    made = page.render("$a$ " * 2_010)
    assert made.html.count("<math>") == 2_000
    assert made.html.count("$a$") == 10
    assert len(made.warnings) == 1


@pytest.mark.parametrize(
    "tex",
    [
        "(" * 60, "[a" * 60, r"\{" * 60, r"\bigl(" * 60, "({)}" * 60, "(%)\n" * 60, r"\langle " * 60, "( & )" * 60,
        r"\def\o{(}" + r"\o" * 60, r"\newcommand{\o}{[}" + r"\o" * 60, r"\let\o(" + r"\o" * 60,
    ],
)  # fmt: skip
def test_brackets_that_nothing_closes_are_not_tried(tex: str) -> None:
    assert mathml.of(tex, True) is None


@pytest.mark.parametrize(
    "tex",
    ["((((a))))" * 40, "[0,1)" * 40, r"]0,1[ \left( a \right." * 10, r"\def\o#1{(#1)}\o{a}", r"(a \\ b) \{x\}"],
)
def test_brackets_that_people_write_are_set(tex: str) -> None:
    assert mathml.of(f"\\begin{{gathered}}{tex}\\end{{gathered}}", True) is not None


def test_no_text_can_forge_the_place_of_a_formula() -> None:
    forged = "".join(f"{mark}8;1{mark}9;" for mark in ("&#xFDD", "&#xfdd")) + "&#64984;1&#64985;&#x0fdd8;1&#xfdd9;"
    html = shown(f"{forged} <b title='{forged}'>b</b> ![{forged}](/files/1/a.png) $x$")
    assert html.count("<math>") == 1
    assert html.endswith('<span class="formula"><math><mi>x</mi></math></span></p>')
