/** The title: grows with its words, and says what a rename does to the links of other notes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { answer, api, type Note, type Schemas } from "../api";
import { inTurn, t } from "../i18n";
import { done, failed } from "../notices";
import type { NoteDocument } from "../saving/noteDocument";
import { giveToText, takeFirstWords } from "../ui/firstWords";

const MOST = 500;
/** Milliseconds: a title that nobody types on counts as whole, though the field was not left. */
const FINISHED_AFTER = 30_000;

interface Props {
  document: NoteDocument;
  note: Note;
  isEditable: boolean;
  /** Enter was pressed: to the text. */
  onEnter: () => void;
}

export function Title({ document, note, isEditable, onEnter }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { will, typed, finish } = useRename(document, note);
  const isFull = note.name.length >= MOST;
  useGrowing(field, note.name);
  useFirstWords(field, note, (title, text) => {
    if (title !== "") typed(title.slice(0, MOST));
    if (text === null) return;
    if (title !== "") finish();
    giveToText(text, onEnter);
  });
  return (
    <div className="note-title">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: it has the focus where a note was opened by key */}
      <h1
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || event.key !== "Enter" || !isEditable) return;
          event.preventDefault();
          onEnter();
        }}
      >
        <textarea
          ref={field}
          id={`title-${note.id}`}
          rows={1}
          aria-label={t("notes.title")}
          placeholder={t("common.untitled")}
          value={note.name}
          readOnly={!isEditable}
          maxLength={MOST}
          spellCheck
          onChange={(event) => typed(event.currentTarget.value.replace(/\s*[\n\r]+\s*/g, " "))}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter") {
              event.preventDefault();
              finish();
              onEnter();
            }
          }}
        />
      </h1>
      <p className="note-title-says" aria-live="polite">
        {isFull ? t("notes.titleLong") : will && warning(will)}
      </p>
    </div>
  );
}

/** What was typed before a new note was there: its title, and what is text since Enter was pressed, or null. */
function useFirstWords(
  field: RefObject<HTMLTextAreaElement | null>,
  { id, name }: Note,
  write: (title: string, text: string | null) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the note is shown
  useEffect(() => {
    const words = takeFirstWords(id);
    if (words === null) return;
    if (name !== "") return write("", words);
    field.current?.focus({ preventScroll: true });
    const end = words.indexOf("\n");
    if (end < 0) write(words, null);
    else write(words.slice(0, end), words.slice(end + 1));
  }, [id]);
}

/** What a rename would do, in words. */
function warning(will: Schemas["RenamePreview"]): string {
  const says = will.links > 0 ? [t("notes.rename.will", phrase(will))] : [];
  if (will.taken) says.push(t("notes.rename.taken"));
  return inTurn(...says);
}

/** The sizes that the sentence about a rename names. */
function phrase({ notes, links }: Schemas["RenamePreview"]) {
  return {
    links: t("notes.rename.links", { count: links }),
    notes: t("common.notes", { count: notes }),
  };
}

function useRename(document: NoteDocument, note: Note) {
  const [will, setWill] = useState<Schemas["RenamePreview"] | null>(null);
  const before = useRef<string | null>(null);
  const preview = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const finish = () => {
    clearTimeout(preview.current);
    clearTimeout(pause.current);
    const old = before.current;
    before.current = null;
    setWill(null);
    document.finish();
    const name = document.pendingEdits.note?.name ?? "";
    if (old !== null && old !== name) void sayRenamed(document, old, name);
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => () => latest.current(), []);
  const typed = (name: string) => {
    before.current ??= note.name;
    document.prepare({ name });
    clearTimeout(preview.current);
    clearTimeout(pause.current);
    preview.current = setTimeout(() => void previewOf(note.id, name).then(setWill), 500);
    pause.current = setTimeout(() => latest.current(), FINISHED_AFTER);
  };
  return { will, typed, finish };
}

/** Null where that is not known. */
async function previewOf(id: string, name: string): Promise<Schemas["RenamePreview"] | null> {
  if (name.trim() === "") return null;
  try {
    const params = { path: { note_id: id } };
    const call = api.POST("/api/workspace/notes/{note_id}/rename-preview", { params, body: { name } });
    return await answer(call);
  } catch {
    return null;
  }
}

/** Give the note another name, as if it had been typed. */
export function renameTo(document: NoteDocument, old: string, name: string): Promise<void> {
  document.edit({ name: name.slice(0, MOST) });
  return sayRenamed(document, old, name);
}

/** Save the name, and say what became of the links to the note. */
async function sayRenamed(document: NoteDocument, old: string, name: string): Promise<void> {
  const would = await previewOf(document.id, name);
  try {
    await document.flush("manual");
  } catch {
    // The bar says that it is not saved yet, and why.
    return;
  }
  if (!would?.links) return;
  done(t("notes.rename.did", phrase(would)), () => {
    document.edit({ name: old });
    document.flush("manual").catch(failed);
  });
}

const GROWS_BY_ITSELF = CSS.supports?.("field-sizing", "content");

/** As high as its lines: measured only where `field-sizing` is not known, for measuring lays out the page. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are other lines
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || GROWS_BY_ITSELF) return;
    const grow = () => {
      area.style.blockSize = "auto";
      area.style.blockSize = `${area.scrollHeight}px`;
    };
    grow();
    const watcher = new ResizeObserver(grow);
    if (area.parentElement) watcher.observe(area.parentElement);
    return () => watcher.disconnect();
  }, [field, text]);
}
