"""A line of Markdown as its surface shows it where no caret is: its signs are there and not seen
(`clients/web/src/editor/raw/preview.ts`)."""

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from notesvc.text import block_ids
from notesvc.text.first_view import addresses, pictures
from notesvc.text.first_view.inlines import block_id
from notesvc.text.first_view.source import EMBED, ESCAPE, LINK, MATHS, PICTURE, TAG, WIKI_LINK, pieces
from notesvc.text.html import mathml

LONGEST = 2_000
"""Characters; of a longer line no sign is looked at."""
_DEEPEST = 6
_LONGEST_FORMULA = 200
_SIGN = re.compile(r"[\\*_~=`\[!<$]")
_HIDDEN = Markup('<span class="note-raw-sign" dir="ltr">{}</span>')
_FAINT = Markup('<span class="raw-sign">{}</span>')
_WORDS = Markup('{}<span class="{}"><span class="raw-words">{}</span></span>{}')
_STRONG = Markup("<strong>{}</strong>")
_EM = Markup("<em>{}</em>")
_S = Markup("<s>{}</s>")
_STRONG_EM = Markup("<strong><em>{}</em></strong>")
_HIGHLIGHT = Markup('<span class="raw-highlight">{}</span>')
_Show = Callable[[re.Match[str], int], Markup]


def hidden(signs: str) -> Markup:
    """What the surface shows only where the caret is: without a width, and copied with the words."""
    return _HIDDEN.format(signs) if signs else Markup()


def faint(signs: str) -> Markup:
    """What the surface shows everywhere, stepped back."""
    return _FAINT.format(signs)


def shown(text: str) -> Markup:
    """The words of a line, without what leads it in."""
    if len(text) > LONGEST:
        return escape(text)
    start = block_ids.start(text)
    if start is None:
        return _shown(text, 0)
    return _shown(text[:start], 0) + block_id(text[start:])


def _shown(text: str, depth: int) -> Markup:
    if depth > _DEEPEST:
        return escape(text)
    parts: list[Markup] = []
    for plain, found, show in pieces(text, _SIGN, _SHOWN):
        parts.append(escape(plain))
        if found and show:
            parts.append(show(found, depth))
    return Markup().join(parts)


def _as_written(found: re.Match[str], _: int) -> Markup:
    return escape(found[0])


def _between(shown: Markup) -> _Show:
    def show(found: re.Match[str], depth: int) -> Markup:
        sign = hidden(found[1])
        return sign + shown.format(_shown(found[2], depth + 1)) + sign

    return show


def _escape(found: re.Match[str], _: int) -> Markup:
    return hidden("\\") + escape(found[1])


def _code(found: re.Match[str], _: int) -> Markup:
    sign = hidden(found[1])
    return Markup('<span class="raw-code">{}{}{}</span>').format(sign, found[2], sign)


def _formula(found: re.Match[str], _: int) -> Markup:
    tex = found[0].strip("$").strip()
    made = mathml.of(tex, is_block=False) if len(tex) <= _LONGEST_FORMULA else None
    if made is None:
        return escape(found[0])
    # Let through by its allow-list.
    return Markup('<span class="maths" dir="ltr">{}</span>').format(Markup(made))  # noqa: S704


def _picture(found: re.Match[str], _: int) -> Markup:
    name, width = pictures.named_width(found[1])
    if not addresses.is_own_file(found[2]) or found[2].lower().endswith(".svg"):
        return faint(found[0])
    return pictures.in_markdown(found[2], name, width)


def _wiki_link(found: re.Match[str], depth: int) -> Markup:
    title, alias = found[1], found[2]
    before = f"[[{title}|" if alias else "[["
    behind = "|]]" if alias == "" else "]]"
    return _WORDS.format(hidden(before), "raw-wiki", _shown(alias or title, depth + 1), hidden(behind))


def _link(found: re.Match[str], depth: int) -> Markup:
    return _WORDS.format(hidden("["), "raw-link", _shown(found[1], depth + 1), hidden(found[0][len(found[1]) + 1 :]))


def _script(found: re.Match[str], depth: int) -> Markup:
    tag = found[1].lower()
    words = Markup('<span class="raw-{}">{}</span>').format(tag, _shown(found[2], depth + 1))
    return hidden(f"<{found[1]}>") + words + hidden(f"</{found[1]}>")


def _emphasis(sign: str, within: str) -> re.Pattern[str]:
    """Between two signs that may open and close: beside a punctuation mark, no letter is on the other side
    (CommonMark 0.31, 6.2)."""
    opens = rf"(?:(?<![^\W_])|(?={sign}[^\W_]))({sign})(?=\S)"
    closes = rf"(?<=\S){sign}(?:(?![^\W_])|(?<=[^\W_]{sign}))"
    return re.compile(f"{opens}({within}){closes}")


_SHOWN: tuple[tuple[re.Pattern[str], _Show], ...] = (
    (MATHS, _formula),
    (ESCAPE, _escape),
    (re.compile(r"(`+)(?!`)((?:[^`\n]|(?!\1(?!`))`)+?)\1(?!`)"), _code),
    (EMBED, _as_written),
    (PICTURE, _picture),
    (WIKI_LINK, _wiki_link),
    (LINK, _link),
    (re.compile(r"<(sub|sup)>((?:(?!</?su[bp]>)[^\n])*)</\1>", re.IGNORECASE), _script),
    (TAG, lambda found, _: faint(found[0])),
    *(
        (_emphasis(sign, within), _between(shown))
        for sign, within, shown in (
            (r"\*\*\*", r"[^*\n]+?", _STRONG_EM),
            (r"\*\*", r"(?:[^*\n]|\*(?!\*))+?", _STRONG),
            ("__", r"(?:[^_\n]|_(?!_))+?", _STRONG),
            ("~~", r"[^~\n]+?", _S),
            (r"(?<!\*)\*(?!\*)", r"[^*\n]+?", _EM),
        )
    ),
    (re.compile(r"(?<!=)(==)(?=[^\s=])([^\n=]*(?:=[^\n=]+)*)(?<=[^\s=])==(?!=)"), _between(_HIGHLIGHT)),
    (re.compile(r"(?<![^\W_])(_)(?=\S)([^_\n]+?)(?<=\S)_(?![^\W_])"), _between(_EM)),
)
