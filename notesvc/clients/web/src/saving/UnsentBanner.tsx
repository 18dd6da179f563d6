/** Notes of which this device holds text that the service does not have: closed tabs, crashes. */
import { useEffect, useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { useFolders } from "../state/folders";
import { useListed } from "../state/notes";
import { useUser } from "../state/session";
import { Link } from "../ui/Link";
import { onNews } from "./channel";
import { type Draft, forget, isOfRoom, leftBehind } from "./drafts";
import { takeUpLocalNotes } from "./making";
import { openDocuments } from "./open";
import { PendingEdits } from "./pendingEdits";
import { read } from "./service";
import { tab } from "./tab";
import "./saving.css";

interface Unsent {
  id: string;
  name: string;
  parentId: string | null;
}

const SHOWN = 3;
/** Milliseconds until what the page before sent last has arrived, if it does, and between two looks. */
const SOON = 2_000;
const OFTEN = 15_000;

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
    const soon = setTimeout(() => void look(), SOON);
    const timer = setInterval(() => void look(), OFTEN);
    const stop = onNews(({ local }) => local && void look());
    return () => {
      isGone = true;
      stop();
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [userId]);
  const [isHidden, setHidden] = useState(false);
  if (notes.length === 0 || isHidden) return null;
  return (
    <div className="save-bar" role="status">
      <p>{t("saving.unsent.text", { count: notes.length })}</p>
      <span className="save-bar-acts">
        {notes.slice(0, SHOWN).map((note) => (
          <Open key={note.id} note={note} isOneOfMany={hasNamesake(note, notes)} />
        ))}
        <button type="button" className="notice-action" onClick={() => setHidden(true)}>
          {t("saving.unsent.hide")}
        </button>
      </span>
    </div>
  );
}

const hasNamesake = (note: Unsent, all: readonly Unsent[]) =>
  all.some(({ id, name }) => id !== note.id && nameOfNote(name) === nameOfNote(note.name));

/** Notes of one name are told apart by where they are. */
function Open({ note, isOneOfMany }: { note: Unsent; isOneOfMany: boolean }) {
  const { parentId } = useListed(note.id) ?? note;
  const folders = useFolders().data;
  const name = nameOfNote(note.name);
  const folder = folders?.find(({ id }) => id === parentId)?.path ?? t("shell.moveTo.top");
  return (
    <Link className="notice-action" href={to.note(note.id)}>
      {isOneOfMany ? t("saving.unsent.openIn", { name, folder }) : t("saving.unsent.open", { name })}
    </Link>
  );
}

/** The user's notes with drafts that no open note of any tab is about to save, and that did not arrive. */
async function unsentNotes(userId: string): Promise<Unsent[]> {
  const left = await leftBehind({ userId, tab: await tab });
  const shown = new Set(openDocuments().map(({ id }) => id));
  const byNote = new Map<string, Unsent>();
  for (const draft of left.filter(({ noteId }) => !shown.has(noteId))) {
    const { noteId: id, edit, base } = draft;
    if (await hasArrived(draft).catch(() => false)) await forget(draft.key);
    else byNote.set(id, { id, name: edit.name ?? base.name, parentId: base.parentId });
  }
  return [...byNote.values()];
}

/** The last that a page sends as it goes is written, but nobody hears of it. Throws Problem. */
async function hasArrived(draft: Draft): Promise<boolean> {
  const { noteId, base: note, etag, edit, unanswered } = draft;
  if (isOfRoom(draft)) return false;
  const present = await read(noteId, { etag, peek: true });
  if (present === null) return false;
  const edits = new PendingEdits();
  edits.base = present;
  return edits.recover({ note, etag }, edit, unanswered) === "nothing";
}
