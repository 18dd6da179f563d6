/** The text of a note: at once to read, then, without a shift, to write in. */
import {
  type Dispatch,
  type MouseEvent,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Match } from "../addresses";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { beginPast } from "../editor/past";
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import type { Edit } from "../saving/document";
import type { Snapshot } from "../saving/noteState";
import { isTouch, useHasBegun } from "../touch";
import { whenIdle } from "../ui/idle";
import { type Caret, caretIn, endOf, placeCaret } from "./caret";
import { HeldKeys } from "./heldKeys";
import { useAnchor, useMatch } from "./led";
import { useSurfaces } from "./surfaces";
import { justPressed, type Press, TOP, ToRead, useTicks } from "./ToRead";
import "../editor/raw/preview.css";
import "./note-text.css";

/** Blocks up to which the surface appears by itself; longer notes wait for the first click or key. */
const QUICK = 400;

/** What takes what is typed. */
export interface Typed {
  edit(change: Edit, seen?: number): void;
  mirror(text: Edit, key?: string): void;
  attach(handOver: () => void): () => void;
}

type Box = RefObject<HTMLDivElement | null>;

interface Props {
  document: Typed;
  /** Stands for the note's id while there is none, and from then on, so that the surface stays. */
  place?: string;
  view: Snapshot;
  note: Note;
  isEditable: boolean;
  anchor: string;
  match?: Match | null;
  /** Have the caret from the first moment, unless something else has the focus. */
  takesFocus?: boolean;
  /** Have the surface, without the caret. */
  isWanted?: boolean;
  onSurface: (handle: SurfaceHandle | null) => void;
}

export function NoteText(props: Props) {
  const { document: open, place, view, note, isEditable, anchor, match = null, onSurface } = props;
  const { takesFocus = false, isWanted = false } = props;
  const { room } = view;
  const box = useRef<HTMLDivElement>(null);
  const id = place ?? note.id;
  const isRaw = view.surface === "raw";
  const canEdit = isEditable && !room?.isReader;
  const { isAwake, wake } = useWaking(id, note, isEditable, isWanted || isRaw || (room !== null && canEdit));
  const surfaces = useSurfaces(view.surface, isAwake);
  const key = `${id} ${room ? `room ${room.key}` : `${view.surface} ${view.generation}`}`;
  const standing = useStanding(box, key, view.isSwitching, onSurface);
  const { handle, isReady, onReady, pressed } = standing;
  // Also to the note that a first text becomes.
  useEffect(() => open.attach(() => handle.current?.flush()), [open, handle]);
  useAnchor(box, anchor, isReady, handle);
  useMatch(box, match, isReady, handle);
  const { begin, tick, goOnBelow } = useBeginning(box, standing, wake, takesFocus);
  const change = useChange(open, view);
  const hasSurface = isAwake && (canEdit || isRaw) && surfaces[view.surface] !== undefined;
  return (
    <div
      ref={box}
      className="note-place"
      onMouseDownCapture={(event) => canEdit && isBelow(box.current, event) && goOnBelow(event)}
      data-surface={view.surface}
      data-room={room ? (room.isConnected ? "joined" : "away") : undefined}
    >
      {!isReady && (
        <ToRead
          {...{ note, pressed }}
          surface={view.surface}
          onStart={canEdit ? begin : undefined}
          onTick={tick}
        />
      )}
      {surfaces.failed && !hasSurface && <p className="note-no-surface">{t("common.problem.unreachable")}</p>}
      {hasSurface && (
        <div className={isReady ? "note-surface" : "note-surface is-waiting"} key={key}>
          <Surface
            surfaces={surfaces}
            note={note}
            view={view}
            isEditable={canEdit && !view.isSwitching && !room?.isOld}
            onChange={change}
            onReady={onReady}
          />
        </div>
      )}
    </div>
  );
}

/** Takes what is typed: for a surface that goes as it was for it, with the text that it showed. */
function useChange(open: Typed, { room, generation }: Snapshot): (text: Edit) => void {
  const roomKey = room?.key;
  return useCallback(
    (text: Edit) => (roomKey === undefined ? open.edit(text, generation) : open.mirror(text, roomKey)),
    [open, roomKey, generation],
  );
}

/** What a press on the text leads to. */
function useBeginning(
  box: Box,
  { handle, isReady, start, stop }: ReturnType<typeof useStanding>,
  wake: () => void,
  takesFocus: boolean,
) {
  const begin = useCallback(
    (at: Caret) => {
      start(at);
      wake();
    },
    [start, wake],
  );
  useFocusFirst(box, takesFocus, begin, stop);
  const tick = useTicks(box, isReady, wake);
  const goOnBelow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady && handle.current?.goOn) handle.current.goOn();
    else begin(endOf(box.current));
  };
  return { begin, tick, goOnBelow };
}

const OVER =
  "a, button, input, select, textarea, summary, .find-bar, .cm-panels, .cm-tooltip, [role=listbox], [role=menu], [role=dialog], [role=toolbar]";

/** Whether this is a press below all that stands in the text. */
function isBelow(box: HTMLElement | null, event: MouseEvent<HTMLElement>): boolean {
  const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
  const place = event.target as HTMLElement;
  // What lies over the text, or was put elsewhere in the page, is not below it.
  if (!isPlain || !box?.contains(place) || place.closest(OVER)) return false;
  const shown = box.querySelector(".note-surface:not(.is-waiting)") ?? box.querySelector(".note-to-read");
  const last =
    shown?.querySelector(".cm-content") ??
    [...(shown?.querySelectorAll(".bn-editor > .bn-block-group > .bn-block-outer") ?? [])].at(-1) ??
    shown?.querySelector(".note-raw, .note-text")?.lastElementChild;
  return last !== null && last !== undefined && event.clientY > last.getBoundingClientRect().bottom;
}

interface SurfaceProps {
  surfaces: ReturnType<typeof useSurfaces>;
  note: Note;
  view: Snapshot;
  isEditable: boolean;
  onChange: (text: Edit) => void;
  onReady: (shown: SurfaceHandle) => void;
}

function Surface({ surfaces, note, view, isEditable, onChange, onReady }: SurfaceProps) {
  const { block: BlockSurface, raw: RawSurface } = surfaces;
  const shared = { noteId: note.id, shared: view.room?.text, isEditable, onReady };
  const changeRaw = useCallback((content: string) => onChange({ content }), [onChange]);
  const changeBlocks = useCallback((richContent: Block[]) => onChange({ richContent }), [onChange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the text is when the surface comes
  useEffect(() => {
    if (view.surface === "block" && !view.room) beginPast(note.id, note.content);
  }, []);
  if (view.surface === "raw")
    return RawSurface && <RawSurface {...shared} initial={note.content} onChange={changeRaw} />;
  const initial = (note.richContent ?? []) as Block[];
  return (
    BlockSurface && (
      <BlockSurface {...shared} initial={initial} source={note.content} onChange={changeBlocks} />
    )
  );
}

/** The surface of that key when it stands, and the caret that it is given then. */
function useStanding(box: Box, key: string, isSwitching: boolean, onSurface: Props["onSurface"]) {
  const [ready, setReady] = useState("");
  const [asked, ask] = useState(0);
  const handle = useRef<SurfaceHandle | null>(null);
  const held = useCaretOverChange(box, `${key} ${isSwitching}`, handle);
  const { caret, keys } = held;
  const pressed = useRef<Press | null>(null);
  const isReady = ready === key;
  const onReady = useCallback(
    (shown: SurfaceHandle) => {
      handle.current = shown;
      setReady(key);
      onSurface(shown);
    },
    [key, onSurface],
  );
  // Only what is visible takes the focus, so this waits until the surface stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click may come after the surface and before its page
  useLayoutEffect(() => {
    if (!isReady || isSwitching) return;
    const at = caret.current ?? justPressed(pressed.current);
    const isPlaced = at !== null && (handle.current?.place?.(at) ?? placeCaret(box.current, at));
    if (isPlaced) handle.current?.takeCaret?.();
    caret.current = null;
    pressed.current = null;
    keys.release(isPlaced, handle.current?.type);
  }, [isReady, isSwitching, key, asked, caret, keys]);
  useWhenLeft(() => {
    keys.release(false);
    onSurface(null);
  });
  return { handle, isReady, onReady, pressed, ...useHolding(held, ask) };
}

/** Keeping the caret that somebody asked for, and the keys behind it, until the surface stands; or no more. */
function useHolding(
  { caret, keys }: ReturnType<typeof useCaretOverChange>,
  ask: Dispatch<SetStateAction<number>>,
) {
  const start = useCallback(
    (at: Caret) => {
      caret.current = at;
      keys.hold(isTouch());
      ask((count) => count + 1);
    },
    [caret, keys, ask],
  );
  const stop = useCallback(() => {
    caret.current = null;
    keys.release(false);
  }, [caret, keys]);
  return { start, stop };
}

/** Begins at once where nobody has the focus, or only the page's heading; whoever goes elsewhere meanwhile stays there. */
function useFocusFirst(box: Box, takesFocus: boolean, begin: (at: Caret) => void, stop: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const isElsewhere = (place: Element | null) =>
      place !== null &&
      place !== document.body &&
      !place.matches("h1, .note-waiting-field") &&
      !box.current?.contains(place);
    if (!takesFocus || isElsewhere(document.activeElement)) return;
    begin(TOP);
    const yieldTo = ({ target }: FocusEvent) => isElsewhere(target as Element) && stop();
    document.addEventListener("focusin", yieldTo);
    return () => document.removeEventListener("focusin", yieldTo);
  }, []);
}

/** As it was given first, once, when the note is left. */
function useWhenLeft(leave: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => leave, []);
}

/**
 * Whether the surface is wanted: at once for Markdown and in a room, where only it shows what there is, soon by itself in a
 * short note that somebody has before them, else when the person begins.
 */
function useWaking(id: string, note: Note, isEditable: boolean, isWanted: boolean) {
  const [awakeFor, setAwakeFor] = useState("");
  const hasBegun = useHasBegun();
  const wakesItself = hasBegun && isEditable && (note.richContent?.length ?? 0) <= QUICK;
  const wake = useCallback(() => setAwakeFor(id), [id]);
  useEffect(() => (wakesItself ? whenIdle(wake, 800) : undefined), [wakesItself, wake]);
  return { isAwake: isWanted || awakeFor === id, wake };
}

/** Remembers the caret when the text is about to be shown anew, and holds the keys until it stands again. */
function useCaretOverChange(box: Box, key: string, handle: RefObject<SurfaceHandle | null>) {
  const caret = useRef<Caret | null>(null);
  const [keys] = useState(() => new HeldKeys());
  const shown = useRef(key);
  if (shown.current !== key) {
    // While the page is rendered the old text still stands; after that it is too late to ask.
    shown.current = key;
    const isWriting = box.current?.contains(document.activeElement) ?? false;
    // A surface that may not be written in any more loses the caret: where it was first counts.
    if (isWriting) caret.current ??= handle.current?.caret?.() ?? caretIn(box.current);
    if (caret.current) keys.hold();
  }
  return { caret, keys };
}
