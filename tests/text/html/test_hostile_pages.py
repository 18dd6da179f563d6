"""Nothing hostile that is written into a note is anything but text on its page, as a browser reads it."""

from notesvc.text.html.code_blocks import diagram_key
from notesvc.text.html.link_targets import Links, Target
from notesvc.text.html.page import EmbeddedNote, PageOptions, render
from tests.text.hostile_html import MARKUP, TEX, payloads
from tests.text.html_checks import faults, faults_as_parsed

LINKS = Links(
    wiki={
        "Known": Target("/notes/1"),
        "pic.png": Target("/files/9/pic.png", "image"),
        "song.mp3": Target("/files/9/song.mp3", "audio"),
    }
)


def wrong_in(html: str) -> list[str]:
    return faults(html) + faults_as_parsed(html)


def test_no_vector_in_any_place_of_a_page_survives() -> None:
    texts = payloads()
    assert len(texts) >= 1_000
    options = PageOptions(LINKS)
    wrong = {text: found for text in texts if (found := wrong_in(render(text, options).html))}
    assert wrong == {}


def test_no_vector_survives_around_what_is_put_in_after_the_sanitiser() -> None:
    for vector in [*MARKUP, *TEX]:
        embeds = {"Known": EmbeddedNote(f"{vector}\n\n$x$", LINKS), vector[:200]: EmbeddedNote(vector, LINKS)}
        options = PageOptions(LINKS, embeds, {diagram_key(vector): "/files/9/pic.png"})
        text = f"$x$ {vector} $y$ <b title='{vector}'>x</b>\n\n![[Known]]\n\n![[{vector}]]\n\n```mermaid\n{vector}\n```"
        assert wrong_in(render(text, options).html) == [], vector


def test_the_parser_itself_finds_what_is_wrong() -> None:
    for html in ("<script>", "<b onclick=x>", "<a href='javascript:x'>", "<math><mi href=x>", "<svg>", "<!-- x -->"):
        assert faults_as_parsed(html)
    assert faults_as_parsed("<math><mi>x</mi></math><p>x") == []
