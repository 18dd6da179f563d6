/** Addresses that somebody types become links as in GitHub's Markdown: with `http://`, `https://` or `www.` before them, without
 * the punctuation behind them. The editor would also take `README.md` and `end.So` for sites: that guess is refused. */
import { isHistoryTransaction } from "@tiptap/pm/history";
import type { Transaction } from "@tiptap/pm/state";
import { AddMarkStep } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { HOLE } from "../tokens/readable";
import { mayStand } from "./hrefs";

const ADDRESS = new RegExp(
  String.raw`(?<![^\s(\[{"'*_~\u2018\u201c\u201e\u00ab])(?:https?:\/\/|www\.)[\p{L}\p{N}[][^\s<${HOLE}]*$`,
  "iu",
);
const PUNCTUATION = /[?!.,:;*_~'"\]}\u2019\u201c\u201d\u00bb]+$/;

/** An address, and how much stands between its end and the caret. */
interface Typed {
  address: string;
  behind: number;
}

/** The address that the text before the caret ends with. */
export function addressBefore(before: string): Typed | undefined {
  const found = ADDRESS.exec(before)?.[0];
  if (found === undefined) return undefined;
  let address = found.replace(PUNCTUATION, "");
  while (address.endsWith(")") && address.split(")").length > address.split("(").length)
    address = address.slice(0, -1).replace(PUNCTUATION, "");
  return { address, behind: found.length - address.length };
}

/** Link it where it is no link yet; `end` is the caret that it was found before. */
export function linkAddress(view: EditorView, { address, behind }: Typed, end: number): void {
  const href = /^www/i.test(address) ? `https://${address}` : address;
  const { doc, schema, storedMarks, tr } = view.state;
  const { link, code } = schema.marks;
  if (link === undefined || !mayStand(href)) return;
  const [from, to] = [end - behind - address.length, end - behind];
  if ([link, code].some((mark) => mark !== undefined && doc.rangeHasMark(from, to, mark))) return;
  view.dispatch(tr.addMark(from, to, link.create({ href })).setStoredMarks(storedMarks).setMeta(OURS, true));
}

const OURS = "typedAddress";

/** What the editor adds by itself to what was typed: nothing but links, and nothing is selected. */
export const isGuess = (change: Transaction): boolean =>
  change.steps.length > 0 &&
  change.steps.every((step) => step instanceof AddMarkStep && step.mark.type.name === "link") &&
  change.selection.empty &&
  change.getMeta(OURS) === undefined &&
  !isHistoryTransaction(change);
