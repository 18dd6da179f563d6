"""Notifications, and what a user wants to be notified of."""

from typing import Annotated, Any

import orjson
from pydantic import Field, model_validator

from notesvc import errors, limits, shapes
from notesvc.domain import notification_settings, notifications
from notesvc.domain.caller import Caller
from notesvc.domain.notifications import Kind, Notification
from notesvc.web import forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size
from notesvc.web.collaborators import OtherUser

area = Area("notifications", "/api/notifications")


class NotificationsQuery(forms.Page):
    """GET notifications; `unread=true` leaves out the read ones, `false` the others."""

    unread: bool | None = Field(None, description="True: only unread ones; false: only read ones.")


class Read(forms.Form):
    """POST read: some by id, or all."""

    ids: Annotated[list[forms.Id], Field(max_length=limits.PAGE_MOST)] | None = Field(
        None, description="The notifications; either these or `all`."
    )
    all: bool = Field(False, description="Whether all of them are meant.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "Read":
        if (self.ids is None) == (not self.all):
            raise ValueError("name either ids or all")
        return self


class WishesChange(forms.Form):
    """PATCH preferences: kinds that are mailed, or no more."""

    mail: dict[Kind, bool] = Field(description="For each kind that changes, whether it is mailed.")


class NotedNote(shapes.Shape):
    """The note that a notification is about."""

    id: shapes.Id = Field(description="The note's id.")
    name: str = Field(description="The note's name.")


class NotificationShape(shapes.Shape):
    """A notification; `data` depends on its kind."""

    id: shapes.Id = Field(description="The notification's id.")
    kind: Kind = Field(description="What happened.")
    created_at: shapes.Time = Field(description="When it happened.")
    read_at: shapes.Time | None = Field(description="When it was read; null while it is unread.")
    actor: OtherUser | None = Field(description="Who did it; null where nobody.")
    note: NotedNote | None = Field(description="The note that it is about; null where none.")
    data: dict[str, Any] = Field(description="Further facts, which depend on the kind.")


class NotificationList(shapes.Shape):
    """A page of notifications, the latest first, and how many are unread in all."""

    notifications: list[NotificationShape] = Field(description="The notifications on this page.")
    unread_count: int = Field(description="How many are unread in all.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class UnreadCount(shapes.Shape):
    """How many are unread now."""

    unread_count: int = Field(description="How many are unread now.")


class WatchShape(shapes.Shape):
    """Something that is watched: an id, or a tag."""

    kind: notification_settings.WatchedKind = Field(description="What is watched.")
    target: str = Field(description="Its id, or the tag.")


class WishesShape(shapes.Shape):
    """What the caller wants to hear of."""

    mail: dict[str, bool] = Field(description="For each kind, whether it is mailed.")
    muted: list[str] = Field(description="The ids of notes of which the user wants to hear nothing.")
    watched: list[WatchShape] = Field(description="What the user watches.")


@area.get("", access=SESSION, query=NotificationsQuery, answers={200: NotificationList})
def list_notifications(caller: Caller, query: NotificationsQuery) -> Any:
    """What the caller was told, the latest first."""
    size = page_size(query.limit, limits.NOTIFICATIONS_PAGE, limits.PAGE_MOST)
    found, cursor = notifications.of_user(caller, query.unread, query.cursor, size)
    count = notifications.unread_count(caller)
    return NotificationList.of(notifications=[shape(each) for each in found], unread_count=count, next_cursor=cursor)


@area.post("/read", access=SESSION, form=Read, answers={200: UnreadCount})
def read(caller: Caller, form: Read) -> Any:
    """Mark notifications as read."""
    notifications.read(caller, None if form.all else form.ids)
    return UnreadCount.of(unread_count=notifications.unread_count(caller))


@area.get("/preferences", access=SESSION, answers={200: WishesShape})
def preferences(caller: Caller) -> Any:
    """Which kinds are mailed, which notes are muted, what is watched."""
    return _wishes(caller)


@area.patch("/preferences", access=SESSION, form=WishesChange, answers={200: WishesShape})
def change_preferences(caller: Caller, form: WishesChange) -> Any:
    """Have kinds of notifications mailed, or no more."""
    notification_settings.mail(caller, form.mail)
    return _wishes(caller)


@area.put("/muted/<id:note_id>", access=SESSION, answers={204: None})
def mute(caller: Caller, note_id: str) -> Any:
    """Hear nothing of a note any more."""
    notification_settings.mute(caller, note_id)


@area.delete("/muted/<id:note_id>", access=SESSION, answers={204: None})
def unmute(caller: Caller, note_id: str) -> Any:
    """Hear of a note again."""
    notification_settings.unmute(caller, note_id)


@area.put("/watched/<kind>/<path:target>", access=SESSION, answers={204: None})
def watch(caller: Caller, kind: str, target: str) -> Any:
    """Hear when others change a note, or one in a folder, with a tag or with a person."""
    notification_settings.watch(caller, _watched_kind(kind), target)


@area.delete("/watched/<kind>/<path:target>", access=SESSION, answers={204: None})
def unwatch(caller: Caller, kind: str, target: str) -> Any:
    """Hear of it no more."""
    notification_settings.unwatch(caller, _watched_kind(kind), target)


def shape(row: Notification) -> dict[str, Any]:
    """NotificationShape."""
    return NotificationShape.of(
        row,
        actor=(row.actor_id, row.actor_handle, row.actor_name) if row.actor_id else None,
        note=(row.note_id, row.note_name) if row.note_id else None,
        data=_data(row),
    )


def _data(row: Notification) -> dict[str, Any]:
    """What is told besides; nothing of a note that its reader may no longer see."""
    facts: dict[str, Any] = orjson.loads(row.facts)
    return facts if row.note_id else {name: fact for name, fact in facts.items() if name != "sentence"}


def _watched_kind(kind: str) -> notification_settings.WatchedKind:
    if kind in ("note", "folder", "tag", "person"):
        found: notification_settings.WatchedKind = kind  # type: ignore[assignment]
        return found
    raise errors.NotFound


def _wishes(caller: Caller) -> dict[str, Any]:
    return WishesShape.of(notification_settings.of_user(caller))
