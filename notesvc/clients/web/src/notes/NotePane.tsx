/** One note on the page: its bar, its head, its text, or what stands in for them. */
import {
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Match } from "../addresses";
import { type Note, Problem } from "../api";
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import { typesetter } from "../render/Maths";
import { isHuge } from "../saving/edits";
import type { NoteDocument } from "../saving/noteDocument";
import type { Snapshot } from "../saving/noteState";
import { SaveBars } from "../saving/SaveBars";
import { runByKey, runCommand } from "../shell/commands";
import { hasFirstView, leaveFirstView, showsFormulas } from "../shell/firstView";
import { useListed, useNotesAround } from "../state/notes";
import { useRole } from "../state/roles";
import { lazyPart } from "../ui/lazyPart";
import { useStable } from "../ui/stable";
import { NoteAssist } from "./NoteAssist";
import { NoteBar } from "./NoteBar";
import { NoteHead } from "./NoteHead";
import { InTrash, NoNote } from "./NoteStates";
import { NoteText } from "./NoteText";
import { useHead } from "./useHead";
import { useNoteActs } from "./useNoteActs";
import { useNoteCommands } from "./useNoteCommands";
import { useRoom } from "./useRoom";

const ConflictDialog = lazyPart(() => import("../saving/ConflictDialog"));
const MoveNote = lazyPart(() => import("./MoveNote"));
const WordCount = lazyPart(() => import("./WordCount"));

/** It was shown, and is not there any more, or not for this reader. */
const LOST = new Problem(404, "not_found", "");

interface Props {
  document: NoteDocument;
  view: Snapshot;
  anchor: string;
  /** The place in the text to show, where a search has led here. */
  match: Match | null;
  /** The pane that commands and the rail are about. */
  isActive: boolean;
  onActive: () => void;
  onSurface: (surface: SurfaceHandle | null) => void;
  onClose?: () => void;
}

export function NotePane(props: Props) {
  const { document, view, anchor, match, isActive, onActive, onSurface, onClose } = props;
  const note = useArriving(view.note);
  const head = useHead(note);
  const [surface, take] = useSurface(onSurface);
  const scroller = useRef<HTMLDivElement>(null);
  const [isWanted, want] = useState(false);
  const acts = useNoteActs(document, surface, () => want(true));
  const settle = useStable(() => acts.show("clash"));
  const enter = useStable(() => toText(scroller.current, surface));
  const role = useRole(document.id);
  const isEditable = note !== undefined && !note.deletedAt && role !== "viewer";
  const isShown = isActive && note !== undefined;
  useNoteCommands(acts, document.id, { isActive: isShown, isEditable, surface, onClose });
  useGoneElsewhere(document);
  useRoom(document, note !== undefined && !note.deletedAt);
  const isLost = role === "none" && document.isSettled;
  useFirstView(scroller, note !== undefined || Boolean(view.problem));
  if (!note || !head || isLost) return <NoNote document={document} problem={isLost ? LOST : view.problem} />;
  return (
    <div className="note-pane" onFocusCapture={onActive} onKeyDownCapture={hasKeys}>
      <NoteBar
        note={head}
        view={view}
        acts={acts}
        isEditable={isEditable}
        hasRail={isActive}
        onRetry={acts.save}
        onSettle={settle}
        onClose={onClose}
      />
      {(isEditable || view.state.kind === "refused") && (
        <SaveBars document={document} view={view} surface={surface} onSettle={settle} />
      )}
      {note.deletedAt !== null && <InTrash document={document} />}
      <div className="note-scroll" ref={scroller}>
        <NoteHead document={document} note={head} isEditable={isEditable} onEnter={enter} />
        {view.surface === "raw" && note.mode === "block" && isHuge(note) && (
          <p className="note-huge">{t("notes.huge")}</p>
        )}
        <NoteText
          document={document}
          view={view}
          note={note}
          isEditable={isEditable}
          anchor={anchor}
          match={match}
          isWanted={isWanted}
          onSurface={take}
        />
      </div>
      <Dialogs document={document} note={note} view={view} acts={acts} />
      {isEditable && <NoteAssist {...{ document, note: head, surface, isActive }} />}
    </div>
  );
}

interface DialogsProps {
  document: NoteDocument;
  note: Note;
  view: Snapshot;
  acts: ReturnType<typeof useNoteActs>;
}

function Dialogs({ document, note, view, acts }: DialogsProps) {
  const close = () => acts.show(null);
  const { theirs } = document.pendingEdits;
  return (
    <Suspense fallback={null}>
      {acts.dialog === "move" && <MoveNote note={note} onClose={close} />}
      {acts.dialog === "words" && <WordCount view={view} onClose={close} />}
      {acts.dialog === "clash" && theirs && (
        <ConflictDialog document={document} mine={note} theirs={theirs.note} onClose={close} />
      )}
    </Suspense>
  );
}

/** From the title to the text: to its surface, or to what will become one. */
function toText(scroller: HTMLElement | null, surface: SurfaceHandle | null): void {
  if (surface) {
    surface.focus("start");
    return;
  }
  const text = scroller?.querySelector<HTMLElement>(".note-to-read");
  // What is typed until the surface stands must not go on into the title.
  text?.focus({ preventScroll: true });
  text?.click();
}

/** The surface that the text has, and what takes one, here and around. */
function useSurface(onSurface: Props["onSurface"]) {
  const [surface, setSurface] = useState<SurfaceHandle | null>(null);
  const take = useCallback(
    (handle: SurfaceHandle | null) => {
      setSurface(handle);
      onSurface(handle);
    },
    [onSurface],
  );
  return [surface, take] as const;
}

/** The note; over one that the service shows already, in steps between which the page answers. */
function useArriving(note: Note | undefined): Note | undefined {
  const [isShown] = useState(hasFirstView);
  const hasArrived = useDeferredValue(note !== undefined);
  return hasArrived || !isShown ? note : undefined;
}

// On its way before the note is: what the service showed waits for it.
if (showsFormulas()) typesetter().catch(() => {});

/** What the service showed stands until there is something to show in its place, formulas as they stay. */
function useFirstView(scroller: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    let isHere = isShown;
    const leave = () => isHere && leaveFirstView(scroller.current);
    if (isShown && showsFormulas()) typesetter().then(leave, leave);
    else leave();
    return () => {
      isHere = false;
    };
  }, [scroller, isShown]);
}

/** The note left the list without this page's doing: it may be in the trash now. */
function useGoneElsewhere(document: NoteDocument): void {
  const isListed = useListed(document.id) !== undefined;
  const isKnown = useNotesAround().data !== undefined;
  const was = useRef(false);
  useEffect(() => {
    if (!isKnown) return;
    if (was.current && !isListed) document.reload().catch(() => {});
    was.current = isListed;
  }, [isListed, isKnown, document]);
}

const OURS = new Set(["e", "s", "."]);
const MODES = new Set(["f", "y"]);

/** An editor swallows letters with Alt, too, where a picture or a formula is selected. */
function isOurs({ ctrlKey, metaKey, shiftKey, altKey, key }: globalThis.KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return !altKey && (shiftKey ? MODES : OURS).has(key.toLowerCase());
  return altKey && key.length === 1;
}

/** Keys of the note that its surface must not take for its own. */
function hasKeys(event: KeyboardEvent): void {
  const { nativeEvent: key } = event;
  if (key.isComposing) return;
  if (key.key === "F2") {
    key.preventDefault();
    event.stopPropagation();
    runCommand("note.rename");
  } else if (isOurs(key) && runByKey(key)) event.stopPropagation();
}
