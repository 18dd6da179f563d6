"""Block syntax where Python-Markdown differs from what people mean."""

import re
import xml.etree.ElementTree as etree

from markdown.blockprocessors import BlockProcessor


class HeadingProcessor(BlockProcessor):
    """`# Heading`: the space is needed, so that `#tag` at the start of a line is no heading. Linear."""

    _LINE = re.compile(
        r"""(?xm)
        ^ [ ]{0,3} (?P<level> \#{1,6} )
        (?: [ ]++ (?P<text> [^\n]*+ ) )? $"""
    )

    def test(self, parent: etree.Element, block: str) -> bool:
        """Whether a line of the block is a heading."""
        return self._LINE.search(block) is not None

    def run(self, parent: etree.Element, blocks: list[str]) -> None:
        """Makes the heading; what is before it is parsed first, what follows is left for later."""
        block = blocks.pop(0)
        match = self._LINE.search(block)
        assert match is not None
        if before := block[: match.start()].rstrip("\n"):
            self.parser.parseBlocks(parent, [before])
        heading = etree.SubElement(parent, f"h{len(match['level'])}")
        heading.text = _without_closing_hashes(match["text"] or "")
        if after := block[match.end() :].lstrip("\n"):
            blocks.insert(0, after)


def _without_closing_hashes(text: str) -> str:
    text = text.rstrip(" ")
    bare = text.rstrip("#")
    return bare.rstrip(" ") if not bare or bare.endswith(" ") else text
