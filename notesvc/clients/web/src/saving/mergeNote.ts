/** Three-way merge of a note: text, title, tags and properties each by its own rule. */
import type { Note } from "../api";
import type { Block } from "../blocks";
import { sameDocument } from "./blockText";
import type { Edit } from "./document";
import { mergeText } from "./merge";
import { mergeBlocks } from "./mergeBlocks";

export interface MergedNote {
  /** What is to be written on top of theirs so that it holds both. */
  edit: Edit;
  /** The fields that both changed, each in its own way; `edit` then holds both of the text, and mine of the rest. */
  torn: (keyof Edit)[];
}

export function mergeNote(base: Note, mine: Edit, theirs: Note): MergedNote {
  const edit: Edit = {};
  const torn: (keyof Edit)[] = [];
  if (mine.content !== undefined) {
    const merged = mergeText(base.content, mine.content, theirs.content);
    if (merged.isTorn) torn.push("content");
    if (merged.text !== theirs.content) edit.content = merged.text;
  }
  if (mine.richContent !== undefined) {
    const [was, is] = [base.richContent, theirs.richContent].map((blocks) => (blocks ?? []) as Block[]);
    const merged = mergeBlocks(was!, mine.richContent, is!);
    if (merged.isTorn) torn.push("richContent");
    if (!sameDocument(merged.blocks, is)) edit.richContent = merged.blocks;
  }
  if (mine.name !== undefined && mine.name !== theirs.name) {
    if (theirs.name !== base.name && mine.name !== base.name) torn.push("name");
    if (mine.name !== base.name) edit.name = mine.name;
  }
  if (mine.tags !== undefined) {
    const tags = mergeTags(base.tags, mine.tags, theirs.tags);
    if (tags.join("\n") !== theirs.tags.join("\n")) edit.tags = tags;
  }
  if (mine.properties !== undefined) {
    const merged = mergeProperties(base.properties, mine.properties, theirs.properties);
    if (merged.isTorn) torn.push("properties");
    if (json(merged.properties) !== json(theirs.properties)) edit.properties = merged.properties;
  }
  for (const look of ["icon", "cover"] as const) {
    const value = mine[look];
    if (value !== undefined && value !== base[look] && value !== theirs[look]) edit[look] = value;
  }
  if (mine.mode !== undefined && mine.mode !== base.mode && mine.mode !== theirs.mode) edit.mode = mine.mode;
  return { edit, torn };
}

/** Added by either stays, removed by either goes. */
function mergeTags(base: string[], mine: string[], theirs: string[]): string[] {
  const kept = theirs.filter((tag) => mine.includes(tag) || !base.includes(tag));
  return [...kept, ...mine.filter((tag) => !base.includes(tag) && !kept.includes(tag))];
}

type Properties = Record<string, unknown>;

function mergeProperties(base: Properties, mine: Properties, theirs: Properties) {
  let isTorn = false;
  const properties: Properties = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [b, m, t] = [json(base[name]), json(mine[name]), json(theirs[name])];
    if (m !== b && t !== b && m !== t) isTorn = true;
    const from = m === b ? theirs : mine;
    if (name in from) properties[name] = from[name];
  }
  return { properties, isTorn };
}

const json = (value: unknown) => JSON.stringify(value);
