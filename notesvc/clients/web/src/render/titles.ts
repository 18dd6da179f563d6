/** Which note a wiki link means and how it says it, as the service has it (the same examples hold for both). */
import type { FolderBranch, NoteMetadata } from "../api";
import { nameKey } from "./tokens";

type Listed = Pick<NoteMetadata, "id" | "parentId" | "name">;

interface Found {
  id: string;
  parentId: string | null;
  /** Only by the form of its title that a link can hold. */
  isFurther: boolean;
}

/** Characters. */
const LONGEST = 500;

export interface WikiTarget {
  title: string;
  /** A heading's words, or `^` and a block's id. */
  anchor: string;
}

/** The title and the anchor of what stands between the brackets. */
export function wikiTarget(written: string): WikiTarget {
  const at = written.indexOf("#");
  return at < 0
    ? { title: written.trim(), anchor: "" }
    : { title: written.slice(0, at).trim(), anchor: written.slice(at + 1).trim() };
}

/** What a wiki link shows; the id of a block says nothing to people. */
export function wikiLabel(written: string, alias: string): string {
  if (alias !== "") return alias;
  const { title, anchor } = wikiTarget(written);
  const said = anchor.startsWith("^") && title !== "" ? "" : anchor.replaceAll("#", " › ");
  return [title, said].filter(Boolean).join(" › ");
}

/** The title as a wiki link holds it: without the signs that end or part one, blanks joined. */
export const linkForm = (title: string): string =>
  HAS_SIGNS.test(title)
    ? title
        .replace(/[[\]|#]/g, "")
        .split(/\s+/)
        .filter(Boolean)
        .join(" ")
        .replace(/[\\ ]+$/, "")
    : title;

/** Signs that a link cannot hold, and blanks that are not single ones between words. */
const HAS_SIGNS = /[[\]|#\\]|\s\s|[^\S ]|^\s|\s$/;

/** The words of a heading as a link holds them; `^` at the beginning would make them an id. */
export const linkable = (heading: string): string =>
  heading
    .replace(/[[\]|#]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s^]+|\s+$/g, "");

export class Titles {
  private index: Map<string, Found[]> | undefined;
  private readonly folders: Map<string, FolderBranch>;

  constructor(
    private readonly notes: readonly Listed[],
    folders: readonly FolderBranch[],
  ) {
    this.folders = new Map(folders.map((folder) => [folder.id, folder]));
  }

  /** Made when it is first asked: most notes have few links, and there may be ten thousand titles. */
  private get byKey(): Map<string, Found[]> {
    if (this.index) return this.index;
    this.index = new Map();
    for (const note of this.notes) {
      const { id, parentId } = note;
      const { key, further } = keysOf(note);
      add(this.index, key, { id, parentId, isFurther: false });
      if (further !== key && further !== "") add(this.index, further, { id, parentId, isFurther: true });
    }
    return this.index;
  }

  /** The id of the note that `title` means in a note of that folder; null where nothing does. */
  resolve(title: string, from: string | null): string | null {
    const found = this.found(title);
    if (found.length < 2) return found[0]?.id ?? null;
    return [...found].sort((left, right) => this.compare(left, right, from))[0]?.id ?? null;
  }

  /** What a link in a note of that folder says to mean the note: its title, else with folders; else null. */
  formOf(note: Listed, from: string | null): string | null {
    const said = linkForm(note.name);
    if (said === "") return null;
    const names = this.line(note.parentId).map((folder) => linkForm(folder.name));
    for (let depth = 0; depth <= names.length; depth++) {
      const form = [...names.slice(names.length - depth), said].join("/");
      if ([...form].length <= LONGEST && this.resolve(form, from) === note.id) return form;
    }
    return null;
  }

  /** What a link says that means the note in whatever folder it is pasted: as `formOf`; null where nothing does. */
  formAnywhere(note: Listed): string | null {
    const said = linkForm(note.name);
    if (said === "") return null;
    const names = this.line(note.parentId).map((folder) => linkForm(folder.name));
    for (let depth = 0; depth <= names.length; depth++) {
      const form = [...names.slice(names.length - depth), said].join("/");
      const found = this.found(form);
      const titled = found.filter((each) => !each.isFurther);
      const [only, other] = titled.length > 0 ? titled : found;
      if ([...form].length <= LONGEST && only?.id === note.id && other === undefined) return form;
    }
    return null;
  }

  /** What a note has to be called, and where it has to lie, for a link in that folder that finds none to mean it. */
  wanted(title: string, from: string | null): { name: string; parentId: string | null } {
    const steps = title.split("/");
    const name = steps.pop()?.trim() ?? "";
    const path = foldersIn(steps);
    const folder = path.length > 0 && [...this.folders.keys()].find((id) => this.endsWith(id, path));
    return name !== "" && folder ? { name, parentId: folder } : { name: title, parentId: from };
  }

  /** Whether other notes have its title as well. */
  isShared = (note: Listed): boolean => (this.byKey.get(nameKey(note.name))?.length ?? 0) > 1;

  /** The names of the folders in which something lies, the outermost first. */
  folderNames = (parentId: string | null): string[] => this.line(parentId).map((folder) => folder.name);

  /** A path goes before a title that holds a slash. */
  private found(title: string): Found[] {
    const steps = title.split("/");
    const named = this.byKey.get(withoutEnding(steps.pop() ?? "")) ?? [];
    const path = foldersIn(steps);
    const there = path.length > 0 ? named.filter(({ parentId }) => this.endsWith(parentId, path)) : [];
    if (there.length > 0) return there;
    const titled = this.byKey.get(nameKey(title)) ?? this.byKey.get(withoutEnding(title));
    return titled ?? (path.length > 0 ? [] : named);
  }

  private endsWith(folderId: string | null, path: string[]): boolean {
    const names = this.line(folderId).map((folder) => nameKey(linkForm(folder.name)));
    return path.every((step, index) => names[names.length - path.length + index] === step);
  }

  private compare(left: Found, right: Found, from: string | null): number {
    const [a, b] = [left, right].map((note) => this.distance(note.parentId, from));
    return (
      Number(left.isFurther) - Number(right.isFurther) ||
      (a ?? 0) - (b ?? 0) ||
      this.depth(left) - this.depth(right) ||
      (left.id < right.id ? -1 : 1)
    );
  }

  private depth = (note: Found) => this.line(note.parentId).length;

  private distance(to: string | null, from: string | null): number {
    const [here, there] = [this.line(from), this.line(to)];
    let shared = 0;
    while (shared < here.length && here[shared]?.id === there[shared]?.id) shared += 1;
    return here.length + there.length - 2 * shared;
  }

  /** The folders from the root down to this one. */
  private line(id: string | null): FolderBranch[] {
    const line: FolderBranch[] = [];
    for (let at = id; at !== null && line.length < 64; ) {
      const folder = this.folders.get(at);
      if (folder === undefined) break;
      line.unshift(folder);
      at = folder.parentId;
    }
    return line;
  }
}

const keys = new WeakMap<Listed, { key: string; further: string }>();

/** What the note is found by. Most notes of a list are those of the list before. */
function keysOf(note: Listed): { key: string; further: string } {
  const known = keys.get(note);
  if (known) return known;
  const made = { key: nameKey(note.name), further: nameKey(linkForm(note.name)) };
  keys.set(note, made);
  return made;
}

function add(index: Map<string, Found[]>, key: string, found: Found): void {
  const known = index.get(key);
  if (known) known.push(found);
  else index.set(key, [found]);
}

const withoutEnding = (title: string): string => nameKey(title).replace(/\.md$/, "").trimEnd();

/** The keys of the folders that the steps of a path name. */
const foldersIn = (steps: string[]): string[] =>
  steps.map(nameKey).filter((step) => !["", ".", ".."].includes(step));
