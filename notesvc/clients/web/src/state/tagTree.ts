/** Tags as a tree of what stands between the slashes, laid out as rows. */
import type { Tag } from "../api";
import { locale } from "../i18n/dates";

export interface TagRow {
  tag: string;
  /** The last part; the whole tag where the rows are no tree. */
  label: string;
  depth: number;
  color: string | null;
  /** Its own colour, or that of the tag above it. */
  shade: string | null;
  /** How many notes have just this tag. */
  count: number;
  /** Only there because tags below it are. */
  isOnlyParent: boolean;
}

export type Order = "name" | "count";

interface Branch extends TagRow {
  children: Map<string, Branch>;
  /** Its own count and those below. */
  weight: number;
}

/** All tags in display order. With a filter: those that hold it, as a flat list. */
export function tagRows(tags: readonly Tag[], order: Order, filter = ""): TagRow[] {
  const wanted = filter.trim().replace(/^#/, "").toLowerCase();
  return wanted === "" ? inTree(tags, order) : matching(tags, order, wanted);
}

function matching(tags: readonly Tag[], order: Order, wanted: string): TagRow[] {
  const found = tags
    .filter(({ tag }) => tag.toLowerCase().includes(wanted))
    .map((each): Branch => branch(each.tag, each.tag, 0, each));
  return sorted(found, order);
}

function inTree(tags: readonly Tag[], order: Order): TagRow[] {
  const roots = new Map<string, Branch>();
  for (const each of tags) {
    let level = roots;
    let path = "";
    each.tag.split("/").forEach((part, depth) => {
      path = path ? `${path}/${part}` : part;
      const found = level.get(part) ?? branch(path, part, depth);
      level.set(part, found);
      found.weight += each.count;
      if (path === each.tag)
        Object.assign(found, {
          count: each.count,
          color: each.color,
          shade: each.color,
          isOnlyParent: false,
        });
      level = found.children;
    });
  }
  return laidOut(roots, order);
}

function branch(tag: string, label: string, depth: number, own?: Tag): Branch {
  const count = own?.count ?? 0;
  return {
    tag,
    label,
    depth,
    color: own?.color ?? null,
    shade: own?.color ?? null,
    count,
    isOnlyParent: own === undefined,
    children: new Map(),
    weight: count,
  };
}

function laidOut(level: Map<string, Branch>, order: Order): TagRow[] {
  return sorted([...level.values()], order).flatMap((each) => {
    for (const child of each.children.values()) child.shade ??= each.shade;
    return [each, ...laidOut(each.children, order)];
  });
}

function sorted(branches: Branch[], order: Order): Branch[] {
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  return branches.sort(
    (one, other) => (order === "count" ? other.weight - one.weight : 0) || compare(one.label, other.label),
  );
}

/** The tags right below this one. */
export function childrenOf(tags: readonly Tag[], parent: string): Tag[] {
  return tags.filter(({ tag }) => tag.startsWith(`${parent}/`));
}

/** What a rename to `name` would do, as far as the tags show. */
export function renameOutcome(
  tags: readonly Tag[],
  from: string,
  name: string,
): "same" | "no tag" | "merge" | "rename" {
  const key = name.trim().replace(/^#/, "").toLowerCase();
  if (key === from) return "same";
  if (!isReadableTag(key)) return "no tag";
  const present = new Set(tags.map(({ tag }) => tag));
  const moved = [from, ...childrenOf(tags, from).map(({ tag }) => tag)];
  const lands = (tag: string) => key + tag.slice(from.length);
  const stays = (tag: string) => present.has(tag) && !moved.includes(tag);
  const hasOthers = [...present].some((tag) => tag.startsWith(`${key}/`) && !moved.includes(tag));
  return moved.some((tag) => stays(lands(tag))) || hasOthers ? "merge" : "rename";
}

const TAG = /^[\p{L}\p{N}_/-][\p{L}\p{M}\p{N}_/-]*$/u;

/** Whether `#` and this text make exactly one tag, as the service reads them. */
export const isReadableTag = (text: string): boolean => isTag(text) && !/[-_]$/.test(text);

/** Whether this text may be a tag, as those that a note has beside its text. */
export function isTag(text: string): boolean {
  const length = [...text].length;
  return length >= 2 && length <= 32 && TAG.test(text) && /\p{L}/u.test(text) && !text.endsWith("/");
}
