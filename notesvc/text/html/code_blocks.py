"""Code blocks as HTML: with the colours of their language, or the picture of what they draw."""

import hashlib
from html import escape

from notesvc.text.html.parts import Parts

_LONGEST_DESCRIPTION = 1_000


def diagram_key(source: str) -> str:
    """By what the picture of a Mermaid diagram is named in the options of a page."""
    return hashlib.sha256(source.strip().encode("utf-8", "surrogatepass")).hexdigest()


def html(parts: Parts, language: str, code: str) -> str:
    """A fenced block. A diagram whose picture is known is that picture, with its source for those who cannot see it."""
    if language.lower() == "mermaid" and (address := parts.diagrams.get(diagram_key(code))):
        said = escape(code.strip()[:_LONGEST_DESCRIPTION])
        return f'<figure class="diagram"><img src="{escape(address)}" alt="{said}"></figure>'
    text = f"{code}\n"
    css_class = f' class="language-{escape(language)}"' if language else ""
    return f"<pre><code{css_class}>{parts.code(text, language)}</code></pre>"
