/** The text of a note: at once to read, then, without a shift, to write in. */
import {
  type MouseEvent,
  type RefObject,
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
import { Blocks } from "../render/Blocks";
import { OpensPictures } from "../render/viewer";
import type { Edit } from "../saving/document";
import type { Snapshot } from "../saving/noteState";
import { whenIdle } from "../ui/idle";
import { type Caret, caretIn, caretUnder, endOf, placeCaret } from "./caret";
import { HeldKeys } from "./heldKeys";
import { useAnchor, useMatch } from "./led";
import { RawToRead } from "./RawToRead";
import { useSurfaces } from "./surfaces";
import "../editor/raw/preview.css";
import "./note-text.css";

/** Blocks up to which the surface appears by itself; longer notes wait for the first click or key. */
const QUICK = 400;

const TOP: Caret = { before: "", after: "", offset: 0, length: 0 };

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
  onSurface: (handle: SurfaceHandle | null) => void;
}

export function NoteText(props: Props) {
  const { document: open, place, view, note, isEditable, anchor, match = null, onSurface } = props;
  const { takesFocus = false } = props;
  const { room, generation } = view;
  const box = useRef<HTMLDivElement>(null);
  const id = place ?? note.id;
  const isRaw = view.surface === "raw";
  const { isAwake, wake } = useWaking(id, note, isEditable, isRaw);
  const surfaces = useSurfaces(view.surface, isAwake);
  const key = `${id} ${room ? `room ${room.key}` : `${view.surface} ${generation}`}`;
  const canEdit = isEditable && !room?.isReader;
  const standing = useStanding(box, key, view.isSwitching, onSurface);
  const { handle, isReady, onReady, pressed, start, stop } = standing;
  // Also to the note that a first text becomes.
  useEffect(() => open.attach(() => handle.current?.flush()), [open, handle]);
  useAnchor(box, anchor, isReady, handle);
  useMatch(box, match, isReady, handle);
  const begin = useCallback(
    (at: Caret) => {
      start(at);
      wake();
    },
    [start, wake],
  );
  useFocusFirst(box, takesFocus, begin, stop);
  const hasSurface = isAwake && (canEdit || isRaw) && surfaces[view.surface] !== undefined;
  return (
    <div
      ref={box}
      className="note-place"
      onMouseDownCapture={(event) => {
        if (!canEdit || !isBelow(box.current, event)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isReady && handle.current?.goOn) handle.current.goOn();
        else begin(endOf(box.current));
      }}
      data-surface={view.surface}
      data-room={room ? (room.isConnected ? "joined" : "away") : undefined}
    >
      {!isReady && (
        <ToRead note={note} surface={view.surface} onStart={canEdit ? begin : undefined} pressed={pressed} />
      )}
      {surfaces.failed && !hasSurface && <p className="note-no-surface">{t("common.problem.unreachable")}</p>}
      {hasSurface && (
        <div className={isReady ? "note-surface" : "note-surface is-waiting"} key={key}>
          <Surface
            surfaces={surfaces}
            note={note}
            view={view}
            isEditable={canEdit && !view.isSwitching && !room?.isOld}
            onChange={(text) => (room ? open.mirror(text, room.key) : open.edit(text, generation))}
            onReady={onReady}
          />
        </div>
      )}
    </div>
  );
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the text is when the surface comes
  useEffect(() => {
    if (view.surface === "block" && !view.room) beginPast(note.id, note.content);
  }, []);
  if (view.surface === "raw")
    return (
      RawSurface && (
        <RawSurface {...shared} initial={note.content} onChange={(content) => onChange({ content })} />
      )
    );
  const initial = (note.richContent ?? []) as Block[];
  return (
    BlockSurface && (
      <BlockSurface
        {...shared}
        initial={initial}
        source={note.content}
        onChange={(richContent) => onChange({ richContent })}
      />
    )
  );
}

/** The surface of that key when it stands, and the caret that it is given then. */
function useStanding(box: Box, key: string, isSwitching: boolean, onSurface: Props["onSurface"]) {
  const [ready, setReady] = useState("");
  const [asked, ask] = useState(0);
  const handle = useRef<SurfaceHandle | null>(null);
  const { caret, keys } = useCaretOverChange(box, `${key} ${isSwitching}`, handle);
  const pressed = useRef<Press | null>(null);
  const isReady = ready === key;
  const onReady = (shown: SurfaceHandle) => {
    handle.current = shown;
    setReady(key);
    onSurface(shown);
  };
  // Only what is visible takes the focus, so this waits until the surface stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click may come after the surface and before its page
  useLayoutEffect(() => {
    if (!isReady || isSwitching) return;
    const at = caret.current ?? justPressed(pressed.current);
    const isPlaced = at !== null && (handle.current?.place?.(at) ?? placeCaret(box.current, at));
    caret.current = null;
    pressed.current = null;
    keys.release(isPlaced, handle.current?.type);
  }, [isReady, isSwitching, key, asked, caret, keys]);
  useWhenLeft(() => {
    keys.release(false);
    onSurface(null);
  });
  const start = useCallback(
    (at: Caret) => {
      caret.current = at;
      keys.hold();
      ask((count) => count + 1);
    },
    [caret, keys],
  );
  const stop = useCallback(() => {
    caret.current = null;
    keys.release(false);
  }, [caret, keys]);
  return { handle, isReady, onReady, pressed, start, stop };
}

/** Begins at once where nobody has the focus, or only the page's heading; whoever goes elsewhere meanwhile stays there. */
function useFocusFirst(box: Box, takesFocus: boolean, begin: (at: Caret) => void, stop: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const isElsewhere = (place: Element | null) =>
      place !== null && place !== document.body && !place.matches("h1") && !box.current?.contains(place);
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

interface ReadProps {
  note: Note;
  surface: Snapshot["surface"];
  onStart?: (caret: Caret) => void;
  pressed: RefObject<Press | null>;
}

/** A press of the pointer whose click never comes when the surface takes the text's place in between. */
interface Press {
  caret: Caret;
  at: number;
}

const justPressed = (press: Press | null): Caret | null =>
  press && performance.now() - press.at < 1_000 ? press.caret : null;

function ToRead({ note, surface, onStart, pressed }: ReadProps) {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (
      !onStart ||
      (event.target as HTMLElement).closest("a, button, [role=button], input, summary, video, audio")
    )
      return;
    if (!document.getSelection()?.isCollapsed) return;
    const caret = caretUnder(event.currentTarget, event.clientX, event.clientY);
    onStart(caret ?? TOP);
  };
  const text = surface === "raw" ? <RawToRead text={note.content} /> : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter on the field itself does the same
    <div
      className="note-to-read"
      onPointerDown={(event) => {
        const isOpener = (event.target as HTMLElement).closest("button, [role=button]") !== null;
        const caret = onStart && !isOpener && caretUnder(event.currentTarget, event.clientX, event.clientY);
        pressed.current = caret ? { caret, at: performance.now() } : null;
      }}
      onClick={onClick}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.key !== "Enter") return;
        event.preventDefault();
        onStart?.(TOP);
      }}
      {...(onStart && {
        tabIndex: 0,
        role: "group",
        "aria-label": `${t("notes.text")}. ${t("notes.textHint")}`,
      })}
    >
      <OpensPictures value={true}>
        {text ?? <Blocks blocks={(note.richContent ?? []) as Block[]} noteId={note.id} />}
      </OpensPictures>
    </div>
  );
}

/**
 * Whether the surface is wanted: at once for Markdown, which only it shows as what it means, soon by itself in a short note,
 * else when the person begins.
 */
function useWaking(id: string, note: Note, isEditable: boolean, isRaw: boolean) {
  const [awakeFor, setAwakeFor] = useState("");
  const isShort = (note.richContent?.length ?? 0) <= QUICK;
  const wake = useCallback(() => setAwakeFor(id), [id]);
  useEffect(() => {
    if (isShort && isEditable) return whenIdle(wake, 800);
  }, [isShort, isEditable, wake]);
  return { isAwake: isRaw || awakeFor === id, wake };
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
