/** How wide signs are in a view, in ems: wrapped lines begin where the text behind the signs begins. */
import type { EditorView } from "@codemirror/view";
import { isTouch } from "../../touch";

export interface Ruler {
  /** Of text in the letters of notes. */
  text(said: string): number;
  /** Of text in the letters of code. */
  code(said: string): number;
  /** Of the box of a task. */
  tick: number;
}

/** Where nothing is laid out. */
export const roughly: Ruler = {
  text: (said) => [...said].reduce((sum, sign) => sum + (/\d/.test(sign) ? 0.64 : 0.28), 0),
  code: (said) => said.length * 0.6,
  tick: 1.25,
};

/** In CSS pixels, with the space behind it. */
const TICK = () => (isTouch() ? 28 : 20);
const MONO = '"JetBrains Mono Variable", monospace';
const LARGE = 100;

/** Measures on a canvas, so that no key waits for the page to be laid out. */
export class ViewRuler implements Ruler {
  tick = roughly.tick;
  readonly #canvas = document.createElement("canvas").getContext("2d");
  readonly #known = new Map<string, number>();
  #family = "sans-serif";
  #seen = 0;

  /** Whether the letters are others than before. */
  isOther(view: EditorView): boolean {
    if (view.defaultCharacterWidth === this.#seen) return false;
    this.#seen = view.defaultCharacterWidth;
    const { fontFamily, fontSize } = getComputedStyle(view.scrollDOM);
    this.#family = fontFamily;
    this.#known.clear();
    this.tick = TICK() / (Number.parseFloat(fontSize) || 16);
    return true;
  }

  text(said: string): number {
    return this.#measured(said, this.#family);
  }

  code(said: string): number {
    return this.#measured(said, MONO);
  }

  #measured(said: string, family: string): number {
    if (said === "" || this.#canvas === null) return 0;
    const key = `${family} ${said}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#canvas.font = `${LARGE}px ${family}`;
    const width = this.#canvas.measureText(said.replaceAll("\t", "    ")).width / LARGE;
    this.#known.set(key, width);
    return width;
  }
}
