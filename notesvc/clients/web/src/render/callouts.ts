/** A quote that begins with `[!note] Title` is a callout. */
import type { Inline } from "../blocks";

export type CalloutLook = "note" | "tip" | "good" | "question" | "warning" | "danger" | "example" | "quote";

export interface CalloutHead {
  /** The word in brackets, in lower case. */
  kind: string;
  look: CalloutLook;
  /** How much of the text the head is, title not included. */
  length: number;
  /** `-` folded, `+` unfolded, "" not foldable. */
  fold: "" | "+" | "-";
  title: Inline[];
  rest: Inline[];
}

const HEAD = /^\[!([\p{L}\p{N}_-]{1,40})(?:\|[^\]]*)?\]([+-]?)[ \t]*/u;

/** The word that is written for each look. */
export const KINDS = ["note", "tip", "success", "question", "warning", "danger", "example", "quote"] as const;

const LOOKS: Record<string, CalloutLook> = {
  tip: "tip",
  hint: "tip",
  important: "tip",
  success: "good",
  check: "good",
  done: "good",
  question: "question",
  help: "question",
  faq: "question",
  warning: "warning",
  caution: "warning",
  attention: "warning",
  failure: "danger",
  fail: "danger",
  missing: "danger",
  danger: "danger",
  error: "danger",
  bug: "danger",
  example: "example",
  quote: "quote",
  cite: "quote",
};

export function calloutOf(content: readonly Inline[]): CalloutHead | null {
  const first = content[0];
  if (first?.type !== "text" || Object.values(first.styles).some(Boolean)) return null;
  const head = HEAD.exec(first.text);
  if (head === null) return null;
  const kind = (head[1] ?? "").toLowerCase();
  const begun = { ...first, text: first.text.slice(head[0].length) };
  const [title, rest] = atLineEnd([begun, ...content.slice(1)]);
  const look = Object.hasOwn(LOOKS, kind) ? LOOKS[kind] : undefined;
  const fold = (head[2] ?? "") as "" | "+" | "-";
  return { kind, look: look ?? "note", length: head[0].length, fold, title, rest };
}

/** What stands before the first line end, and what after it. */
function atLineEnd(content: readonly Inline[]): [Inline[], Inline[]] {
  const before: Inline[] = [];
  for (const [index, inline] of content.entries()) {
    const end = inline.type === "text" ? inline.text.indexOf("\n") : -1;
    if (inline.type === "text" && end >= 0) {
      const left = { ...inline, text: inline.text.slice(0, end) };
      const right = { ...inline, text: inline.text.slice(end + 1) };
      return [said([...before, left]), said([right, ...content.slice(index + 1)])];
    }
    before.push(inline);
  }
  return [said(before), []];
}

const said = (content: Inline[]) => content.filter((inline) => inline.type !== "text" || inline.text !== "");
