/** What changed in a document that is shown, by the objects it is made of: no document can say any of it itself. */
import type { Block, Inline } from "../../blocks";
import type { CalloutHead } from "../callouts";
import type { Shown } from "../source";

export type Op = "insert" | "delete";
/** A stretch of a line or of code; without `op` it stayed. */
export interface Piece<Said> {
  op?: Op;
  said: Said;
}
export type Line = readonly Inline[];

export interface Marks {
  /** Blocks and rows that came or went as a whole. */
  ops: WeakMap<object, Op>;
  /** Lines with what went from them, too, by the line as it is now. */
  lines: WeakMap<Line, Piece<Shown[]>[]>;
  codes: WeakMap<Block, Piece<string>[]>;
  /** Heads of callouts, whose lines are in `lines`. */
  heads: WeakMap<Line, CalloutHead>;
}

export const noMarks = (): Marks => ({
  ops: new WeakMap(),
  lines: new WeakMap(),
  codes: new WeakMap(),
  heads: new WeakMap(),
});
