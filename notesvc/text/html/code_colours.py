"""Code with its words marked by class, by Pygments' names for them; what is of no colour is marked nowhere."""

import threading
from html import escape

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Literal, Name, Operator, _TokenType
from pygments.util import ClassNotFound

LONGEST = 60_000
# A language's rules are made when it is met first, by threads at one moment with each other's names in them.
_one_at_a_time = threading.Lock()

CLASSES: dict[_TokenType, str] = {
    Comment: "c",
    Keyword: "k",
    Keyword.Constant: "kc",
    Keyword.Type: "kt",
    Operator.Word: "ow",
    Literal: "l",
    Literal.Number: "m",
    Literal.String: "s",
    Literal.String.Escape: "se",
    Literal.String.Interpol: "si",
    Name.Attribute: "na",
    Name.Builtin: "nb",
    Name.Class: "nc",
    Name.Constant: "no",
    Name.Decorator: "nd",
    Name.Exception: "ne",
    Name.Function: "nf",
    Name.Tag: "nt",
    Name.Variable: "nv",
    Generic.Deleted: "gd",
    Generic.Emph: "ge",
    Generic.Heading: "gh",
    Generic.Inserted: "gi",
    Generic.Strong: "gs",
    Generic.Subheading: "gu",
}


def with_classes(code: str, language: str) -> str | None:
    """The code as HTML; None for a language that is not known, and for code that is too long."""
    if len(code) > LONGEST:
        return None
    try:
        with _one_at_a_time:
            lexer = get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
            tokens = list(lexer.get_tokens(code))
    except ClassNotFound:
        return None
    parts: list[str] = []
    gathered, current = "", ""
    for kind, text in tokens:
        css_class = _class(kind)
        if css_class != current and gathered:
            parts.append(_span(gathered, current))
            gathered = ""
        gathered, current = gathered + text, css_class
    parts.append(_span(gathered, current))
    return "".join(parts)


def _class(kind: _TokenType) -> str:
    """That of the nearest kind that has one."""
    nearest: _TokenType | None = kind
    while nearest is not None and nearest not in CLASSES:
        nearest = nearest.parent
    return CLASSES[nearest] if nearest is not None else ""


def _span(text: str, css_class: str) -> str:
    shown = escape(text, quote=False)
    return f'<span class="{css_class}">{shown}</span>' if css_class else shown
