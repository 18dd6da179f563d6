/** What the menus of `[[`, `#`, `$` and `@` offer for what was typed. */
import type { Icon } from "@tabler/icons-react";
import type { NoteMetadata } from "../../api";
import { t } from "../../i18n";
import type { Titles } from "../../render/titles";
import { nameKey } from "../../render/tokens";
import { isReadableTag } from "../../state/tagTree";
import type { ChosenBlock } from "../blockNames";
import type { WorkspaceContext } from "../workspaceContext";
import { anchorsFor } from "./anchors";
import { emojiFor } from "./emoji";
import { best, goesOn, ranked, startsAWord } from "./ranking";
import type { Trigger } from "./triggers";

/** A block that has no anchor yet; without a note it is one of the note that is written in. */
export type WithoutAnchor = ChosenBlock & { noteId?: string };

/** What of a note a link names. */
interface Part {
  anchor?: string;
  block?: WithoutAnchor;
}

/** What is put in the place of sign and query. */
export type Choice =
  | { kind: "text"; text: string }
  | ({ kind: "note"; title: string } & Part)
  /** No title says which note is meant. */
  | ({ kind: "noteById"; noteId: string; title: string } & Part)
  | { kind: "createNote"; title: string }
  | { kind: "addPerson"; name: string }
  | { kind: "command"; id: string };

export interface Item {
  id: string;
  name: string;
  /** Said quietly behind the name. */
  detail?: string;
  colour?: string;
  icon?: Icon;
  group?: string;
  keys?: string;
  /** It is what was probably meant: chosen at once where it comes first. Never what creates something. */
  isMeant?: boolean;
  choice: Choice;
}

const MOST = 8;

/** `again` is called when more is known of what was asked for. */
export function itemsFor(
  sign: Trigger,
  query: string,
  workspace: WorkspaceContext,
  again: () => void = () => {},
): Item[] {
  if (sign === "[[")
    return workspace.reading.isGuest
      ? []
      : [...anchorsFor(query, workspace, again), ...notes(query, workspace)].slice(0, MOST + 1);
  if (sign === ":") return emojiFor(query, again);
  if (sign === "#") return tags(query, workspace);
  if (sign === "$") return workspace.reading.isGuest ? [] : people(query, workspace);
  if (sign === "@") return users(query, workspace);
  return [];
}

function notes(query: string, workspace: WorkspaceContext): Item[] {
  const [title = "", alias] = query.split("|");
  const [name = "", anchor] = title.split("#");
  const found = best(workspace.titles(), name, MOST).filter(
    (note) => note.id !== workspace.noteId || anchor !== undefined,
  );
  const items = found.map((note): Item => {
    const choice = linkTo(note, workspace);
    if (anchor !== undefined) choice.anchor = anchor;
    const isMeant = startsAWord(note.name, name);
    const item: Item = { id: note.id, name: note.name || t("common.untitled"), isMeant, choice };
    if (workspace.index?.isShared(note)) item.detail = placeOf(note, workspace.index);
    return item;
  });
  const wanted = name.trim();
  if (wanted === "" || workspace.titles().some((each) => each.key === wanted.toLowerCase())) return items;
  const choice: Choice = { kind: "note", title: wanted };
  if (anchor !== undefined) choice.anchor = anchor;
  const link = { id: "link", name: t("editor.menu.linkTo", { name: wanted }), isMeant: true, choice };
  const made = items[0]?.isMeant ? [...items, link] : [link, ...items];
  if (alias === undefined)
    made.push({
      id: "create",
      name: t("editor.menu.createNote", { name: wanted }),
      choice: { kind: "createNote", title: wanted },
    });
  return made;
}

export type LinkChoice = Extract<Choice, { kind: "note" | "noteById" }>;

export function linkTo(note: NoteMetadata, workspace: WorkspaceContext): LinkChoice {
  const title = workspace.index?.formOf(note, workspace.reading.parentId);
  return title
    ? { kind: "note", title }
    : { kind: "noteById", noteId: note.id, title: note.name || t("common.untitled") };
}

const placeOf = (note: NoteMetadata, index: Titles): string =>
  index.folderNames(note.parentId).join(" / ") || t("sidePanel.info.top");

function tags(query: string, workspace: WorkspaceContext): Item[] {
  const list = ranked(
    [...workspace.tags].sort((a, b) => b.count - a.count),
    (tag) => tag.tag,
  );
  const items = best(list, query, MOST).map((tag): Item => {
    const item: Item = {
      id: tag.tag,
      name: `#${tag.tag}`,
      isMeant: goesOn(tag.tag, query),
      detail: t("editor.menu.times", { count: tag.count }),
      choice: { kind: "text", text: `#${tag.tag}` },
    };
    if (tag.color !== null) item.colour = tag.color;
    return item;
  });
  const isNew =
    isReadableTag(query) && !workspace.tags.some((tag) => tag.tag.toLowerCase() === query.toLowerCase());
  if (isNew)
    items.push({
      id: "create",
      name: t("editor.menu.createTag", { name: query }),
      choice: { kind: "text", text: `#${query}` },
    });
  return items;
}

function people(query: string, workspace: WorkspaceContext): Item[] {
  const names = workspace.people.flatMap((person) => [
    { name: person.name, person },
    ...person.aliases.map((alias) => ({ name: alias, person })),
  ]);
  // A name that nobody has ends with its first word: what follows is the sentence.
  if (query.includes(" ") && !names.some(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())))
    return [];
  const seen = new Set<string>();
  const items = best(
    ranked(names, (each) => each.name),
    query,
    MOST * 2,
  )
    .filter(({ person }) => !seen.has(person.id) && seen.add(person.id))
    .slice(0, MOST)
    .map(({ name, person }): Item => {
      const item: Item = {
        id: person.id,
        name: person.name,
        isMeant: goesOn(name, query),
        choice: { kind: "text", text: `$${name}` },
      };
      if (name !== person.name) item.detail = name;
      if (person.color !== null) item.colour = person.color;
      return item;
    });
  const wanted = query.trim();
  const isNew = wanted.length > 1 && !names.some((each) => nameKey(each.name) === nameKey(wanted));
  if (isNew)
    items.push({
      id: "add",
      name: t("editor.menu.addPerson", { name: wanted }),
      choice: { kind: "addPerson", name: wanted },
    });
  return items;
}

function users(query: string, workspace: WorkspaceContext): Item[] {
  const list = ranked(workspace.users, (each) => `${each.handle} ${each.name}`);
  return best(list, query, MOST).map(({ id, handle, name }) => ({
    id,
    name: `@${handle}`,
    detail: name,
    isMeant: query !== handle && startsAWord(`${handle} ${name}`, query),
    choice: { kind: "text", text: `@${handle}` },
  }));
}
