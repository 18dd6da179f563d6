"""A text in passages: all of it, as it stands there, each piece under its heading."""

from hypothesis import given
from hypothesis import strategies as st

from notesvc.domain.ai import passages
from notesvc.text.search import index_marks

_PARTS = st.sampled_from(
    [
        "# One",
        "## Two ##",
        "```\n# none\n```",
        "> quote",
        "- item",
        "a sentence. " * 90,
        "語" * 900,
        "x" * 3_200,
        "",
        " ",
    ]
)
TEXTS = st.lists(st.one_of(_PARTS, st.text(max_size=40)), max_size=12).map("\n\n".join) | st.lists(_PARTS).map(
    "\n".join
)


@given(TEXTS)
def test_pieces_stand_in_the_text_in_order_and_leave_nothing_out(text: str) -> None:
    headings = list(index_marks.headings(text))
    rest, at = "", 0
    for piece in passages.cut(text):
        assert piece.text == piece.text.strip()
        assert 0 < len(piece.text) <= passages.LONGEST
        start = text.index(piece.text, at)
        rest += f"{text[at:start]}\n"
        at = start + len(piece.text)
        above = [heading for heading in headings if heading.end <= start]
        assert piece.heading == (above[-1].text or None if above else None)
        assert not [heading for heading in headings if start <= heading.start < at]
    rest += text[at:]
    left = "\n".join(text[heading.start : heading.end] for heading in headings)
    assert sorted(rest.replace(">", "").split()) == sorted(left.replace(">", "").split())


def test_short_paragraphs_of_a_section_stay_together() -> None:
    text = "# Tea\n\nGreen.\n\nBlack.\n\n## Water\n\nHot.\n"
    assert passages.cut(text) == [("Tea", "Green.\n\nBlack."), ("Water", "Hot.")]


def test_a_long_paragraph_is_cut_where_a_sentence_ends() -> None:
    text = "One sentence of a long paragraph. " * 80
    assert all(piece.text.endswith("paragraph.") for piece in passages.cut(text))
