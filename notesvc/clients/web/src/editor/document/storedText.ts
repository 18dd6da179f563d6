/** Markdown of blocks as the note has it: its own bytes where nothing was changed, else the form that is stored. */
import { type Block, numberBelow } from "../../blocks";
import { markdownOf } from "./markdownOut";
import { type Lines, linesOf } from "./sources";

export class StoredText {
  readonly #source: string[];
  readonly #known = new Map<string, number[]>();
  readonly #blocks: readonly Block[];
  #lines: (Lines | undefined)[] | undefined;

  /** What the note says, in both forms, as they came. */
  constructor(
    readonly content: string,
    blocks: readonly Block[],
  ) {
    this.#source = content.split("\n");
    this.#blocks = blocks.filter((block) => !isBlank(block));
    this.#blocks.forEach((block, index) => {
      const said = saying(block);
      this.#known.set(said, [...(this.#known.get(said) ?? []), index]);
    });
  }

  /** The markdown of these blocks of the note. */
  markdown(given: readonly Block[]): string {
    const blocks = given.filter((block) => !isBlank(block));
    const numbers = numbersOf(blocks);
    const places = blocks.map((block) => this.#placeOf(block));
    if (
      places.length > 0 &&
      places.length === this.#blocks.length &&
      places.every((at, index) => at === index)
    )
      return this.content;
    const parts: string[] = [];
    for (let from = 0; from < blocks.length; ) {
      let to = from + 1;
      while (to < blocks.length && goesOn(places[to - 1], places[to])) to++;
      const [first, last] = [places[from], places[to - 1]];
      const isStored = first !== undefined && last !== undefined;
      const changed = () =>
        blocks.slice(from, to).map((block, at) => (at === 0 ? countedOn(block, numbers[from] ?? 0) : block));
      parts.push(isStored ? this.#between(first, last) : markdownOf(changed()).trimEnd());
      const [end, next] = [blocks[to - 1], blocks[to]];
      if (end && next) parts.push(isOneList(end, next) ? "\n" : "\n\n");
      from = to;
    }
    return `${parts.join("")}\n`;
  }

  /** Which of the blocks that came this is, where its lines are known. */
  #placeOf(block: Block): number | undefined {
    const alike = this.#known.get(saying(block)) ?? [];
    const found = alike.find((index) => this.#blocks[index]?.id === block.id) ?? alike[0];
    this.#lines ??= linesOf(this.#blocks, this.#source);
    return found !== undefined && this.#lines[found] ? found : undefined;
  }

  #between(first: number, last: number): string {
    const [start, end] = [this.#lines?.[first]?.first, this.#lines?.[last]?.end];
    return this.#source.slice(start, end).join("\n").replace(/\r$/, "");
  }
}

/** Whether one is in the same run as the next: both as they came and one after the other, or both changed. */
const goesOn = (one: number | undefined, next: number | undefined): boolean =>
  one === undefined ? next === undefined : next === one + 1;

const isBlank = ({ type, content, children = [] }: Block): boolean =>
  type === "paragraph" && Array.isArray(content) && content.length === 0 && children.length === 0;

const ITEM = /^(?:bullet|check|toggle|numbered)ListItem$/;
const isOneList = (one: Block, next: Block): boolean =>
  ITEM.test(one.type) &&
  ITEM.test(next.type) &&
  (one.type === "numberedListItem") === (next.type === "numberedListItem");

/** The numbers of items; 0 for all else. */
function numbersOf(blocks: readonly Block[]): number[] {
  let number = 0;
  return blocks.map((block) => {
    number = numberBelow(number, block);
    return number;
  });
}

/** Counting on from the items before it. */
const countedOn = (block: Block, number: number): Block =>
  number > 1 ? { ...block, props: { ...block.props, start: number } } : block;

/** The block without the names of its parts. */
const saying = (block: Block): string =>
  JSON.stringify(block, (key, value) => (key === "id" ? undefined : value));
