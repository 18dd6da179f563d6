"""Formulas as MathML: what math-core makes of TeX, let through by an allow-list, its inline styles as classes."""

import re
from html import escape, unescape

from math_core import LatexError, LatexToMathML

from notesvc.text.html import tangled_tex

_ELEMENT_NAMES = (
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub "
    "msubsup msup mtable mtd mtext mtr munder munderover span"
)
_ATTRIBUTE_NAMES = (
    "accent accentunder display displaystyle form height linethickness lspace mathvariant maxsize minsize "
    "movablelimits notation rspace scriptlevel stretchy symmetric voffset width"
)
_ELEMENTS, _ATTRIBUTES = frozenset(_ELEMENT_NAMES.split()), frozenset(_ATTRIBUTE_NAMES.split())
_LEFT_OUT = frozenset({"a", "merror"})
"""Elements of which only the content stays: links to equations of other formulas, and the box around a mistake."""

_VALUE = re.compile(r"[A-Za-z0-9 .%+-]{0,60}")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}")
_CLASSES = frozenset(
    [
        "math-core-sans-serif-font",
        "math-core-serif-font",
        "menclose-downdiagonalstrike",
        "menclose-updiagonalstrike",
        "menclose-phasorangle",
    ]
)
STYLES = {
    "text-align:left": "m-left",
    "text-align:right": "m-right",
    "border-top:0.05emsolidcurrentcolor": "m-line-above",
    "border-bottom:0.05emsolidcurrentcolor": "m-line-below",
    "border-left:0.05emsolidcurrentcolor": "m-line-left",
    "border-right:0.05emsolidcurrentcolor": "m-line-right",
    "border-left:0.05emdashedcurrentcolor": "m-dashes-left",
    "border-right:0.05emdashedcurrentcolor": "m-dashes-right",
    "border-top:0.05emdashedcurrentcolor": "m-dashes-above",
    "border-bottom:0.05emdashedcurrentcolor": "m-dashes-below",
    "padding-left:0": "m-tight-left",
    "padding-right:0": "m-tight-right",
    "padding-top:0": "m-tight-above",
    "padding-bottom:0": "m-tight-below",
    "padding-left:0.1em": "m-near-left",
    "padding-right:0.1em": "m-near-right",
    "padding-left:1em": "m-far-left",
    "width:100%": "m-wide",
    "width:50%": "m-half",
    "width:7.5%": "m-indent",
    "math-shift:compact": "m-compact",
}
"""The declarations that a page's policy would drop, with the classes of `page_style.MATHS` that say the same."""

_TAG = re.compile(r'<(?P<slash>/?)(?P<name>[a-z]+)(?P<attributes>(?: [a-z]+="[^"<>]*")*) ?(?P<empty>/?)>')
_ATTRIBUTE = re.compile(r' ([a-z]+)="([^"<>]*)"')

_converter = LatexToMathML(fancy_error=False, allow_unreliable_rendering=True)


def of(tex: str, is_block: bool) -> str | None:
    """The formula as MathML that holds no script, link, id or style; None where it cannot be set."""
    if tangled_tex.is_tangled(tex):
        return None
    try:
        made = _converter.convert_with_local_state(tex, displaystyle=is_block)
    except LatexError:
        return None
    return _keep_allowed(made)


def _keep_allowed(made: str) -> str | None:
    """The MathML rewritten by the allow-list; None where there is anything in it that is not known here."""
    parts: list[str] = []
    position = 0
    for tag in _TAG.finditer(made):
        parts.append(_text(made[position : tag.start()]))
        position = tag.end()
        if tag["name"] in _LEFT_OUT:
            continue
        if tag["name"] not in _ELEMENTS:
            return None
        parts.append(_tag(tag))
    rest = made[position:]
    return None if rest or not made.startswith("<math") else "".join(parts)


def _tag(tag: re.Match[str]) -> str:
    if tag["slash"]:
        return f"</{tag['name']}>"
    kept: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(tag["attributes"]):
        if name in _ATTRIBUTES and _VALUE.fullmatch(value):
            kept[name] = value
        elif name == "class" and value in _CLASSES:
            kept["class"] = f"{kept.get('class', '')} {value}".strip()
        elif name == "style":
            _as_classes(value, kept)
    attributes = "".join(f' {name}="{value}"' for name, value in kept.items())
    return f"<{tag['name']}{attributes}{tag['empty']}>"


def _as_classes(style: str, kept: dict[str, str]) -> None:
    found = kept.get("class", "").split()
    for declaration in style.replace(" ", "").split(";"):
        name, _, value = declaration.partition(":")
        if name == "color" and _COLOUR.fullmatch(value):
            kept["mathcolor"] = value
        elif declaration in STYLES:
            found.append(STYLES[declaration])
    if found:
        kept["class"] = " ".join(found)


def _text(text: str) -> str:
    return escape(unescape(text), quote=False)
