"""HTML of a clipped page to Markdown that shows the same: linear, without recursion, safe to keep."""

from notesvc.text.clip.footnotes import footnotes_of
from notesvc.text.clip.html_tokens import Tokenizer
from notesvc.text.clip.page import PageReader
from notesvc.text.html.placeholders import without_placeholders
from notesvc.text.markdown.escaping import escaped_line, escaped_text

_INVISIBLE = frozenset({"script", "style", "template", "noscript"})


def markdown_from_html(html: str, base_url: str | None = None) -> tuple[str, str | None]:
    """Markdown of a page, and its title. Relative links are resolved against `base_url` or lose their address.

    Nothing of the page acts: scripts and forms go, only http, https and mailto addresses stay, and text which only
    looks like Markdown, or like a tag or mention of ours, is escaped.
    """
    html = without_placeholders(html)
    reader = PageReader(base_url, footnotes_of(html))
    tokenizer = Tokenizer(html)
    for token in tokenizer.tokens():
        reader.read(token, tokenizer)
    return reader.finish()


def strip_tags(html: str) -> str:
    """The plain text of a page, a line for each run of text: what is left to do when nothing else works. Linear."""
    parts: list[str] = []
    hidden = ""
    tokenizer = Tokenizer(without_placeholders(html))
    for token in tokenizer.tokens():
        if token.kind == "start" and token.value in _INVISIBLE and not hidden:
            hidden = token.value if tokenizer.closes_later(token.value, token.position) else ""
        elif token.kind == "end" and token.value == hidden:
            hidden = ""
        elif token.kind == "text" and not hidden and (text := " ".join(token.value.split())):
            parts.append(text)
    return "\n".join(parts)


def plain_markdown(html: str) -> str:
    """`strip_tags` as Markdown that shows just that text, a paragraph a line, and has no tags or links of ours in it.
    Linear."""
    return "\n\n".join(escaped_line(escaped_text(line)) for line in strip_tags(html).split("\n"))
