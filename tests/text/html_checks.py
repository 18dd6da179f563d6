"""What HTML may be shown, said again and apart from the sanitiser, by reading the HTML as a browser would."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import html5lib

_TAGS = (
    "a abbr article audio b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption "
    "figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp small span strong sub "
    "summary sup table tbody td tfoot th thead time tr u ul var video wbr"
)
_MATHS = (
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub "
    "msubsup msup mtable mtd mtext mtr munder munderover"
)
_ATTRIBUTES = (
    "alt align checked class colspan controls datetime dir disabled height href id lang loading open preload rel "
    "data-said reversed role rowspan src start title type value width"
)
_OF_MATHS = (
    "accent accentunder class display displaystyle form height linethickness lspace mathcolor mathvariant maxsize "
    "minsize movablelimits notation rspace scriptlevel stretchy symmetric voffset width"
)
TAGS, ATTRIBUTES = frozenset(_TAGS.split()) | frozenset(_MATHS.split()), frozenset(_ATTRIBUTES.split())
OF_MATHS = {tag: frozenset(_OF_MATHS.split()) for tag in _MATHS.split()}
_MATHML = "{http://www.w3.org/1998/Math/MathML}"
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_WHAT_BROWSERS_DROP = re.compile(r"[\x00-\x20\x7f]")


class Checker(HTMLParser):
    """Collects what must not be there."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"tag {tag}")
        values = {name: value or "" for name, value in attrs}
        self.faults += [f"attribute {name}" for name in values if name not in OF_MATHS.get(tag, ATTRIBUTES)]
        if "href" in values and not is_followed_safely(values["href"]):
            self.faults.append(f"href {values['href']}")
        if "src" in values and not is_our_file(values["src"]):
            self.faults.append(f"src {values['src']}")
        if "id" in values and not values["id"].startswith("user-content-"):
            self.faults.append(f"id {values['id']}")
        if "href" in values and values.get("rel") != "noopener noreferrer nofollow":
            self.faults.append("link without rel")
        if tag == "input" and (values.get("type"), "disabled" in values) != ("checkbox", True):
            self.faults.append("input")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(f"declaration {decl}")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"instruction {data}")


def faults(html: str) -> list[str]:
    """What is wrong with the HTML."""
    checker = Checker()
    checker.feed(html)
    checker.close()
    return checker.faults


def faults_as_parsed(html: str) -> list[str]:
    """The same of the tree that a browser makes of the HTML, whichever way it is written."""
    tree = html5lib.parseFragment(html, container="body", treebuilder="etree", namespaceHTMLElements=False)
    found: list[str] = []
    for element in tree.iter():
        if not isinstance(element.tag, str):
            found.append(f"comment {element.text}")
        elif element is not tree:
            found += _faults_of(element.tag.removeprefix(_MATHML), element.attrib)
    return found


def _faults_of(tag: str, attributes: dict[str, str | None]) -> list[str]:
    checker = Checker()
    checker.handle_starttag(tag, list(attributes.items()))
    return checker.faults


def is_followed_safely(address: str) -> bool:
    bare = _WHAT_BROWSERS_DROP.sub("", address).replace("\\", "/").lower()
    if _SCHEME.match(bare):
        return bare.startswith("mailto:") or re.match(r"(?:https?|note)://[^/]", bare) is not None
    return not bare.startswith("//")


def is_our_file(address: str) -> bool:
    bare = unquote(_WHAT_BROWSERS_DROP.sub("", address)).replace("\\", "/")
    return bare.startswith("/files/") and ".." not in bare.split("/")
