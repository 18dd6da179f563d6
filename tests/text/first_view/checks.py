"""What a first view's HTML may hold, and the words in it."""

import re
from html.parser import HTMLParser

import html5lib

from tests.text.html_checks import TAGS, is_followed_safely, is_our_file

_ALLOWED = (
    "align alt checked class colspan data-align data-background-color data-bare data-done data-language data-level "
    "data-look data-plain data-text-color decoding dir disabled height href loading open referrerpolicy rel rowspan "
    "scope src start style tabindex target type width"
)
_ATTRIBUTES = frozenset(_ALLOWED.split())
_TAGS = TAGS | {"section", "bdi"}


_MATHML = "{http://www.w3.org/1998/Math/MathML}"
# What draws a formula: nothing of it leads anywhere, runs, or holds HTML.
_FORMULA_TAGS = frozenset(
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub "  # noqa: SIM905
    "msubsup msup mtable mtd mtext mtr munder munderover".split()
)
_FORMULA_ATTRIBUTES = frozenset(
    "accent accentunder class display displaystyle form height linethickness lspace mathcolor mathvariant maxsize "  # noqa: SIM905
    "minsize movablelimits notation rspace scriptlevel stretchy symmetric voffset width".split()
)


_STYLE = re.compile(r"text-align:\w+|inline-size:\d+px|--(?:raw-lead|picture-width): [\w.(), %;:*-]+")


def faults(html: str) -> list[str]:
    """What a browser would make of the HTML that must not be there."""
    tree = html5lib.parseFragment(html, container="div", treebuilder="etree", namespaceHTMLElements=False)
    found = []
    for element in tree.iter():
        if element is tree:
            continue
        is_formula = element.tag.startswith(_MATHML)
        if (element.tag.removeprefix(_MATHML) not in _FORMULA_TAGS) if is_formula else (element.tag not in _TAGS):
            found.append(f"tag {element.tag}")
        attributes = _FORMULA_ATTRIBUTES if is_formula else _ATTRIBUTES
        found += [f"attribute {name}" for name in element.attrib if name not in attributes]
        if not is_followed_safely(element.get("href", "#")):
            found.append(f"href {element.get('href')}")
        if "src" in element.attrib and not is_our_file(element.get("src")):
            found.append(f"src {element.get('src')}")
        style = element.get("style", "")
        if style and not _STYLE.fullmatch(style):
            found.append(f"style {style}")
    return found


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def text_of(html: str) -> str:
    """The words that are shown."""
    parser = _Words()
    parser.feed(html)
    parser.close()
    return parser.text
