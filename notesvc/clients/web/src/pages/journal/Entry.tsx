/** A day that has been written on: the note's text, with its saving, in the place of the day. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { to } from "../../addresses";
import type { Note } from "../../api";
import type { Block } from "../../blocks";
import type { SurfaceHandle } from "../../editor/surface";
import { HeldKeys } from "../../notes/heldKeys";
import { NoteText } from "../../notes/NoteText";
import { useNoteActs } from "../../notes/useNoteActs";
import { failed } from "../../notices";
import { Blocks } from "../../render/Blocks";
import { SaveBars } from "../../saving/SaveBars";
import { SaveWords } from "../../saving/SaveWords";
import { useNoteDocument } from "../../saving/useOpenNote";
import { type Command, useCommands } from "../../shell/commands";
import { Link } from "../../shell/Link";
import { t } from "../../words";
import type { Day } from "./days";
import { sayMood } from "./entries";
import { type Mood, Moods } from "./Moods";

const ConflictDialog = lazy(() => import("../../saving/ConflictDialog"));

interface Props {
  day: Day;
  note: Note;
  /** The writer stood in the text when the editor took over. */
  takesFocus: boolean;
}

export function Entry({ day, note, takesFocus }: Props) {
  const { document, view } = useNoteDocument(note.id);
  const [surface, setSurface] = useState<SurfaceHandle | null>(null);
  const acts = useNoteActs(document, surface);
  const goOn = useGoingOn(takesFocus);
  const take = useCallback(
    (handle: SurfaceHandle | null) => {
      setSurface(handle);
      if (handle) goOn(handle);
    },
    [goOn],
  );
  const command = (id: string, name: string, run: () => void, keys?: string): Command => ({
    id: `note.${id}`,
    name,
    keys,
    group: "note",
    run,
  });
  useCommands([
    command("save", t("notes.do.save"), acts.save, "mod+s"),
    command("surface", t("notes.do.surface"), acts.switchSurface, "mod+e"),
    command("find", t("notes.do.find"), acts.find, "mod+f"),
    command("copyMarkdown", t("notes.do.copyMarkdown"), acts.copyMarkdown),
  ]);
  const say = async (mood: Mood | null) => {
    // One after the other, so that neither write finds the note changed by the other.
    await document.flush();
    await sayMood(day, note, mood);
    await document.reload();
  };
  const settle = () => acts.show("clash");
  const { theirs } = document.ledger;
  return (
    <>
      <SaveBars document={document} view={view} onSettle={settle} />
      {view.note ? (
        <NoteText document={document} view={view} note={view.note} isEditable heading="" onSurface={take} />
      ) : (
        <div className="note-place">
          <Blocks blocks={(note.richContent ?? []) as Block[]} noteId={note.id} />
        </div>
      )}
      <div className="journal-foot">
        <Moods
          mood={note.journalMeta?.mood}
          onChoose={(mood) => void say(mood).catch((error) => failed(error))}
        />
        <span className="journal-foot-end">
          <SaveWords state={view.state} onRetry={acts.save} onSettle={settle} />
          <Link href={to.note(note.id)}>{t("pages.journal.open")}</Link>
        </span>
      </div>
      {acts.dialog === "clash" && theirs && view.note && (
        <Suspense fallback={null}>
          <ConflictDialog
            document={document}
            mine={view.note}
            theirs={theirs.note}
            onClose={() => acts.show(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** From the plain field to the editor without a key lost: they are held until the caret stands at the end. */
function useGoingOn(takesFocus: boolean): (handle: SurfaceHandle) => void {
  const [keys] = useState(() => new HeldKeys());
  const isDue = useRef(takesFocus);
  useEffect(() => {
    if (isDue.current) keys.hold();
    return () => keys.release(false);
  }, [keys]);
  return useCallback(
    (handle) => {
      if (!isDue.current) return;
      isDue.current = false;
      requestAnimationFrame(() => {
        handle.focus("end");
        keys.release(true);
      });
    },
    [keys],
  );
}
