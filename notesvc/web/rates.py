"""How often: Flask-Limiter's fixed windows over the shared store, and the limits on guessing."""

import hashlib
import hmac
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import flask_limiter
from flask import Flask, current_app, g, request
from flask_limiter.errors import RateLimitExceeded
from limits import RateLimitItem, parse

from notesvc import clock, errors, hosts, limits, rate_memory, rate_store
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.caller import SERVICE
from notesvc.domain.sync_operations import Operation
from notesvc.trouble import Cause


def _caller_key() -> str:
    return g.caller.token_id or f"user:{g.caller.user_id}"


limiter = flask_limiter.Limiter(key_func=_caller_key, strategy="fixed-window", headers_enabled=False)


def register(app: Flask, settings: Settings) -> None:
    """Start counting. The gate must be registered before, since windows are the caller's.

    While the store cannot be asked, each process counts for itself: never unlimited, and nobody waits for it.
    """
    app.config["RATELIMIT_STORAGE_URI"] = f"{rate_memory.SCHEME}://"
    options = rate_store.options(settings)
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"main": rate_store.uri(settings), **options}
    app.config["RATELIMIT_SWALLOW_ERRORS"] = False
    limiter.init_app(app)
    # A store that is away from the start is told at the start.
    why_in_memory()
    app.register_error_handler(RateLimitExceeded, _refuse_excess)


def why_in_memory() -> Cause | None:
    """Asks the store: why limits are counted in memory at this moment, or None."""
    store = limiter.storage
    assert isinstance(store, rate_memory.LastingWindows)
    store.check()
    return store.cause


def per_minute(operation: Operation) -> Callable[[Any], Any]:
    """The decorator that holds a view to its operation's window, per key."""

    def operation_of_key() -> Operation:
        others = operation.of_devices
        return others if others is not None and g.caller.is_device else operation

    def rate() -> str:
        return f"{operation_of_key().per_minute} per minute"

    def scope(_: str) -> str:
        return operation_of_key().counts_as or operation_of_key().name

    return limiter.shared_limit(rate, scope=scope)


def count(limit: str, *key: str) -> None:
    """Count one hit on a window of our own. Raises RateLimited once the window is full."""
    try:
        count_untold(limit, *key)
    except errors.RateLimited:
        _tell_once(limit, *key)
        raise


def count_untold(limit: str, *key: str) -> None:
    """The same without a line in the audit log, which names an address: for those who look at public links."""
    rate = parse(limit)
    if not limiter.limiter.hit(rate, *key):
        reset = limiter.limiter.get_window_stats(rate, *key).reset_time
        raise errors.RateLimited(_seconds_until(reset, rate))


def _tell_once(limit: str, *key: str) -> None:
    """One line of the audit log for a window, however often it is knocked at, and so many an hour for all."""
    _, _, window = limit.partition(" ")
    if limiter.limiter.hit(parse(f"1 {window}"), "told", *key) and limiter.limiter.hit(
        parse(limits.THROTTLES_RECORDED), "throttles"
    ):
        audit.record_if_possible(SERVICE, "throttled", None, window=key[0], address=source_address())


def by_source(name: str, what: str) -> Callable[[], None]:
    """What counts an attempt by where it comes from, for routes to declare (`counts=`); a limit by its name."""
    return lambda: count(str(getattr(limits, name)), what, source_address())


def take_back(limit: str, *key: str) -> None:
    """Make as if a hit that `count` let pass had not been."""
    limiter.limiter.hit(parse(limit), *key, cost=-1)


@contextmanager
def guesses_counted(limit: str, *key: str, is_told: bool = True) -> Iterator[None]:
    """Count what is tried within it as a guess; one that was right, or not looked at, does not count in the end.

    Raises RateLimited where too many were wrong.
    """
    try:
        (count if is_told else count_untold)(limit, *key)
        yield
    except errors.NotAuthenticated:
        raise
    except Exception:
        take_back(limit, *key)
        raise
    take_back(limit, *key)


def count_bad_key() -> None:
    """Count a credential that is no key, by source: what was sent is neither kept nor part of the count."""
    count(limits.BAD_TOKENS_PER_ADDRESS, "bad-key", source_address())


def source_address() -> str:
    """Where the request comes from; IPv6 by its /64, which one person owns whole."""
    try:
        return hosts.share_of_address(request.remote_addr or "")
    except ValueError:
        return "unknown"


def unnamed_source(of: str) -> str:
    """What tells one source from others with respect to something, and tells nobody which it is: it may be stored."""
    key = current_app.config["NOTESVC"].secret_key
    return hmac.new(key.encode(), f"source {of} {source_address()}".encode(), hashlib.sha256).hexdigest()[:32]


def _refuse_excess(_: RateLimitExceeded) -> Any:
    return current_app.handle_user_exception(errors.RateLimited(_seconds_left()))


def _seconds_left() -> int:
    current = limiter.current_limit
    if current is None:
        return 60
    return _seconds_until(current.reset_at, current.limit)


def _seconds_until(reset: float, rate: RateLimitItem) -> int:
    """Whole seconds until a window ends: at least one, and no more than the window has."""
    return min(max(1, math.ceil(reset - clock.timestamp_ms() / 1000)), rate.get_expiry())
