"""The way out when a text cannot be rendered: the text itself, readable and inert."""

from html import escape

from notesvc.text.html import placeholders


def escaped(markdown: str) -> str:
    """The text as it is, as HTML that does nothing."""
    return f'<pre class="plain">{escape(placeholders.without_placeholders(markdown), quote=False)}</pre>'
