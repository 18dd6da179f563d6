"""A first look at Markdown, in linear time: what is too large or too tangled is not parsed at all."""

import re
from itertools import islice

MAX_CHARACTERS = 1_048_576
MAX_UNCLOSED = 400
MAX_NESTING = 100

# What stays in the process that asks for it: some tenths of a second at the worst, where every sign is out to harm.
LIGHT_CHARACTERS = 65_536
LIGHT_SIGNS = 3_000

_SIGNS = re.compile(r"[\[\]()`*_~<>&!\\|#$@={}+\n-]")
_FENCED = re.compile(
    r"""(?xms)
    ^ [ ]{0,3} (?P<fence> `{3,}+ | ~{3,}+ ) [^\n]*+ \n      # a fence at the start of a line
    .*? ^ [ ]{0,3} (?P=fence)                               # to the one that closes it
    """
)
_BRACKETS = re.compile(r"\\.|[\[\]()]", re.DOTALL)
_NESTED = re.compile(rf"^(?:[ ]*(?:>|[-*+][ ]|[0-9]{{1,9}}[.)][ ])){{{MAX_NESTING + 1}}}", re.MULTILINE)


def is_light(markdown: str) -> bool:
    """Whether the text is so short, and has so few signs that mean something, that reading it costs little."""
    if len(markdown) > LIGHT_CHARACTERS:
        return False
    return sum(1 for _ in islice(_SIGNS.finditer(markdown), LIGHT_SIGNS + 1)) <= LIGHT_SIGNS


def is_hostile(markdown: str) -> bool:
    """Whether parsing this would cost more than anyone's real note can be worth."""
    return len(markdown) > MAX_CHARACTERS or _NESTED.search(markdown) is not None or _is_tangled(markdown)


def _is_tangled(markdown: str) -> bool:
    """Whether one paragraph has hundreds of brackets that nothing closes: each costs a search to its end."""
    for paragraph in _FENCED.sub("", markdown).split("\n\n"):
        if paragraph.count("[") + paragraph.count("(") > MAX_UNCLOSED and _count_unclosed(paragraph) > MAX_UNCLOSED:
            return True
    return False


def _count_unclosed(paragraph: str) -> int:
    square = round_ = 0
    worst = 0
    for match in _BRACKETS.finditer(paragraph):
        bracket = match.group(0)
        square = max(0, square + (bracket == "[") - (bracket == "]"))
        round_ = max(0, round_ + (bracket == "(") - (bracket == ")"))
        worst = max(worst, square, round_)
    return worst
