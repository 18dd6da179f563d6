/** What both surfaces know of the workspace while somebody types, and what they may do in it. */
import { useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api, type NoteMetadata, type Person, type Tag } from "../api";
import type { Block } from "../blocks";
import { failed } from "../notices";
import { destination } from "../render/hrefs";
import { type Reading, titlesOf, useReadingOf } from "../render/reading";
import { type Titles, wikiTarget } from "../render/titles";
import type { Token } from "../render/tokens";
import { type Seer, seersOf, useCircle } from "../state/circle";
import { client } from "../state/client";
import { onceOnly } from "../state/creating";
import { useFolders } from "../state/folders";
import { noteWasWritten, useNotes } from "../state/notes";
import { peopleQuery, usePeople } from "../state/people";
import { useTags } from "../state/tags";
import { type Ranked, ranked } from "./menus/ranking";

export interface World {
  noteId: string;
  titles: Ranked<NoteMetadata>[];
  tags: readonly Tag[];
  people: readonly Person[];
  /** Who may see the note: only they can be mentioned in it. */
  users: readonly Seer[];
  reading: Reading;
  /** What the titles of the workspace mean in links; none while they are not known, and for guests. */
  index: Titles | undefined;
  go(address: string): void;
}

const NONE: never[] = [];

/** The world, always the same object, so that an editor made once sees what is known now. */
export function useWorld(noteId: string, blocks: Block[]): World {
  const notes = useNotes().data ?? NONE;
  const people = usePeople().data ?? NONE;
  const tags = useTags().data ?? NONE;
  const reading = useReadingOf(noteId, blocks);
  const [, go] = useLocation();
  const { isGuest } = reading;
  // What is linked in somebody else's note is looked up among their notes and people, not among the writer's own.
  const titles = useMemo(() => ranked(isGuest ? NONE : notes, (note) => note.name), [notes, isGuest]);
  const folders = useFolders().data ?? NONE;
  const index = isGuest ? undefined : titlesOf(notes, folders);
  const world = useRef<World>(undefined);
  const users = useSeers(noteId);
  const now = { noteId, titles, tags, people: isGuest ? NONE : people, users, reading, index, go };
  world.current = Object.assign(world.current ?? now, now);
  return world.current;
}

function useSeers(noteId: string): readonly Seer[] {
  const circle = useCircle(noteId, noteId !== "").data;
  return useMemo(() => (circle ? seersOf(circle) : NONE), [circle]);
}

/** Make the note that a link asks for, beside this one or in the folder that it names. Tells the person where it could not be made. */
export async function createNote(world: World, title: string): Promise<NoteMetadata | undefined> {
  const { parentId } = world.reading;
  const body = world.index?.wanted(title, parentId) ?? { name: title, parentId };
  try {
    const note = await answer(
      api.POST("/api/workspace/notes", {
        body: body as never,
        headers: { "Idempotency-Key": onceOnly() },
      }),
    );
    noteWasWritten(note);
    return note;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Add somebody to the people. Tells the person where that failed. */
export async function addPerson(name: string): Promise<Person | undefined> {
  try {
    const person = await answer(api.POST("/api/workspace/people", { body: { name } as never }));
    client.setQueryData(peopleQuery.queryKey, (all) => all && [...all, person]);
    void client.invalidateQueries({ queryKey: peopleQuery.queryKey });
    return person;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Whether the token led somewhere. */
export function followToken(world: World, token: Token): boolean {
  if (world.reading.isGuest && token.kind !== "address") return false;
  if (token.kind === "tag") world.go(to.tag(token.value));
  else if (token.kind === "person") world.go(to.person(token.value));
  else if (token.kind === "user") world.go(to.search(`@${token.value}`));
  else if (token.kind === "address")
    followLink(world, /^www\./i.test(token.value) ? `https://${token.value}` : token.value);
  else return false;
  return true;
}

/** The address of a note in links of texts. */
export const noteAddress = (id: string, heading = ""): string =>
  `note://${id}${heading && `#${encodeURIComponent(heading)}`}`;

/** Follow `[[title]]`; whether there is such a note. */
export function followTitle(world: World, written: string): boolean {
  const { title, heading } = wikiTarget(written);
  const id = title === "" ? world.noteId : world.reading.resolve(title);
  if (!id) return false;
  world.go(to.note(id, heading));
  return true;
}

/** Follow the address of a link: notes inside the app, all else in a new tab, and nothing that could run. */
export function followLink(world: World, href: string): void {
  const there = destination(href);
  if (there === null) return;
  if (there.kind === "note") world.go(to.note(there.id, there.heading));
  else if (there.kind === "heading") world.go(to.note(world.noteId, there.heading));
  else {
    const link = document.createElement("a");
    Object.assign(link, { href: there.href, target: "_blank", rel: "noopener noreferrer" });
    link.click();
  }
}
