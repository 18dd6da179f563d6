/** What the palette can find: titles, folders, people, tags and commands, and which of them a prefix asks for. */
import { to } from "../../addresses";
import type { FolderBranch, NoteMetadata, Person, SearchResult, Tag } from "../../api";
import { listed, t } from "../../i18n";
import { dayName, nameOfNote } from "../../i18n/dates";
import { matchOf } from "../../search/match";
import { fitness, folded, ranked } from "../../search/rank";
import type { SharedNote } from "../../state/collaborators";
import type { Command } from "../commands";

export interface Entry {
  key: string;
  kind: "note" | "folder" | "person" | "tag" | "command" | "search" | "create" | "ask";
  name: string;
  folded: string;
  /** Where it is, or which keys do the same. */
  detail: string;
  icon: string | null;
  /** Where it leads; commands lead nowhere. */
  href?: string;
  noteId?: string;
  /** As the service marks them: the name, and a further name that was met. */
  marked?: string;
  alsoKnownAs?: string;
  /** Of a note whose text alone was met: where. */
  snippet?: string;
  /** An entry of the journal. */
  isDay?: boolean;
  run?: () => void;
  /** It begins a part of the list. */
  heading?: "recent" | "notes" | "commands";
}

export interface Known {
  notes: readonly NoteMetadata[];
  /** Those of others. */
  shared: readonly SharedNote[];
  folders: readonly FolderBranch[];
  people: readonly Person[];
  tags: readonly Tag[];
}

type Named = "note" | "folder" | "person" | "tag";
export type Found = Record<Named, Entry[]>;

/** All that has a name, ready to be searched. */
export function entriesOf({ notes, shared, folders, people, tags }: Known): Found {
  const paths = new Map(folders.map(({ id, path }) => [id, path]));
  const own = notes.map((note) => ({ note, detail: note.parentId ? (paths.get(note.parentId) ?? "") : "" }));
  const others = shared.map(({ note, owner }) => ({
    note,
    detail: t("shell.finder.from", { name: owner.name }),
  }));
  return {
    note: latestFirst(own, others).map(({ note, detail }) => noteEntry(note, detail)),
    folder: folders.map(({ id, name, icon, path }) => ({
      ...entry("folder", id, name, path.slice(0, -name.length - 1)),
      icon,
      href: to.folder(id),
    })),
    person: people.map(({ id, name, aliases }) => ({
      ...entry("person", id, name, listed(aliases)),
      folded: folded([name, ...aliases].join(" ")),
      href: to.person(id),
    })),
    tag: tags.map(({ tag, count }) => ({
      ...entry("tag", tag, tag, t("common.notes", { count })),
      href: to.tag(tag),
    })),
  };
}

/** An entry of the journal is called by its day, and found by its date, too. */
function noteEntry({ id, name, icon }: Pick<NoteMetadata, "id" | "name" | "icon">, detail: string): Entry {
  const day = dayName(name);
  return {
    ...entry("note", id, nameOfNote(name), detail),
    ...(day && { folded: folded(`${day} ${name}`), isDay: true }),
    icon,
    href: to.note(id),
    noteId: id,
  };
}

type Listed = { note: NoteMetadata; detail: string };

/** Both are so already, and mostly nobody shares anything: then there is nothing to sort. */
function latestFirst(own: Listed[], others: Listed[]): Listed[] {
  if (others.length === 0) return own;
  const at = ({ note }: Listed) => note.updatedAt;
  return [...own, ...others].sort((one, other) => (at(one) < at(other) ? 1 : at(one) > at(other) ? -1 : 0));
}

export function commandEntries(commands: readonly Command[], keysOf: (keys: string) => string): Entry[] {
  return commands
    .filter((command) => !command.isHidden)
    .map((command) => ({
      ...entry("command", command.id, command.name, command.keys ? keysOf(command.keys) : ""),
      run: command.run,
    }));
}

const PREFIXES: Record<string, Named | "command"> = {
  ">": "command",
  "#": "tag",
  $: "person",
  "/": "folder",
};
const MOST = 2_000;

/** What was typed without its prefix, and what the prefix asks for. */
export function asked(typed: string): { kind: Named | "command" | null; text: string } {
  const kind = PREFIXES[typed[0] ?? ""] ?? null;
  return { kind, text: (kind ? typed.slice(1) : typed).trim() };
}

/** From here on a name is what was typed, or begins with it. */
const BEGINS = 800;

/** The entries to show, the best first. With nothing typed: `recent` notes, then commands; `best` is what search finds. */
export function matching(
  typed: string,
  found: Found,
  commands: readonly Entry[],
  recent: readonly string[],
  best: readonly SearchResult[] = [],
): Entry[] {
  const { kind, text } = asked(typed);
  if (kind === "command") return ranked(commands, text, MOST);
  if (kind) return ranked(found[kind], text, MOST);
  if (text === "") return [...recentFirst(found.note, recent), ...headed("commands", commands)];
  const named = ranked(
    [...found.note, ...found.folder, ...found.person, ...found.tag, ...commands],
    text,
    MOST,
  );
  return [...withBest(text, named, found.note, best), ...lastResorts(text)];
}

/** Names that begin with what was typed, then what search finds in its order, then names that fit somehow. */
function withBest(
  text: string,
  named: readonly Entry[],
  notes: readonly Entry[],
  best: readonly SearchResult[],
): Entry[] {
  if (best.length === 0) return [...named];
  const ids = new Set(best.map((hit) => hit.note.id));
  const known = new Map(notes.filter((one) => ids.has(one.noteId ?? "")).map((one) => [one.noteId, one]));
  const sought = new Map(best.map((hit) => [hit.note.id, soughtEntry(hit, known.get(hit.note.id))]));
  const query = folded(text);
  const begin = named.filter((one) => fitness(query, one.folded) > BEGINS);
  const first = begin.map((one) => sought.get(one.noteId ?? "") ?? one);
  const all = [...first, ...sought.values(), ...named.filter((one) => !sought.has(one.noteId ?? ""))];
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

function soughtEntry({ note, title, alsoKnownAs, snippet }: SearchResult, known?: Entry): Entry {
  // A title that holds the words is opened at its beginning.
  const match = title.includes("<mark>") || alsoKnownAs ? null : matchOf(snippet);
  return {
    ...(known ?? noteEntry(note, "")),
    href: to.match(note.id, match),
    marked: title,
    ...(match && { snippet: fromMatch(snippet) }),
    ...(alsoKnownAs && { alsoKnownAs }),
  };
}

/** A row is short: the snippet from the word before the first that was met. */
const fromMatch = (snippet: string): string => snippet.replace(/^[^<]*?(\S*\s*)(?=<mark>)/, "… $1");

/** The note as a new one, and its words in all texts. */
function lastResorts(text: string): Entry[] {
  return [
    { ...entry("create", "create", t("shell.finder.create", { name: text }), "") },
    { ...entry("search", "search", t("shell.finder.search", { text }), ""), href: to.search(text) },
  ];
}

/** The entries with one that asks the notes for what was typed; behind a question mark there is nothing else. */
export function withAsk(typed: string, entries: Entry[]): Entry[] {
  const isOnly = typed.startsWith("?");
  const text = (isOnly ? typed.slice(1) : typed).trim();
  if (asked(typed).kind || (text === "" && !isOnly)) return entries;
  const ask = { ...entry("ask", "ask", t("shell.finder.ask", { text }), ""), href: to.ask(text) };
  return isOnly ? [ask] : [...entries, ask];
}

const RECENT = 20;

function recentFirst(notes: readonly Entry[], recent: readonly string[]): Entry[] {
  const byId = new Map(notes.map((note) => [note.noteId, note]));
  const opened = recent.flatMap((id) => byId.get(id) ?? []);
  const others = notes.filter((note) => !recent.includes(note.noteId ?? ""));
  const kept = opened.slice(0, RECENT);
  return [...headed("recent", kept), ...headed("notes", others.slice(0, RECENT - kept.length))];
}

const headed = (heading: NonNullable<Entry["heading"]>, [first, ...others]: readonly Entry[]): Entry[] =>
  first ? [{ ...first, heading }, ...others] : [];

const entry = (kind: Entry["kind"], id: string, name: string, detail: string): Entry => ({
  key: `${kind} ${id}`,
  kind,
  name,
  folded: folded(name),
  detail,
  icon: null,
});
