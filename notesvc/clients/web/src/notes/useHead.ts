/** What stands around the text of a note is not rendered anew with each key. */
import { useRef } from "react";
import type { Note } from "../api";

/** The note without regard to its text: the same object until something else of it changes. */
export function useHead(note: Note | undefined): Note | undefined {
  const kept = useRef<{ note?: Note; said?: string }>({});
  const said = note && headOf(note);
  if (said !== kept.current.said) kept.current = { note, said };
  return kept.current.note;
}

const headOf = ({ content, richContent, updatedAt, ...head }: Note): string => JSON.stringify(head);
