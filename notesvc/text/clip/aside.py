"""Parts of a clipped page that are read apart from its text: left out, formulas, players."""

from dataclasses import dataclass, field

from notesvc.text.clip.html_tokens import HtmlToken
from notesvc.text.clip.tags import web_address

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
    """A `<math>` element: its TeX annotation stays, the MathML beside it would be a duplicate."""

    display: bool = False
    alternative: str = ""
    tex: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    annotated: bool = False

    def look_at(self, token: HtmlToken) -> None:
        """Collects the annotation, and the plain text in case there is none."""
        if token.value in ("annotation", "annotation-xml") and token.kind != "text":
            self.annotated = token.kind == "start" and token.attributes.get("encoding", "").lower() == _TEX
        elif token.kind == "text":
            (self.tex if self.annotated else self.text).append(token.value)

    def markdown(self) -> str:
        """The formula between dollar signs."""
        return formula(
            "".join(self.tex).strip() or self.alternative or " ".join("".join(self.text).split()), self.display
        )


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


def formula(tex: str, display: bool) -> str:
    """TeX between dollar signs, on one line; empty for none."""
    words = " ".join(tex.split())
    if not words:
        return ""
    return f"$${words}$$" if display else f"${words}$"
