/** What both surfaces know of the workspace while somebody types, and what they may do in it. */
import { useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api, type NoteMetadata, type Person, type Tag } from "../api";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { destination } from "../render/hrefs";
import { type Reading, titlesOf, useReadingOf } from "../render/reading";
import { takeBack } from "../render/takeBack";
import { type Titles, wikiTarget } from "../render/titles";
import type { Token } from "../render/tokens";
import { client } from "../state/client";
import { type Reader, readersOf, useCollaborators } from "../state/collaborators";
import { derived } from "../state/derived";
import { useFolders } from "../state/folders";
import { localIds } from "../state/localNotes";
import { useNotes } from "../state/notes";
import { peopleQuery, usePeople } from "../state/people";
import { useTags } from "../state/tags";
import type { OwnBlocks } from "./blockNames";
import { type Ranked, ranked } from "./menus/ranking";

export interface WorkspaceContext {
  noteId: string;
  /** What `[[` offers; for ten thousand notes only once it is asked for. */
  titles(): Ranked<NoteMetadata>[];
  tags: readonly Tag[];
  people: readonly Person[];
  /** Who may see the note: only they can be mentioned in it. */
  users: readonly Reader[];
  reading: Reading;
  /** What the titles of the workspace mean in links; none while they are not known, and for guests. */
  index: Titles | undefined;
  /** Set by the surface. */
  ownBlocks?: OwnBlocks;
  go(address: string): void;
}

const NONE: never[] = [];
const rankedTitles = derived((notes: readonly NoteMetadata[]) => ranked(notes, (note) => note.name));

/** The context, always the same object, so that an editor made once sees what is known now. */
export function useWorkspaceContext(noteId: string, blocks: Block[]): WorkspaceContext {
  const notes = useNotes().data ?? NONE;
  const people = usePeople().data ?? NONE;
  const tags = useTags().data ?? NONE;
  const reading = useReadingOf(noteId, blocks);
  const [, go] = useLocation();
  const { isGuest } = reading;
  // What is linked in somebody else's note is looked up among their notes and people, not among the writer's own.
  const titles = () => rankedTitles(isGuest ? NONE : notes);
  const folders = useFolders().data ?? NONE;
  const index = isGuest ? undefined : titlesOf(notes, folders);
  const workspace = useRef<WorkspaceContext>(undefined);
  const users = useReaders(noteId);
  const now = { noteId, titles, tags, people: isGuest ? NONE : people, users, reading, index, go };
  workspace.current = Object.assign(workspace.current ?? now, now);
  return workspace.current;
}

function useReaders(noteId: string): readonly Reader[] {
  const collaboratorList = useCollaborators(noteId, noteId !== "").data;
  return useMemo(() => (collaboratorList ? readersOf(collaboratorList) : NONE), [collaboratorList]);
}

/** Make the note that a link asks for, beside this one or in the folder that it names; says so, or that it could not be made. */
export async function createNote(
  workspace: WorkspaceContext,
  title: string,
): Promise<NoteMetadata | undefined> {
  const { parentId } = workspace.reading;
  try {
    const { makeNote } = await import("../saving/making");
    const note = await makeNote(workspace.index?.wanted(title, parentId) ?? { name: title, parentId });
    const isHere = localIds().includes(note.id);
    done(t("sidePanel.link.made", { name: note.name }), isHere ? undefined : () => void takeBack(note.id));
    return note;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Add somebody to the people; says so, or that it failed. */
export async function addPerson(name: string): Promise<Person | undefined> {
  try {
    const person = await answer(api.POST("/api/workspace/people", { body: { name } as never }));
    client.setQueryData(peopleQuery.queryKey, (all) => all && [...all, person]);
    void client.invalidateQueries({ queryKey: peopleQuery.queryKey });
    done(t("editor.menu.personAdded", { name: person.name }), () => void takeOut(person));
    return person;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

async function takeOut({ id }: Person): Promise<void> {
  try {
    await answer(api.DELETE("/api/workspace/people/{person_id}", { params: { path: { person_id: id } } }));
    client.setQueryData(peopleQuery.queryKey, (all) => all?.filter((each) => each.id !== id));
    await client.invalidateQueries({ queryKey: peopleQuery.queryKey });
  } catch (error) {
    failed(error);
  }
}

/** Whether the token led somewhere. */
export function followToken(workspace: WorkspaceContext, token: Token): boolean {
  if (workspace.reading.isGuest && token.kind !== "address") return false;
  if (token.kind === "tag") workspace.go(to.tag(token.value));
  else if (token.kind === "person") workspace.go(to.person(token.value));
  else if (token.kind === "user") workspace.go(to.search(`@${token.value}`));
  else if (token.kind === "address")
    followLink(workspace, /^www\./i.test(token.value) ? `https://${token.value}` : token.value);
  else return false;
  return true;
}

/** The address of a note in links of texts: parentheses would end it there. */
export const noteAddress = (id: string, anchor = ""): string =>
  `note://${id}${anchor && `#${encodeURIComponent(anchor).replaceAll("(", "%28").replaceAll(")", "%29")}`}`;

/** Follow `[[title]]`; whether there is such a note. */
export function followTitle(workspace: WorkspaceContext, written: string): boolean {
  const { title, anchor } = wikiTarget(written);
  const id = title === "" ? workspace.noteId : workspace.reading.resolve(title);
  if (!id) return false;
  workspace.go(to.note(id, anchor));
  return true;
}

/** Follow the address of a link: notes inside the app, all else in a new tab, and nothing that could run. */
export function followLink(workspace: WorkspaceContext, href: string): void {
  const there = destination(href);
  if (there === null) return;
  if (there.kind === "note") workspace.go(to.note(there.id, there.anchor));
  else if (there.kind === "anchor") workspace.go(to.note(workspace.noteId, there.anchor));
  else {
    const link = document.createElement("a");
    Object.assign(link, { href: there.href, target: "_blank", rel: "noopener noreferrer" });
    link.click();
  }
}
