/** Folds the long stretches between changes. */
import type { Hunk } from "./Differences";

export type Part = Hunk | { op: "folded"; text: string; lines: number };

const AROUND = 3;
const WORTH = 6;

/** The hunks with what is far from any change folded; some lines stay beside each change. */
export function folded(hunks: readonly Hunk[]): Part[] {
  return hunks.flatMap((hunk, index): Part[] => {
    if (hunk.op !== "equal") return [hunk];
    const lines = hunk.text.split("\n");
    const before = index === 0 ? 0 : AROUND;
    const after = index === hunks.length - 1 ? 0 : AROUND;
    const hidden = lines.length - before - after;
    if (hidden < WORTH) return [hunk];
    const between = lines.slice(before, before + hidden).join("\n");
    const parts: Part[] = [
      {
        op: "equal",
        text: lines
          .slice(0, before)
          .map((line) => `${line}\n`)
          .join(""),
      },
      { op: "folded", text: after ? `${between}\n` : between, lines: hidden },
      { op: "equal", text: lines.slice(before + hidden).join("\n") },
    ];
    return parts.filter((part) => part.text !== "");
  });
}
