/** The text of a day in its place, to write on; it has its saving and its mood when it is an entry. */
import { lazy, Suspense, useState } from "react";
import { to } from "../../addresses";
import type { Note } from "../../api";
import type { SurfaceHandle } from "../../editor/surface";
import { inTurn, t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { NoteText } from "../../notes/NoteText";
import { useNoteActs } from "../../notes/useNoteActs";
import { noteCommand } from "../../notes/useNoteCommands";
import { failed } from "../../notices";
import type { NoteDocument } from "../../saving/noteDocument";
import type { Snapshot } from "../../saving/noteState";
import { SaveBars } from "../../saving/SaveBars";
import { SaveWords } from "../../saving/SaveWords";
import { useNoteDocumentOnceMade } from "../../saving/useOpenNote";
import { useCommands } from "../../shell/commands";
import { Link } from "../../ui/Link";
import { type Day, today } from "./days";
import { sayMood } from "./entries";
import type { FirstText } from "./firstText";
import { type Mood, Moods } from "./Moods";

const ConflictDialog = lazy(() => import("../../saving/ConflictDialog"));

interface Props {
  day: Day;
  /** Null: nothing is written on this day yet. */
  note: Note | null;
  first: FirstText;
}

export function Entry({ day, note, first }: Props) {
  const made = useNoteDocumentOnceMade(note?.id ?? null);
  const [surface, setSurface] = useState<SurfaceHandle | null>(null);
  const [isSettling, settle] = useState(false);
  const shown = made?.view.note ?? note ?? blankOf(first);
  return (
    <>
      {made && <Bars {...made} surface={surface} isSettling={isSettling} settle={settle} />}
      <NoteText
        document={made?.document ?? first}
        place={note === null || note.id === first.note?.id ? day : undefined}
        view={made?.view ?? UNMADE}
        note={shown}
        isEditable={made === null || made.view.note !== undefined}
        anchor=""
        takesFocus={note === null && day === today() && HAS_KEYS}
        onSurface={setSurface}
      />
      {made && note && (
        <Foot {...made} day={day} note={note} surface={surface} onSettle={() => settle(true)} />
      )}
      {!made && note && <div className="journal-foot" />}
      {!note && (
        <p className="journal-state" role="status">
          {inWords(first)}
        </p>
      )}
    </>
  );
}

/** Under a finger, the keyboard of the screen would rise over the page. */
const HAS_KEYS = window.matchMedia?.("(pointer: fine)").matches ?? false;

/** As the surface needs it; nothing of it is stored. */
const UNMADE: Snapshot = {
  note: undefined,
  problem: null,
  state: { kind: "unsaved" },
  generation: 0,
  surface: "block",
  isSwitching: false,
  recovered: null,
  room: null,
};

const blankOf = ({ text }: FirstText): Note =>
  ({ id: "", content: "", richContent: text, mode: "block" }) as unknown as Note;

function inWords({ state, problem }: FirstText): string {
  if (state === "empty") return t("pages.journal.nothing");
  if (state === "waiting" || state === "refused")
    return inTurn(t("pages.journal.notSaved"), sentence(problem));
  return t("pages.journal.saving");
}

interface MadeProps {
  document: NoteDocument;
  view: Snapshot;
  surface: SurfaceHandle | null;
}

interface BarsProps extends MadeProps {
  isSettling: boolean;
  settle: (isSettling: boolean) => void;
}

function Bars({ document, view, surface, isSettling, settle }: BarsProps) {
  const { theirs } = document.pendingEdits;
  return (
    <>
      <SaveBars document={document} view={view} surface={surface} onSettle={() => settle(true)} />
      {isSettling && theirs && view.note && (
        <Suspense fallback={null}>
          <ConflictDialog
            document={document}
            mine={view.note}
            theirs={theirs.note}
            onClose={() => settle(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface FootProps extends MadeProps {
  day: Day;
  note: Note;
  onSettle: () => void;
}

function Foot({ day, note, document, view, surface, onSettle }: FootProps) {
  const acts = useNoteActs(document, surface);
  useCommands([
    noteCommand("save", t("notes.do.save"), acts.save, "mod+s"),
    noteCommand("surface", t("notes.do.surface"), acts.switchSurface, "mod+e"),
    noteCommand("find", t("notes.do.find"), acts.find, "mod+f"),
    noteCommand("copyMarkdown", t("notes.do.copyMarkdown"), acts.copyMarkdown),
  ]);
  const say = async (mood: Mood | null) => {
    // One after the other, so that neither write finds the note changed by the other.
    await document.flush();
    await sayMood(day, note, mood);
    await document.reload();
  };
  return (
    <div className="journal-foot">
      <Moods
        mood={note.journalMeta?.mood}
        onChoose={(mood) => void say(mood).catch((error) => failed(error))}
      />
      <span className="journal-foot-end">
        <SaveWords state={view.state} onRetry={acts.save} onSettle={onSettle} />
        <Link href={to.note(note.id)}>{t("pages.journal.open")}</Link>
      </span>
    </div>
  );
}
