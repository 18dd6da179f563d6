"""The elements that stand for links and embeds in a rendered note."""

import re
import xml.etree.ElementTree as etree
from urllib.parse import unquote

from markdown.util import AtomicString

from notesvc.text.html import sanitise
from notesvc.text.html.link_targets import Links, Target
from notesvc.text.html.sanitise import ID_PREFIX

_NOT_IN_SLUG = re.compile(r"[^\w\s\[\]|#-]")
_PARTING = re.compile(r"[\s\[\]|#]+")  # a link can hold none of these signs, and has blanks for them
_SIZE = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?")
EMBEDDED, SECTION = "data-embedded", "data-section"
"""Attributes for the title and the heading of a note whose text is known; the sanitiser drops them."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def slug(heading: str) -> str:
    """The part of an address that names a heading; the same for `[[Note#Heading]]` and for the heading itself."""
    return ID_PREFIX + _PARTING.sub("-", _NOT_IN_SLUG.sub("", heading.lower()).strip("[]|# \t\n"))[:100]


def link(address: str, shown: str, css_class: str) -> etree.Element:
    """A link that shows just this text."""
    element = etree.Element("a", {"class": css_class, "href": address})
    element.text = AtomicString(shown)
    return element


def wiki(links: Links, title: str, heading: str | None, alias: str | None) -> etree.Element:
    """The link for `[[title#heading|alias]]`."""
    shown = alias or " > ".join(each for each in (title, _said(title, heading or "")) if each)
    if not title and heading:
        return link("#" + slug(heading), shown, "note")
    target = links.wiki.get(title)
    if target is None:
        return missing(shown)
    return link(target.address + ("#" + slug(heading) if heading else ""), shown, "note")


def _said(title: str, anchor: str) -> str:
    """What is shown of an anchor; the id of a block says nothing to people."""
    return "" if title and anchor.startswith("^") else anchor


def embed(links: Links, title: str, heading: str | None, alias: str | None) -> etree.Element:
    """What `![[title|alias]]` shows: a picture, a player, or a link. An alias of digits is a size."""
    target = links.wiki.get(title)
    if target is None:
        return missing(title or heading or "")
    if target.kind == "note":
        return wiki(links, title, heading, alias)
    element = etree.Element("span")
    show(element, target, title.rsplit("/", 1)[-1], alias or "")
    return element


def note_in_place(links: Links, title: str, heading: str | None, alias: str | None) -> etree.Element:
    """The link for `![[title]]`, which becomes the note itself where it stands alone."""
    element = wiki(links, title, heading, alias)
    element.set(EMBEDDED, title)
    if heading:
        element.set(SECTION, heading)
    return element


def missing(shown: str) -> etree.Element:
    """The name of a note or file that is not there."""
    element = etree.Element("span", {"class": "missing"})
    element.text = AtomicString(shown)
    return element


def show(element: etree.Element, target: Target, name: str, size: str) -> None:
    """Makes the element a picture, a player, or a link to the file."""
    element.attrib.clear()
    element.text = None
    if target.kind in ("note", "file"):
        element.tag = "a"
        element.set("class", "attachment" if target.kind == "file" else "note")
        element.set("href", target.address)
        element.text = AtomicString(name)
        return
    element.tag = "img" if target.kind == "image" else target.kind
    element.set("src", target.address)
    if target.kind == "image":
        element.set("alt", name)
    if target.kind != "audio" and (match := _SIZE.fullmatch(size)):
        element.set("width", match.group(1))
        if match.group(2):
            element.set("height", match.group(2))


def resolve_link(element: etree.Element, links: Links) -> None:
    """Points a Markdown link to what it means: `note://id`, a note's file name, a heading of this note."""
    href = element.get("href", "")
    if href.startswith("#"):
        element.set("href", href if href.startswith("#" + ID_PREFIX) else "#" + slug(unquote(href[1:])))
    elif href.startswith("note://"):
        _point(element, links.notes.get(href[len("note://") :].strip("/")), "")
    elif not _SCHEME.match(href) and href[:1] not in ("/", "?", "\\"):
        path, _, heading = unquote(href).partition("#")
        _point(element, _named_file(links, path), heading)
    elif sanitise.safe_link(href) is None:
        del element.attrib["href"]


def resolve_image(element: etree.Element, links: Links) -> None:
    """Makes a Markdown image what it may be: our own file, a remote one where that is allowed, or a link to it."""
    source, alt = element.get("src", ""), element.get("alt", "")
    name, _, size = alt.rpartition("|") if _SIZE.fullmatch(alt.rpartition("|")[2]) else (alt, "", "")
    if sanitise.safe_image(source, links.remote_images) and not size:
        return
    if sanitise.safe_image(source, links.remote_images):
        show(element, Target(source, "image"), name, size)
    elif _SCHEME.match(source) or source.startswith(("/", "\\")):
        show(element, Target(sanitise.safe_link(source) or "", "file"), name or source, "")
        if not element.get("href"):
            _point(element, None, "")
    elif target := _named_file(links, unquote(source)):
        show(element, target, name or source, size)
    else:
        show(element, Target("", "file"), name or source, "")
        _point(element, None, "")


def _named_file(links: Links, path: str) -> Target | None:
    return links.wiki.get(path) or links.wiki.get(path.removesuffix(".md"))


def _point(element: etree.Element, target: Target | None, heading: str) -> None:
    if target:
        element.set("href", target.address + ("#" + slug(heading) if heading else ""))
        return
    element.tag = "span"
    element.attrib.clear()
    element.set("class", "missing")
