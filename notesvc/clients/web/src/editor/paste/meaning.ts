/** What a paste means: which of the kinds on the clipboard says it best, and as what. Both surfaces ask here. */
import type { Block } from "../../blocks";
import { looksLikeMarkdown } from "../document/markdownIn";
import { blocksOfHtml } from "./blocksOfHtml";
import { rowsOfTabs, tableOf } from "./tables";

/** What is on the clipboard: texts by their media type, and files. */
export interface Clip {
  get: (kind: string) => string;
  kinds: readonly string[];
  files: readonly File[];
}

/** Where it is pasted. */
export interface Target {
  isInCode: boolean;
  isPlainWanted: boolean;
  hasSelection: boolean;
  /** Takes a picture that came within the text, and answers what stands for its address meanwhile. */
  keep: (file: File) => string;
}

export type Meaning =
  | { as: "plain"; text: string }
  | { as: "link"; href: string }
  | { as: "files"; files: readonly File[] }
  | { as: "markdown"; text: string }
  | { as: "blocks"; blocks: Block[] };

export const clipOf = (data: DataTransfer): Clip => ({
  get: (kind) => data.getData(kind),
  kinds: data.types,
  files: [...data.files],
});

export function meaningOf(clip: Clip, target: Target): Meaning {
  const text = clip.get("text/plain").replace(/\r\n?/g, "\n");
  if ((target.isInCode || target.isPlainWanted) && text !== "") return { as: "plain", text };
  const html = clip.get("text/html");
  if (clip.files.length > 0 && text === "" && isPictureAlone(html)) return { as: "files", files: clip.files };
  if (isLink(text) && target.hasSelection) return { as: "link", href: text.trim() };
  const markdown = (clip.get(MARKDOWN) || (html.includes(SOURCE) ? text : "")).replace(/\r\n?/g, "\n");
  if (markdown !== "") return { as: looksLikeMarkdown(markdown) ? "markdown" : "plain", text: markdown };
  const code = codeOfEditor(clip, text);
  if (code !== undefined) return code;
  if (text !== "" && looksLikeMarkdown(text) && !isRich(html)) return { as: "markdown", text };
  const blocks = html === "" ? [] : blocksOfHtml(html, target.keep);
  if (blocks.length > 0) return { as: "blocks", blocks };
  const rows = rowsOfTabs(text);
  if (rows === undefined) return { as: "plain", text };
  const cell = (said: string) => (said === "" ? [] : [{ type: "text" as const, text: said, styles: {} }]);
  return { as: "blocks", blocks: [tableOf(rows.map((row) => row.map(cell)))] };
}

/** The kind under which the markdown surface puts its source beside the page of it. */
export const MARKDOWN = "text/markdown";

/** In a page of ours: its text is its source. Not every clipboard has more kinds than page and text. */
const SOURCE = "<!-- The text beside this is its markdown. -->";

export const withSource = (html: string): string => html + SOURCE;

/** Browsers add to a picture the page that shows it; office programs add a picture of what they put there as text. */
const isPictureAlone = (html: string) =>
  html === "" || (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim() === "";

const isLink = (text: string) => /^(?:https?:\/\/|mailto:|note:\/\/)\S+$/.test(text.trim());

/** HTML that says more than the text: lists, headings, links. Editors of markdown send only coloured lines. */
const isRich = (html: string) => /<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|blockquote|pre)[\s>]/i.test(html);

/** VS Code says which language it is; several lines of a language are code. */
function codeOfEditor(clip: Clip, text: string): Meaning | undefined {
  const said = clip.get("vscode-editor-data");
  if (said === "" || text === "") return undefined;
  const language = languageIn(said);
  if (language === "markdown") return { as: "markdown", text };
  if (language === "" || language === "plaintext" || !text.includes("\n")) return { as: "plain", text };
  const content = [{ type: "text" as const, text: text.replace(/\n+$/, ""), styles: {} }];
  return { as: "blocks", blocks: [{ type: "codeBlock", props: { language }, content }] };
}

function languageIn(said: string): string {
  try {
    const { mode } = JSON.parse(said) as { mode?: unknown };
    return typeof mode === "string" ? mode : "";
  } catch {
    return "";
  }
}
