/** Who is in a room, as each page says of itself, and in which colour. */
import type { Awareness } from "y-protocols/awareness";
import type { Doc, Transaction } from "yjs";
import type { Present } from "../saving/room";
import type { By } from "./room";

/** Of one darkness: white words stand out on each of them, and they on both papers. */
export const COLOURS = [
  "#a8442a",
  "#8a5a00",
  "#4f6f1a",
  "#00735c",
  "#006d8f",
  "#3a5cc4",
  "#7a4bb8",
  "#a83a78",
];
const LONGEST_NAME = 80;

interface Said extends By {
  color: string;
  client: number;
}

/** The colour that a person has in every room where nobody else has it. */
export function colourOf(id: string): string {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return COLOURS[sum % COLOURS.length]!;
}

/**
 * Everybody's colour by their id: the same in all windows, and no two alike while there are others. Of those who have
 * one colour, who comes first among the ids keeps it.
 */
export function coloursOf(ids: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const give = (id: string, colour: string) => {
    found.set(id, colour);
    taken.add(colour);
  };
  const all = [...new Set(ids)].sort();
  for (const id of all) if (!taken.has(colourOf(id))) give(id, colourOf(id));
  for (const id of all) {
    if (!found.has(id)) give(id, COLOURS.find((colour) => !taken.has(colour)) ?? colourOf(id));
  }
  return found;
}

export function introduce(awareness: Awareness, me: By): void {
  awareness.setLocalStateField("user", { ...me, color: colourOf(me.id) });
}

/** What others say of themselves is made plain before any surface shows it. */
export function tidy(awareness: Awareness): void {
  const colours = coloursOf([...awareness.states.values()].map(idOf));
  for (const [client, state] of awareness.states) {
    const id = idOf(state);
    const name = String((state.user as Partial<Said> | undefined)?.name ?? "").slice(0, LONGEST_NAME);
    const color = colours.get(id)!;
    state.user = { id, name, color, client } satisfies Said;
    document.documentElement.style.setProperty(colourProperty(client), color);
  }
}

/** Names the colour for the style sheet: surfaces keep a caret that they have drawn, and its colour may change. */
export const colourProperty = (client: number | undefined): string => `--room-client-${client ?? 0}`;

function idOf({ user }: { user?: Partial<Said> }): string {
  return typeof user?.id === "string" ? user.id : "";
}

/** One for each person, however many windows they have; the reader first. */
export function peopleIn(awareness: Awareness, me: By): Present[] {
  const found = new Map([[me.id, me.name]]);
  for (const { user } of awareness.states.values()) {
    const { id, name } = (user ?? {}) as Partial<Said>;
    if (id && !found.has(id)) found.set(id, String(name));
  }
  const colours = coloursOf(found.keys());
  return [...found].map(([id, name]) => ({ id, name, colour: colours.get(id)!, isMe: id === me.id }));
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
