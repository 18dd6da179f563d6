import pytest

from notesvc.text.clip.from_html import markdown_from_html
from notesvc.text.html.page import render

_N, _K = "<mi>n</mi>", "<mi>k</mi>"


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        (f"<mfrac>{_N}{_K}</mfrac>", "\\frac{n}{k}"),
        (f"<mfrac linethickness=0>{_N}{_K}</mfrac>", "\\begin{matrix} n \\\\ k \\end{matrix}"),
        (f"<msup><mrow><mo>(</mo>{_N}<mo>−</mo>{_K}<mo>)</mo></mrow><mn>2</mn></msup>", "{( n - k )}^{2}"),
        (f"<msubsup>{_N}{_K}<mn>2</mn></msubsup>", "n_{k}^{2}"),
        (f"<mroot>{_N}<mn>3</mn></mroot><msqrt>{_N}{_K}</msqrt>", "\\sqrt[3]{n} \\sqrt{n k}"),
        (f"<munderover><mo>∑</mo>{_K}{_N}</munderover>", "∑_{k}^{n}"),
        (f"<munder><mi>lim</mi>{_N}</munder>", "\\lim_{n}"),
        (
            f"<mover>{_N}<mo>¯</mo></mover><mover>{_N}<mtext>def</mtext></mover>",
            "\\overline{n} \\overset{\\text{def}}{n}",
        ),
        (f"<munder>{_N}<mo>_</mo></munder>", "\\underline{n}"),
        (
            f"<mtable><mtr><mtd>{_N}</mtd><mtd>{_K}</mtd></mtr><mtr><mn>1</mn></mtr></mtable>",
            "\\begin{matrix} n & k \\\\ 1 \\end{matrix}",
        ),
        ("<mi>sin</mi><mo>&#8289;</mo><mi>x</mi><mi>rate</mi>", "\\sin x \\operatorname{rate}"),
        (f"<mfenced open='[' close=']'>{_N}{_K}</mfenced>", "\\left[ n, k \\right]"),
        ("<mn>50</mn><mo>%</mo><mo>{</mo>", "50 \\% \\{"),
        (f"<msup>{_N}<mo>′</mo></msup><mphantom><mi>no</mi></mphantom><mspace/>{_K}", "n^{\\prime} k"),
        (f"<msub><mrow></mrow>{_K}</msub>", "{}_{k}"),
        (f"<mrow>{_N}<mi>k", "n k"),
    ],
)
def test_formulas_without_a_source_are_written_as_tex(mathml: str, tex: str) -> None:
    clip = markdown_from_html(f"a <math>{mathml}</math> b")[0]
    assert clip == f"a ${tex}$ b"
    html = render(clip).html
    assert "<math" in html
    assert "merror" not in html
