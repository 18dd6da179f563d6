/** What the menus of `[[`, `#`, `$` and `@` offer for what was typed. */
import type { Icon } from "@tabler/icons-react";
import type { NoteMetadata } from "../../api";
import { t } from "../../i18n";
import type { Titles } from "../../render/titles";
import { isTag, nameKey } from "../../render/tokens";
import type { World } from "../world";
import { best, ranked } from "./ranking";
import type { Trigger } from "./triggers";

/** What is put in the place of sign and query. */
export type Choice =
  | { kind: "text"; text: string }
  | { kind: "note"; title: string; heading?: string }
  /** No title says which note is meant. */
  | { kind: "noteById"; noteId: string; title: string; heading?: string }
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
  choice: Choice;
}

const MOST = 8;

export function itemsFor(sign: Trigger, query: string, world: World): Item[] {
  if (sign === "[[") return world.reading.isGuest ? [] : notes(query, world);
  if (sign === "#") return tags(query, world);
  if (sign === "$") return world.reading.isGuest ? [] : people(query, world);
  if (sign === "@") return users(query, world);
  return [];
}

function notes(query: string, world: World): Item[] {
  const [title = "", alias] = query.split("|");
  const [name = "", heading] = title.split("#");
  const found = best(world.titles, name, MOST).filter(
    (note) => note.id !== world.noteId || heading !== undefined,
  );
  const items = found.map((note): Item => {
    const choice = linkTo(note, world);
    if (heading !== undefined) choice.heading = heading;
    const item: Item = { id: note.id, name: note.name || t("common.untitled"), choice };
    if (world.index?.isShared(note)) item.detail = placeOf(note, world.index);
    return item;
  });
  const wanted = name.trim();
  const isNew =
    wanted !== "" && alias === undefined && !world.titles.some((each) => each.key === wanted.toLowerCase());
  if (isNew)
    items.push({
      id: "create",
      name: t("editor.menu.createNote", { name: wanted }),
      choice: { kind: "createNote", title: wanted },
    });
  return items;
}

function linkTo(note: NoteMetadata, world: World): Choice & { heading?: string } {
  const title = world.index?.formOf(note, world.reading.parentId);
  return title
    ? { kind: "note", title }
    : { kind: "noteById", noteId: note.id, title: note.name || t("common.untitled") };
}

const placeOf = (note: NoteMetadata, index: Titles): string =>
  index.folderNames(note.parentId).join(" / ") || t("around.info.top");

function tags(query: string, world: World): Item[] {
  const list = ranked(
    [...world.tags].sort((a, b) => b.count - a.count),
    (tag) => tag.tag,
  );
  const items = best(list, query, MOST).map((tag): Item => {
    const item: Item = {
      id: tag.tag,
      name: `#${tag.tag}`,
      detail: t("editor.menu.times", { count: tag.count }),
      choice: { kind: "text", text: `#${tag.tag}` },
    };
    if (tag.color !== null) item.colour = tag.color;
    return item;
  });
  const isNew = isTag(query) && !world.tags.some((tag) => tag.tag.toLowerCase() === query.toLowerCase());
  if (isNew)
    items.push({
      id: "create",
      name: t("editor.menu.createTag", { name: query }),
      choice: { kind: "text", text: `#${query}` },
    });
  return items;
}

function people(query: string, world: World): Item[] {
  const names = world.people.flatMap((person) => [
    { name: person.name, person },
    ...person.aliases.map((alias) => ({ name: alias, person })),
  ]);
  const seen = new Set<string>();
  const items = best(
    ranked(names, (each) => each.name),
    query,
    MOST * 2,
  )
    .filter(({ person }) => !seen.has(person.id) && seen.add(person.id))
    .slice(0, MOST)
    .map(({ name, person }): Item => {
      const item: Item = { id: person.id, name: person.name, choice: { kind: "text", text: `$${name}` } };
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

function users(query: string, world: World): Item[] {
  const list = ranked(world.users, (each) => `${each.handle} ${each.name}`);
  return best(list, query, MOST).map(({ id, handle, name }) => ({
    id,
    name: `@${handle}`,
    detail: name,
    choice: { kind: "text", text: `@${handle}` },
  }));
}
