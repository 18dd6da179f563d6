"""Whether what is put into a shared document has the shape that editors know; other things break pages that open it."""

from collections.abc import Sequence
from typing import Any

from pycrdt import Doc, Text, XmlElement, XmlFragment, XmlText

_BLOCKS, _RAW = "blocks", "raw"
# Blocks nest by two elements each, and those that show them call themselves for each.
_DEEPEST = 160
_PLAIN = (str, int, float, bool, list, dict, bytes, type(None))


class Shape:
    """Watches both roots: which of them were touched, and whether anything strange was put in."""

    def __init__(self, document: "Doc[Any]") -> None:
        self.raw_touched = self.blocks_touched = self.is_strange = False
        self._raw = document.get(_RAW, type=Text)
        self._blocks = document.get(_BLOCKS, type=XmlFragment)
        # Past the library's events, which hold all that could be asked of them: for each key that is too much.
        raw, blocks = self._raw.integrated, self._blocks.integrated
        self._watches = (raw.observe(self._touch_raw), blocks.observe_deep(self._touch_blocks))

    def drop(self) -> None:
        """Watch no more: the library holds whoever watches."""
        for watch in self._watches:
            watch.drop()

    def apply(self, document: "Doc[Any]", change: bytes) -> None:
        """Apply a change that may hold anything, and look at all that it puts in. Raises what the library does."""
        watches = self._raw.observe(self._look_at_raw), self._blocks.observe_deep(self._look_at_blocks)
        try:
            document.apply_update(change)
        finally:
            self._raw.unobserve(watches[0])
            self._blocks.unobserve(watches[1])

    def _touch_raw(self, _: Any) -> None:
        self.raw_touched = True

    def _touch_blocks(self, events: Sequence[Any]) -> None:
        self.blocks_touched = True
        for event in events:
            # Letters belong into texts, not beside blocks; whatever else is put there `apply` looks at.
            if event.children_changed and any(isinstance(each, str) for each in _put(event.delta)):
                self.is_strange = True

    def _look_at_raw(self, event: Any) -> None:
        self.is_strange |= not _is_text(event.delta)

    def _look_at_blocks(self, events: Sequence[Any]) -> None:
        self.is_strange |= not all(map(_is_sound, events))


def _is_sound(event: Any) -> bool:
    if isinstance(event.target, XmlText):
        return _is_text(event.delta)
    if not all(isinstance(change.get("newValue"), _PLAIN) for change in event.keys.values()):
        return False
    is_top = not isinstance(event.target, XmlElement)
    return all(_is_block(each, len(event.path), is_top) for each in _put(event.delta))


def _put(delta: Sequence[dict[str, Any]]) -> list[Any]:
    return [each for part in delta for each in part.get("insert") or ()]


def _is_block(given: Any, depth: int, is_top: bool) -> bool:
    if is_top and isinstance(given, XmlText):
        return False
    waiting = [(given, depth)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, XmlElement) and depth < _DEEPEST:
            waiting += [(child, depth + 1) for child in each.children]
        elif not isinstance(each, XmlText) or not all(isinstance(part, str) for part, _ in each.diff()):
            return False
    return True


def _is_text(delta: Sequence[dict[str, Any]]) -> bool:
    return all(isinstance(part.get("insert", ""), str) for part in delta)
