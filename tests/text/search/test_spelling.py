import pytest

from notesvc.text.search.spelling import distance, nearest, two_words

KNOWN = {"templates": 3, "template": 9, "callouts": 1, "graph": 2, "graphs": 2, "view": 1, "dark": 1, "mode": 1}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tmplates", "templates"),
        ("tepmlates", "templates"),
        ("templatez", "template"),  # as near as another one, in more notes
        ("calouts", "callouts"),
        ("kallouds", "callouts"),
        ("grpah", "graph"),
        ("grph", "graph"),
        ("veiw", "view"),
        ("vie", None),  # too short to say
        ("banana", None),
        ("grrrraph", None),
    ],
)
def test_the_nearest_word_was_meant(typed: str, meant: str | None) -> None:
    assert nearest(typed, KNOWN) == meant


def test_a_word_may_be_two() -> None:
    assert two_words("darkmode", KNOWN) == ("dark", "mode")
    assert two_words("darkroom", KNOWN) is None


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xbcd", 2), ("abc", "xyz", None)],
)
def test_slips_are_counted(one: str, other: str, slips: int | None) -> None:
    assert distance(one, other, 2) == slips
    assert distance(other, one, 2) == slips
