"""Items of lists that are more than text: tasks, and toggles."""

import re
import xml.etree.ElementTree as etree

from notesvc.text.html import placeholders

_TASK = re.compile(r"\s*\[([^\]\s]| )\](?:[ ]+|$)")
_BLOCK_NAMES = "blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul"
_BLOCKS = frozenset(_BLOCK_NAMES.split())


def finish(item: etree.Element) -> None:
    """Makes an item of a list what its first line says that it is."""
    holder = item[0] if len(item) and item[0].tag == "p" and not (item.text or "").strip() else item
    if match := _TASK.match(holder.text or ""):
        holder.text = (holder.text or "")[match.end() :]
        _task(item, holder, match.group(1) != " ")
    elif _has_toggle(holder):
        _toggle(item, holder)


def _task(item: etree.Element, holder: etree.Element, done: bool) -> None:
    """A box that cannot be ticked, named by the text behind it."""
    item.set("class", "task done" if done else "task")
    box = etree.Element("input", {"type": "checkbox", "disabled": "disabled"})
    if done:
        box.set("checked", "checked")
    label = etree.Element("label")
    _move_line(holder, label)
    box.tail, label.text = " " + (label.text or ""), None
    label.insert(0, box)
    holder.insert(0, label)


def _toggle(item: etree.Element, holder: etree.Element) -> None:
    """The first line is what is seen of the item until it is opened."""
    details, summary = etree.Element("details"), etree.Element("summary")
    _move_line(holder, summary)
    rest = [child for child in item if child is not holder]
    details.append(summary)
    details.extend(rest)
    summary.tail = _cut(summary)
    item[:] = [details]
    item.text = None
    item.set("class", "toggle")


def _move_line(holder: etree.Element, to: etree.Element) -> None:
    """Moves the text of an item, up to the first block in it, into another element."""
    to.text, holder.text = holder.text, None
    for child in list(holder):
        if child.tag in _BLOCKS:
            break
        holder.remove(child)
        to.append(child)


def _has_toggle(holder: etree.Element) -> bool:
    texts = [holder.text, *(child.tail for child in holder)]
    return any(placeholders.TOGGLE in text for text in texts if text)


def _cut(summary: etree.Element) -> str:
    """Takes out of the summary what stands behind the mark."""
    before, mark, behind = (summary.text or "").partition(placeholders.TOGGLE)
    summary.text = before
    if mark:
        rest = list(summary)
        summary[:] = []
        return behind + "".join("".join(child.itertext()) + (child.tail or "") for child in rest)
    for number, child in enumerate(list(summary)):
        before, mark, behind = (child.tail or "").partition(placeholders.TOGGLE)
        child.tail = before
        if mark:
            rest = list(summary)[number + 1 :]
            summary[number + 1 :] = []
            return behind + "".join("".join(each.itertext()) + (each.tail or "") for each in rest)
    return ""
