/** What programs put on the clipboard beside what they mean: a rule for each habit, named by what it mends. */
import { footnotes } from "./footnotes";
import { putFallback } from "./late";
import { cssOf } from "./look";
import { putPiece } from "./marks";
import { acceptedInWord, listsOfWord } from "./word";

interface Habit {
  mends: string;
  mend: (body: HTMLElement) => void;
}

const each =
  (selector: string, mend: (found: HTMLElement) => void) =>
  (body: HTMLElement): void => {
    for (const found of body.querySelectorAll<HTMLElement>(selector)) if (body.contains(found)) mend(found);
  };
const goes = (found: Element) => found.remove();

const HABITS: readonly Habit[] = [
  {
    mends: "Google Docs: code and marked words by their looks alone",
    mend: each("b[id^=docs-internal-guid] span[style]", looks),
  },
  {
    mends: "Google Docs: a bold element around all that is not bold",
    mend: each("b[id^=docs-internal-guid]", unwrap),
  },
  {
    mends: "browsers: a line break behind what was copied",
    mend: each("br.Apple-interchange-newline", goes),
  },
  {
    mends: "pages that show pictures late: the picture beside its place",
    mend: each("noscript", putFallback),
  },
  { mends: "KaTeX: a formula three times", mend: each(".katex-display, .katex", formula) },
  {
    mends: "Wikipedia and others: a formula in MathML beside its picture",
    mend: each(".mwe-math-element, math", formula),
  },
  { mends: "Notion: a formula as its source", mend: each("p", source) },
  {
    mends: "Wikipedia: numbers of footnotes and the ways back, what is asked of authors, and links to edit",
    mend: each("sup.reference, sup.noprint, .mw-cite-backlink, .mw-editsection", goes),
  },
  { mends: "headings with a link to themselves", mend: each("h1 a, h2 a, h3 a, h4 a, h5 a, h6 a", anchor) },
  { mends: "GitHub: the title of an alert in words", mend: each(".markdown-alert", alert) },
  { mends: "GitHub: emoji as pictures", mend: each("g-emoji, img.emoji", emoji) },
  { mends: "ChatGPT: sources without a blank before them", mend: each("p span[data-state]", apart) },
  { mends: "Word: comments and tracked changes", mend: acceptedInWord },
  { mends: "footnotes as links within the page", mend: footnotes },
  { mends: "Word: marked words", mend: each("span[style*=mso-highlight]", marked) },
  { mends: "Word: titles and quotes by their style alone", mend: each("p[class^=Mso]", wordStyle) },
  { mends: "Word: lists as paragraphs with signs", mend: listsOfWord },
  {
    mends: "editors of code: lines in boxes that keep white space",
    mend: each("div[style*=white-space]", boxOfCode),
  },
  { mends: "mails: tables that only place things", mend: each("table", placing) },
  { mends: "Notion: callouts", mend: each("aside", aside) },
];

/** The page as if everybody wrote HTML as it is meant. */
export function mended(body: HTMLElement): void {
  for (const { mend } of HABITS) mend(body);
}

function unwrap(found: Element): void {
  found.replaceWith(...found.childNodes);
}

function renamed(found: Element, tag: string): void {
  const other = found.ownerDocument.createElement(tag);
  other.append(...found.childNodes);
  found.replaceWith(other);
}

function looks(found: HTMLElement): void {
  const css = cssOf(found);
  const ground = css["background-color"] ?? "transparent";
  if (/mono|courier|consolas/.test(css["font-family"] ?? "")) renamed(found, "code");
  else if (!/^(?:transparent|#fff(?:fff)?|white)$/.test(ground) && !found.closest("td")) marked(found);
}

function marked(found: Element): void {
  renamed(found, "mark");
}

function apart(found: Element): void {
  found.before(" ");
}

function formula(found: Element): void {
  const source =
    found.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    found.getAttribute("alttext");
  if (source === null || source.trim() === "") return;
  const math = found.querySelector("math") ?? found;
  const isBlock = found.matches(".katex-display") || math.getAttribute("display") === "block";
  const tex = source
    .trim()
    .replace(/^\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}$/, "$1")
    .trim();
  putPiece(found, { isBlock, markdown: isBlock ? `$$\n${tex}\n$$` : `$${tex.replace(/\s*\n\s*/g, " ")}$` });
}

function source(found: Element): void {
  const tex = /^\$\$([^$]*[^$\s][^$]*)\$\$$/.exec((found.textContent ?? "").trim())?.[1]?.trim();
  if (tex !== undefined) putPiece(found, { isBlock: true, markdown: `$$\n${tex}\n$$` });
}

function anchor(found: Element): void {
  const says = (found.textContent ?? "").trim();
  if (says === "" || says === "#" || says === "¶") found.remove();
}

function alert(found: Element): void {
  const kind = /markdown-alert-(\w+)/.exec(found.className)?.[1];
  found.querySelector(".markdown-alert-title")?.remove();
  if (kind === undefined) return;
  const first = found.firstElementChild ?? found;
  first.prepend(`[!${kind}]`, found.ownerDocument.createElement("br"));
  renamed(found, "blockquote");
}

function emoji(found: Element): void {
  const says = found.getAttribute("alt") ?? found.textContent ?? "";
  found.replaceWith(says);
}

const WORD_STYLES: Readonly<Record<string, string>> = {
  MsoTitle: "h1",
  MsoSubtitle: "h2",
  MsoQuote: "blockquote",
  MsoIntenseQuote: "blockquote",
};

function wordStyle(found: Element): void {
  const tag = WORD_STYLES[found.className.split(/\s/)[0] ?? ""];
  if (tag !== undefined) renamed(found, tag);
}

function boxOfCode(found: HTMLElement): void {
  const css = cssOf(found);
  const isCode =
    /mono|courier|consolas|menlo/.test(css["font-family"] ?? "") && /^pre/.test(css["white-space"] ?? "");
  if (isCode && found.children.length > 1) renamed(found, "pre");
}

/** One that has a table in it, or a single column, or says so itself. */
function placing(found: HTMLElement): void {
  const table = found as HTMLTableElement;
  const isNarrow = [...table.rows].every((row) => row.cells.length < 2) && table.caption === null;
  const isRole = /^(?:presentation|none)$/.test(table.getAttribute("role") ?? "");
  const isHolding = table.querySelector("table") !== null;
  if (!isRole && !isHolding && !(isNarrow && table.querySelector("th") === null && isMail(table))) return;
  const boxes = [...table.rows]
    .flatMap((row) => [...row.cells])
    .map((cell) => {
      const box = table.ownerDocument.createElement("div");
      box.append(...cell.childNodes);
      return box;
    });
  table.replaceWith(...boxes);
}

const isMail = (table: HTMLTableElement) => table.querySelector("p, div, img, table") !== null;

function aside(found: Element): void {
  renamed(found, "blockquote");
}
