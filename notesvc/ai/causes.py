"""Why a model did not answer, in the same words for every provider."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from notesvc import clock

# What the person who asked can do about it. Never the provider's own words: those may quote the key.
DETAILS = {
    "bad_key": "The provider does not know this key. Enter another one.",
    "no_credit": "The account at the provider has no credit left. Pay there, or choose another provider.",
    "rate_limited": "The provider takes no more requests for the moment. Try again a little later.",
    "too_long": "The text is longer than the model can read. Choose a shorter part of it, or another model.",
    "refused": "The provider's rules stopped the answer. Word the request differently, or choose another model.",
    "no_such_model": "The provider has no such model. Choose one from the list.",
    "not_allowed": "The provider does not allow this key to do that. Ask whoever owns the key.",
    "model_loading": "The model is still being loaded. Try again in a moment.",
    "provider_down": "The provider has trouble of its own. Try again later.",
    "unreachable": "Nobody answers at the provider's address. Check the address, and that the server runs.",
    "bad_certificate": "The certificate at the provider's address is not valid for it. Check the address.",
    "timeout": "The provider took too long to answer. Try again, or choose a faster model.",
    "truncated": "The answer broke off. What came of it is kept; try again.",
    "garbled": "What came back is no answer of a model. Check that the address is that of the provider's interface.",
    "redirected": "The address leads to another one, which is not followed. Enter the address it leads to.",
    "over_budget": "The budget of tokens is used up.",
}

_LONGEST_WAIT = 24 * 3600


class ProviderError(Exception):
    """An answer that did not come, or broke off; `cause` is a key of DETAILS, `retry_after` in seconds."""

    def __init__(self, cause: str, detail: str = "", retry_after: int | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail or DETAILS[cause]
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Failure:
    """What a provider said in place of an answer: its own code or type, its words, and a wait that the body names."""

    code: str = ""
    words: str = ""
    wait: float | None = None


_NO_CREDIT = re.compile(r"insufficient_quota|billing|credit|spend_limit_reached|balance_too_low")
_BAD_KEY = re.compile(r"invalid_api_key|api_key_invalid|authentication_error|unauthenticated")
_TOO_LONG = re.compile(r"context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length")
_NO_MODEL = re.compile(r"model_not_found|not_found_error")
_REFUSED = re.compile(r"content_filter|content_policy|safety")
# Words are looked at for these statuses alone: a refusal for too many requests speaks of lengths and limits, too.
_TOO_LONG_WORDS = re.compile(
    r"context (length|size|window)|maximum context|too (long|many (input )?tokens)|exceeds? the .{0,40}tokens"
)
_NO_CREDIT_WORDS = re.compile(r"credit balance|out of credits?|payment required")
_BY_STATUS = {401: "bad_key", 402: "no_credit", 403: "not_allowed", 404: "no_such_model", 408: "timeout"}


def of_status(status: int, headers: Mapping[str, str], failure: Failure) -> ProviderError:
    """The error of an answer with that status; headers have lower-case names."""
    code, words = failure.code.lower(), failure.words.lower()
    if 300 <= status < 400:
        return ProviderError("redirected")
    if status == 429:
        is_credit = _NO_CREDIT.search(code) is not None and failure.wait is None
        return ProviderError("no_credit") if is_credit else ProviderError("rate_limited", "", wait(headers, failure))
    if status in (400, 413, 422):
        return ProviderError(_of_request(status, code, words))
    if status in _BY_STATUS:
        return ProviderError(_BY_STATUS[status])
    if status == 503 and "loading" in words:
        return ProviderError("model_loading", "", wait(headers, failure))
    if status >= 500:
        return ProviderError("provider_down", "", wait(headers, failure))
    return ProviderError("garbled")


def of_stream(failure: Failure) -> ProviderError:
    """The error of a stream that began well and then told of trouble; it has no status any more."""
    code = failure.code.lower()
    if re.search(r"rate_limit|resource_exhausted|^429$", code) and not _NO_CREDIT.search(code):
        return ProviderError("rate_limited", "", wait({}, failure))
    known = _of_request(400, code, failure.words.lower())
    return ProviderError(known if known != "garbled" else "provider_down")


def wait(headers: Mapping[str, str], failure: Failure) -> int | None:
    """For how many seconds the provider asks to be left alone, None where it does not say."""
    seconds = failure.wait
    if "retry-after-ms" in headers:
        seconds = _number(headers["retry-after-ms"], 1000)
    elif "retry-after" in headers:
        seconds = _number(headers["retry-after"], 1)
        if seconds is None:
            seconds = _until(headers["retry-after"])
    if seconds is None:
        return None
    return min(max(1, round(seconds + 0.499)), _LONGEST_WAIT)


def _of_request(status: int, code: str, words: str) -> str:
    rules = ((_BAD_KEY, "bad_key"), (_NO_CREDIT, "no_credit"), (_TOO_LONG, "too_long"), (_NO_MODEL, "no_such_model"))
    for pattern, cause in (*rules, (_REFUSED, "refused")):
        if pattern.search(code):
            return cause
    if _NO_CREDIT_WORDS.search(words):
        return "no_credit"
    return "too_long" if status == 413 or _TOO_LONG_WORDS.search(words) else "garbled"


def _number(text: str, divisor: int) -> float | None:
    return float(text) / divisor if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text.strip()) else None


def _until(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() - clock.timestamp_ms() / 1000
    except (TypeError, ValueError):
        return None
