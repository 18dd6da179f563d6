"""Parts of a clipped page that are read apart from its text: left out, formulas, players."""

from dataclasses import dataclass, field

from notesvc.text.clip.html_tokens import HtmlToken
from notesvc.text.clip.mathml import MathReader
from notesvc.text.clip.tags import is_pixel, web_address

_TEX = "application/x-tex"


@dataclass(slots=True)
class LeftOut:
    """An element that goes with all that is in it."""

    name: str
    depth: int = 1

    def take(self, token: HtmlToken) -> bool:
        """Takes the next token; True when the element has ended."""
        if token.value == self.name and token.kind != "text":
            self.depth += 1 if token.kind == "start" else -1
        else:
            self.look_at(token)
        return self.depth == 0

    def look_at(self, token: HtmlToken) -> None:
        """Sees each token inside."""

    def markdown(self) -> str:
        """What remains of it in the text."""
        return ""

    def address(self) -> str | None:
        """The address that it leaves behind as a link."""
        return None


@dataclass(slots=True)
class Formula(LeftOut):
    """A `<math>` element: its TeX annotation, else its alternative text, else the TeX of its MathML."""

    display: bool = False
    alternative: str = ""
    tex: list[str] = field(default_factory=list)
    math: MathReader = field(default_factory=MathReader)
    annotated: bool = False

    def look_at(self, token: HtmlToken) -> None:
        """Collects the annotation, and the MathML in case there is none."""
        if token.value in ("annotation", "annotation-xml") and token.kind != "text":
            self.annotated = token.kind == "start" and token.attributes.get("encoding", "").lower() == _TEX
        elif token.kind == "text" and self.annotated:
            self.tex.append(token.value)
        self.math.take(token)

    def markdown(self) -> str:
        """The formula between dollar signs."""
        return formula("".join(self.tex).strip() or self.alternative or self.math.tex(), self.display)


@dataclass(slots=True)
class Player(LeftOut):
    """A video, audio or frame: what it plays becomes a link."""

    source: str | None = None
    base_url: str | None = None

    def look_at(self, token: HtmlToken) -> None:
        """Finds the first source inside when the element names none itself."""
        if token.kind == "start" and token.value == "source" and self.source is None:
            self.source = web_address(token.attributes.get("src", ""), self.base_url)

    def address(self) -> str | None:
        """Where it plays from."""
        return self.source


@dataclass(slots=True)
class FootnoteReference(LeftOut):
    """The link to a footnote, whatever it shows as its number."""

    number: int = 0

    def markdown(self) -> str:
        """The reference by the number that the footnote has here."""
        return f"[^{self.number}]"


@dataclass(slots=True)
class Fallback(LeftOut):
    """A `<noscript>`: pages that show their pictures late have the picture itself in it."""

    picture: dict[str, str] = field(default_factory=dict)

    def look_at(self, token: HtmlToken) -> None:
        """Finds the first picture."""
        if token.kind == "start" and token.value == "img" and not self.picture and not is_pixel(token.attributes):
            self.picture = token.attributes


def formula(tex: str, display: bool) -> str:
    """TeX between dollar signs, on one line; empty for none."""
    words = " ".join(tex.split())
    if not words:
        return ""
    return f"$${words}$$" if display else f"${words}$"
