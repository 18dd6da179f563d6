"""How often: Flask-Limiter's fixed windows over the shared store, and the limits on guessing."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any

import flask_limiter
from flask import Flask, current_app, g, request
from flask_limiter.errors import RateLimitExceeded
from limits import parse

from notesvc import clock, errors, limits, rate_store
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.caller import SERVICE
from notesvc.domain.sync_operations import Operation


def _caller_key() -> str:
    return g.caller.token_id or f"user:{g.caller.user_id}"


limiter = flask_limiter.Limiter(key_func=_caller_key, strategy="fixed-window", headers_enabled=False)


def register(app: Flask, settings: Settings) -> None:
    """Start counting. The gate must be registered before, since windows are the caller's."""
    app.config["RATELIMIT_STORAGE_URI"] = rate_store.uri(settings)
    # A store that cannot count is our trouble (503): neither unlimited nor counted by each process alone.
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"wrap_exceptions": True}
    app.config["RATELIMIT_SWALLOW_ERRORS"] = False
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, _exceeded)


def per_minute(operation: Operation) -> Callable[[Any], Any]:
    """The decorator that holds a view to its operation's window, per key."""
    return limiter.shared_limit(f"{operation.per_minute} per minute", scope=operation.name)


def count(limit: str, *key: str) -> None:
    """Count one hit on a window of our own. Raises RateLimited once the window is full."""
    rate = parse(limit)
    if not limiter.limiter.hit(rate, *key):
        _tell_once(limit, *key)
        reset = limiter.limiter.get_window_stats(rate, *key).reset_time
        raise errors.RateLimited(max(1, int(reset - clock.timestamp_ms() / 1000) + 1))


def _tell_once(limit: str, *key: str) -> None:
    """One line of the audit log for a window, however often it is knocked at, and so many an hour for all."""
    _, _, window = limit.partition(" ")
    if limiter.limiter.hit(parse(f"1 {window}"), "told", *key) and limiter.limiter.hit(
        parse(limits.THROTTLES_RECORDED), "throttles"
    ):
        audit.record_if_possible(SERVICE, "throttled", None, window=key[0], address=source_address())


def take_back(limit: str, *key: str) -> None:
    """Make as if a hit that `count` let pass had not been."""
    limiter.limiter.hit(parse(limit), *key, cost=-1)


def count_bad_key() -> None:
    """Count a credential that is no key, by source: what was sent is neither kept nor part of the count."""
    count(limits.BAD_TOKENS_PER_ADDRESS, "bad-key", source_address())


def source_address() -> str:
    """Where the request comes from; IPv6 by its /64, which one person owns whole."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


def _exceeded(_: RateLimitExceeded) -> Any:
    return current_app.handle_user_exception(errors.RateLimited(_seconds_left()))


def _seconds_left() -> int:
    current = limiter.current_limit
    if current is None:
        return 60
    return max(1, int(current.reset_at - clock.timestamp_ms() / 1000) + 1)
