/** The note as it is printed. It comes with the print dialog and goes with it, whichever surface is open. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { nameOfNote } from "../i18n/dates";
import type { OpenNote } from "../saving/document";
import { Blocks } from "./Blocks";
import { offer } from "./printing";
import "./print.css";

/** Late things, such as colours of code and formulas, have this long to come. */
const PATIENCE = 400;

export function PrintCopy({ open }: { open: OpenNote }) {
  const [printed, setPrinted] = useState<{ note: Note; isRich: boolean } | null>(null);
  const copy = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const show = (note: Note | undefined, isRich: boolean) =>
      flushSync(() => setPrinted(note ? { note, isRich } : null));
    // By the browser's own command there is no time to wait, nor to ask the service how raw text reads.
    const before = () => {
      const { note, surface } = latest.current;
      if (copy.current === null) show(note, surface === "block");
    };
    const after = () => setPrinted(null);
    const taken = offer((note) => {
      show(note, true);
      void ready(copy.current).then(() => window.print());
    });
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      taken();
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  useLayoutEffect(() => {
    // Nothing can be unfolded on paper.
    if (printed) for (const fold of copy.current?.querySelectorAll("details") ?? []) fold.open = true;
  }, [printed]);
  if (printed === null) return null;
  const { note, isRich } = printed;
  return createPortal(
    <div className="print-copy" ref={copy} aria-hidden="true">
      <h1 dir="auto">{nameOfNote(note.name)}</h1>
      {isRich && note.richContent ? (
        <Blocks blocks={note.richContent as Block[]} noteId={note.id} isPaper />
      ) : (
        <pre dir="auto">{note.content}</pre>
      )}
    </div>,
    document.body,
  );
}

/** When the pictures are there, as far as they come in time. */
async function ready(copy: HTMLElement | null): Promise<unknown> {
  const pictures = [...(copy?.querySelectorAll("img") ?? [])].map((picture) => {
    picture.loading = "eager";
    return picture.decode().catch(() => {});
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const tooLate = new Promise((resolve) => setTimeout(resolve, 10 * PATIENCE));
  return Promise.race([Promise.all([late, document.fonts.ready, ...pictures]), tooLate]);
}
