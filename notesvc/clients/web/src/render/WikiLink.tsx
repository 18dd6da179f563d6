/** A link to a note by its title. Where there is no such note yet, following it makes one. */
import { type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { noteWasWritten } from "../state/notes";
import { Link } from "../ui/Link";
import { HoverPreview } from "./HoverPreview";
import { followAnchor } from "./LinkTo";
import { useReading } from "./reading";
import { takeBack } from "./takeBack";
import { wikiLabel, wikiTarget } from "./titles";

export function WikiLink({ title: written, alias }: { title: string; alias: string }) {
  const { resolve, isStatic, isGuest } = useReading();
  const { title, anchor } = wikiTarget(written);
  const label = wikiLabel(written, alias);
  if (isStatic) return <span className="wiki-link">{label}</span>;
  if (title === "")
    return (
      <a
        className="wiki-link"
        href={`#${encodeURIComponent(anchor)}`}
        onClick={(event) => followAnchor(event, anchor)}
      >
        {label}
      </a>
    );
  const id = resolve(title);
  if (id === undefined) return <span className={isGuest ? "no-link" : "wiki-link"}>{label}</span>;
  if (id === null) return <Missing title={title} label={label} />;
  return (
    <HoverPreview noteId={id}>
      <Link className="wiki-link" href={to.note(id, anchor)}>
        {label}
      </Link>
    </HoverPreview>
  );
}

function Missing({ title, label }: { title: string; label: string }) {
  const { parentId } = useReading();
  const [, go] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    try {
      const body = { name: title.split("/").pop()?.trim() || title, parentId };
      const note = await answer(api.POST("/api/workspace/notes", { body: body as never }));
      noteWasWritten(note);
      go(to.note(note.id));
      done(t("sidePanel.link.made", { name: note.name }), () => void takeBack(note.id));
    } catch (error) {
      setMaking(false);
      failed(error);
    }
  };
  const follow = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isMaking) void make();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button's words break nowhere, where those of a link, and the editor's, do
    <span
      role="button"
      tabIndex={0}
      className="wiki-link is-missing"
      title={t("sidePanel.link.missing", { name: title })}
      aria-disabled={isMaking || undefined}
      onClick={follow}
      onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && follow(event)}
    >
      {label}
    </span>
  );
}
