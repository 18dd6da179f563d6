/** The words of a page as the lines of a note: white space as a browser shows it, pictures apart. */
import type { Block, Inline } from "../../blocks";
import { mayStand, standing } from "../document/hrefs";
import { isUnseen, raised, type Styles, stylesOf } from "./look";
import { pieceOf } from "./marks";

/** What stands in a line before its white space is settled. */
export type Run =
  | { type: "text"; text: string; styles: Styles; href: string | undefined }
  | { type: "atom"; src: string }
  | { type: "picture"; block: Block };

export interface Around {
  styles: Styles;
  href: string | undefined;
  pictureOf: (image: Element) => Block | undefined;
}

/** The runs of one node that stands within a line. */
export function runsOf(node: Node, around: Around): Run[] {
  if (node.nodeType === Node.TEXT_NODE)
    return [text((node as Text).data.replace(/[ \t\n\r\f\u00a0]+/g, " "), around)];
  if (!(node instanceof Element) || isUnseen(node)) return [];
  const piece = pieceOf(node);
  if (piece !== undefined) return [{ type: "atom", src: piece.markdown }];
  if (node.tagName === "BR") return [text("\n", around)];
  if (node.tagName === "IMG") {
    const block = around.pictureOf(node);
    return block === undefined ? [] : [{ type: "picture", block }];
  }
  const within = [...node.childNodes].flatMap((child) => runsOf(child, inside(node, around)));
  if (node.tagName === "MARK") return [text("==", around), ...within, text("==", around)];
  const tag = raised(node);
  return tag === undefined ? within : raisedRuns(tag, within);
}

const text = (said: string, { styles, href }: Around): Run => ({ type: "text", text: said, styles, href });

/** What is around the words of the element. */
export function inside(element: Element, around: Around): Around {
  const styles = stylesOf(element, around.styles);
  if (element.tagName !== "A" || !element.hasAttribute("href")) return { ...around, styles };
  const href = standing(element.getAttribute("href") ?? "") ?? "";
  // A place within the page that it came from leads nowhere here.
  const isUseful = href !== "" && !href.startsWith("#") && mayStand(href);
  return { ...around, styles, href: isUseful ? href : undefined };
}

function raisedRuns(tag: string, within: Run[]): Run[] {
  const said = within
    .map((run) => (run.type === "text" ? run.text : run.type === "atom" ? run.src : ""))
    .join("")
    .trim();
  if (said === "") return within;
  return [{ type: "atom", src: `<${tag}>${said.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</${tag}>` }];
}

/** One blank where there are several, none at the ends of lines; empty texts go, and empty lines at both ends. */
export function settled(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  let before = "\n";
  for (const run of runs) {
    if (run.type !== "text") {
      kept.push(run);
      before = run.type === "picture" ? "\n" : "";
      continue;
    }
    let said = run.text.replace(/ *\n */g, "\n").replace(/ {2,}/g, " ");
    if (before !== "") said = said.replace(/^ +/, "");
    if (kept.length === 0) said = said.replace(/^\n+/, "");
    if (said.startsWith("\n")) trimEnd(kept);
    if (said === "") continue;
    before = /[ \n]$/.exec(said)?.[0] ?? "";
    kept.push({ ...run, text: said });
  }
  trimEnd(kept, /[ \n]+$/);
  return kept;
}

function trimEnd(runs: Run[], blank = / +$/): void {
  for (let last = runs.at(-1); last?.type === "text"; last = runs.at(-1)) {
    last.text = last.text.replace(blank, "");
    if (last.text !== "") return;
    runs.pop();
  }
}

/** Parted where an empty line stands between the words, and at pictures. */
export function parted(runs: readonly Run[]): (Run[] | Block)[] {
  const parts: (Run[] | Block)[] = [];
  let line: Run[] = [];
  const end = () => {
    const whole = settled(line);
    if (whole.length > 0) parts.push(whole);
    line = [];
  };
  for (const run of settled(runs)) {
    const last = line.at(-1);
    if (run.type === "picture") {
      end();
      parts.push(run.block);
    } else if (
      run.type === "text" &&
      run.text.startsWith("\n") &&
      last?.type === "text" &&
      last.text.endsWith("\n")
    ) {
      end();
      line.push(run);
    } else line.push(run);
  }
  end();
  return parts;
}

/** No empty line between the words, where there is room for lines alone. */
export function closedUp(runs: readonly Run[]): Run[] {
  let isAtBreak = false;
  return settled(runs).map((run) => {
    if (run.type !== "text") {
      isAtBreak = false;
      return run;
    }
    const said = isAtBreak ? run.text.replace(/^\n+/, "") : run.text;
    if (said !== "") isAtBreak = said.endsWith("\n");
    return { ...run, text: said };
  });
}

/** The runs as inline content: neighbours of one look are one text, neighbours of one address one link. */
export function inlineOf(runs: readonly Run[]): Inline[] {
  const found: Inline[] = [];
  for (const run of runs) {
    if (run.type === "atom") found.push({ type: "mdInline", props: { src: run.src } });
    else if (run.type === "picture") found.push(pictureInLine(run.block));
    else addText(found, run);
  }
  return found;
}

function addText(found: Inline[], { text: said, styles, href }: Run & { type: "text" }): void {
  if (said === "") return;
  const last = found.at(-1);
  if (href !== undefined) {
    if (last?.type === "link" && last.href === href) joined(last.content, said, styles);
    else found.push({ type: "link", href, content: [{ type: "text", text: said, styles }] });
  } else joined(found, said, styles);
}

function joined(content: Inline[], said: string, styles: Styles): void {
  const last = content.at(-1);
  if (last?.type === "text" && sameStyles(last.styles, styles)) last.text += said;
  else content.push({ type: "text", text: said, styles });
}

const sameStyles = (one: Styles, other: Styles) =>
  Object.keys(one).sort().join() === Object.keys(other).sort().join();

const pictureInLine = ({ props = {} }: Block): Inline => ({
  type: "mdInline",
  props: { src: `![${String(props.name ?? "").replace(/[[\]\\]/g, "\\$&")}](${props.url ?? ""})` },
});
