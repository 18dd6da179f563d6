/** Two documents as one: blocks first, then the words of those that changed. */
import type { Block, Inline, TableContent } from "../../blocks";
import { stable, trimmed } from "../../saving/blockText";
import { calloutOf } from "../callouts";
import { plain } from "../headings";
import { likenessOf, paired } from "./likeness";
import { type Line, type Marks, noMarks, type Op } from "./marks";
import { type Run, runsOf } from "./runs";
import { changedTable, keyOfTable, shapeOf } from "./tables";
import { type Budget, changedCode, changedLine, MOST_TOGETHER } from "./words";

const MOST_EDITS = 1_000;
const LISTS = new Set(["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"]);
const WORDED = new Set([...LISTS, "paragraph", "heading", "quote", "codeBlock", "table"]);

export interface Compared {
  /** What is there with what went, in order. */
  blocks: Block[];
  /** Those that are not as they were. */
  changed: ReadonlySet<Block>;
  marks: Marks;
}

export function compare(before: readonly Block[], after: readonly Block[]): Compared {
  const comparison = new Comparison();
  const blocks = comparison.lists(trimmed([...before]), trimmed([...after]));
  return { blocks, changed: comparison.changed, marks: comparison.marks };
}

class Comparison {
  readonly marks = noMarks();
  readonly changed = new Set<Block>();
  private readonly budget: Budget = { left: MOST_TOGETHER };
  private readonly keys = new WeakMap<Block, string>();

  lists(before: readonly Block[], after: readonly Block[]): Block[] {
    const runs = runsOf(before, after, (block) => this.keyOf(block), MOST_EDITS);
    return runs.flatMap((run) => (run.isSame ? run.after : this.replaced(run)));
  }

  /** What a block says, whatever its id is. */
  private keyOf(block: Block): string {
    const known = this.keys.get(block);
    if (known !== undefined) return known;
    const { type, props, content, children = [] } = block;
    const key = JSON.stringify([
      type,
      stable({ props }),
      keyOfContent(content),
      children.map((each) => this.keyOf(each)),
    ]);
    this.keys.set(block, key);
    return key;
  }

  private replaced({ before, after }: Run<Block>): Block[] {
    const blocks: Block[] = [];
    let [from, to] = [0, 0];
    const until = (i: number, j: number) => {
      for (; from < i; from += 1) blocks.push(this.marked(before[from]!, "delete"));
      for (; to < j; to += 1) blocks.push(this.marked(after[to]!, "insert"));
    };
    for (const [i, j] of paired(before.map(likeness), after.map(likeness))) {
      until(i, j);
      blocks.push(...this.pair(before[i]!, after[j]!));
      [from, to] = [i + 1, j + 1];
    }
    until(before.length, after.length);
    return blocks;
  }

  /** The items of a list within another stand outside its line, so each has its own mark. */
  private marked(block: Block, op: Op): Block {
    this.marks.ops.set(block, op);
    this.changed.add(block);
    if (LISTS.has(block.type)) for (const child of block.children ?? []) this.marked(child, op);
    return block;
  }

  private pair(before: Block, after: Block): Block[] {
    if (this.keyOf(before) === this.keyOf(after)) return [after];
    const wholes = () => [this.marked(before, "delete"), this.marked(after, "insert")];
    if (stable({ props: before.props }) === stable({ props: after.props })) {
      const content = this.content(before, after);
      return content ? [this.merged(before, after, content)] : wholes();
    }
    if (!LISTS.has(after.type)) return wholes();
    // A task that was ticked: its line twice, what lies under it once.
    const old = { ...before, children: [] };
    const now = this.merged(before, after, after.content);
    this.marks.ops.set(old, "delete").set(now, "insert");
    this.changed.add(old);
    return [old, now];
  }

  private merged(before: Block, after: Block, content: Block["content"]): Block {
    const block = { ...after, content, children: this.lists(before.children ?? [], after.children ?? []) };
    const pieces = this.marks.codes.get(after);
    if (pieces) this.marks.codes.set(block, pieces);
    this.changed.add(block);
    return block;
  }

  /** The content as it is now with its marks; null where it is to change as a whole. */
  private content(before: Block, after: Block): Block["content"] | null {
    const [old, now] = [before.content ?? [], after.content ?? []];
    if (keyOfContent(old) === keyOfContent(now)) return now;
    if (!Array.isArray(old) || !Array.isArray(now))
      return changedTable(old as TableContent, now as TableContent, this.marks, (...lines) =>
        this.line(...lines),
      );
    if (after.type === "codeBlock") return this.code(after, plain(old), plain(now)) ? now : null;
    const isMarked = after.type === "quote" ? this.quote(old, now) : this.line(old, now);
    return isMarked ? now : null;
  }

  private code(block: Block, before: string, after: string): boolean {
    if (block.props?.language === "mermaid") return false;
    const pieces = changedCode(before, after, this.budget);
    if (pieces) this.marks.codes.set(block, pieces);
    return pieces !== null;
  }

  private line(before: Line, after: Line): boolean {
    const pieces = changedLine(before, after, this.budget);
    if (pieces) this.marks.lines.set(after, pieces);
    return pieces !== null;
  }

  /** A callout's title and text are two lines; what its head means cannot change by words. */
  private quote(before: Inline[], after: Inline[]): boolean {
    const [old, now] = [calloutOf(before), calloutOf(after)];
    if (!old || !now) return old === now && this.line(before, after);
    const isAlike =
      old.kind === now.kind &&
      old.fold === now.fold &&
      old.title.length > 0 === now.title.length > 0 &&
      old.rest.length > 0 === now.rest.length > 0;
    this.marks.heads.set(after, now);
    return isAlike && this.line(old.title, now.title) && this.line(old.rest, now.rest);
  }
}

const likeness = (block: Block) =>
  WORDED.has(block.type)
    ? likenessOf(`${block.type} ${block.props?.language ?? ""} ${shapeOf(block.content)}`, textOf(block))
    : likenessOf(block.id ?? "", "");

const keyOfContent = (content: Block["content"]): string =>
  content === undefined || Array.isArray(content) ? stable(content ?? []) : keyOfTable(content);

const textOf = (block: Block): string =>
  [plain(block.content), ...(block.children ?? []).map(textOf)].join("\n");
