/** Which note a wiki link means, as the service has it: by title, the nearest in the folder tree first. */
import type { FolderBranch, NoteMetadata } from "../api";
import { nameKey } from "./tokens";

type Found = Pick<NoteMetadata, "id" | "parentId">;

export interface WikiTarget {
  title: string;
  heading: string;
}

/** The title and the heading of what stands between the brackets. */
export function wikiTarget(written: string): WikiTarget {
  const at = written.indexOf("#");
  return at < 0
    ? { title: written.trim(), heading: "" }
    : { title: written.slice(0, at).trim(), heading: written.slice(at + 1).trim() };
}

export class Titles {
  private readonly byKey = new Map<string, Found[]>();
  private readonly folders: Map<string, FolderBranch>;

  constructor(notes: readonly NoteMetadata[], folders: readonly FolderBranch[]) {
    for (const note of notes) {
      const key = nameKey(note.name);
      const known = this.byKey.get(key);
      if (known) known.push(note);
      else this.byKey.set(key, [note]);
    }
    this.folders = new Map(folders.map((folder) => [folder.id, folder]));
  }

  /** The id of the note that `title` means in a note of that folder; null where nothing does. */
  resolve(title: string, from: string | null): string | null {
    const exact = this.byKey.get(nameKey(title));
    const found = exact ?? this.byPath(title);
    if (found.length < 2) return found[0]?.id ?? null;
    return [...found].sort((left, right) => this.compare(left, right, from))[0]?.id ?? null;
  }

  private byPath(title: string): Found[] {
    const steps = title.split("/");
    const last = nameKey(steps.pop() ?? "")
      .replace(/\.md$/, "")
      .trim();
    const path = steps.map(nameKey).filter((step) => !["", ".", ".."].includes(step));
    const found = this.byKey.get(last) ?? [];
    if (path.length === 0) return found;
    return found.filter(({ parentId }) => {
      const names = this.line(parentId).map((folder) => nameKey(folder.name));
      return path.every((step, index) => names[names.length - path.length + index] === step);
    });
  }

  private compare(left: Found, right: Found, from: string | null): number {
    const [a, b] = [left, right].map((note) => this.distance(note.parentId, from));
    return (a ?? 0) - (b ?? 0) || this.depth(left) - this.depth(right) || (left.id < right.id ? -1 : 1);
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
