/** Who is in a room, as each page says of itself, and in which colour. */
import type { Awareness } from "y-protocols/awareness";
import type { Doc, Transaction } from "yjs";
import type { Present } from "../saving/room";
import type { By } from "./room";

/** Of one darkness, so that white words stand out on each of them. */
const COLOURS = ["#a8442a", "#8a5a00", "#4f6f1a", "#00705a", "#006a8a", "#3a5cc4", "#7a4bb8", "#a83a78"];
const LONGEST_NAME = 80;

interface Said extends By {
  color: string;
}

/** The same for a person wherever they are shown. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum % COLOURS.length;
}

export const colourOf = (id: string): string => COLOURS[hueOf(id)]!;

export function introduce(awareness: Awareness, me: By): void {
  awareness.setLocalStateField("user", { ...me, color: colourOf(me.id) });
}

/** What others say of themselves is made plain before any surface shows it. */
export function tidy(awareness: Awareness): void {
  for (const state of awareness.states.values()) {
    const { id, name } = (state.user ?? {}) as Partial<Said>;
    const known = typeof id === "string" ? id : "";
    state.user = { id: known, name: String(name ?? "").slice(0, LONGEST_NAME), color: colourOf(known) };
  }
}

/** One for each person, however many windows they have; the reader first. */
export function peopleIn(awareness: Awareness, me: By): Present[] {
  const found = new Map([[me.id, me.name]]);
  for (const { user } of awareness.states.values()) {
    const { id, name } = (user ?? {}) as Partial<Said>;
    if (id && !found.has(id)) found.set(id, String(name));
  }
  return [...found].map(([id, name]) => ({ id, name, hue: hueOf(id), isMe: id === me.id }));
}

/** Tells who wrote, with each change that somebody in the room has made. */
export function onWriter(document: Doc, awareness: Awareness, heard: (name: string) => void): void {
  document.on("afterTransaction", ({ beforeState, afterState }: Transaction) => {
    for (const [client, clock] of afterState) {
      if (clock === (beforeState.get(client) ?? 0)) continue;
      const name = (awareness.states.get(client)?.user as Partial<Said> | undefined)?.name;
      if (name) heard(name);
    }
  });
}
