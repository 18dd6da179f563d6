"""From what somebody asks for to the job that fetches it: text, model, words for the model, and tokens reserved."""

from dataclasses import dataclass

from notesvc import clock, errors, limits
from notesvc.ai import known
from notesvc.ai.endpoint import Endpoint, is_model
from notesvc.domain import access, tags
from notesvc.domain.ai import actions, calls, prompts, retrieval, setup
from notesvc.domain.ai.actions import ACTIONS
from notesvc.domain.ai.job import Job, Part
from notesvc.domain.ai.passages import Passage
from notesvc.domain.caller import Caller

_TAGS_LISTED = 200
_TITLES_FROM = 2_000
_THE_TEXT = "the text between the marks"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for, as it came."""

    action: str
    note_id: str | None = None
    text: str | None = None
    selection: str | None = None
    instruction: str = ""
    prompt_id: str | None = None
    provider: str | None = None
    model: str | None = None
    api_key: str | None = None


@dataclass(frozen=True, slots=True)
class _Subject:
    """What the model is to work on; `listed` is what it may choose from."""

    text: str
    title: str = ""
    listed: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()


def for_guest(wish: Wish) -> Job:
    """The job of somebody without a session: their own key, a text that they bring, a built-in provider.

    Raises NotAuthenticated for what needs an account, InvalidInput.
    """
    if wish.note_id is not None or wish.action == "ask" or wish.prompt_id is not None:
        raise errors.NotAuthenticated("Sign in first.")
    endpoint = setup.anonymous(wish.provider or "openai", wish.api_key)
    for field, text in (("text", wish.text), ("selection", wish.selection)):
        if len(text or "") > limits.AI_GUEST_CHARACTERS:
            raise errors.InvalidInput(field, f"is longer than {limits.AI_GUEST_CHARACTERS} characters")
    subject = _Subject(_text(wish, None))
    instruction = _instruction(wish, "")
    asked = actions.parts(wish.action, subject.text, instruction, most_tokens=limits.AI_GUEST_TOKENS)
    job = _job(wish, endpoint, _model(wish), asked, subject)
    return job.model_copy(update={"seconds": limits.AI_GUEST_SECONDS})


def for_user(caller: Caller, wish: Wish, request_id: str) -> Job | None:
    """The job of a user, its tokens reserved; None where a question finds nothing in the user's notes: nobody is asked.

    Raises NotFound, InvalidInput, OverBudget, Busy.
    """
    if wish.api_key is not None:
        endpoint, model = setup.endpoint_with_key(wish.provider or "openai", wish.api_key), _model(wish)
    else:
        chosen = setup.endpoint_for(caller.user_id, wish.provider, wish.model)
        endpoint, model = chosen.endpoint, chosen.model
    subject = _subject(caller, wish)
    if subject is None:
        return None
    template = prompts.of(caller.user_id, wish.prompt_id).instruction if wish.prompt_id is not None else ""
    instruction = _instruction(wish, _fill(str(template), wish, subject))
    asked = actions.parts(wish.action, subject.text, instruction, _list_choices(subject))
    job = _job(wish, endpoint, model, asked, subject)
    names = (wish.action, endpoint.provider, model)
    call_id = calls.reserve(caller.user_id, *names, estimate=job.estimate, request_id=request_id)
    return job.model_copy(update={"call_id": call_id})


def _subject(caller: Caller, wish: Wish) -> _Subject | None:
    if wish.action == "ask":
        return _found(caller, wish)
    title, content = "", None
    if wish.note_id is not None:
        note = access.note_to_read(caller, wish.note_id)
        title, content = str(note.name), str(access.body_of(note).content)
    text = _text(wish, content)
    listed: tuple[str, ...] = ()
    if wish.action == "tags":
        used = sorted(tags.tags(caller), key=lambda row: -row[2])
        listed = tuple(tag for tag, _, _ in used[:_TAGS_LISTED])
    elif wish.action == "links":
        near = retrieval.find(caller.user_id, text[:_TITLES_FROM])
        listed = tuple(dict.fromkeys(passage.title for passage in near if passage.note_id != wish.note_id))
    return _Subject(text, title, listed)


def _found(caller: Caller, wish: Wish) -> _Subject | None:
    question = (wish.instruction or wish.text or "").strip()
    if not question:
        raise errors.InvalidInput("instruction", "is the question; it may not be empty")
    found = retrieval.find(caller.user_id, question, wish.note_id)
    return _Subject("", passages=tuple(found)) if found else None


def _text(wish: Wish, content: str | None) -> str:
    """What the model works on: the selection, else the whole text. Raises InvalidInput where there is none."""
    whole = content if wish.text is None else wish.text
    text = wish.selection if wish.selection is not None else whole
    if text is None or not text.strip():
        raise errors.InvalidInput("text" if wish.selection is None else "selection", "has nothing to work on")
    if len(text) > limits.AI_CHARACTERS:
        raise errors.InvalidInput("text", f"is longer than {limits.AI_CHARACTERS} characters: choose a part of it")
    return text


def _instruction(wish: Wish, template: str) -> str:
    instruction = template or wish.instruction.strip()
    if wish.action == "ask":
        return instruction or (wish.text or "").strip()
    if ACTIONS[wish.action].needs_instruction and not instruction:
        raise errors.InvalidInput("instruction", f"is needed for {wish.action}")
    return instruction


def _fill(template: str, wish: Wish, subject: _Subject) -> str:
    # Texts are data, never part of what the model is told to do.
    values = {
        "text": _THE_TEXT,
        "selection": _THE_TEXT,
        "title": subject.title,
        "date": clock.now()[:10],
        "language": wish.instruction,
    }
    return prompts.fill(template, values)


def _list_choices(subject: _Subject) -> list[str]:
    notes = [f"[{each.n}] {each.title}{_under(each)}\n{each.text}" for each in subject.passages]
    return [*subject.listed, *notes]


def _under(passage: Passage) -> str:
    return f" › {passage.heading}" if passage.heading else ""


def _model(wish: Wish) -> str:
    name = wish.model or known.PROVIDERS[wish.provider or "openai"].default_model
    if name is None or not is_model(name):
        raise errors.InvalidInput("model", "is no name of a model")
    return name


def _job(wish: Wish, endpoint: Endpoint, model: str, asked: list[Part], subject: _Subject) -> Job:
    return Job(
        action=wish.action,
        provider=endpoint.provider,
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        networks=[str(network) for network in endpoint.networks],
        model=model,
        parts=asked,
        # What an answer may point to: all that the model was given.
        source="\n".join([subject.text, *_list_choices(subject)]),
        compares=ACTIONS[wish.action].rewrites,
        vocabulary=list(subject.listed),
        passages=list(subject.passages),
        seconds=limits.AI_SECONDS,
    )
