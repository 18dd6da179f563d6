"""The answer of a model alone: without thoughts, turns and control tokens, the quoted prompt, and a fence around all.

Only marks count that dialects and templates set; words in front of an answer stay. A mark in code, or one that the
prompt holds too, is text.
"""

import re
from collections.abc import Iterator

from notesvc.ai.endpoint import Text
from notesvc.text.proposals import prose

_THOUGHT = r"think|thinking|thought|reasoning|seed:think"
_MARK = re.compile(
    rf"""
      (?P<open> < (?P<tag> {_THOUGHT} ) > | \[THINK\] | ◁think▷ | <\|START_THINKING\|> | <\|channel>thought | <unused94>
        | <\|channel\|> (?! final ) [^<]*+ <\|message\|> )
    | (?P<close> </ (?: {_THOUGHT} ) > | \[/THINK\] | ◁/think▷ | <\|END_THINKING\|> | <channel\|> | <unused95> )
    | (?P<turn> <\| (?: im_start | start | start_header_id | end_header_id | turn | message | assistant ) \|>
        | <\|turn> | <start_of_turn> | <\|channel\|> final \s*+ <\|message\|> | <｜Assistant｜> | \[/INST\]
        | <\|START_RESPONSE\|> | <｜begin▁of▁sentence｜> | <\|begin_of_text\|> | <bos> )
    | (?P<stop> <\| (?: im_end | eot_id | end_of_text | endoftext | return | end | call | END_RESPONSE
          | END_OF_TURN_TOKEN ) \|> | <end_of_turn> | <turn\|> | <eos> | <｜end▁of▁sentence｜> )
    | (?P<quote> ==[0-9a-f]{{12}}== \n?+ )
    """,
    re.VERBOSE,
)
_CLOSE = re.compile(
    rf"</(?:{_THOUGHT})>|\[/THINK\]|◁/think▷|<\|END_THINKING\|>|<channel\|>|<unused95>|<\|end\|>|(?=<\|start\|>)"
)
# What may be the beginning of a mark, at the end of what has come so far.
_BEGUN = re.compile(
    r"""
    (?: <[^<>\s]{0,40} | <\|channel>t[a-z]{0,6} | \[ (?: /?[A-Z]{0,6} )? | ◁[^▷]{0,8} | =[=0-9a-f]{0,15}
      | <\|channel\|> [^<]{0,80} (?: <[^>]{0,10} )? )
    \Z
    """,
    re.VERBOSE,
)
_ROLE = re.compile(
    r"(?:\#{1,4} \s* (?: assistant | response ) | assistant ) : \s* | assistant [ \t]* \n\s*", re.X | re.I
)
_TURN_ROLE = re.compile(r"\A(?:assistant|model)[ \t]*(?:\n\s*|(?=<))")
_TURN_ROLES = ("assistant<", "model<", "model \n")
_ROLES = ("assistant:", "assistant \n", "### assistant:", "### response:")
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*(?:markdown|md|text)?[ \t]*\n")
_FENCE_BEGUN = re.compile(r"(?:`{1,20}|~{1,20})[ \t]{0,4}[a-z]{0,8}[ \t]{0,4}\Z")
_FENCE_END = re.compile(r"\n(?:[ \t]*[`~]*[ \t]*\n?\s*)\Z")

# Beginning with so many letters of the prompt is no chance.
_LONG = 40


class OwnWords:
    """Takes an answer as it comes and gives what is its own; `prompt` is what the model was asked."""

    def __init__(self, prompt: str) -> None:
        self._prompt = prompt
        self._quotable = prompt if len(prompt) >= _LONG else ""
        self._pending = ""
        self._told = ""  # as it came, a fence around it included
        self._fence = ""
        self._is_thought = self._is_over = False
        self._is_behind_mark = False

    def feed(self, text: str) -> Iterator[Text]:
        """What is certain so far."""
        if not self._is_over:
            self._pending += text
            yield from self._read(is_whole=False)

    def end(self) -> Iterator[Text]:
        """The rest."""
        yield from self._read(is_whole=True)
        whole = self._told
        if self._fence and prose.without_fence(whole) == whole.strip():
            yield Text(whole, anew=True)

    def _read(self, is_whole: bool) -> Iterator[Text]:
        while not self._is_over:
            if self._is_thought:
                if not self._pass_thought():
                    return
            elif not self._told and not self._pass_head(is_whole):
                return
            elif (found := self._next_mark()) is None:
                yield from self._tell(self._certain(is_whole), is_whole)
                return
            else:
                yield from self._take(found)

    def _pass_thought(self) -> bool:
        closed = _CLOSE.search(self._pending)
        self._pending = self._pending[closed.end() :] if closed else self._pending[-20:]
        if closed:
            self._is_thought, self._is_behind_mark = False, True
        return closed is not None

    def _pass_head(self, is_whole: bool) -> bool:
        """Go over the quoted prompt, a role and a fence; False where more has to come first."""
        text = self._pending.lstrip()
        if self._is_behind_mark:
            text = self._pending = _TURN_ROLE.sub("", text)
        if self._quotable and text.startswith(self._quotable):
            self._pending, self._is_behind_mark = text[len(self._quotable) :], True
            return self._pass_head(is_whole)
        if (role := _ROLE.match(text)) and role[0].strip().lower() not in self._prompt.lower():
            self._pending, self._is_behind_mark = text[role.end() :], True
            return self._pass_head(is_whole)
        if fence := _FENCE.match(text):
            self._fence, self._told, self._pending = fence[1], fence[0], text[fence.end() :]
        if is_whole or fence:
            return True
        return bool(text) and not self._may_be_head(text)

    def _may_be_head(self, text: str) -> bool:
        roles = (*_ROLES, *_TURN_ROLES) if self._is_behind_mark else _ROLES
        return (
            any(role.startswith(text.lower()) for role in roles)
            or self._quotable.startswith(text)
            or _FENCE_BEGUN.match(text) is not None
        )

    def _next_mark(self) -> re.Match[str] | None:
        return next((found for found in _MARK.finditer(self._pending) if self._is_mark(found)), None)

    def _is_mark(self, found: re.Match[str]) -> bool:
        if found["quote"]:
            return found[0].strip() in self._prompt
        before = self._told + self._pending[: found.start()]
        line = before[before.rfind("\n") + 1 :]
        is_code = line.count("`") % 2 == 1 or (before.count("\n```") + before.startswith("```")) % 2 != bool(
            self._fence
        )
        return not is_code and found[0].strip() not in self._prompt

    def _take(self, found: re.Match[str]) -> Iterator[Text]:
        before, self._pending = self._pending[: found.start()], self._pending[found.end() :]
        has_words = bool(self._told.strip() or before.strip())
        if found["close"]:
            # Nothing opened what ends here: some templates write the opening mark themselves.
            if self._told:
                yield Text("", anew=True)
            self._told = self._fence = ""
            self._is_behind_mark = True
            return
        yield from self._tell(before if has_words else "", is_whole=True)
        self._is_thought = found["open"] is not None
        self._is_behind_mark = not has_words
        self._is_over = has_words and found["quote"] is None and not self._is_thought

    def _certain(self, is_whole: bool) -> str:
        """Take what can be no beginning of a mark from what is pending."""
        begun = None if is_whole else _BEGUN.search(self._pending)
        if not is_whole and not begun and self._fence:
            begun = _FENCE_END.search(self._pending)
        at = begun.start() if begun else len(self._pending)
        certain, self._pending = self._pending[:at], self._pending[at:]
        return certain

    def _tell(self, text: str, is_whole: bool) -> Iterator[Text]:
        if not text:
            return
        self._told += text
        if self._fence and is_whole:
            text = re.sub(rf"\n?[ \t]*{self._fence}\s*\Z", "", text)
        if text:
            yield Text(text)
