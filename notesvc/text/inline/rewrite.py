"""Renaming: the same text with some of its links written anew."""

from collections.abc import Callable, Iterable, Mapping

from notesvc.text.fold import title_key
from notesvc.text.inline.names import is_tag, match_person, tag_key
from notesvc.text.inline.scanner import scan
from notesvc.text.inline.tokens import Token

Span = tuple[int, int, str]

_NOT_IN_TITLES = str.maketrans(dict.fromkeys("[]|#^", " "))


def replace_spans(text: str, spans: Iterable[Span]) -> str:
    """The text with each `(start, end, new)` replaced; the spans must not overlap, their order is free."""
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(spans):
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


def rename_wiki(text: str, is_target: Callable[[Token], bool], new_title: str) -> tuple[str, int]:
    """The text with the title of each wiki link that `is_target` replaced, and how many were.

    Folders before the title, an `.md` after it, heading, alias and the mark of an embed stay. The characters
    that cannot stand in a wiki link (`[ ] | # ^`, line ends) become a space, a backslash at the end goes;
    when nothing else is left of the new title, nothing is replaced.
    """
    title = " ".join(new_title.translate(_NOT_IN_TITLES).split()).rstrip("\\ ")
    if not title:
        return text, 0
    targets = [token for token in scan(text) if token.kind == "wiki" and is_target(token)]
    return replace_spans(text, [_new_title(text, token, title) for token in targets]), len(targets)


def _new_title(text: str, token: Token, title: str) -> Span:
    start = text.index(token.title, text.index("[[", token.start) + 2)
    suffix = token.title[-3:] if token.title.lower().endswith(".md") else ""
    folders = token.title.rfind("/") + 1
    return start + folders, start + len(token.title), title + suffix


def rename_tag(text: str, old_key: str, new: str) -> tuple[str, int]:
    """The text with each `#old` as `#new` and each `#old/x` as `#new/x`, and how many were replaced.

    `old_key` is a tag key. A nested tag that would become longer than a tag may be is left as it is. Raises
    ValueError when `new` is no tag.
    """
    if not is_tag(new):
        raise ValueError("the new name is no tag")
    spans: list[Span] = []
    for token in scan(text):
        renamed = _renamed_tag(token.value, old_key, new) if token.kind == "tag" else None
        if renamed and is_tag(renamed):
            spans.append((token.start + 1, token.end, renamed))
    return replace_spans(text, spans), len(spans)


def _renamed_tag(tag: str, old_key: str, new: str) -> str | None:
    segments = tag.split("/")
    depth = old_key.count("/") + 1
    if tag_key("/".join(segments[:depth])) != old_key:
        return None
    return "/".join([new, *segments[depth:]])


def rename_person(text: str, names: Mapping[str, str], person_id: str, old_key: str, new_name: str) -> tuple[str, int]:
    """The text with each `$name` that means the person by the name `old_key` written as `new_name`.

    `names` is as in `match_person`, from before the renaming. Also answers how many were replaced.
    """
    spans: list[Span] = []
    position = 0
    for token in scan(text):
        found = match_person(token.value, names) if token.kind == "person" else None
        if not found or found[1] != person_id or token.start < position:
            continue
        position = token.start + 1 + found[0]
        if title_key(text[token.start + 1 : position]) == old_key:
            spans.append((token.start + 1, position, new_name))
    return replace_spans(text, spans), len(spans)
