"""Public links as their owners handle them; what others see is in `share_pages.py`."""

import io
from typing import Any, Literal

import flask
from pydantic import Field

from notesvc import database, limits, shapes
from notesvc.domain.caller import Caller
from notesvc.domain.shares import diagrams, linking, shares, views
from notesvc.domain.shares import overview as overviews
from notesvc.domain.shares.overview import Overview, State
from notesvc.domain.shares.shares import Theme
from notesvc.models import Share
from notesvc.web import bodies, browser_language, forms, idempotency_keys, multipart, paging, rates
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area, page_size

area = Area("shares", "/api/workspace")

Target = Literal["note", "folder"]

# What the wire calls otherwise than the rows do.
_NAMES = {"robots": "is_indexed", "feed": "has_feed"}


class ShareFields(forms.Form):
    """POST notes/{id}/shares, POST folders/{id}/shares, PATCH shares/{id}."""

    password: str | None = Field(
        None,
        min_length=limits.SHARE_PASSWORD_SHORTEST,
        max_length=limits.PASSWORD_LONGEST,
        description="What visitors must know; null for none.",
    )
    expires_at: forms.Moment | None = Field(None, description="When the link ends; null for never.")
    view_limit: int | None = Field(
        None, ge=1, le=limits.SHARE_VIEWS_MOST, description="How often it can be opened; null for any number of times."
    )
    slug: str | None = Field(
        None, max_length=64, description="The name in the address, for folders; null for one that cannot be guessed."
    )
    robots: bool = Field(False, description="Whether search engines may list it.")
    theme: Theme = Field("paper", description="How its pages look.")
    may_be_linked: bool = Field(False, description="Whether the owner's other shares may lead to it.")
    feed: bool = Field(True, description="Whether the pages of a folder have an Atom feed.")

    def settings(self) -> dict[str, Any]:
        """What the request named, as rows call it."""
        return {_NAMES.get(name, name): value for name, value in self.given().items()}

    def without_secret(self) -> "ShareFields":
        """The same for the hash that tells requests apart: a password is in no hash that is quick to make."""
        secret = None if self.password is None else "one"
        return self.model_copy(update={"password": secret}) if "password" in self.given() else self


class Warning(shapes.Shape):
    """Something that could not be shown as it was meant."""

    note_id: shapes.Id | None = Field(description="The note; null where it is about the whole.")
    name: str | None = Field(description="What the note is called.")
    message: str = Field(description="What it is, in English.")
    words: str | None = Field(None, description="The same in the language of the request.")
    kind: Literal["diagram"] | None = Field(
        None, description="`diagram` for one whose picture a browser has yet to leave (POST diagrams)."
    )


class Freezing(shapes.Shape):
    """How far the making of a large site is."""

    done: int = Field(description="How many pages are made.")
    total: int = Field(description="How many there will be.")


class ShareShape(shapes.Shape):
    """A public link."""

    id: shapes.Id = Field(description="The share's id.")
    url: str = Field(description="The address for everybody.")
    kind: Literal["note", "site"] = Field(description="Whether it shows a note, or a folder with what is in it.")
    note_id: shapes.Id | None = Field(description="The note; null for a site.")
    folder_id: shapes.Id | None = Field(description="The folder; null for a note.")
    title: str = Field(description="What the note or folder is called now.")
    slug: str = Field(description="The name in the address.")
    has_password: bool = Field(description="Whether visitors are asked for a password.")
    expires_at: shapes.Time | None = Field(description="When the link ends; null for never.")
    view_limit: int | None = Field(description="How often it can be opened; null for any number of times.")
    views_left: int | None = Field(description="How often it can still be opened; null without a limit.")
    robots: bool = Field(description="Whether search engines may list it.")
    theme: Theme = Field(description="How its pages look.")
    may_be_linked: bool = Field(description="Whether the owner's other shares may lead to it.")
    feed: bool = Field(description="Whether a site has an Atom feed.")
    frozen_at: shapes.Time | None = Field(description="When what is shown was frozen; null before the first time.")
    is_stale: bool = Field(description="Whether notes have changed since.")
    changes: int = Field(description="How many notes changed, came or went since.")
    freezing: Freezing | None = Field(description="How far a freeze under way is; null where none is.")
    pages: int = Field(description="How many pages it shows.")
    held_files: int = Field(description="How many of its files no attachment of the owner is any more.")
    views: int = Field(description="How often it was looked at.")
    state: State = Field(description="Whether it is shown.")
    in_trash: bool = Field(description="Whether note or folder is in the trash: nothing is shown then.")
    created_at: shapes.Time = Field(description="When it was made.")
    revoked_at: shapes.Time | None = Field(description="When it was revoked; null where it was not.")
    warnings: list[Warning] = Field(description="What could not be shown as it was meant.")


class ShareList(shapes.Shape):
    """A page of public links."""

    shares: list[ShareShape] = Field(description="The links on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class SharesQuery(forms.Page):
    """GET shares."""

    state: State | None = Field(None, description="Only links in this state.")


class DiagramFields(forms.Form):
    """What comes beside the picture."""

    source: str = Field(max_length=limits.DIAGRAM_SOURCE, description="The diagram's source, as it stands in the note.")


class DiagramUpload(DiagramFields):
    """POST diagrams, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"}, description="The picture, a PNG.")


class ViewsQuery(forms.Query):
    """GET shares/{id}/views."""

    days: int = Field(30, ge=1, le=limits.SHARE_DAYS_MOST, description="How many days, today the last.")


class Referrer(shapes.Shape):
    """Who led people to a share on a day."""

    host: str = Field(description="The host of the page with the link; `…` for the rest of many.")
    views: int = Field(description="How many came by it.")


class DayOfViews(shapes.Shape):
    """How often a share was looked at on a day."""

    date: shapes.Day = Field(description="The day, in UTC.")
    views: int = Field(description="How often it was looked at.")
    referrers: list[Referrer] = Field(description="Who led there, the most first.")


class ViewList(shapes.Shape):
    """The views of each day, today last."""

    days: list[DayOfViews] = Field(description="The days.")


@area.get("/notes/<id:note_id>/shares", access=SESSION, query=forms.Page, answers={200: ShareList})
def of_note(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """The public links to a note that are not revoked."""
    return _share_list(query, shares.of_target(caller, "note", note_id))


@area.get("/folders/<id:folder_id>/shares", access=SESSION, query=forms.Page, answers={200: ShareList})
def of_folder(caller: Caller, folder_id: str, query: forms.Page) -> Any:
    """The public links to a folder that are not revoked."""
    return _share_list(query, shares.of_target(caller, "folder", folder_id))


@area.post(
    "/notes/<id:note_id>/shares",
    access=SESSION,
    form=ShareFields,
    headers=("Idempotency-Key",),
    answers={201: ShareShape, 200: ShareShape},
    refusals=(409,),
)
def share_note(caller: Caller, note_id: str, form: ShareFields) -> Any:
    """A public link to a note as it is now."""
    return _create(caller, "note", note_id, form)


@area.post(
    "/folders/<id:folder_id>/shares",
    access=SESSION,
    form=ShareFields,
    headers=("Idempotency-Key",),
    answers={201: ShareShape, 200: ShareShape},
    refusals=(409,),
)
def share_folder(caller: Caller, folder_id: str, form: ShareFields) -> Any:
    """A public link to a folder with what is in it now; a large one is frozen later, `freezing` tells how far."""
    return _create(caller, "folder", folder_id, form)


@area.get("/shares", access=SESSION, query=SharesQuery, answers={200: ShareList})
def overview(caller: Caller, query: SharesQuery) -> Any:
    """All public links of mine, the latest first."""
    size = page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    found, cursor = overviews.page(caller, query.state, query.cursor, size)
    return ShareList.of(shares=_bodies(found), next_cursor=cursor)


@area.delete("/shares", access=SESSION, answers={204: None})
def revoke_all(caller: Caller) -> Any:
    """Revoke all public links of mine."""
    shares.revoke_all(caller)


@area.patch("/shares/<id:share_id>", access=SESSION, form=ShareFields, answers={200: ShareShape}, refusals=(409,))
def change(caller: Caller, share_id: str, form: ShareFields) -> Any:
    """Change password, end, limit, address or looks of a public link; what it shows stays."""
    return _bodies([shares.change(caller, share_id, form.settings())])[0]


@area.delete("/shares/<id:share_id>", access=SESSION, answers={204: None})
def revoke(caller: Caller, share_id: str) -> Any:
    """Revoke a public link: nobody gets in from now on."""
    shares.revoke(caller, share_id)


@area.post("/shares/<id:share_id>/refresh", access=SESSION, headers=("Idempotency-Key",), answers={200: ShareShape})
def refresh(caller: Caller, share_id: str) -> Any:
    """Freeze what it shows anew; address, limits and counts stay."""
    return _frozen(caller, None, shares.refresh(caller, share_id, _base()), 200)


@area.get("/shares/<id:share_id>/views", access=SESSION, query=ViewsQuery, answers={200: ViewList})
def views_of(caller: Caller, share_id: str, query: ViewsQuery) -> Any:
    """How often a public link was looked at, day by day; nothing that tells who looked."""
    return ViewList.of(days=views.of_share(caller, share_id, query.days))


@area.post("/diagrams", access=SESSION, upload=DiagramUpload, upload_limit="DIAGRAM_BYTES", answers={204: None})
def keep_diagram(caller: Caller) -> Any:
    """Keep the picture of a diagram, as the owner's browser drew it, for the next freeze of what shows it."""
    with io.BytesIO() as whole:
        _, fields = multipart.receive_file(lambda **_: whole, limits.DIAGRAM_BYTES)
        form = bodies.validate(DiagramFields, fields)
        # Forms send line ends in their own way.
        diagrams.keep(caller, form.source.replace("\r\n", "\n"), whole.getvalue())


def _create(caller: Caller, kind: Target, target_id: str, form: ShareFields) -> Answer:
    ready = shares.create(caller, (kind, target_id), form.settings(), _base())
    return _frozen(caller, form.without_secret(), ready, 201)


def _frozen(caller: Caller, form: ShareFields | None, ready: shares.Ready, status: int) -> Answer:
    """What is frozen and stored, once for the request's key."""
    rates.count(limits.FREEZES_PER_USER, "freeze", caller.user_id)
    ready.make()

    def store() -> Answer:
        with database.transaction(caller.user_id):
            return Answer(_bodies([ready.store()])[0], status)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), store)


def _base() -> str:
    return str(flask.current_app.config["NOTESVC"].share_address)


def _share_list(query: forms.Page, found: list[Share]) -> dict[str, Any]:
    page, cursor = paging.page(query, "shares", found, lambda share: str(share.id))
    return ShareList.of(shares=_bodies(page), next_cursor=cursor)


def _bodies(found: Any) -> list[dict[str, Any]]:
    return [_body(each) for each in overviews.of(found)]


def _body(row: Overview) -> dict[str, Any]:
    share = row.share
    is_freezing = share.freeze_wanted_at is not None
    return ShareShape.of(
        share,
        url=f"{_base()}{linking.address_of(share.slug)}",
        kind="site" if share.is_site else "note",
        title=row.title,
        has_password=share.password_hash is not None,
        robots=bool(share.is_indexed),
        feed=bool(share.has_feed),
        is_stale=row.changes > 0,
        changes=row.changes,
        freezing={"done": share.freeze_done, "total": share.freeze_total} if is_freezing else None,
        pages=row.pages,
        held_files=row.held_files,
        state=row.state,
        in_trash=row.is_in_trash,
        warnings=[{**each, "words": browser_language.in_words(each["message"])} for each in share.warnings],
    )
