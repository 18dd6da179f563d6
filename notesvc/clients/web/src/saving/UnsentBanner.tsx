/** Notes of which this device holds text that the service does not have: closed tabs, crashes. */
import { useEffect, useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { useUser } from "../state/session";
import { Link } from "../ui/Link";
import { onNews } from "./channel";
import { leftBehind } from "./drafts";
import { takeUpLocalNotes } from "./making";
import { openDocuments } from "./open";
import { tab } from "./tab";
import "./saving.css";

interface Unsent {
  id: string;
  name: string;
}

const SHOWN = 3;

export default function UnsentBanner() {
  const user = useUser();
  const [notes, setNotes] = useState<Unsent[]>([]);
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    let isGone = false;
    const look = async () => {
      await takeUpLocalNotes().catch(() => {});
      const found = await unsentNotes(userId);
      if (!isGone)
        setNotes((before) =>
          found.map(({ id }) => id).join() === before.map(({ id }) => id).join() ? before : found,
        );
    };
    void look();
    const timer = setInterval(() => void look(), 15_000);
    const stop = onNews(({ local }) => local && void look());
    return () => {
      isGone = true;
      stop();
      clearInterval(timer);
    };
  }, [userId]);
  const [isHidden, setHidden] = useState(false);
  if (notes.length === 0 || isHidden) return null;
  return (
    <div className="save-bar" role="status">
      <p>{t("saving.unsent.text", { count: notes.length })}</p>
      <span className="save-bar-acts">
        {notes.slice(0, SHOWN).map(({ id, name }) => (
          <Link key={id} className="notice-action" href={to.note(id)}>
            {t("saving.unsent.open", { name: nameOfNote(name) })}
          </Link>
        ))}
        <button type="button" className="notice-action" onClick={() => setHidden(true)}>
          {t("saving.unsent.hide")}
        </button>
      </span>
    </div>
  );
}

/** The user's notes with drafts that no open note of any tab is about to save. */
async function unsentNotes(userId: string): Promise<Unsent[]> {
  const left = await leftBehind({ userId, tab: await tab });
  const shown = new Set(openDocuments().map(({ id }) => id));
  const byNote = new Map<string, Unsent>();
  for (const { noteId, edit, base } of left) {
    if (!shown.has(noteId)) byNote.set(noteId, { id: noteId, name: edit.name ?? base.name });
  }
  return [...byNote.values()];
}
