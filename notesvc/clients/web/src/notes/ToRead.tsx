/** The text as it is read until its surface stands, and what a press on it asks of that. */
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { Blocks } from "../render/Blocks";
import { OpensPictures } from "../render/viewer";
import type { Snapshot } from "../saving/noteState";
import { type Caret, caretUnder } from "./caret";
import { RawToRead } from "./RawToRead";

export const TOP: Caret = { before: "", after: "", offset: 0, length: 0 };

/** A press of the pointer whose click never comes when the surface takes the text's place in between. */
export interface Press {
  caret: Caret;
  at: number;
}

export const justPressed = (press: Press | null): Caret | null =>
  press && performance.now() - press.at < 1_000 ? press.caret : null;

interface Props {
  note: Note;
  surface: Snapshot["surface"];
  /** Absent where nothing may be written. */
  onStart?: (caret: Caret) => void;
  /** The box of this task, counted from the first one, was pressed. */
  onTick: (task: number) => void;
  pressed: RefObject<Press | null>;
}

export function ToRead({ note, surface, onStart, onTick, pressed }: Props) {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!onStart || isOwnPress(event.target as HTMLElement)) return;
    const task = taskUnder(event);
    if (task >= 0) onTick(task);
    else if (document.getSelection()?.isCollapsed)
      onStart(caretUnder(event.currentTarget, event.clientX, event.clientY) ?? TOP);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter on the field itself does the same
    <div
      className="note-to-read"
      onPointerDown={(event) => {
        const isOpener = (event.target as HTMLElement).closest("button, [role=button]") !== null;
        const isText = onStart && !isOpener && taskUnder(event) < 0;
        const caret = isText && caretUnder(event.currentTarget, event.clientX, event.clientY);
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
        {surface === "raw" ? (
          <RawToRead text={note.content} />
        ) : (
          <Blocks blocks={(note.richContent ?? []) as Block[]} noteId={note.id} />
        )}
      </OpensPictures>
    </div>
  );
}

const isOwnPress = (place: HTMLElement): boolean =>
  place.closest("a, button, [role=button], input, summary, video, audio") !== null;

const TASKS = ".note-text .task-box";
/** A finger meets a box that it touches beside, in CSS pixels. */
const BESIDE = 6;

/** Which of the tasks has its box there; -1 for none. */
function taskUnder({ currentTarget, target, clientX, clientY }: MouseEvent<HTMLElement>): number {
  const box = (target as HTMLElement).closest("li")?.querySelector(":scope > .task-box");
  if (!box) return -1;
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const isAcross = clientX >= left - BESIDE && clientX <= right + BESIDE;
  const isHit = isAcross && clientY >= top - BESIDE && clientY <= bottom + BESIDE;
  return isHit ? [...currentTarget.querySelectorAll(TASKS)].indexOf(box) : -1;
}

/** Ticks a task that was pressed before its surface stood, in the surface. */
export function useTicks(place: RefObject<HTMLElement | null>, isReady: boolean, wake: () => void) {
  const asked = useRef(-1);
  useLayoutEffect(() => {
    const task = asked.current;
    asked.current = -1;
    if (isReady && task >= 0) place.current?.querySelectorAll<HTMLElement>(TASKS)[task]?.click();
  }, [isReady, place]);
  return (task: number) => {
    asked.current = task;
    wake();
  };
}
