"""TeX from the MathML of a clipped page, read token by token: linear, without recursion."""

from dataclasses import dataclass, field

from notesvc.text.clip.html_tokens import HtmlToken

MAX_OPEN = 32
"""Elements that may be open at once; the content of deeper ones belongs to the last of these."""

_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms"})
_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})
_EMPTY = frozenset({"mspace", "none", "mprescripts", "mglyph", "maligngroup", "malignmark"})
_INVISIBLE = dict.fromkeys([0x2061, 0x2062, 0x2063, 0x2064, 0x200B])
_ESCAPES = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "{}$%&#_"},
        **{"\\": "\\backslash ", "^": "\\hat{}", "~": "\\sim ", "\u2212": "-", "\u2032": "\\prime ", "\u00a0": " "},
    }
)
_FUNCTION_NAMES = "arg cos cosh cot det dim exp gcd inf ker lim ln log max min sin sinh sup tan tanh"
_FUNCTIONS = frozenset(_FUNCTION_NAMES.split())
_LIMITS = frozenset("\u2211\u220f\u2210\u22c3\u22c2\u222b\u222e") | {"\\lim", "\\max", "\\min", "\\sup", "\\inf"}
_ACCENTS_ABOVE = {
    **dict.fromkeys(["\u00af", "\u203e", "\u0305", "_", "\\_"], "overline"),
    **dict.fromkeys(["^", "\u02c6", "\\hat{}"], "hat"),
    **dict.fromkeys(["~", "\u02dc", "\\sim"], "tilde"),
    **{"\u2192": "vec", "\u20d7": "vec", "\u02d9": "dot", "\u00a8": "ddot", "\u23de": "overbrace"},
}
_ACCENTS_BELOW = {**dict.fromkeys(["\u00af", "_", "\\_", "\u0332"], "underline"), "\u23df": "underbrace"}


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)


class MathReader:
    """Takes the tokens inside a `<math>` element."""

    def __init__(self) -> None:
        self._open = [_Element("mrow")]

    def take(self, token: HtmlToken) -> None:
        """Takes the next token."""
        if token.kind == "text":
            if self._open[-1].name in _LEAVES:
                self._open[-1].parts.append(token.value)
        elif token.value in _EMPTY:
            if token.kind == "start" and token.value == "none":
                self._open[-1].parts.append("")
        elif token.kind == "start":
            if len(self._open) < MAX_OPEN:
                self._open.append(_Element(token.value, token.attributes))
        else:
            self._end(token.value)

    def tex(self) -> str:
        """The TeX of all that was read."""
        while len(self._open) > 1:
            self._close()
        return " ".join(self._open[0].parts)

    def _end(self, name: str) -> None:
        if any(element.name == name for element in self._open[1:]):
            while self._open[-1].name != name:
                self._close()
            self._close()

    def _close(self) -> None:
        element = self._open.pop()
        if element.name in _UNSEEN:
            tex = ""
        elif element.name in _LEAVES:
            tex = _leaf(element.name, " ".join("".join(element.parts).split()))
        else:
            tex = _whole(element)
        # An empty part keeps its place: it may be the base of an exponent.
        if tex or self._open[-1].name not in ("mrow", "semantics", "mstyle"):
            self._open[-1].parts.append(tex)


def _leaf(name: str, text: str) -> str:
    if name in ("mtext", "ms"):
        return f"\\text{{{text.translate(_ESCAPES)}}}" if text else ""
    shown = text.translate(_INVISIBLE)
    if name == "mi" and len(shown) > 1 and shown.isascii() and shown.isalpha():
        return f"\\{shown}" if shown in _FUNCTIONS else f"\\operatorname{{{shown}}}"
    return shown.translate(_ESCAPES).strip()


def _whole(element: _Element) -> str:
    name, parts = element.name, element.parts
    if name in ("msqrt", "mroot", "mfrac"):
        return _fraction_or_root(element)
    if name in ("msup", "msub", "msubsup", "mmultiscripts", "mover", "munder", "munderover"):
        return _raised_or_lowered(name, [*parts, "", "", ""][:3])
    if name == "mtr":
        return " & ".join(parts)
    if name == "mtable":
        return _matrix(parts)
    if name == "mfenced":
        inner = f"{element.attributes.get('separators', ',')[:1]} ".join(parts)
        fences = [element.attributes.get(end, usual) for end, usual in (("open", "("), ("close", ")"))]
        return f"\\left{_fence(fences[0])} {inner} \\right{_fence(fences[1])}"
    return " ".join(part for part in parts if part)


def _matrix(rows: list[str]) -> str:
    return "\\begin{matrix} " + " \\\\ ".join(rows) + " \\end{matrix}"


def _fence(sign: str) -> str:
    return sign.translate(_ESCAPES).strip() or "."


def _fraction_or_root(element: _Element) -> str:
    first, second = [*element.parts, "", ""][:2]
    if element.name == "msqrt":
        return f"\\sqrt{{{' '.join(element.parts)}}}"
    if element.name == "mroot":
        return f"\\sqrt[{second}]{{{first}}}"
    if element.attributes.get("linethickness", "").strip("0pxemt%. ") == "" and "linethickness" in element.attributes:
        return _matrix([first, second])
    return f"\\frac{{{first}}}{{{second}}}"


def _raised_or_lowered(name: str, parts: list[str]) -> str:
    base, first, second = parts
    if name == "mover" and first in _ACCENTS_ABOVE:
        return f"\\{_ACCENTS_ABOVE[first]}{{{base}}}"
    if name == "munder" and first in _ACCENTS_BELOW:
        return f"\\{_ACCENTS_BELOW[first]}{{{base}}}"
    if name in ("mover", "munder") and base not in _LIMITS:
        return f"\\{'overset' if name == 'mover' else 'underset'}{{{first}}}{{{base}}}"
    below, above = ("", first) if name in ("msup", "mover") else (first, second)
    # TeX raises what follows a group; a single sign needs none.
    nucleus = base if (base.startswith("\\") and base[1:].isalpha()) or len(base) == 1 else f"{{{base}}}"
    return nucleus + (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")
