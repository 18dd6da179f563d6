"""What owners are told of pages that could not be made as they were meant, in English."""

from notesvc.text.html import page, parts

LEFT_OUT = "left out: it is damaged, or gone"
NO_PICTURE = "a diagram is shown as its source: open the note, so that your browser draws it, then refresh"
AWAY = "the file {} is elsewhere and was not reached: it is shown when your own storage answers"
FAR_FILE = "the file {} is another note's, or lies outside this note's folders: it is shown because the note names it"
OTHER_FILE = "the file {} is not shown: there is one elsewhere, but neither in this note nor in its folders"
NOT_FROZEN = "not frozen anew: {}"
ALL = (
    LEFT_OUT,
    NO_PICTURE,
    AWAY,
    FAR_FILE,
    OTHER_FILE,
    NOT_FROZEN,
    page.TOO_TANGLED,
    page.TOO_SLOW,
    page.BUSY,
    page.EMBED_TOO_TANGLED,
    page.EMBED_WITHOUT_PART,
    parts.TOO_MANY_FORMULAS,
)
"""`{}` stands for a value."""
