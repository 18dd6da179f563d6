/** Places in a text with its own line ends, and in the same text as CodeMirror has it. */
import type { ChangeSpec } from "@codemirror/state";

const BREAK = /\r\n?|\n/g;

export const plain = (text: string): string => (text.includes("\r") ? text.replace(BREAK, "\n") : text);

/** The line end that most of the text's lines have. */
export function usualEnd(text: string): string {
  if (!text.includes("\r")) return "\n";
  const counts = new Map([["\n", 0]]);
  for (const [found] of text.matchAll(BREAK)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Turns places of the plain text into places of this one. */
export function inShared(text: string): (place: number) => number {
  if (!text.includes("\r\n")) return (place) => place;
  const pairs: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2))
    pairs.push(at - pairs.length);
  return (place) => place + pairs.filter((pair) => pair < place).length;
}

/** Turns a place of this text into one of the plain text. */
export const inPlain = (text: string, place: number): number => plain(text.slice(0, place)).length;

/** The one stretch in which two texts differ. */
export function difference(before: string, after: string): ChangeSpec[] {
  if (before === after) return [];
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [{ from, to: before.length - end, insert: after.slice(from, after.length - end) }];
}
