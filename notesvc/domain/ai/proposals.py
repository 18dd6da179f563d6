"""What an answer becomes before anybody may accept it: harmless text, its blocks, and what would be lost."""

import re
from typing import Any, NamedTuple

from notesvc.domain.ai import citations
from notesvc.domain.ai.job import Job, Part
from notesvc.text import inline
from notesvc.text.blocks import document_text
from notesvc.text.markdown import prescreen
from notesvc.text.proposals import clean, losses, prose

MOST_TITLES = 3
MOST_TAGS = 5
MOST_LINKS = 5
_LONGEST_TITLE = 120
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.):])\s+|^\s*#{1,6}\s+")
_QUOTES = "\"'`*_“”„«»「」 "


class Proposal(NamedTuple):
    """`content` as Markdown, `blocks` the same as JSON; `warnings` name by kind what would be lost."""

    content: str
    blocks: bytes
    warnings: list[dict[str, Any]]
    sources: list[dict[str, Any]]


def propose(job: Job, answers: list[str]) -> Proposal:
    """The proposal of the answers to a job's parts."""
    warnings: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    content = "".join(_text(job, part, answer) for part, answer in zip(job.parts, answers, strict=True))
    if job.action in _LISTS:
        content = "\n".join(_LISTS[job.action](job, _lines(content)))
    elif job.action == "ask":
        checked = citations.check(content, job.passages)
        content, sources, warnings = checked.content, checked.sources, list(checked.warnings)
    elif job.compares:
        warnings = [{"kind": kind, "lost": lost} for kind, lost in losses.losses(job.source, content).items()]
    return Proposal(content, _blocks(content), warnings, sources)


def _text(job: Job, part: Part, answer: str) -> str:
    return answer if part.kept else clean.harmless(prose.without_fence(answer), job.source)


def _blocks(content: str) -> bytes:
    is_light = prescreen.is_light(content)
    return (document_text.derive(content) if is_light else document_text.raw(content)).encode()


def _lines(content: str) -> list[str]:
    lines = [_LIST_MARK.sub("", line).strip(_QUOTES) for line in content.splitlines()]
    return list(dict.fromkeys(line for line in lines if line))


def _titles(_: Job, lines: list[str]) -> list[str]:
    return [line[:_LONGEST_TITLE] for line in lines][:MOST_TITLES]


def _tags(job: Job, lines: list[str]) -> list[str]:
    """Those in use first, as they are written there; others only where our own rule takes them."""
    in_use = {inline.tag_key(tag): tag for tag in job.vocabulary}
    named = [tag for line in lines for tag in re.split(r"[,;]\s*", line)]
    tags = [tag.strip(_QUOTES).removeprefix("#").replace(" ", "-") for tag in named]
    known = [in_use[inline.tag_key(tag)] for tag in tags if inline.tag_key(tag) in in_use]
    new = [tag for tag in tags if inline.tag_key(tag) not in in_use and inline.is_tag(tag)]
    return list(dict.fromkeys([*known, *new]))[:MOST_TAGS]


def _links(job: Job, lines: list[str]) -> list[str]:
    titles = set(job.vocabulary)
    named = [line.removeprefix("[[").removesuffix("]]") for line in lines]
    return [title for title in named if title in titles][:MOST_LINKS]


_LISTS = {"title": _titles, "tags": _tags, "links": _links}
